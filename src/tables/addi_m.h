/* ADDI_M: addi with rd = rs1, one read-modify-write access. */
#ifndef CHERT_TABLES_ADDI_M_H
#define CHERT_TABLES_ADDI_M_H

#include "tables/addi.h"
#include "tables/table.h"

enum addi_m_column {
#define XX(name, kind, doc) ADDI_M_##name,
#include "tables/addi_m.def"
#undef XX
    ADDI_M_N_COLUMNS
};

TABLE_DECLARE(addi_m)

HD void addi_m_fill(fp *row, size_t stride, const struct insn *in, const struct event *ev)
{
    row[ADDI_M_REAL * stride] = 1;
    row[ADDI_M_PC * stride] = in->pc;
    row[ADDI_M_CLK * stride] = ev->clk;
    row[ADDI_M_RD * stride] = in->rd;
    row[ADDI_M_PREVD * stride] = ev->prevd;
    row[ADDI_M_A_LO * stride] = (uint32_t)ev->a;
    row[ADDI_M_A_HI * stride] = ev->a >> 32;
    row[ADDI_M_IMM * stride] = table_signed(in->imm);
    row[ADDI_M_L0 * stride] = (uint16_t)ev->d;
    row[ADDI_M_L1 * stride] = (uint16_t)(ev->d >> 16);
    row[ADDI_M_HI * stride] = ev->d >> 32;
    row[ADDI_M_INV * stride] = addi_inverse((uint32_t)(ev->d >> 32));
}

#endif
