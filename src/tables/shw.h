/* SHW: slliw and srliw by 1..31. */
#ifndef CHERT_TABLES_SHW_H
#define CHERT_TABLES_SHW_H

#include "tables/table.h"

enum shw_column {
#define XX(name, kind, doc) SHW_##name,
#include "tables/shw.def"
#undef XX
    SHW_N_COLUMNS
};

TABLE_DECLARE(shw)

HD void shw_fill(fp *row, size_t stride, const struct insn *in, const struct event *ev)
{
    const uint32_t op = in->op - OP_SHW;
    const uint64_t t = (ev->a & UINT32_MAX) * (uint64_t)in->imm;
    const uint16_t t0 = (uint16_t)t, t1 = (uint16_t)(t >> 16), t2 = (uint16_t)(t >> 32);
    const uint16_t top = op == 0 ? t1 : op == 1 ? t0 : t2;
    const uint16_t u = op == 1 ? t1 : t0, v = op & 2 ? t1 : t2;
    row[SHW_REAL * stride] = 1;
    row[SHW_RIGHT * stride] = op >> 1;
    row[SHW_FAR * stride] = op & 1;
    row[SHW_PC * stride] = in->pc;
    row[SHW_CLK * stride] = ev->clk;
    row[SHW_RS1 * stride] = in->rs1;
    row[SHW_PREV1 * stride] = ev->prev1;
    row[SHW_N * stride] = (uint64_t)in->imm;
    row[SHW_A_LO * stride] = (uint32_t)ev->a;
    row[SHW_A_HI * stride] = ev->a >> 32;
    row[SHW_T * stride] = top;
    row[SHW_U * stride] = u;
    row[SHW_V * stride] = v;
    row[SHW_S * stride] = top >> 15;
    row[SHW_O * stride] = (uint32_t)ev->d;
    row[SHW_RD * stride] = in->rd;
    row[SHW_PREVD * stride] = ev->prevd;
    row[SHW_OLD_LO * stride] = (uint32_t)ev->old_d;
    row[SHW_OLD_HI * stride] = ev->old_d >> 32;
}

#endif
