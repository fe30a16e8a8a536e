/* BEQZ: beqz and bnez: both outcomes have a row in the program. */
#ifndef CHERT_TABLES_BEQZ_H
#define CHERT_TABLES_BEQZ_H

#include "tables/table.h"

enum beqz_column {
#define XX(name, kind, doc) BEQZ_##name,
#include "tables/beqz.def"
#undef XX
    BEQZ_N_COLUMNS
};

TABLE_DECLARE(beqz)

HD void beqz_fill(fp *row, size_t stride, const struct insn *in, const struct event *ev)
{
    row[BEQZ_REAL * stride] = 1;
    row[BEQZ_PC * stride] = in->pc;
    row[BEQZ_CLK * stride] = ev->clk;
    row[BEQZ_NEXT * stride] = ev->d != 0 ? in->next1 : in->next;
    row[BEQZ_RS1 * stride] = in->rs1;
    row[BEQZ_PREV1 * stride] = ev->prev1;
    row[BEQZ_A_LO * stride] = (uint32_t)ev->a;
    row[BEQZ_A_HI * stride] = ev->a >> 32;
    row[BEQZ_EQ * stride] = ev->d;
    row[BEQZ_INV * stride] = fp_inv((ev->a & UINT32_MAX) + (ev->a >> 32));
}

#endif
