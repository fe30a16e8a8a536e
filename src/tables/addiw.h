/* ADDIW: addiw and sext.w with rd != rs1. */
#ifndef CHERT_TABLES_ADDIW_H
#define CHERT_TABLES_ADDIW_H

#include "tables/table.h"

enum addiw_column {
#define XX(name, kind, doc) ADDIW_##name,
#include "tables/addiw.def"
#undef XX
    ADDIW_N_COLUMNS
};

TABLE_DECLARE(addiw)

HD void addiw_fill(fp *row, size_t stride, const struct insn *in, const struct event *ev)
{
    row[ADDIW_REAL * stride] = 1;
    row[ADDIW_PC * stride] = in->pc;
    row[ADDIW_CLK * stride] = ev->clk;
    row[ADDIW_RS1 * stride] = in->rs1;
    row[ADDIW_PREV1 * stride] = ev->prev1;
    row[ADDIW_A_LO * stride] = (uint32_t)ev->a;
    row[ADDIW_A_HI * stride] = ev->a >> 32;
    row[ADDIW_IMM * stride] = table_signed(in->imm);
    row[ADDIW_RD * stride] = in->rd;
    row[ADDIW_PREVD * stride] = ev->prevd;
    row[ADDIW_OLD_LO * stride] = (uint32_t)ev->old_d;
    row[ADDIW_OLD_HI * stride] = ev->old_d >> 32;
    row[ADDIW_L0 * stride] = (uint16_t)ev->d;
    row[ADDIW_L1 * stride] = (uint16_t)(ev->d >> 16);
    row[ADDIW_S * stride] = ev->d >> 31 & 1;
}

#endif
