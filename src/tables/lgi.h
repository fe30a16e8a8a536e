/* LGI: andi, xori, and ori of an immediate that is not negative. */
#ifndef CHERT_TABLES_LGI_H
#define CHERT_TABLES_LGI_H

#include "tables/table.h"

enum lgi_column {
#define XX(name, kind, doc) LGI_##name,
#include "tables/lgi.def"
#undef XX
    LGI_N_COLUMNS
};

TABLE_DECLARE(lgi)

HD void lgi_fill(fp *row, size_t stride, const struct insn *in, const struct event *ev)
{
    const uint64_t i = (uint64_t)in->imm;
    const uint32_t negative = in->rs2 - (uint32_t)(in->op != OP_ANDL); /* rs2: see isa/ops.def */
    row[LGI_REAL * stride] = 1;
    row[LGI_OR * stride] = in->op == OP_ORL;
    row[LGI_XOR * stride] = in->op == OP_XORL;
    row[LGI_NEG * stride] = negative;
    row[LGI_PC * stride] = in->pc;
    row[LGI_CLK * stride] = ev->clk;
    row[LGI_RS1 * stride] = in->rs1;
    row[LGI_PREV1 * stride] = ev->prev1;
    row[LGI_A0 * stride] = (uint8_t)ev->a;
    row[LGI_A1 * stride] = (uint8_t)(ev->a >> 8);
    row[LGI_U * stride] = (uint16_t)(ev->a >> 16);
    row[LGI_A_HI * stride] = ev->a >> 32;
    row[LGI_I0 * stride] = (uint8_t)i;
    row[LGI_I1 * stride] = (uint8_t)(i >> 8);
    row[LGI_Z0 * stride] = (uint8_t)(ev->a & i);
    row[LGI_Z1 * stride] = (uint8_t)((ev->a & i) >> 8);
    row[LGI_O_LO * stride] = (uint32_t)ev->d;
    row[LGI_O_HI * stride] = ev->d >> 32;
    row[LGI_RD * stride] = in->rd;
    row[LGI_PREVD * stride] = ev->prevd;
    row[LGI_OLD_LO * stride] = (uint32_t)ev->old_d;
    row[LGI_OLD_HI * stride] = ev->old_d >> 32;
}

#endif
