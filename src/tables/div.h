/* DIV: div, divu, rem, remu. */
#ifndef CHERT_TABLES_DIV_H
#define CHERT_TABLES_DIV_H

#include "tables/product.h"

enum div_column {
#define XX(name, kind, doc) DIV_##name,
#include "tables/div.def"
#undef XX
    DIV_N_COLUMNS
};

TABLE_DECLARE(div)

HD void div_fill(fp *row, size_t stride, const struct insn *in, const struct event *ev)
{
    const uint32_t op = in->op - OP_DIV, is_signed = 1 - (op & 1), rem = op >> 1, quot = 1 - rem;
    const uint64_t a = ev->a, b = ev->b, d = ev->d;
    const uint32_t sa = is_signed & (uint32_t)(a >> 63), sb = is_signed & (uint32_t)(b >> 63);
    const uint64_t zero = b == 0;
    const uint64_t dividend = sa ? 0 - a : a, divisor = sb ? 0 - b : b;
    const uint32_t negated = (rem ? sa : sa ^ sb) & (uint32_t)(d != 0);
    const uint32_t plain = 1 - negated;
    const uint64_t magnitude = negated ? 0 - d : d; /* of the result */
    const uint64_t other = quot   ? dividend - magnitude * divisor
                           : zero ? 0
                                  : (dividend - magnitude) / divisor;
    /* What the columns hold: magnitudes of negative numbers less 1, which are complements. */
    const uint64_t x = divisor - sb, nq = quot & negated, nr = rem & negated;
    const uint64_t q = rem ? other : magnitude - nq, r = rem ? magnitude - nr : other;
    const uint64_t x_lo = x & UINT32_MAX, r_lo = r & UINT32_MAX, a_lo = a & UINT32_MAX;
    const uint64_t digits = product_digits(x, q, 0) + sb * (q & UINT32_MAX) + nq * x_lo + (sb & nq);
    const uint64_t c = (digits + r_lo + nr - (sa ? 0 - a_lo : a_lo)) >> 32;
    const uint64_t gap = (x >> 32) - (r >> 32); /* of the upper halves; zero: not used */
    const uint64_t need = r_lo + 1 + nr - sb;   /* of x_lo, where the upper halves are equal */
    const uint64_t low = (1 - zero) & (gap <= 1), h1 = low & gap & (x_lo < need);
    const uint64_t h0 = (low & gap) - h1;
    const uint64_t y = zero ? 0 : low ? x_lo - need + (h1 << 32) : gap - 2;
    row[DIV_QUOT * stride] = quot & plain;
    row[DIV_NQUOT * stride] = quot & negated;
    row[DIV_REM * stride] = rem & plain;
    row[DIV_NREM * stride] = rem & negated;
    row[DIV_SIGNED * stride] = is_signed;
    row[DIV_PC * stride] = in->pc;
    row[DIV_CLK * stride] = ev->clk;
    row[DIV_RS1 * stride] = in->rs1;
    row[DIV_PREV1 * stride] = ev->prev1;
    row[DIV_RS2 * stride] = in->rs2;
    row[DIV_PREV2 * stride] = ev->prev2;
    row[DIV_A_LO * stride] = (uint32_t)ev->a;
    row[DIV_A_HI * stride] = ev->a >> 32;
    row[DIV_A2 * stride] = (uint16_t)(ev->a >> 32);
    row[DIV_SA * stride] = sa;
    row[DIV_D0 * stride] = (uint16_t)ev->b;
    row[DIV_D1 * stride] = (uint16_t)(ev->b >> 16);
    row[DIV_D2 * stride] = (uint16_t)(ev->b >> 32);
    row[DIV_D3 * stride] = ev->b >> 48;
    row[DIV_SB * stride] = sb;
    row[DIV_Q0 * stride] = (uint16_t)q;
    row[DIV_Q1 * stride] = (uint16_t)(q >> 16);
    row[DIV_Q2 * stride] = (uint16_t)(q >> 32);
    row[DIV_Q3 * stride] = q >> 48;
    row[DIV_R0 * stride] = (uint16_t)r;
    row[DIV_R1 * stride] = (uint16_t)(r >> 16);
    row[DIV_R2 * stride] = (uint16_t)(r >> 32);
    row[DIV_R3 * stride] = r >> 48;
    row[DIV_C * stride] = (uint16_t)c;
    row[DIV_C_16 * stride] = c >> 16;
    row[DIV_LOW * stride] = low;
    row[DIV_H0 * stride] = h0;
    row[DIV_H1 * stride] = h1;
    row[DIV_Y0 * stride] = (uint16_t)y;
    row[DIV_Y1 * stride] = y >> 16;
    row[DIV_ZERO * stride] = zero;
    row[DIV_RD * stride] = in->rd;
    row[DIV_PREVD * stride] = ev->prevd;
    row[DIV_OLD_LO * stride] = (uint32_t)ev->old_d;
    row[DIV_OLD_HI * stride] = ev->old_d >> 32;
}

#endif
