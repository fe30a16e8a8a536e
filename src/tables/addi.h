/* ADDI: addi with rd != rs1. */
#ifndef CHERT_TABLES_ADDI_H
#define CHERT_TABLES_ADDI_H

#include "tables/table.h"

enum addi_column {
#define XX(name, kind, doc) ADDI_##name,
#include "tables/addi.def"
#undef XX
    ADDI_N_COLUMNS
};

TABLE_DECLARE(addi)

/* inv of addi.def. hi < 2^32, so neither factor is 0. The two commonest upper halves, 0 and
 * 2^32 - 1, give -2^32, whose inverse is 2^32 - 1 (2^64 = 2^32 - 1 mod p). */
HD fp addi_inverse(uint32_t hi)
{
    if (hi + 1 <= 1) {
        return UINT32_MAX;
    }
    return fp_inv(fp_mul((fp)hi + 1, fp_sub((fp)hi, UINT64_C(1) << 32)));
}

HD void addi_fill(fp *row, size_t stride, const struct insn *in, const struct event *ev)
{
    row[ADDI_REAL * stride] = 1;
    row[ADDI_PC * stride] = in->pc;
    row[ADDI_CLK * stride] = ev->clk;
    row[ADDI_RS1 * stride] = in->rs1;
    row[ADDI_PREV1 * stride] = ev->prev1;
    row[ADDI_A_LO * stride] = (uint32_t)ev->a;
    row[ADDI_A_HI * stride] = ev->a >> 32;
    row[ADDI_IMM * stride] = table_signed(in->imm);
    row[ADDI_RD * stride] = in->rd;
    row[ADDI_PREVD * stride] = ev->prevd;
    row[ADDI_OLD_LO * stride] = (uint32_t)ev->old_d;
    row[ADDI_OLD_HI * stride] = ev->old_d >> 32;
    row[ADDI_L0 * stride] = (uint16_t)ev->d;
    row[ADDI_L1 * stride] = (uint16_t)(ev->d >> 16);
    row[ADDI_HI * stride] = ev->d >> 32;
    row[ADDI_INV * stride] = addi_inverse((uint32_t)(ev->d >> 32));
}

#endif
