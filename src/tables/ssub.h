/* SSUB: sb, and sh to a multiple of 2. */
#ifndef CHERT_TABLES_SSUB_H
#define CHERT_TABLES_SSUB_H

#include "tables/memory.h"

enum ssub_column {
#define XX(name, kind, doc) SSUB_##name,
#include "tables/ssub.def"
#undef XX
    SSUB_N_COLUMNS
};

TABLE_DECLARE(ssub)

HD void ssub_fill(fp *row, size_t stride, const struct insn *in, const struct event *ev)
{
    const struct memory_pieces x = memory_split(ev->m, memory_address(in, ev));
    const fp rv = ev->b & 0xff, qv = ev->b >> 8 & 0xff, is_byte = in->op == OP_SB;
    row[SSUB_SB * stride] = is_byte;
    row[SSUB_SH * stride] = 1 - is_byte;
    row[SSUB_PC * stride] = in->pc;
    row[SSUB_CLK * stride] = ev->clk;
    row[SSUB_RS1 * stride] = in->rs1;
    row[SSUB_PREV1 * stride] = ev->prev1;
    row[SSUB_RS2 * stride] = in->rs2;
    row[SSUB_PREV2 * stride] = ev->prev2;
    row[SSUB_A_LO * stride] = (uint32_t)ev->a;
    row[SSUB_IMM * stride] = table_signed(in->imm);
    row[SSUB_PREVM * stride] = ev->prevm;
    row[SSUB_V_LO * stride] = (uint32_t)ev->b;
    row[SSUB_V_HI * stride] = ev->b >> 32;
    row[SSUB_C_LO * stride] = (uint32_t)ev->m;
    row[SSUB_C_HI * stride] = ev->m >> 32;
    row[SSUB_R * stride] = x.r;
    row[SSUB_Q * stride] = x.q;
    row[SSUB_Z * stride] = x.r & x.q;
    row[SSUB_U * stride] = x.u;
    row[SSUB_O0 * stride] = x.o0;
    row[SSUB_O1 * stride] = x.o1;
    row[SSUB_O2 * stride] = x.o2;
    row[SSUB_RV * stride] = rv;
    row[SSUB_QV * stride] = qv;
    row[SSUB_ZV * stride] = rv & qv;
    row[SSUB_N_LO * stride] = (uint32_t)ev->d;
    row[SSUB_N_HI * stride] = ev->d >> 32;
}

#endif
