/* SW: sw to a multiple of 4. */
#ifndef CHERT_TABLES_SW_H
#define CHERT_TABLES_SW_H

#include "tables/memory.h"

enum sw_column {
#define XX(name, kind, doc) SW_##name,
#include "tables/sw.def"
#undef XX
    SW_N_COLUMNS
};

TABLE_DECLARE(sw)

HD void sw_fill(fp *row, size_t stride, const struct insn *in, const struct event *ev)
{
    row[SW_REAL * stride] = 1;
    row[SW_PC * stride] = in->pc;
    row[SW_CLK * stride] = ev->clk;
    row[SW_RS1 * stride] = in->rs1;
    row[SW_PREV1 * stride] = ev->prev1;
    row[SW_RS2 * stride] = in->rs2;
    row[SW_PREV2 * stride] = ev->prev2;
    row[SW_A_LO * stride] = (uint32_t)ev->a;
    row[SW_IMM * stride] = table_signed(in->imm);
    row[SW_PREVM * stride] = ev->prevm;
    row[SW_V_LO * stride] = (uint32_t)ev->b;
    row[SW_V_HI * stride] = ev->b >> 32;
    row[SW_C_LO * stride] = (uint32_t)ev->m;
    row[SW_C_HI * stride] = ev->m >> 32;
    row[SW_O2 * stride] = memory_address(in, ev) >> 2 & 1;
    row[SW_N_LO * stride] = (uint32_t)ev->d;
    row[SW_N_HI * stride] = ev->d >> 32;
}

#endif
