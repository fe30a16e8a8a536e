/* ADDSUBW: addw and subw. */
#ifndef CHERT_TABLES_ADDSUBW_H
#define CHERT_TABLES_ADDSUBW_H

#include "tables/table.h"

enum addsubw_column {
#define XX(name, kind, doc) ADDSUBW_##name,
#include "tables/addsubw.def"
#undef XX
    ADDSUBW_N_COLUMNS
};

TABLE_DECLARE(addsubw)

HD void addsubw_fill(fp *row, size_t stride, const struct insn *in, const struct event *ev)
{
    /* A sum carries where it wraps below b, a difference borrows where a is below b. */
    const uint32_t sub = in->op - OP_ADDW;
    const uint32_t x = (uint32_t)(sub ? ev->a : ev->d);
    row[ADDSUBW_REAL * stride] = 1;
    row[ADDSUBW_PC * stride] = in->pc;
    row[ADDSUBW_CLK * stride] = ev->clk;
    row[ADDSUBW_SUB * stride] = sub;
    row[ADDSUBW_C * stride] = x < (uint32_t)ev->b;
    row[ADDSUBW_RS1 * stride] = in->rs1;
    row[ADDSUBW_PREV1 * stride] = ev->prev1;
    row[ADDSUBW_RS2 * stride] = in->rs2;
    row[ADDSUBW_PREV2 * stride] = ev->prev2;
    row[ADDSUBW_A_LO * stride] = (uint32_t)ev->a;
    row[ADDSUBW_A_HI * stride] = ev->a >> 32;
    row[ADDSUBW_B_LO * stride] = (uint32_t)ev->b;
    row[ADDSUBW_B_HI * stride] = ev->b >> 32;
    row[ADDSUBW_RD * stride] = in->rd;
    row[ADDSUBW_PREVD * stride] = ev->prevd;
    row[ADDSUBW_OLD_LO * stride] = (uint32_t)ev->old_d;
    row[ADDSUBW_OLD_HI * stride] = ev->old_d >> 32;
    row[ADDSUBW_L0 * stride] = (uint16_t)ev->d;
    row[ADDSUBW_L1 * stride] = (uint16_t)(ev->d >> 16);
    row[ADDSUBW_S * stride] = ev->d >> 31 & 1;
}

#endif
