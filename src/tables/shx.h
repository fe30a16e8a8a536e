/* SHX: srai, sraiw, and every shift by a register. */
#ifndef CHERT_TABLES_SHX_H
#define CHERT_TABLES_SHX_H

#include "tables/table.h"

enum shx_column {
#define XX(name, kind, doc) SHX_##name,
#include "tables/shx.def"
#undef XX
    SHX_N_COLUMNS
};

TABLE_DECLARE(shx)

HD void shx_fill(fp *row, size_t stride, const struct insn *in, const struct event *ev)
{
    const uint32_t op = in->op - OP_SHX;
    const uint32_t left = op & 1, right = 1 - left, word = op >> 1 & 1, arith = op >> 2 & 1,
                   by_reg = op >> 3;
    const uint32_t b = by_reg ? (uint32_t)ev->b : 0;
    const uint32_t k = by_reg ? b & (word ? 31 : 63) : (uint32_t)in->imm;
    const uint32_t half = word & b >> 5;
    const uint32_t is_0 = k / 16 == 0, is_1 = k / 16 == 1, is_2 = k / 16 == 2, is_3 = k / 16 == 3;
    const uint64_t n = UINT64_C(1) << (left ? k % 16 : 16 - k % 16);
    const uint32_t signed_half = arith  ? (uint32_t)(word ? ev->a : ev->a >> 32)
                                 : word ? (uint32_t)ev->d
                                        : 0;
    const uint32_t top = signed_half >> 31, sign = arith & top;
    const uint64_t a_hi = word ? (sign ? UINT32_MAX : 0) : ev->a >> 32;
    const uint64_t lo = (ev->a & UINT32_MAX) * n, hi = a_hi * n + (lo >> 32);
    row[SHX_LEFT0 * stride] = left & is_0;
    row[SHX_LEFT1 * stride] = left & is_1;
    row[SHX_LEFT2 * stride] = left & is_2;
    row[SHX_LEFT3 * stride] = left & is_3;
    row[SHX_RIGHT0 * stride] = right & is_0;
    row[SHX_RIGHT1 * stride] = right & is_1;
    row[SHX_RIGHT2 * stride] = right & is_2;
    row[SHX_RIGHT3 * stride] = right & is_3;
    row[SHX_WORD * stride] = word;
    row[SHX_ARITH * stride] = arith;
    row[SHX_REG * stride] = by_reg;
    row[SHX_PC * stride] = in->pc;
    row[SHX_CLK * stride] = ev->clk;
    row[SHX_RS1 * stride] = in->rs1;
    row[SHX_PREV1 * stride] = ev->prev1;
    row[SHX_RS2 * stride] = in->rs2;
    row[SHX_PREV2 * stride] = ev->prev2;
    row[SHX_IMM * stride] = (uint64_t)in->imm;
    row[SHX_K * stride] = k;
    row[SHX_N * stride] = n;
    row[SHX_OTHER * stride] = UINT64_C(65536) / n;
    row[SHX_HALF * stride] = half;
    row[SHX_G0 * stride] = (uint16_t)(b >> 6);
    row[SHX_G1 * stride] = b >> 22;
    row[SHX_B_HI * stride] = ev->b >> 32;
    row[SHX_A_LO * stride] = (uint32_t)ev->a;
    row[SHX_A_HI * stride] = ev->a >> 32;
    row[SHX_S0 * stride] = (uint16_t)lo;
    row[SHX_S1 * stride] = (uint16_t)(lo >> 16);
    row[SHX_S2 * stride] = (uint16_t)hi;
    row[SHX_S3 * stride] = (uint16_t)(hi >> 16);
    row[SHX_S4 * stride] = hi >> 32;
    row[SHX_C * stride] = lo >> 32;
    row[SHX_T0 * stride] = (uint16_t)signed_half;
    row[SHX_T1 * stride] = signed_half >> 16;
    row[SHX_TOP * stride] = top;
    row[SHX_SIGN * stride] = sign;
    row[SHX_O_LO * stride] = (uint32_t)ev->d;
    row[SHX_O_HI * stride] = ev->d >> 32;
    row[SHX_RD * stride] = in->rd;
    row[SHX_PREVD * stride] = ev->prevd;
    row[SHX_OLD_LO * stride] = (uint32_t)ev->old_d;
    row[SHX_OLD_HI * stride] = ev->old_d >> 32;
}

#endif
