/* LB: lb. */
#ifndef CHERT_TABLES_LB_H
#define CHERT_TABLES_LB_H

#include "tables/memory.h"

enum lb_column {
#define XX(name, kind, doc) LB_##name,
#include "tables/lb.def"
#undef XX
    LB_N_COLUMNS
};

TABLE_DECLARE(lb)

HD void lb_fill(fp *row, size_t stride, const struct insn *in, const struct event *ev)
{
    const struct memory_pieces x = memory_split(ev->m, memory_address(in, ev));
    row[LB_REAL * stride] = 1;
    row[LB_PC * stride] = in->pc;
    row[LB_CLK * stride] = ev->clk;
    row[LB_RS1 * stride] = in->rs1;
    row[LB_PREV1 * stride] = ev->prev1;
    row[LB_A_LO * stride] = (uint32_t)ev->a;
    row[LB_IMM * stride] = table_signed(in->imm);
    row[LB_PREVM * stride] = ev->prevm;
    row[LB_C_LO * stride] = (uint32_t)ev->m;
    row[LB_C_HI * stride] = ev->m >> 32;
    row[LB_R * stride] = x.r;
    row[LB_Q * stride] = x.q;
    row[LB_U * stride] = x.u;
    row[LB_O0 * stride] = x.o0;
    row[LB_O1 * stride] = x.o1;
    row[LB_O2 * stride] = x.o2;
    row[LB_S * stride] = x.r >> 7;
    row[LB_RD * stride] = in->rd;
    row[LB_PREVD * stride] = ev->prevd;
    row[LB_OLD_LO * stride] = (uint32_t)ev->old_d;
    row[LB_OLD_HI * stride] = ev->old_d >> 32;
}

#endif
