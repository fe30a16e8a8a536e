/* SD: sd to a multiple of 8. */
#ifndef CHERT_TABLES_SD_H
#define CHERT_TABLES_SD_H

#include "tables/table.h"

enum sd_column {
#define XX(name, kind, doc) SD_##name,
#include "tables/sd.def"
#undef XX
    SD_N_COLUMNS
};

TABLE_DECLARE(sd)

HD void sd_fill(fp *row, size_t stride, const struct insn *in, const struct event *ev)
{
    row[SD_REAL * stride] = 1;
    row[SD_PC * stride] = in->pc;
    row[SD_CLK * stride] = ev->clk;
    row[SD_RS1 * stride] = in->rs1;
    row[SD_PREV1 * stride] = ev->prev1;
    row[SD_RS2 * stride] = in->rs2;
    row[SD_PREV2 * stride] = ev->prev2;
    row[SD_A_LO * stride] = (uint32_t)ev->a;
    row[SD_IMM * stride] = table_signed(in->imm);
    row[SD_PREVM * stride] = ev->prevm;
    row[SD_V_LO * stride] = (uint32_t)ev->b;
    row[SD_V_HI * stride] = ev->b >> 32;
    row[SD_C_LO * stride] = (uint32_t)ev->m;
    row[SD_C_HI * stride] = ev->m >> 32;
}

#endif
