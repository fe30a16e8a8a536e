/* SLTX: slt sltu slti sltiu, and the signed branches that BLT cannot do. */
#ifndef CHERT_TABLES_SLTX_H
#define CHERT_TABLES_SLTX_H

#include "tables/table.h"

enum sltx_column {
#define XX(name, kind, doc) SLTX_##name,
#include "tables/sltx.def"
#undef XX
    SLTX_N_COLUMNS
};

TABLE_DECLARE(sltx)

HD void sltx_fill(fp *row, size_t stride, const struct insn *in, const struct event *ev)
{
    const uint32_t branch = in->op < OP_SLT, by_imm = !branch && ((in->op - OP_SLT) & 2u) != 0;
    const uint32_t sg = branch || (in->op & 1u), lt = (uint32_t)ev->d;
    const uint64_t b = by_imm ? (uint64_t)in->imm : ev->b;
    const uint32_t a_hi = (uint32_t)(ev->a >> 32), b_hi = (uint32_t)(b >> 32), e = a_hi == b_hi;
    const uint32_t x = e ? (uint32_t)ev->a - (uint32_t)b : a_hi - b_hi - !lt;
    row[SLTX_F_REG * stride] = !branch && !by_imm;
    row[SLTX_F_IMM * stride] = by_imm;
    row[SLTX_F_GE * stride] = branch && !lt;
    row[SLTX_F_LT * stride] = branch && lt;
    row[SLTX_PC * stride] = in->pc;
    row[SLTX_CLK * stride] = ev->clk;
    row[SLTX_SG * stride] = sg;
    row[SLTX_NEXT * stride] = branch && lt ? in->next1 : in->next;
    row[SLTX_IMM * stride] = table_signed(in->imm);
    row[SLTX_RS1 * stride] = in->rs1;
    row[SLTX_PREV1 * stride] = ev->prev1;
    row[SLTX_RS2 * stride] = in->rs2;
    row[SLTX_PREV2 * stride] = by_imm ? fp_sub(ev->clk, (uint16_t)in->imm) : ev->prev2;
    row[SLTX_A_LO * stride] = (uint32_t)ev->a;
    row[SLTX_A_HI * stride] = ev->a >> 32;
    row[SLTX_B_LO * stride] = (uint32_t)b;
    row[SLTX_B_HI * stride] = b_hi;
    row[SLTX_RD * stride] = in->rd;
    row[SLTX_PREVD * stride] = ev->prevd;
    row[SLTX_OLD_LO * stride] = (uint32_t)ev->old_d;
    row[SLTX_OLD_HI * stride] = ev->old_d >> 32;
    row[SLTX_E * stride] = e;
    row[SLTX_LT * stride] = lt;
    row[SLTX_X0 * stride] = (uint16_t)x;
    row[SLTX_X1 * stride] = x >> 16;
    row[SLTX_SA * stride] = a_hi >> 31;
    row[SLTX_SB * stride] = b_hi >> 31;
    row[SLTX_TA * stride] = (uint16_t)a_hi;
    row[SLTX_TB * stride] = (uint16_t)b_hi;
}

#endif
