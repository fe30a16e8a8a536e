/*
 * Guest programs without a cross compiler: instruction words from the opcodes of isa/rv64.def, and
 * ELF files around them.
 */
#ifndef CHERT_TESTS_GUEST_ASM_H
#define CHERT_TESTS_GUEST_ASM_H

#include <stddef.h>
#include <stdint.h>

enum {
#define XX(name, mnemonic, match, mask, format) MATCH_##name = (int)(match),
#include "isa/rv64.def"
#undef XX
};

/* Registers by number; the ones with a use in calls by name. */
enum { RA = 1, SP = 2, GP = 3, TP = 4, T0 = 5, T1 = 6, T2 = 7, S0 = 8, S1 = 9 };
enum { A0 = 10, A1 = 11, A2 = 12, A3 = 13, A4 = 14, A5 = 15, A6 = 16, A7 = 17 };

/* One function a format; `match` is a MATCH_ constant. Immediates as an assembler takes them. */
static inline uint32_t asm_r(int match, int rd, int rs1, int rs2)
{
    return (uint32_t)match | (uint32_t)rd << 7 | (uint32_t)rs1 << 15 | (uint32_t)rs2 << 20;
}

static inline uint32_t asm_i(int match, int rd, int rs1, int imm)
{
    return (uint32_t)match | (uint32_t)rd << 7 | (uint32_t)rs1 << 15 | (uint32_t)imm << 20;
}

static inline uint32_t asm_s(int match, int rs2, int imm, int rs1)
{
    const uint32_t i = (uint32_t)imm;
    return (uint32_t)match | (uint32_t)rs1 << 15 | (uint32_t)rs2 << 20 | (i & 31u) << 7 |
           (i >> 5) << 25;
}

static inline uint32_t asm_b(int match, int rs1, int rs2, int offset)
{
    const uint32_t i = (uint32_t)offset;
    return (uint32_t)match | (uint32_t)rs1 << 15 | (uint32_t)rs2 << 20 | (i >> 12 & 1u) << 31 |
           (i >> 5 & 63u) << 25 | (i >> 1 & 15u) << 8 | (i >> 11 & 1u) << 7;
}

static inline uint32_t asm_u(int match, int rd, uint32_t upper_20)
{
    return (uint32_t)match | (uint32_t)rd << 7 | upper_20 << 12;
}

static inline uint32_t asm_jal(int rd, int offset)
{
    const uint32_t i = (uint32_t)offset;
    return (uint32_t)MATCH_JAL | (uint32_t)rd << 7 | (i >> 20 & 1u) << 31 |
           (i >> 1 & 0x3ffu) << 21 | (i >> 11 & 1u) << 20 | (i >> 12 & 0xffu) << 12;
}

/* Constants, for tables of words. */
#define NOP   ((uint32_t)MATCH_ADDI)
#define ECALL ((uint32_t)MATCH_ECALL)
/* exit(a0): li a7, 93; ecall */
#define EXIT ((uint32_t)MATCH_ADDI | 17u << 7 | 93u << 20), ECALL

struct guest_segment {
    uint64_t vaddr;
    const void *bytes;
    uint64_t n;     /* bytes in the file */
    uint64_t memsz; /* at least n, unless the test wants otherwise */
    uint32_t flags; /* PF_R 4, PF_W 2, PF_X 1 */
};

/* Where the n-th segment's bytes begin in the file, congruent to its vaddr modulo a page. */
size_t guest_elf_offset(const struct guest_segment *segments, size_t i);

/* Writes a static ELF64 for RISC-V with these PT_LOADs to `out`; returns its size. `out` needs
 * 8 KiB and a page and the bytes of every segment. */
size_t guest_elf(uint8_t *out, uint64_t entry, const struct guest_segment *segments, size_t n);

#endif
