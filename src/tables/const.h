/* CONST: lui auipc li jal j nop: a constant is written, and control goes to a constant. */
#ifndef CHERT_TABLES_CONST_H
#define CHERT_TABLES_CONST_H

#include "tables/table.h"

enum const_column {
#define XX(name, kind, doc) CONST_##name,
#include "tables/const.def"
#undef XX
    CONST_N_COLUMNS
};

TABLE_DECLARE(const)

HD void const_fill(fp *row, size_t stride, const struct insn *in, const struct event *ev)
{
    row[CONST_REAL * stride] = 1;
    row[CONST_PC * stride] = in->pc;
    row[CONST_CLK * stride] = ev->clk;
    row[CONST_NEXT * stride] = in->next;
    row[CONST_V_LO * stride] = (uint32_t)in->value;
    row[CONST_V_HI * stride] = in->value >> 32;
    row[CONST_RD * stride] = in->rd;
    row[CONST_PREVD * stride] = ev->prevd;
    row[CONST_OLD_LO * stride] = (uint32_t)ev->old_d;
    row[CONST_OLD_HI * stride] = ev->old_d >> 32;
}

#endif
