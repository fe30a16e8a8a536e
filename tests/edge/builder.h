/*
 * Guest programs that pack thousands of cases: an assembler over support/guest_asm.h with loops,
 * labels and constants, and digests. A digest folds results r into h = h * FACTOR + r; it is named
 * after the cases that it covers, stored, and written to the public output at the end, so that a
 * difference names its cases.
 *
 *   builder_init(&b);
 *   const size_t loop = put_loop(&b, PA, EDGES, EDGES_END);   pointer PA over [EDGES, EDGES_END)
 *   ...                                                       body
 *   put_loop_end(&b, loop, PA, ENDA);
 *   put_digest(&b, H0, "add, %s", "rd = rs1");                stores and clears H0
 *   size = builder_elf(&b, elf);                              appends the end of the program
 */
#ifndef CHERT_TESTS_EDGE_BUILDER_H
#define CHERT_TESTS_EDGE_BUILDER_H

#include <stddef.h>
#include <stdint.h>

#include "support/guest_asm.h"

/* Where things are. Segments of a test's own come besides. */
#define TEXT      0x00010000u
#define DATA      0x00200000u /* operands, then what a test appends */
#define DIGESTS   0x00208000u /* digests as the program runs */
#define SCRATCH   0x0020a000u /* 24 KiB of zeros */
#define DATA_END  0x00210000u
#define EDGES     DATA
#define EDGES_END (DATA + 8u * (uint32_t)N_EDGES)

#define EDGE_WORDS     (1u << 15)
#define EDGE_DIGESTS   512u
#define EDGE_SEGMENTS  8u
#define EDGE_ELF_BYTES ((size_t)1 << 20)
#define EDGE_OUTPUT    ((size_t)1 << 17) /* most bytes that a program writes */

/* What the registers hold; TMP is anybody's, and put_digest's, put_li's is the one it is given. */
enum { TMP = 5, OPA = 10, OPB = 11, RES = 12, PA = 13, PB = 14, ENDA = 15, ENDB = 16, FACTOR = 18 };
enum { H0 = 19, H1 = 20, H2 = 21, H3 = 22, SPIN = 23 };

/* Operands at EDGES: where limbs, signs, carries, the field and divisions change their mind, and
 * words whose upper halves are dirty. */
#define N_EDGES 32
extern const uint64_t edges[N_EDGES];

struct mnemonic {
    int match;
    const char *name;
};

/* MATCH_name with its mnemonic, for lists. */
#define MNEMONIC(NAME)      \
    {                       \
        MATCH_##NAME, #NAME \
    }

struct builder {
    uint32_t words[EDGE_WORDS];
    size_t n;
    uint64_t data[(DIGESTS - DATA) / 8];
    size_t n_data;
    char digest[EDGE_DIGESTS][64];
    size_t n_digests;
    struct guest_segment extra[EDGE_SEGMENTS];
    size_t n_extra;
    uint32_t text_flags; /* PF_R | PF_X unless changed */
};

void builder_init(struct builder *b);

void put(struct builder *b, uint32_t word);
void put_move(struct builder *b, int rd, int rs);
void put_li(struct builder *b, int rd, uint64_t value);
/* h = h * FACTOR + reg */
void put_fold(struct builder *b, int h, int reg);
void put_digest(struct builder *b, int h, const char *what, ...)
    __attribute__((format(printf, 3, 4)));
/* write(1, ptr, n); a0 is the count after it. */
void put_write(struct builder *b, uint64_t ptr, uint64_t n);
/* 2 n + 2 instructions that count SPIN down; n in 2048..0x7fffffff. */
void put_spin(struct builder *b, uint32_t n);

/* Puts 8 * n bytes behind the data; returns their address. */
uint32_t put_data(struct builder *b, const uint64_t *values, size_t n);

/* Another segment; `bytes` must live until builder_elf. */
void put_segment(struct builder *b, uint64_t vaddr, const void *bytes, uint64_t n, uint64_t memsz,
                 uint32_t flags);

/* A loop that moves `ptr` (ENDA or ENDB is its end) over 8-byte words; runs at least once. */
size_t put_loop(struct builder *b, int ptr, uint32_t first, uint32_t end);
void put_loop_end(struct builder *b, size_t loop, int ptr);

/* A jump (or branch) that is put now and aimed later: put_forward returns where its word is,
 * put_target aims it at what is put next. */
size_t put_forward(struct builder *b, uint32_t word);
void put_target(struct builder *b, size_t at);

/* The address of the next word. */
static inline uint32_t here(const struct builder *b)
{
    return TEXT + 4 * (uint32_t)b->n;
}

/* Writes all digests and exits with `code`; without digests, only exits. Returns the ELF file's
 * size; `elf` holds EDGE_ELF_BYTES. */
size_t builder_elf(struct builder *b, uint64_t code, uint8_t *elf);

#endif
