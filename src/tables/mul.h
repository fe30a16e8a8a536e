/* MUL: the low word of a product. */
#ifndef CHERT_TABLES_MUL_H
#define CHERT_TABLES_MUL_H

#include "tables/product.h"

enum mul_column {
#define XX(name, kind, doc) MUL_##name,
#include "tables/mul.def"
#undef XX
    MUL_N_COLUMNS
};

TABLE_DECLARE(mul)

HD void mul_fill(fp *row, size_t stride, const struct insn *in, const struct event *ev)
{
    const uint64_t c0 = product_digits(ev->a, ev->b, 0) >> 32;
    const uint64_t c1 = (product_digits(ev->a, ev->b, 1) + c0) >> 32;
    row[MUL_REAL * stride] = 1;
    row[MUL_PC * stride] = in->pc;
    row[MUL_CLK * stride] = ev->clk;
    row[MUL_RS1 * stride] = in->rs1;
    row[MUL_PREV1 * stride] = ev->prev1;
    row[MUL_RS2 * stride] = in->rs2;
    row[MUL_PREV2 * stride] = ev->prev2;
    row[MUL_A0 * stride] = (uint16_t)ev->a;
    row[MUL_A1 * stride] = (uint16_t)(ev->a >> 16);
    row[MUL_A2 * stride] = (uint16_t)(ev->a >> 32);
    row[MUL_A3 * stride] = ev->a >> 48;
    row[MUL_B0 * stride] = (uint16_t)ev->b;
    row[MUL_B1 * stride] = (uint16_t)(ev->b >> 16);
    row[MUL_B2 * stride] = (uint16_t)(ev->b >> 32);
    row[MUL_B3 * stride] = ev->b >> 48;
    row[MUL_R0 * stride] = (uint16_t)ev->d;
    row[MUL_R1 * stride] = (uint16_t)(ev->d >> 16);
    row[MUL_R2 * stride] = (uint16_t)(ev->d >> 32);
    row[MUL_R3 * stride] = ev->d >> 48;
    row[MUL_C0 * stride] = (uint16_t)c0;
    row[MUL_C0_16 * stride] = c0 >> 16;
    row[MUL_C1 * stride] = (uint16_t)c1;
    row[MUL_C1_16 * stride] = c1 >> 16 & 1;
    row[MUL_C1_17 * stride] = c1 >> 17;
    row[MUL_RD * stride] = in->rd;
    row[MUL_PREVD * stride] = ev->prevd;
    row[MUL_OLD_LO * stride] = (uint32_t)ev->old_d;
    row[MUL_OLD_HI * stride] = ev->old_d >> 32;
}

#endif
