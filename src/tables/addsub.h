/* ADDSUB: add and sub. */
#ifndef CHERT_TABLES_ADDSUB_H
#define CHERT_TABLES_ADDSUB_H

#include "tables/table.h"

enum addsub_column {
#define XX(name, kind, doc) ADDSUB_##name,
#include "tables/addsub.def"
#undef XX
    ADDSUB_N_COLUMNS
};

TABLE_DECLARE(addsub)

HD void addsub_fill(fp *row, size_t stride, const struct insn *in, const struct event *ev)
{
    /* A sum carries where it wraps below b, a difference borrows where a is below b. */
    const uint32_t sub = in->op - OP_ADD;
    const uint64_t x = sub ? ev->a : ev->d, b = ev->b;
    const uint32_t c1 = (uint32_t)x < (uint32_t)b, c2 = x < b;
    row[ADDSUB_REAL * stride] = 1;
    row[ADDSUB_PC * stride] = in->pc;
    row[ADDSUB_CLK * stride] = ev->clk;
    row[ADDSUB_SUB * stride] = sub;
    row[ADDSUB_C1 * stride] = c1;
    row[ADDSUB_C2 * stride] = c2;
    row[ADDSUB_RS1 * stride] = in->rs1;
    row[ADDSUB_PREV1 * stride] = ev->prev1;
    row[ADDSUB_RS2 * stride] = in->rs2;
    row[ADDSUB_PREV2 * stride] = ev->prev2;
    row[ADDSUB_A_LO * stride] = (uint32_t)ev->a;
    row[ADDSUB_A_HI * stride] = ev->a >> 32;
    row[ADDSUB_B_LO * stride] = (uint32_t)ev->b;
    row[ADDSUB_B_HI * stride] = ev->b >> 32;
    row[ADDSUB_RD * stride] = in->rd;
    row[ADDSUB_PREVD * stride] = ev->prevd;
    row[ADDSUB_OLD_LO * stride] = (uint32_t)ev->old_d;
    row[ADDSUB_OLD_HI * stride] = ev->old_d >> 32;
    row[ADDSUB_L0 * stride] = (uint16_t)ev->d;
    row[ADDSUB_L1 * stride] = (uint16_t)(ev->d >> 16);
    row[ADDSUB_H0 * stride] = (uint16_t)(ev->d >> 32);
    row[ADDSUB_H1 * stride] = ev->d >> 48;
}

#endif
