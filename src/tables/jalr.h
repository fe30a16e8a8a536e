/* JALR: jalr with a link. */
#ifndef CHERT_TABLES_JALR_H
#define CHERT_TABLES_JALR_H

#include "tables/table.h"

enum jalr_column {
#define XX(name, kind, doc) JALR_##name,
#include "tables/jalr.def"
#undef XX
    JALR_N_COLUMNS
};

TABLE_DECLARE(jalr)

HD void jalr_fill(fp *row, size_t stride, const struct insn *in, const struct event *ev)
{
    row[JALR_REAL * stride] = 1;
    row[JALR_PC * stride] = in->pc;
    row[JALR_CLK * stride] = ev->clk;
    row[JALR_RS1 * stride] = in->rs1;
    row[JALR_PREV1 * stride] = ev->prev1;
    row[JALR_A_LO * stride] = (uint32_t)ev->a;
    row[JALR_IMM * stride] = table_signed(in->imm);
    row[JALR_ODD * stride] = (ev->a + (uint64_t)in->imm) & 1;
    row[JALR_RD * stride] = in->rd;
    row[JALR_PREVD * stride] = ev->prevd;
    row[JALR_OLD_LO * stride] = (uint32_t)ev->old_d;
    row[JALR_OLD_HI * stride] = ev->old_d >> 32;
}

#endif
