/* LW: lw and lwu from a multiple of 4. */
#ifndef CHERT_TABLES_LW_H
#define CHERT_TABLES_LW_H

#include "tables/memory.h"

enum lw_column {
#define XX(name, kind, doc) LW_##name,
#include "tables/lw.def"
#undef XX
    LW_N_COLUMNS
};

TABLE_DECLARE(lw)

HD void lw_fill(fp *row, size_t stride, const struct insn *in, const struct event *ev)
{
    const uint32_t upper = memory_address(in, ev) >> 2 & 1;
    const uint32_t word = (uint32_t)(ev->m >> 32 * upper);
    const fp is_signed = in->op == OP_LW;
    row[LW_LW * stride] = is_signed;
    row[LW_LWU * stride] = 1 - is_signed;
    row[LW_PC * stride] = in->pc;
    row[LW_CLK * stride] = ev->clk;
    row[LW_RS1 * stride] = in->rs1;
    row[LW_PREV1 * stride] = ev->prev1;
    row[LW_A_LO * stride] = (uint32_t)ev->a;
    row[LW_IMM * stride] = table_signed(in->imm);
    row[LW_PREVM * stride] = ev->prevm;
    row[LW_C_LO * stride] = (uint32_t)ev->m;
    row[LW_C_HI * stride] = ev->m >> 32;
    row[LW_O2 * stride] = upper;
    row[LW_W0 * stride] = word & 0xffff;
    row[LW_W1 * stride] = word >> 16;
    row[LW_S * stride] = is_signed & word >> 31;
    row[LW_RD * stride] = in->rd;
    row[LW_PREVD * stride] = ev->prevd;
    row[LW_OLD_LO * stride] = (uint32_t)ev->old_d;
    row[LW_OLD_HI * stride] = ev->old_d >> 32;
}

#endif
