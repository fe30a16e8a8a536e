/*
 * ELF file -> program: decoded instructions, image, entry.
 *
 * Accepted: static little-endian RISC-V ELF64 of type EXEC. Only PT_LOAD segments count; empty
 * ones, PT_TLS, PT_GNU_STACK, PT_RISCV_ATTRIBUTES and notes are passed over, e_flags is not looked
 * at. docs/machine.md lists what is rejected, each with CHERT_E_ELF and a sentence that names the
 * segment. Instruction words are decoded but not judged here.
 *
 * Nothing is allocated in proportion to p_memsz, so a segment of gigabytes of zeros costs nothing.
 */
#ifndef CHERT_ELF_ELF_H
#define CHERT_ELF_ELF_H

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/status.h"
#include "isa/decode.h"
#include "isa/map.h"

enum elf_flags { ELF_X = 1, ELF_W = 2, ELF_R = 4 }; /* as PF_X, PF_W, PF_R */

/* A non-empty PT_LOAD; bytes [start, end). */
struct elf_segment {
    uint32_t start, end;
    uint32_t flags; /* enum elf_flags */
};

/* Executable words without a gap: the instruction at pc in [start, end) is
 * insns[first + (pc - start) / 4]. */
struct elf_range {
    uint32_t start, end, first;
};

/* One 8-byte cell that exists because readable segments have file bytes in it; its other bytes
 * are 0. */
struct elf_cell {
    uint64_t value;
    uint32_t addr; /* a multiple of 8 */
};

/* Everything is owned by the arena it was loaded into. */
struct program {
    struct insn *insns; /* by increasing pc; each range is followed by one entry with op = 0, */
    uint32_t n_insns;   /* which is what running off its end finds */
    uint32_t n_rows;    /* rows of the program table */
    uint32_t entry;     /* pc of the first instruction; it is in `ranges` */
    uint32_t n_ranges;
    uint32_t n_segments;
    uint32_t n_image;
    const struct elf_range *ranges;        /* by increasing start */
    const struct elf_segment *segments;    /* by increasing start */
    const struct elf_cell *image;          /* by increasing addr */
    uint32_t readonly_start, readonly_end; /* spans all segments without ELF_W; empty: both 0 */
    uint8_t *file;                         /* the whole ELF file, for elf/symbols.h */
    size_t file_bytes;
};

/* Most instructions and most image cells of a program: the tables' largest height. */
#define ELF_MAX_ROWS (UINT32_C(1) << 24)

/* Reads and loads a file. `mem` must have room for the file, 48 bytes for every 4 bytes of code
 * and 16 for every 8 bytes of file content (elf_bytes). */
enum chert_status elf_load(struct program *p, const char *path, struct arena *mem,
                           struct err *e) CHERT_MUST_CHECK;
/* The same from memory; the bytes are copied. */
enum chert_status elf_load_bytes(struct program *p, const uint8_t *bytes, size_t n,
                                 struct arena *mem, struct err *e) CHERT_MUST_CHECK;

/* Size of an arena that suffices for any ELF file of `file_bytes` bytes. */
size_t elf_bytes(size_t file_bytes);

#define INSN_NONE UINT32_MAX

/* Index of the instruction at pc, or INSN_NONE where pc is in no executable segment or is not a
 * multiple of 4. */
uint32_t program_find(const struct program *p, uint64_t pc);

/* Whether a store to [addr, addr + bytes) touches a byte that no writable segment has but some
 * other segment does. */
int program_readonly(const struct program *p, uint32_t addr, uint32_t bytes);

#endif
