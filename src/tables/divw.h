/* DIVW: divw, divuw, remw, remuw. */
#ifndef CHERT_TABLES_DIVW_H
#define CHERT_TABLES_DIVW_H

#include "tables/table.h"

enum divw_column {
#define XX(name, kind, doc) DIVW_##name,
#include "tables/divw.def"
#undef XX
    DIVW_N_COLUMNS
};

TABLE_DECLARE(divw)

HD void divw_fill(fp *row, size_t stride, const struct insn *in, const struct event *ev)
{
    const uint32_t op = in->op - OP_DIV - 4, is_signed = 1 - (op & 1), rem = op >> 1,
                   quot = 1 - rem;
    const uint32_t a = (uint32_t)ev->a, b = (uint32_t)ev->b, d = (uint32_t)ev->d;
    const uint32_t sa = is_signed & a >> 31, sb = is_signed & b >> 31, zero = b == 0;
    const uint32_t dividend = sa ? 0 - a : a, divisor = sb ? 0 - b : b;
    const uint32_t negated = (rem ? sa : sa ^ sb) & (uint32_t)(d != 0);
    const uint32_t plain = 1 - negated;
    const uint32_t magnitude = negated ? 0 - d : d; /* of the result */
    const uint32_t other = quot   ? dividend - magnitude * divisor
                           : zero ? 0
                                  : (dividend - magnitude) / divisor;
    const uint32_t remainder = rem ? magnitude : other;
    const uint32_t spare = divisor - remainder - 1;
    row[DIVW_QUOT * stride] = quot & plain;
    row[DIVW_NQUOT * stride] = quot & negated;
    row[DIVW_REM * stride] = rem & plain;
    row[DIVW_NREM * stride] = rem & negated;
    row[DIVW_SIGNED * stride] = is_signed;
    row[DIVW_PC * stride] = in->pc;
    row[DIVW_CLK * stride] = ev->clk;
    row[DIVW_RS1 * stride] = in->rs1;
    row[DIVW_PREV1 * stride] = ev->prev1;
    row[DIVW_RS2 * stride] = in->rs2;
    row[DIVW_PREV2 * stride] = ev->prev2;
    row[DIVW_A_LO * stride] = (uint32_t)ev->a;
    row[DIVW_A_HI * stride] = ev->a >> 32;
    row[DIVW_A0 * stride] = (uint16_t)ev->a;
    row[DIVW_SA * stride] = sa;
    row[DIVW_B_LO * stride] = (uint32_t)ev->b;
    row[DIVW_B_HI * stride] = ev->b >> 32;
    row[DIVW_D0 * stride] = (uint16_t)(divisor - sb);
    row[DIVW_D1 * stride] = (divisor - sb) >> 16;
    row[DIVW_SB * stride] = sb;
    row[DIVW_W0 * stride] = (uint16_t)ev->d;
    row[DIVW_W1 * stride] = (uint16_t)(ev->d >> 16);
    row[DIVW_S * stride] = ev->d >> 63;
    row[DIVW_V0 * stride] = (uint16_t)other;
    row[DIVW_V1 * stride] = other >> 16;
    row[DIVW_Y0 * stride] = (uint16_t)spare;
    row[DIVW_Y1 * stride] = spare >> 16;
    row[DIVW_ZERO * stride] = zero;
    row[DIVW_RD * stride] = in->rd;
    row[DIVW_PREVD * stride] = ev->prevd;
    row[DIVW_OLD_LO * stride] = (uint32_t)ev->old_d;
    row[DIVW_OLD_HI * stride] = ev->old_d >> 32;
}

#endif
