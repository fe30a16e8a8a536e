/* LH: lh and lhu from a multiple of 2. */
#ifndef CHERT_TABLES_LH_H
#define CHERT_TABLES_LH_H

#include "tables/memory.h"

enum lh_column {
#define XX(name, kind, doc) LH_##name,
#include "tables/lh.def"
#undef XX
    LH_N_COLUMNS
};

TABLE_DECLARE(lh)

HD void lh_fill(fp *row, size_t stride, const struct insn *in, const struct event *ev)
{
    const struct memory_pieces x = memory_split(ev->m, memory_address(in, ev));
    const fp is_signed = in->op == OP_LH;
    row[LH_LH * stride] = is_signed;
    row[LH_LHU * stride] = 1 - is_signed;
    row[LH_PC * stride] = in->pc;
    row[LH_CLK * stride] = ev->clk;
    row[LH_RS1 * stride] = in->rs1;
    row[LH_PREV1 * stride] = ev->prev1;
    row[LH_A_LO * stride] = (uint32_t)ev->a;
    row[LH_IMM * stride] = table_signed(in->imm);
    row[LH_PREVM * stride] = ev->prevm;
    row[LH_C_LO * stride] = (uint32_t)ev->m;
    row[LH_C_HI * stride] = ev->m >> 32;
    row[LH_H * stride] = x.h;
    row[LH_U * stride] = x.u;
    row[LH_O1 * stride] = x.o1;
    row[LH_O2 * stride] = x.o2;
    row[LH_T * stride] = x.h >> 15;
    row[LH_S * stride] = is_signed & x.h >> 15;
    row[LH_RD * stride] = in->rd;
    row[LH_PREVD * stride] = ev->prevd;
    row[LH_OLD_LO * stride] = (uint32_t)ev->old_d;
    row[LH_OLD_HI * stride] = ev->old_d >> 32;
}

#endif
