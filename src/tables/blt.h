/* BLT: bltu bgeu, and blt bge where one pair of halves decides (blt_can). */
#ifndef CHERT_TABLES_BLT_H
#define CHERT_TABLES_BLT_H

#include "tables/table.h"

enum blt_column {
#define XX(name, kind, doc) BLT_##name,
#include "tables/blt.def"
#undef XX
    BLT_N_COLUMNS
};

TABLE_DECLARE(blt)

/* Whether this table can prove the branch: unsigned always; signed where the upper halves are equal
 * or complements. The others are SLTX's. This is the one definition: the executor routes by it. */
HD int blt_can(uint32_t is_signed, uint64_t a, uint64_t b)
{
    const uint32_t differ = (uint32_t)((a ^ b) >> 32);
    return !is_signed || differ == 0 || differ == UINT32_MAX;
}

HD void blt_fill(fp *row, size_t stride, const struct insn *in, const struct event *ev)
{
    const uint32_t a_hi = (uint32_t)(ev->a >> 32), b_hi = (uint32_t)(ev->b >> 32);
    const uint32_t sg = (in->op - OP_CMPLT) / 2u, e = a_hi == b_hi, lt = (uint32_t)ev->d;
    const uint32_t by_hi = sg ? b_hi - a_hi : a_hi - b_hi;
    const uint32_t x = e ? (uint32_t)ev->a - (uint32_t)ev->b : by_hi - !lt;
    row[BLT_REAL * stride] = 1;
    row[BLT_PC * stride] = in->pc;
    row[BLT_CLK * stride] = ev->clk;
    row[BLT_SG * stride] = sg;
    row[BLT_NEXT * stride] = ev->d != 0 ? in->next1 : in->next;
    row[BLT_RS1 * stride] = in->rs1;
    row[BLT_PREV1 * stride] = ev->prev1;
    row[BLT_RS2 * stride] = in->rs2;
    row[BLT_PREV2 * stride] = ev->prev2;
    row[BLT_A_LO * stride] = (uint32_t)ev->a;
    row[BLT_A_HI * stride] = ev->a >> 32;
    row[BLT_B_LO * stride] = (uint32_t)ev->b;
    row[BLT_B_HI * stride] = ev->b >> 32;
    row[BLT_E * stride] = e;
    row[BLT_LT * stride] = lt;
    row[BLT_X0 * stride] = (uint16_t)x;
    row[BLT_X1 * stride] = x >> 16;
}

#endif
