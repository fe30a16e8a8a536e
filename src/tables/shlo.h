/* SHLO: slli and srli by 1..31. */
#ifndef CHERT_TABLES_SHLO_H
#define CHERT_TABLES_SHLO_H

#include "tables/table.h"

enum shlo_column {
#define XX(name, kind, doc) SHLO_##name,
#include "tables/shlo.def"
#undef XX
    SHLO_N_COLUMNS
};

TABLE_DECLARE(shlo)

HD void shlo_fill(fp *row, size_t stride, const struct insn *in, const struct event *ev)
{
    const uint32_t op = in->op - OP_SHLO;
    const uint64_t n = (uint64_t)in->imm;
    const uint64_t lo = (ev->a & UINT32_MAX) * n, hi = (ev->a >> 32) * n + (lo >> 32);
    row[SHLO_LEFT0 * stride] = op == 0;
    row[SHLO_LEFT1 * stride] = op == 1;
    row[SHLO_RIGHT0 * stride] = op == 2;
    row[SHLO_RIGHT1 * stride] = op == 3;
    row[SHLO_PC * stride] = in->pc;
    row[SHLO_CLK * stride] = ev->clk;
    row[SHLO_RS1 * stride] = in->rs1;
    row[SHLO_PREV1 * stride] = ev->prev1;
    row[SHLO_N * stride] = n;
    row[SHLO_A_LO * stride] = (uint32_t)ev->a;
    row[SHLO_A_HI * stride] = ev->a >> 32;
    row[SHLO_S0 * stride] = (uint16_t)lo;
    row[SHLO_S1 * stride] = (uint16_t)(lo >> 16);
    row[SHLO_S2 * stride] = (uint16_t)hi;
    row[SHLO_S3 * stride] = (uint16_t)(hi >> 16);
    row[SHLO_S4 * stride] = hi >> 32;
    row[SHLO_C * stride] = lo >> 32;
    row[SHLO_RD * stride] = in->rd;
    row[SHLO_PREVD * stride] = ev->prevd;
    row[SHLO_OLD_LO * stride] = (uint32_t)ev->old_d;
    row[SHLO_OLD_HI * stride] = ev->old_d >> 32;
}

#endif
