/* ADDIW_M: addiw and sext.w with rd = rs1, one read-modify-write access. */
#ifndef CHERT_TABLES_ADDIW_M_H
#define CHERT_TABLES_ADDIW_M_H

#include "tables/table.h"

enum addiw_m_column {
#define XX(name, kind, doc) ADDIW_M_##name,
#include "tables/addiw_m.def"
#undef XX
    ADDIW_M_N_COLUMNS
};

TABLE_DECLARE(addiw_m)

HD void addiw_m_fill(fp *row, size_t stride, const struct insn *in, const struct event *ev)
{
    row[ADDIW_M_REAL * stride] = 1;
    row[ADDIW_M_PC * stride] = in->pc;
    row[ADDIW_M_CLK * stride] = ev->clk;
    row[ADDIW_M_RD * stride] = in->rd;
    row[ADDIW_M_PREVD * stride] = ev->prevd;
    row[ADDIW_M_A_LO * stride] = (uint32_t)ev->a;
    row[ADDIW_M_A_HI * stride] = ev->a >> 32;
    row[ADDIW_M_IMM * stride] = table_signed(in->imm);
    row[ADDIW_M_L0 * stride] = (uint16_t)ev->d;
    row[ADDIW_M_L1 * stride] = (uint16_t)(ev->d >> 16);
    row[ADDIW_M_S * stride] = ev->d >> 31 & 1;
}

#endif
