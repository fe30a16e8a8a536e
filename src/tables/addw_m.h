/* ADDW_M: addw with rd = rs1, one read-modify-write access and one read. */
#ifndef CHERT_TABLES_ADDW_M_H
#define CHERT_TABLES_ADDW_M_H

#include "tables/table.h"

enum addw_m_column {
#define XX(name, kind, doc) ADDW_M_##name,
#include "tables/addw_m.def"
#undef XX
    ADDW_M_N_COLUMNS
};

TABLE_DECLARE(addw_m)

HD void addw_m_fill(fp *row, size_t stride, const struct insn *in, const struct event *ev)
{
    row[ADDW_M_REAL * stride] = 1;
    row[ADDW_M_PC * stride] = in->pc;
    row[ADDW_M_CLK * stride] = ev->clk;
    row[ADDW_M_RD * stride] = in->rd;
    row[ADDW_M_PREVD * stride] = ev->prevd;
    row[ADDW_M_RS2 * stride] = in->rs2;
    row[ADDW_M_PREV2 * stride] = ev->prev2;
    row[ADDW_M_A_LO * stride] = (uint32_t)ev->a;
    row[ADDW_M_A_HI * stride] = ev->a >> 32;
    row[ADDW_M_B_LO * stride] = (uint32_t)ev->b;
    row[ADDW_M_B_HI * stride] = ev->b >> 32;
    row[ADDW_M_L0 * stride] = (uint16_t)ev->d;
    row[ADDW_M_L1 * stride] = (uint16_t)(ev->d >> 16);
    row[ADDW_M_S * stride] = ev->d >> 31 & 1;
}

#endif
