/* MULH: the high word of a product. */
#ifndef CHERT_TABLES_MULH_H
#define CHERT_TABLES_MULH_H

#include "tables/product.h"

enum mulh_column {
#define XX(name, kind, doc) MULH_##name,
#include "tables/mulh.def"
#undef XX
    MULH_N_COLUMNS
};

TABLE_DECLARE(mulh)

HD void mulh_fill(fp *row, size_t stride, const struct insn *in, const struct event *ev)
{
    const uint32_t fa = in->op != OP_MULHU, fb = in->op == OP_MULH;
    const uint64_t sa = fa & ev->a >> 63, sb = fb & ev->b >> 63;
    const uint64_t low = ev->a * ev->b;
    const uint64_t c0 = product_digits(ev->a, ev->b, 0) >> 32;
    const uint64_t c1 = (product_digits(ev->a, ev->b, 1) + c0) >> 32;
    /* The upper digits are short of the low halves of b and a where a and b are negative; counting
     * one unit of the carry for each keeps them from going below 0. */
    const uint64_t a_lo = ev->a & UINT32_MAX, b_lo = ev->b & UINT32_MAX, unit = UINT64_C(1) << 32;
    const uint64_t c2 =
        (product_digits(ev->a, ev->b, 2) + c1 + sa * (unit - b_lo) + sb * (unit - a_lo)) >> 32;
    const uint64_t top =
        product_digits(ev->a, ev->b, 3) + c2 - sa * (1 + (ev->b >> 32)) - sb * (1 + (ev->a >> 32));
    const uint64_t borrow = top >> 63;
    row[MULH_REAL * stride] = 1;
    row[MULH_FA * stride] = fa;
    row[MULH_FB * stride] = fb;
    row[MULH_PC * stride] = in->pc;
    row[MULH_CLK * stride] = ev->clk;
    row[MULH_RS1 * stride] = in->rs1;
    row[MULH_PREV1 * stride] = ev->prev1;
    row[MULH_RS2 * stride] = in->rs2;
    row[MULH_PREV2 * stride] = ev->prev2;
    row[MULH_A0 * stride] = (uint16_t)ev->a;
    row[MULH_A1 * stride] = (uint16_t)(ev->a >> 16);
    row[MULH_A2 * stride] = (uint16_t)(ev->a >> 32);
    row[MULH_A3 * stride] = ev->a >> 48;
    row[MULH_SA * stride] = sa;
    row[MULH_B0 * stride] = (uint16_t)ev->b;
    row[MULH_B1 * stride] = (uint16_t)(ev->b >> 16);
    row[MULH_B2 * stride] = (uint16_t)(ev->b >> 32);
    row[MULH_B3 * stride] = ev->b >> 48;
    row[MULH_SB * stride] = sb;
    row[MULH_R0 * stride] = (uint16_t)low;
    row[MULH_R1 * stride] = (uint16_t)(low >> 16);
    row[MULH_R2 * stride] = (uint16_t)(low >> 32);
    row[MULH_R3 * stride] = low >> 48;
    row[MULH_R4 * stride] = (uint16_t)ev->d;
    row[MULH_R5 * stride] = (uint16_t)(ev->d >> 16);
    row[MULH_R6 * stride] = (uint16_t)(ev->d >> 32);
    row[MULH_R7 * stride] = ev->d >> 48;
    row[MULH_C0 * stride] = (uint16_t)c0;
    row[MULH_C0_16 * stride] = c0 >> 16;
    row[MULH_C1 * stride] = (uint16_t)c1;
    row[MULH_C1_16 * stride] = c1 >> 16 & 1;
    row[MULH_C1_17 * stride] = c1 >> 17;
    row[MULH_C2 * stride] = (uint16_t)c2;
    row[MULH_C2_16 * stride] = c2 >> 16 & 1;
    row[MULH_BORROW * stride] = borrow;
    row[MULH_RD * stride] = in->rd;
    row[MULH_PREVD * stride] = ev->prevd;
    row[MULH_OLD_LO * stride] = (uint32_t)ev->old_d;
    row[MULH_OLD_HI * stride] = ev->old_d >> 32;
}

#endif
