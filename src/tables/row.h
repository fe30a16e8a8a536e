/*
 * What most rows share: the step of the machine, accesses to cells, lookups.
 *
 * Written once here so that a table's file shows only what is its own. Every access costs three
 * interactions: consume the cell's last token, produce the next, look up the gap
 * (clk + slot) - prev - 1 in the 16-bit range: prev < clk + slot, as integers, because a token's
 * clk is below 2^32 + 2^30 (soundness rule S14) and the gap below 2^16.
 */
#ifndef CHERT_TABLES_ROW_H
#define CHERT_TABLES_ROW_H

#include "air/air.h"
#include "isa/insn.h"

enum bus {
#define XX(name, id, kind, width, doc) BUS_##name,
#include "tables/buses.def"
#undef XX
    N_BUSES
};
extern const struct air_bus chert_buses[N_BUSES];

struct row {
    struct air *air;
    expr real, pc, clk;
};

/* Starts a table's recording: air_begin with the buses. */
enum chert_status row_begin(struct air *air, const char *name, const struct air_column *columns,
                            uint32_t n_fixed, uint32_t n_main, struct arena *mem,
                            struct err *e) CHERT_MUST_CHECK;
/* `real` is passed to air_real. */
struct row row_of(struct air *air, expr real, expr pc, expr clk);

/* The program's entries for this row; absent ones are 0. prog_next is the entry `next`. */
struct row_prog {
    expr op, rd, rs1, rs2, imm, next;
};
struct row_prog row_prog_zero(struct row *r, uint32_t op); /* op a constant, next = pc + 4 */

/* Receives exec(pc, clk), sends exec(to, clk + 4), looks up prog. */
void row_step(struct row *r, const struct row_prog *p, expr to);

struct row_word {
    expr lo, hi;
};

/* A read: the token (0, reg, prev, v) comes back as (0, reg, clk + slot, v). */
void row_read_reg(struct row *r, enum slot slot, expr reg, expr prev, struct row_word v);
/* A write of rd at SLOT_RD: consumes (0, rd, prev, old), produces (0, rd, clk + 3, v). Also a
 * read-modify-write access: then `old` is the operand (soundness rule S6). */
void row_write_reg(struct row *r, expr rd, expr prev, struct row_word old, struct row_word v);
/* A memory cell at SLOT_MEM. */
void row_memory(struct row *r, expr addr, expr prev, struct row_word old, struct row_word v);
/* The general access: any slot, with a multiplicity of its own (a bit that vanishes on padding). */
void row_access(struct row *r, expr mult, expr space, expr addr, enum slot slot, expr prev,
                struct row_word old, struct row_word v);

/* d = a + imm mod 2^64 for a signed imm below 2^31: the argument is in tables/addi.c. d.lo must be
 * range-checked by the caller; d.hi needs no check of its own. inverse = 1/((hi+1)(hi-2^32)). */
void row_add_imm(struct row *r, struct row_word a, expr imm, struct row_word d, expr inverse);
/* x (x - 1)(x + 1) = 0. */
void row_trit(struct row *r, const char *name, expr x);
/* x / 2^32 in the field: a carry read off a recomposition. */
expr row_carry(struct row *r, expr x);

/* Lookups in T16: v in [0, 2^16); also bit = v >> 15; z = x AND y, bytes. */
void row_range(struct row *r, expr mult, expr v);
void row_msb(struct row *r, expr mult, expr v, expr bit);
void row_and(struct row *r, expr mult, expr x, expr y, expr z);

#endif
