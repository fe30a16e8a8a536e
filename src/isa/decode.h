/*
 * From an instruction word to what the machine and the proof do with it (struct insn).
 *
 * Decoding is lazy by rule: a word that is no instruction decodes to op = 0, which has no row in
 * the program table, and faults only when it is reached. Pure functions, no libc.
 */
#ifndef CHERT_ISA_DECODE_H
#define CHERT_ISA_DECODE_H

#include <stddef.h>

#include "isa/insn.h"

enum rv64 {
    RV64_NONE, /* no instruction */
#define XX(name, mnemonic, match, mask, format) RV64_##name,
#include "isa/rv64.def"
#undef XX
    N_RV64
};

/* How a word's fields are laid out; SHIFT5 and SHIFT6 are immediate shifts, LOAD is I written as
 * offset(base). */
enum rv64_format {
    FORMAT_NONE,
    FORMAT_R,
    FORMAT_I,
    FORMAT_SHIFT6,
    FORMAT_SHIFT5,
    FORMAT_LOAD,
    FORMAT_S,
    FORMAT_B,
    FORMAT_U,
    FORMAT_J
};

/* The `next` of what leads nowhere: below 0, at or above 2^32, or no multiple of 4. No program row
 * has this pc. */
#define PC_NONE UINT32_C(0xffffffff)

/* Which instruction a word is. */
enum rv64 rv64_of(uint32_t word);

/* The immediate of an instruction word, as the assembler takes it (a branch: the distance; lui: the
 * value); 0 where its format has none. */
int64_t rv64_immediate(uint32_t word);

/* Decodes the word at pc, a multiple of 4. Every field but `row` (0) is set. `value` is the
 * executor's operand: the constant of CONST, the sign-extended immediate of the others. */
struct insn decode(uint32_t pc, uint32_t word);

/* Rows that the instruction has in the program table: 0, 1, or 2 for a conditional branch. */
static inline uint32_t insn_rows(const struct insn *in)
{
    return in->op == 0 ? 0 : in->op >= OP_CMPEQ && in->op < OP_SLT ? 2 : 1;
}

/* "a0" for 10; "sink", "position" for the two that are no machine registers. */
const char *register_name(unsigned reg);

#define DISASM_BYTES 64u

/* Assembly text of the word at pc, NUL-terminated: "addi a0, a1, -3"; ".word 0x00000000" where it
 * is no instruction. Host only. */
void disassemble(uint32_t pc, uint32_t word, char text[DISASM_BYTES]);

#endif
