/*
 * POW: preprocessed, one row for each shift amount k in 0..63, in order.
 *
 * Its content is in the program's key, as T16's; the prover's only column is the counter of
 * lookups, and a wrong counter leaves the bus unbalanced.
 *
 * Cells: 4 fixed and 1 main column, 1 interaction: 1 + 3 of 64 rows an epoch.
 */
#include "tables/pow.h"

#include "tables/row.h"

static const struct air_column columns[] = {
#define XX AIR_COLUMN
#include "tables/pow.def"
#undef XX
};

#ifndef CHERT_FREESTANDING
const struct table_rows pow_rows = {POW_N_FIXED, POW_N_COLUMNS - POW_N_FIXED, 0, NULL};

void pow_fixed(fp *to, size_t stride)
{
    for (unsigned k = 0; k < 1u << POW_LOG; k++) {
        fp entries[POW_N_FIXED];
        pow_entries(k, entries);
        for (uint32_t c = 0; c < POW_N_FIXED; c++) {
            to[c * stride + k] = entries[c];
        }
    }
}
#endif

enum chert_status pow_record(struct air *air, struct arena *mem, struct err *e)
{
    TRY(row_begin(air, "POW", columns, POW_N_FIXED, POW_N_COLUMNS - POW_N_FIXED, mem, e));
#define C(name) air_col(air, POW_##name)
    air_provide(air, BUS_POW, C(M), 4, (expr[]){C(K), C(N), C(N2), C(W)});
#undef C
    return air_finish(air);
}
