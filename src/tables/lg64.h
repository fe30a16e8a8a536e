/* LG64: and, or, xor on any words, and ori of a negative immediate. */
#ifndef CHERT_TABLES_LG64_H
#define CHERT_TABLES_LG64_H

#include "tables/table.h"

enum lg64_column {
#define XX(name, kind, doc) LG64_##name,
#include "tables/lg64.def"
#undef XX
    LG64_N_COLUMNS
};

TABLE_DECLARE(lg64)

HD void lg64_fill(fp *row, size_t stride, const struct insn *in, const struct event *ev)
{
    const uint64_t b = in->op == OP_ORI ? in->value : ev->b;
    row[LG64_F_AND * stride] = in->op == OP_AND;
    row[LG64_F_OR * stride] = in->op == OP_OR;
    row[LG64_F_XOR * stride] = in->op == OP_XOR;
    row[LG64_F_ORI * stride] = in->op == OP_ORI;
    row[LG64_PC * stride] = in->pc;
    row[LG64_CLK * stride] = ev->clk;
    row[LG64_IMM * stride] = table_signed(in->imm);
    row[LG64_RS1 * stride] = in->rs1;
    row[LG64_PREV1 * stride] = ev->prev1;
    row[LG64_RS2 * stride] = in->rs2;
    row[LG64_PREV2 * stride] = ev->prev2;
    row[LG64_O_LO * stride] = (uint32_t)ev->d;
    row[LG64_O_HI * stride] = ev->d >> 32;
    row[LG64_RD * stride] = in->rd;
    row[LG64_PREVD * stride] = ev->prevd;
    row[LG64_OLD_LO * stride] = (uint32_t)ev->old_d;
    row[LG64_OLD_HI * stride] = ev->old_d >> 32;
    for (size_t i = 0; i < 8; i++) {
        row[(LG64_A0 + i) * stride] = (uint8_t)(ev->a >> 8 * i);
        row[(LG64_B0 + i) * stride] = (uint8_t)(b >> 8 * i);
        row[(LG64_R0 + i) * stride] = (uint8_t)((ev->a & b) >> 8 * i);
    }
}

#endif
