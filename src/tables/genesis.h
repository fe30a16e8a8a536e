/* GENESIS: the cells that exist. */
#ifndef CHERT_TABLES_GENESIS_H
#define CHERT_TABLES_GENESIS_H

#include "tables/table.h"

enum genesis_column {
#define XX(name, kind, doc) GENESIS_##name,
#include "tables/genesis.def"
#undef XX
    GENESIS_N_COLUMNS
};

/* A chain's public ends, for a region [start, end) of `kind` 0 or 1: the verifier sends
 * CHAIN(kind, start - 8) and receives CHAIN(kind + GENESIS_CLOSED, end). */
#define GENESIS_CLOSED 2u

/* in_image of struct genesis_event: an event with GENESIS_CLOSING is no cell but the last of its
 * region, with addr = the region's end. Every region has one. */
enum { GENESIS_PLAIN = 0, GENESIS_IMAGE = 1, GENESIS_CLOSING = 2 };

TABLE_DECLARE(genesis)

HD void genesis_fill(fp *row, size_t stride, const struct genesis_event *ev)
{
    const int is_close = ev->in_image == GENESIS_CLOSING;
    const uint32_t step = ev->addr - ev->prev_addr - 8; /* a multiple of 8 */
    const uint64_t init = is_close ? 0 : ev->init, fin = is_close ? 0 : ev->fin;
    row[GENESIS_CELL * stride] = !is_close;
    row[GENESIS_CLOSE * stride] = (fp)is_close;
    row[GENESIS_KIND * stride] = ev->kind;
    row[GENESIS_IN_IMAGE * stride] = ev->in_image == GENESIS_IMAGE;
    row[GENESIS_PREV * stride] = ev->prev_addr;
    row[GENESIS_D0 * stride] = (step & 0xffff) / 8;
    row[GENESIS_D1 * stride] = step >> 16;
    row[GENESIS_I0 * stride] = init & 0xffff;
    row[GENESIS_I1 * stride] = init >> 16 & 0xffff;
    row[GENESIS_I2 * stride] = init >> 32 & 0xffff;
    row[GENESIS_I3 * stride] = init >> 48;
    row[GENESIS_WRITER * stride] = is_close ? 0 : ev->writer;
    row[GENESIS_FIN_LO * stride] = (uint32_t)fin;
    row[GENESIS_FIN_HI * stride] = fin >> 32;
}

#endif
