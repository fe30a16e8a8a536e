/* MULW: the low word of a product, sign-extended. */
#ifndef CHERT_TABLES_MULW_H
#define CHERT_TABLES_MULW_H

#include "tables/table.h"

enum mulw_column {
#define XX(name, kind, doc) MULW_##name,
#include "tables/mulw.def"
#undef XX
    MULW_N_COLUMNS
};

TABLE_DECLARE(mulw)

HD void mulw_fill(fp *row, size_t stride, const struct insn *in, const struct event *ev)
{
    const uint64_t product = (ev->a & UINT32_MAX) * (ev->b & UINT32_MAX);
    const uint64_t u = product >> 63, t = (product >> 32) + u;
    row[MULW_REAL * stride] = 1;
    row[MULW_PC * stride] = in->pc;
    row[MULW_CLK * stride] = ev->clk;
    row[MULW_RS1 * stride] = in->rs1;
    row[MULW_PREV1 * stride] = ev->prev1;
    row[MULW_RS2 * stride] = in->rs2;
    row[MULW_PREV2 * stride] = ev->prev2;
    row[MULW_A_LO * stride] = (uint32_t)ev->a;
    row[MULW_A_HI * stride] = ev->a >> 32;
    row[MULW_B_LO * stride] = (uint32_t)ev->b;
    row[MULW_B_HI * stride] = ev->b >> 32;
    row[MULW_L0 * stride] = (uint16_t)product;
    row[MULW_L1 * stride] = (uint16_t)(product >> 16);
    row[MULW_S * stride] = product >> 31 & 1;
    row[MULW_T0 * stride] = (uint16_t)t;
    row[MULW_T1 * stride] = t >> 16;
    row[MULW_U * stride] = u;
    row[MULW_RD * stride] = in->rd;
    row[MULW_PREVD * stride] = ev->prevd;
    row[MULW_OLD_LO * stride] = (uint32_t)ev->old_d;
    row[MULW_OLD_HI * stride] = ev->old_d >> 32;
}

#endif
