/*
 * T16: preprocessed, all 65,536 pairs of bytes; v = x + 256 y is the row's number.
 *
 * One table serves three buses: 16-bit ranges, top bits (with the range in the same lookup), and
 * AND of bytes; OR and XOR are linear in AND. Its content is in the program's key, and its rows
 * are all values, so a lookup can only name a true tuple. The prover's columns are the counters of
 * lookups, one a bus; a wrong counter leaves its bus unbalanced, whatever the others are, since
 * the buses' fingerprints differ.
 *
 * Cells: 5 fixed and 3 main columns, 3 interactions: 3 + 6 of 65,536 rows an epoch.
 */
#include "tables/t16.h"

#include "tables/row.h"

static const struct air_column columns[] = {
#define XX AIR_COLUMN
#include "tables/t16.def"
#undef XX
};

#ifndef CHERT_FREESTANDING
const struct table_rows t16_rows = {T16_N_FIXED, T16_N_COLUMNS - T16_N_FIXED, 0, NULL};

void t16_fixed(fp *to, size_t stride)
{
    for (size_t v = 0; v < (size_t)1 << T16_LOG; v++) {
        const size_t x = v & 0xff, y = v >> 8;
        to[T16_V * stride + v] = v;
        to[T16_MSB * stride + v] = v >> 15;
        to[T16_X * stride + v] = x;
        to[T16_Y * stride + v] = y;
        to[T16_Z * stride + v] = x & y;
    }
}
#endif

enum chert_status t16_record(struct air *air, struct arena *mem, struct err *e)
{
    TRY(row_begin(air, "T16", columns, T16_N_FIXED, T16_N_COLUMNS - T16_N_FIXED, mem, e));
#define C(name) air_col(air, T16_##name)
    air_provide(air, BUS_RANGE, C(M_RANGE), 1, (expr[]){C(V)});
    air_provide(air, BUS_MSB, C(M_MSB), 2, (expr[]){C(V), C(MSB)});
    air_provide(air, BUS_AND, C(M_AND), 3, (expr[]){C(X), C(Y), C(Z)});
#undef C
    return air_finish(air);
}
