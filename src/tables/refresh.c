/*
 * REFRESH: the token (space, addr, prev, value) becomes (space, addr, prev + 1 + d0 + 2^16 d1,
 * value). An access looks its gap up in 16 bits; where a cell has rested longer, the executor puts
 * such a row before.
 *
 * Why a cheating prover cannot win. The row changes a token's time alone, and only forward, by 1 to
 * 2^32: both limbs are checked. So rows of it may stand anywhere on a cell's path, in any number,
 * and the path's times still increase from access to access: with fewer than 2^30 rows in all, a
 * path's whole advance is below 2^62 and cannot lap the field (rule S14).
 *
 * Cells: 8 main, 4 interactions, 14 in all (the model: 8, 4, 14).
 */
#include "tables/refresh.h"

#include "tables/row.h"

static const struct air_column columns[] = {
#define XX AIR_COLUMN
#include "tables/refresh.def"
#undef XX
};

TABLE_EVENT_ROWS(refresh, REFRESH_N_COLUMNS, struct refresh_event)

enum chert_status refresh_record(struct air *air, struct arena *mem, struct err *e)
{
    TRY(row_begin(air, "REFRESH", columns, 0, REFRESH_N_COLUMNS, mem, e));
#define C(name) air_col(air, REFRESH_##name)
    const expr one = air_const(air, 1);
    struct row r = row_of(air, C(REAL), air_const(air, 0), C(PREV));
    const expr later = air_sum(air, (expr[]){C(PREV), one, air_limbs(air, C(D0), C(D1))}, 3);

    air_receive(air, BUS_CELL, r.real, 5, (expr[]){C(SPACE), C(ADDR), C(PREV), C(V_LO), C(V_HI)});
    air_send(air, BUS_CELL, r.real, 5, (expr[]){C(SPACE), C(ADDR), later, C(V_LO), C(V_HI)});
    row_range(&r, r.real, C(D0));
    row_range(&r, r.real, C(D1));
#undef C
    return air_finish(air);
}
