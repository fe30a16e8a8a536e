/* REFRESH: a cell's token moved forward in time, where an access would be too far from the last. */
#ifndef CHERT_TABLES_REFRESH_H
#define CHERT_TABLES_REFRESH_H

#include "tables/table.h"

enum refresh_column {
#define XX(name, kind, doc) REFRESH_##name,
#include "tables/refresh.def"
#undef XX
    REFRESH_N_COLUMNS
};

TABLE_DECLARE(refresh)

HD void refresh_fill(fp *row, size_t stride, const struct refresh_event *ev)
{
    const uint32_t gap = ev->clk - ev->prev - 1;
    row[REFRESH_REAL * stride] = 1;
    row[REFRESH_SPACE * stride] = ev->space;
    row[REFRESH_ADDR * stride] = ev->addr;
    row[REFRESH_V_LO * stride] = (uint32_t)ev->value;
    row[REFRESH_V_HI * stride] = ev->value >> 32;
    row[REFRESH_PREV * stride] = ev->prev;
    row[REFRESH_D0 * stride] = gap & 0xffff;
    row[REFRESH_D1 * stride] = gap >> 16;
}

#endif
