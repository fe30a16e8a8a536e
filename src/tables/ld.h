/* LD: ld from a multiple of 8. */
#ifndef CHERT_TABLES_LD_H
#define CHERT_TABLES_LD_H

#include "tables/table.h"

enum ld_column {
#define XX(name, kind, doc) LD_##name,
#include "tables/ld.def"
#undef XX
    LD_N_COLUMNS
};

TABLE_DECLARE(ld)

HD void ld_fill(fp *row, size_t stride, const struct insn *in, const struct event *ev)
{
    row[LD_REAL * stride] = 1;
    row[LD_PC * stride] = in->pc;
    row[LD_CLK * stride] = ev->clk;
    row[LD_RS1 * stride] = in->rs1;
    row[LD_PREV1 * stride] = ev->prev1;
    row[LD_A_LO * stride] = (uint32_t)ev->a;
    row[LD_IMM * stride] = table_signed(in->imm);
    row[LD_PREVM * stride] = ev->prevm;
    row[LD_V_LO * stride] = (uint32_t)ev->m;
    row[LD_V_HI * stride] = ev->m >> 32;
    row[LD_RD * stride] = in->rd;
    row[LD_PREVD * stride] = ev->prevd;
    row[LD_OLD_LO * stride] = (uint32_t)ev->old_d;
    row[LD_OLD_HI * stride] = ev->old_d >> 32;
}

#endif
