/* WRITE: one byte of public output. */
#ifndef CHERT_TABLES_WRITE_H
#define CHERT_TABLES_WRITE_H

#include "tables/memory.h"

enum write_column {
#define XX(name, kind, doc) WRITE_##name,
#include "tables/write.def"
#undef XX
    WRITE_N_COLUMNS
};

TABLE_DECLARE(write)

HD void write_fill(fp *row, size_t stride, const struct write_event *ev)
{
    const struct memory_pieces x = memory_split(ev->cell, ev->ptr);
    const fp is_last = ev->remaining == 1;
    row[WRITE_MORE * stride] = 1 - is_last;
    row[WRITE_LAST * stride] = is_last;
    row[WRITE_CLK * stride] = ev->clk;
    row[WRITE_PTR * stride] = ev->ptr;
    row[WRITE_REM * stride] = ev->remaining;
    row[WRITE_POS * stride] = ev->position;
    row[WRITE_NEXT * stride] = ev->next_pc;
    row[WRITE_PREVM * stride] = ev->prevm;
    row[WRITE_C_LO * stride] = (uint32_t)ev->cell;
    row[WRITE_C_HI * stride] = ev->cell >> 32;
    row[WRITE_R * stride] = x.r;
    row[WRITE_Q * stride] = x.q;
    row[WRITE_Z * stride] = x.r & x.q;
    row[WRITE_U * stride] = x.u;
    row[WRITE_O0 * stride] = x.o0;
    row[WRITE_O1 * stride] = x.o1;
    row[WRITE_O2 * stride] = x.o2;
}

#endif
