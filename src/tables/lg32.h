/* LG32: and, or, xor on words whose upper halves are all zeros or all ones. */
#ifndef CHERT_TABLES_LG32_H
#define CHERT_TABLES_LG32_H

#include "tables/table.h"

enum lg32_column {
#define XX(name, kind, doc) LG32_##name,
#include "tables/lg32.def"
#undef XX
    LG32_N_COLUMNS
};

TABLE_DECLARE(lg32)

/* Whether this table can prove an and, or, xor of a and b: each upper half is 0 or 2^32 - 1, as in
 * every sign-extended or zero-extended word. The others are LG64's. This is the one definition: the
 * executor routes by it. */
HD int lg32_can(uint64_t a, uint64_t b)
{
    return (uint32_t)(a >> 32) + 1 <= 1 && (uint32_t)(b >> 32) + 1 <= 1;
}

HD void lg32_fill(fp *row, size_t stride, const struct insn *in, const struct event *ev)
{
    row[LG32_F_AND * stride] = in->op == OP_AND;
    row[LG32_F_OR * stride] = in->op == OP_OR;
    row[LG32_F_XOR * stride] = in->op == OP_XOR;
    row[LG32_PC * stride] = in->pc;
    row[LG32_CLK * stride] = ev->clk;
    row[LG32_RS1 * stride] = in->rs1;
    row[LG32_PREV1 * stride] = ev->prev1;
    row[LG32_RS2 * stride] = in->rs2;
    row[LG32_PREV2 * stride] = ev->prev2;
    row[LG32_SA * stride] = ev->a >> 63;
    row[LG32_SB * stride] = ev->b >> 63;
    row[LG32_SR * stride] = ev->d >> 63;
    row[LG32_O_LO * stride] = (uint32_t)ev->d;
    row[LG32_RD * stride] = in->rd;
    row[LG32_PREVD * stride] = ev->prevd;
    row[LG32_OLD_LO * stride] = (uint32_t)ev->old_d;
    row[LG32_OLD_HI * stride] = ev->old_d >> 32;
    for (size_t i = 0; i < 4; i++) {
        row[(LG32_A0 + i) * stride] = (uint8_t)(ev->a >> 8 * i);
        row[(LG32_B0 + i) * stride] = (uint8_t)(ev->b >> 8 * i);
        row[(LG32_R0 + i) * stride] = (uint8_t)((ev->a & ev->b) >> 8 * i);
    }
}

#endif
