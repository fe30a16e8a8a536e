/* T16: every 16-bit value, with its top bit, its bytes, and the AND of the bytes. */
#ifndef CHERT_TABLES_T16_H
#define CHERT_TABLES_T16_H

#include "tables/table.h"

enum t16_column {
#define XX(name, kind, doc) T16_##name,
#include "tables/t16.def"
#undef XX
    T16_N_COLUMNS
};

#define T16_LOG     16u
#define T16_N_FIXED T16_M_RANGE

TABLE_DECLARE(t16)

/* Writes the fixed columns, 2^T16_LOG rows each, column c at to + c * stride. */
void t16_fixed(fp *to, size_t stride);

#endif
