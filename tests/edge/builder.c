#include "builder.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define PF_RX 5u
#define PF_RW 6u

const uint64_t edges[N_EDGES] = {
    0,
    1,
    2,
    0x7fff,
    0x8000,
    0xffff,
    0x10000,
    0x7fffffff,
    0x80000000,
    0x80000001,
    0xffffffff,
    0x100000000,
    0x100000001,
    0x7fffffffffffffff,
    0x8000000000000000,
    0x8000000000000001,
    0xffffffffffffffff,
    0xfffffffffffffffe,
    0xffffffff80000000, /* INT32_MIN */
    0xffffffff7fffffff,
    0xffffffff00000000, /* p - 1 */
    0xffffffff00000001, /* p */
    0x80000000ffffffff, /* a word -1 below a dirty upper half */
    0x1234567800000000, /* a word 0 */
    0x1234567880000000, /* a word INT32_MIN */
    0xdeadbeef7fffffff, /* a word INT32_MAX */
    0x5a5a5a5a00000001, /* a word 1 */
    0x123456789abcdef0,
    0xfedcba9876543210,
    0x8000800080008000,
    0x7fff7fff7fff7fff,
    0xffff0000ffff0000,
};

void builder_init(struct builder *b)
{
    memset(b, 0, sizeof *b);
    b->text_flags = PF_RX;
    memcpy(b->data, edges, sizeof edges);
    b->n_data = N_EDGES;
    /* Linux starts with a stack pointer, Chert with zeros. */
    put_move(b, SP, 0);
    put_li(b, FACTOR, UINT64_C(0x9e3779b97f4a7c15));
}

void put(struct builder *b, uint32_t word)
{
    assert_true(b->n < EDGE_WORDS);
    b->words[b->n++] = word;
}

void put_move(struct builder *b, int rd, int rs)
{
    put(b, asm_i(MATCH_ADDI, rd, rs, 0));
}

void put_li(struct builder *b, int rd, uint64_t value)
{
    const int low = (int)((value & 0xfff) ^ 0x800) - 0x800;
    const uint64_t rest = value - (uint64_t)(int64_t)low;

    if (value == (uint64_t)(int64_t)low) {
        put(b, asm_i(MATCH_ADDI, rd, 0, low));
    } else if (value == (uint64_t)(int32_t)value) {
        put(b, asm_u(MATCH_LUI, rd, (uint32_t)(rest >> 12) & 0xfffff));
        put(b, asm_i(MATCH_ADDIW, rd, rd, low));
    } else {
        put_li(b, rd, (uint64_t)((int64_t)rest >> 12));
        put(b, asm_i(MATCH_SLLI, rd, rd, 12));
        put(b, asm_i(MATCH_ADDI, rd, rd, low));
    }
}

void put_fold(struct builder *b, int h, int reg)
{
    put(b, asm_r(MATCH_MUL, h, h, FACTOR));
    put(b, asm_r(MATCH_ADD, h, h, reg));
}

void put_digest(struct builder *b, int h, const char *what, ...)
{
    va_list arguments;

    assert_true(b->n_digests < EDGE_DIGESTS);
    va_start(arguments, what);
    (void)vsnprintf(b->digest[b->n_digests], sizeof b->digest[0], what, arguments);
    va_end(arguments);
    put_li(b, TMP, DIGESTS + 8 * b->n_digests);
    put(b, asm_s(MATCH_SD, h, 0, TMP));
    put_move(b, h, 0);
    b->n_digests++;
}

void put_write(struct builder *b, uint64_t ptr, uint64_t n)
{
    put_li(b, A0, 1);
    put_li(b, A1, ptr);
    put_li(b, A2, n);
    put_li(b, A7, 64);
    put(b, ECALL);
}

void put_spin(struct builder *b, uint32_t n)
{
    put_li(b, SPIN, n);
    put(b, asm_i(MATCH_ADDI, SPIN, SPIN, -1));
    put(b, asm_b(MATCH_BNE, SPIN, 0, -4));
}

uint32_t put_data(struct builder *b, const uint64_t *values, size_t n)
{
    const uint32_t at = DATA + 8 * (uint32_t)b->n_data;

    assert_true(b->n_data + n <= sizeof b->data / 8);
    memcpy(b->data + b->n_data, values, 8 * n);
    b->n_data += n;
    return at;
}

void put_segment(struct builder *b, uint64_t vaddr, const void *bytes, uint64_t n, uint64_t memsz,
                 uint32_t flags)
{
    assert_true(b->n_extra < EDGE_SEGMENTS);
    b->extra[b->n_extra++] = (struct guest_segment){vaddr, bytes, n, memsz, flags};
}

size_t put_loop(struct builder *b, int ptr, uint32_t first, uint32_t end)
{
    put_li(b, ptr, first);
    put_li(b, ptr == PA ? ENDA : ENDB, end);
    return b->n;
}

void put_loop_end(struct builder *b, size_t loop, int ptr)
{
    put(b, asm_i(MATCH_ADDI, ptr, ptr, 8));
    put(b, asm_b(MATCH_BEQ, ptr, ptr == PA ? ENDA : ENDB, 8)); /* a body may exceed 4 KiB */
    put(b, asm_jal(0, 4 * ((int)loop - (int)b->n)));
}

size_t put_forward(struct builder *b, uint32_t word)
{
    put(b, word);
    return b->n - 1;
}

void put_target(struct builder *b, size_t at)
{
    const int offset = 4 * (int)(b->n - at);
    const int is_jal = (b->words[at] & 0x7f) == MATCH_JAL;

    b->words[at] |= is_jal ? asm_jal(0, offset) : asm_b(0, 0, 0, offset);
}

static int by_address(const struct guest_segment *s, const struct guest_segment *t)
{
    return s->vaddr < t->vaddr ? -1 : s->vaddr > t->vaddr;
}

size_t builder_elf(struct builder *b, uint64_t code, uint8_t *elf)
{
    struct guest_segment segments[EDGE_SEGMENTS + 2];
    const size_t n = b->n_extra + 2;

    if (b->n_digests > 0) {
        put_write(b, DIGESTS, 8 * b->n_digests);
    }
    put_li(b, A0, code);
    put_li(b, A7, 93);
    put(b, ECALL);
    segments[0] = (struct guest_segment){TEXT, b->words, 4 * b->n, 4 * b->n, b->text_flags};
    segments[1] = (struct guest_segment){DATA, b->data, 8 * b->n_data, DATA_END - DATA, PF_RW};
    memcpy(segments + 2, b->extra, b->n_extra * sizeof *b->extra);
    for (size_t i = 1; i < n; i++) { /* PT_LOADs come in ascending order */
        for (size_t k = i; k > 0 && by_address(&segments[k], &segments[k - 1]) < 0; k--) {
            const struct guest_segment s = segments[k];
            segments[k] = segments[k - 1];
            segments[k - 1] = s;
        }
    }
    assert_true(guest_elf_offset(segments, n - 1) + segments[n - 1].n <= EDGE_ELF_BYTES);
    return guest_elf(elf, TEXT, segments, n);
}
