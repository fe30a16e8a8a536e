/* LBU: lbu. */
#ifndef CHERT_TABLES_LBU_H
#define CHERT_TABLES_LBU_H

#include "tables/memory.h"

enum lbu_column {
#define XX(name, kind, doc) LBU_##name,
#include "tables/lbu.def"
#undef XX
    LBU_N_COLUMNS
};

TABLE_DECLARE(lbu)

HD void lbu_fill(fp *row, size_t stride, const struct insn *in, const struct event *ev)
{
    const struct memory_pieces x = memory_split(ev->m, memory_address(in, ev));
    row[LBU_REAL * stride] = 1;
    row[LBU_PC * stride] = in->pc;
    row[LBU_CLK * stride] = ev->clk;
    row[LBU_RS1 * stride] = in->rs1;
    row[LBU_PREV1 * stride] = ev->prev1;
    row[LBU_A_LO * stride] = (uint32_t)ev->a;
    row[LBU_IMM * stride] = table_signed(in->imm);
    row[LBU_PREVM * stride] = ev->prevm;
    row[LBU_C_LO * stride] = (uint32_t)ev->m;
    row[LBU_C_HI * stride] = ev->m >> 32;
    row[LBU_R * stride] = x.r;
    row[LBU_Q * stride] = x.q;
    row[LBU_Z * stride] = x.r & x.q;
    row[LBU_U * stride] = x.u;
    row[LBU_O0 * stride] = x.o0;
    row[LBU_O1 * stride] = x.o1;
    row[LBU_O2 * stride] = x.o2;
    row[LBU_RD * stride] = in->rd;
    row[LBU_PREVD * stride] = ev->prevd;
    row[LBU_OLD_LO * stride] = (uint32_t)ev->old_d;
    row[LBU_OLD_HI * stride] = ev->old_d >> 32;
}

#endif
