/* BEQ: beq and bne: both outcomes have a row in the program. */
#ifndef CHERT_TABLES_BEQ_H
#define CHERT_TABLES_BEQ_H

#include "tables/table.h"

enum beq_column {
#define XX(name, kind, doc) BEQ_##name,
#include "tables/beq.def"
#undef XX
    BEQ_N_COLUMNS
};

TABLE_DECLARE(beq)

/* dx^2 - 7 dy^2 of the halves' differences: 0 only where a = b, and then its inverse is taken as 0.
 */
HD fp beq_norm(uint64_t a, uint64_t b)
{
    const fp dx = fp_sub((uint32_t)a, (uint32_t)b), dy = fp_sub(a >> 32, b >> 32);
    return fp_sub(fp_mul(dx, dx), fp_mul(7, fp_mul(dy, dy)));
}

HD void beq_fill(fp *row, size_t stride, const struct insn *in, const struct event *ev)
{
    row[BEQ_REAL * stride] = 1;
    row[BEQ_PC * stride] = in->pc;
    row[BEQ_CLK * stride] = ev->clk;
    row[BEQ_NEXT * stride] = ev->d != 0 ? in->next1 : in->next;
    row[BEQ_RS1 * stride] = in->rs1;
    row[BEQ_PREV1 * stride] = ev->prev1;
    row[BEQ_RS2 * stride] = in->rs2;
    row[BEQ_PREV2 * stride] = ev->prev2;
    row[BEQ_A_LO * stride] = (uint32_t)ev->a;
    row[BEQ_A_HI * stride] = ev->a >> 32;
    row[BEQ_B_LO * stride] = (uint32_t)ev->b;
    row[BEQ_B_HI * stride] = ev->b >> 32;
    row[BEQ_EQ * stride] = ev->d;
    row[BEQ_INV * stride] = fp_inv(beq_norm(ev->a, ev->b));
}

#endif
