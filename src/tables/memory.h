/*
 * What the tables of loads and stores share: the address, and a word cut into halves and bytes.
 *
 * Memory is one token for each aligned 8-byte cell, two 32-bit words. An access names its cell as
 *
 *     cell = a_lo + imm - offset            offset = 0..7, made of bit columns
 *
 * where the base register is received as (a_lo, 0): its upper half is 0. Why this is the address:
 * a_lo is a limb and imm a signed number of 12 bits, so a_lo + imm - offset lies in
 * (-2^12, 2^32 + 2^11) as an integer. Only true multiples of 8 below 2^32 have tokens (GENESIS),
 * and that range is far below p, so if the access balances then cell is such a number over the
 * integers, and cell + offset = a + imm mod 2^64 splits in one way only.
 *
 * What is refused although the machine could do it: nothing. A base with an upper half reaches an
 * address below 2^32 only from 2^32 + x, x < 2^11, with imm < 0, or from -x with imm > 0: the last
 * page below 2^32 and the null page. Both are unmapped (isa/map.h), so the machine faults there.
 */
#ifndef CHERT_TABLES_MEMORY_H
#define CHERT_TABLES_MEMORY_H

#include "tables/row.h"
#include "tables/table.h"

/* Reads rs1 as (a_lo, 0) and returns the cell's address. `offset` may be any linear expression
 * with values 0..7. */
expr memory_cell(struct row *r, expr rs1, expr prev1, expr a_lo, expr imm, expr offset);

/* The access of a load at SLOT_MEM: the cell stays as it is. */
void memory_load(struct row *r, expr cell, expr prev, struct row_word v);

/* The word of a cell that the access lies in: hi where `upper` is 1. Degree 2. */
expr memory_word(struct air *air, expr upper, struct row_word cell);

/* x sign-extended to a word, where x has `bits` bits and top bit s: (x + (2^32 - 2^bits) s,
 * (2^32 - 1) s). Linear. */
struct row_word memory_extended(struct air *air, expr x, unsigned bits, expr s);

/* A word of two halves: h at bit 16 `o1`, u where h is not. Adds 1 to h's and u's degree. */
expr memory_of_halves(struct air *air, expr o1, expr h, expr u);
/* A half of two bytes: r at bit 8 `o0`, q where r is not. */
expr memory_of_bytes(struct air *air, expr o0, expr r, expr q);

/* For fillers: the address, and the pieces of the word that holds it, named as above. */
HD uint32_t memory_address(const struct insn *in, const struct event *ev)
{
    return (uint32_t)(ev->a + (uint64_t)in->imm);
}

struct memory_pieces {
    fp o0, o1, o2; /* bits of the offset: byte in the half, half in the word, word in the cell */
    fp r, q, h, u; /* the byte addressed, the other byte of its half, the half, the other half */
};

HD struct memory_pieces memory_split(uint64_t cell, uint32_t address)
{
    const uint32_t word = (uint32_t)(cell >> (address & 4) * 8);
    const uint32_t half = word >> (address & 2) * 8 & 0xffff;
    struct memory_pieces p;
    p.o0 = address & 1;
    p.o1 = address >> 1 & 1;
    p.o2 = address >> 2 & 1;
    p.h = half;
    p.u = word >> (~address & 2) * 8 & 0xffff;
    p.r = half >> (address & 1) * 8 & 0xff;
    p.q = half >> (~address & 1) * 8 & 0xff;
    return p;
}

#endif
