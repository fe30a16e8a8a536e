/* MOVE: a register copied. */
#ifndef CHERT_TABLES_MOVE_H
#define CHERT_TABLES_MOVE_H

#include "tables/table.h"

enum move_column {
#define XX(name, kind, doc) MOVE_##name,
#include "tables/move.def"
#undef XX
    MOVE_N_COLUMNS
};

TABLE_DECLARE(move)

HD void move_fill(fp *row, size_t stride, const struct insn *in, const struct event *ev)
{
    row[MOVE_REAL * stride] = 1;
    row[MOVE_PC * stride] = in->pc;
    row[MOVE_CLK * stride] = ev->clk;
    row[MOVE_RS1 * stride] = in->rs1;
    row[MOVE_PREV1 * stride] = ev->prev1;
    row[MOVE_A_LO * stride] = (uint32_t)ev->a;
    row[MOVE_A_HI * stride] = ev->a >> 32;
    row[MOVE_RD * stride] = in->rd;
    row[MOVE_PREVD * stride] = ev->prevd;
    row[MOVE_OLD_LO * stride] = (uint32_t)ev->old_d;
    row[MOVE_OLD_HI * stride] = ev->old_d >> 32;
}

#endif
