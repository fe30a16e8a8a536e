/* RET: jalr without a link. */
#ifndef CHERT_TABLES_RET_H
#define CHERT_TABLES_RET_H

#include "tables/table.h"

enum ret_column {
#define XX(name, kind, doc) RET_##name,
#include "tables/ret.def"
#undef XX
    RET_N_COLUMNS
};

TABLE_DECLARE(ret)

HD void ret_fill(fp *row, size_t stride, const struct insn *in, const struct event *ev)
{
    row[RET_REAL * stride] = 1;
    row[RET_PC * stride] = in->pc;
    row[RET_CLK * stride] = ev->clk;
    row[RET_RS1 * stride] = in->rs1;
    row[RET_PREV1 * stride] = ev->prev1;
    row[RET_A_LO * stride] = (uint32_t)ev->a;
    row[RET_IMM * stride] = table_signed(in->imm);
    row[RET_ODD * stride] = (ev->a + (uint64_t)in->imm) & 1;
}

#endif
