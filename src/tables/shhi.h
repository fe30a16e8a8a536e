/* SHHI: slli and srli by 32..63. */
#ifndef CHERT_TABLES_SHHI_H
#define CHERT_TABLES_SHHI_H

#include "tables/table.h"

enum shhi_column {
#define XX(name, kind, doc) SHHI_##name,
#include "tables/shhi.def"
#undef XX
    SHHI_N_COLUMNS
};

TABLE_DECLARE(shhi)

HD void shhi_fill(fp *row, size_t stride, const struct insn *in, const struct event *ev)
{
    const uint32_t op = in->op - OP_SHHI;
    const uint64_t t = (op & 2 ? ev->a >> 32 : ev->a & UINT32_MAX) * (uint64_t)in->imm;
    row[SHHI_REAL * stride] = 1;
    row[SHHI_RIGHT * stride] = op >> 1;
    row[SHHI_FAR * stride] = op & 1;
    row[SHHI_PC * stride] = in->pc;
    row[SHHI_CLK * stride] = ev->clk;
    row[SHHI_RS1 * stride] = in->rs1;
    row[SHHI_PREV1 * stride] = ev->prev1;
    row[SHHI_N * stride] = (uint64_t)in->imm;
    row[SHHI_A_LO * stride] = (uint32_t)ev->a;
    row[SHHI_A_HI * stride] = ev->a >> 32;
    row[SHHI_T0 * stride] = (uint16_t)t;
    row[SHHI_T1 * stride] = (uint16_t)(t >> 16);
    row[SHHI_T2 * stride] = t >> 32;
    row[SHHI_O_LO * stride] = (uint32_t)ev->d;
    row[SHHI_O_HI * stride] = ev->d >> 32;
    row[SHHI_RD * stride] = in->rd;
    row[SHHI_PREVD * stride] = ev->prevd;
    row[SHHI_OLD_LO * stride] = (uint32_t)ev->old_d;
    row[SHHI_OLD_HI * stride] = ev->old_d >> 32;
}

#endif
