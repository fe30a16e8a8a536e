/* BOUND: a memory cell that the epoch touches. */
#ifndef CHERT_TABLES_BOUND_H
#define CHERT_TABLES_BOUND_H

#include "tables/table.h"

enum bound_column {
#define XX(name, kind, doc) BOUND_##name,
#include "tables/bound.def"
#undef XX
    BOUND_N_COLUMNS
};

TABLE_DECLARE(bound)

HD void bound_fill(fp *row, size_t stride, const struct bound_event *ev)
{
    row[BOUND_REAL * stride] = 1;
    row[BOUND_ADDR * stride] = ev->addr;
    row[BOUND_INIT_LO * stride] = (uint32_t)ev->init;
    row[BOUND_INIT_HI * stride] = ev->init >> 32;
    row[BOUND_INIT_CLK * stride] = ev->init_clk;
    row[BOUND_WRITER * stride] = ev->writer;
    row[BOUND_FIN_LO * stride] = (uint32_t)ev->fin;
    row[BOUND_FIN_HI * stride] = ev->fin >> 32;
    row[BOUND_FIN_CLK * stride] = ev->fin_clk;
}

#endif
