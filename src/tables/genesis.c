/*
 * GENESIS: which memory cells exist, with what value they start, and where their last token goes.
 *
 * For each mapped region [start, end) the rows form a chain of CHAIN tokens: the verifier sends
 * (kind, start - 8); a row takes (kind, prev) and gives (kind, prev + step); the last row, `close`,
 * gives (kind + 2, end), which the verifier takes. A row with `cell` is a cell at prev + step: it
 * gives (addr, 0, init) to the world and takes back (addr, writer, fin).
 *
 * Why a cheating prover cannot win.
 *   Addresses. step = 8 (d0 + 1) + 2^16 d1 with checked limbs: a multiple of 8 from 8 to about
 * 2^32 + 2^19. With fewer than 2^30 rows no sum of steps reaches 2^63, so nothing laps the field:
 * rows form no cycle, and each starts at a verifier's token and climbs, over the integers, to a
 * verifier's token that is higher. (8 (d + 1) with d of 32 bits would not do: 2^29 rows of it lap
 * p, which is odd, and arrive at addresses that are no multiples of 8.) Two regions of one kind
 * [s, e), [s', e') with e < s': the chain from s' - 8 can only end at e', so the other ends at e.
 * So every cell's address is a multiple of 8 in its region, and the rows of a region differ.
 *   The last row takes the kind out of reach: only `close` gives kind + 2. Were `end` to be taken
 * as (kind, end), a cell at `end` would pass: in the guard, or a second time in the next region.
 *   Values. Kind 1 (the private input) is free, in checked limbs. Kind 0 is 0, or, with in_image,
 * what the image table gives for this address. The image gives each of its cells once, and a token
 * given must be taken: by the one row with this address, so no image cell passes as zero (rule S3).
 * The limbs are checked and their sum has no room to wrap, so one equation says that all are 0.
 *   writer is not checked: (addr, writer, fin) is taken as given, by this row itself with 0 or by a
 * BOUND row with its own label (bound.c: it is the last).
 *
 * Cells: 14 main, 11 interactions, 32 in all (not worked out in the model).
 */
#include "tables/genesis.h"

#include "tables/row.h"

static const struct air_column columns[] = {
#define XX AIR_COLUMN
#include "tables/genesis.def"
#undef XX
};

TABLE_EVENT_ROWS(genesis, GENESIS_N_COLUMNS, struct genesis_event)

enum chert_status genesis_record(struct air *air, struct arena *mem, struct err *e)
{
    TRY(row_begin(air, "GENESIS", columns, 0, GENESIS_N_COLUMNS, mem, e));
#define C(name) air_col(air, GENESIS_##name)
    const expr zero = air_const(air, 0), eight = air_const(air, 8);
    struct row r = row_of(air, air_add(air, C(CELL), C(CLOSE)), zero, zero);
    const expr step =
        air_sum(air, (expr[]){air_scale(air, 8, C(D0)), eight, air_scale(air, 0x10000, C(D1))}, 3);
    const expr addr = air_add(air, C(PREV), step);
    const expr init_lo = air_limbs(air, C(I0), C(I1)), init_hi = air_limbs(air, C(I2), C(I3));
    const expr kind_after = air_add(air, C(KIND), air_scale(air, GENESIS_CLOSED, C(CLOSE)));
    const expr given = air_add(air, C(KIND), C(IN_IMAGE));

    air_receive(air, BUS_CHAIN, r.real, 2, (expr[]){C(KIND), C(PREV)});
    air_send(air, BUS_CHAIN, r.real, 2, (expr[]){kind_after, addr});
    air_send(air, BUS_WORLD, C(CELL), 4, (expr[]){addr, zero, init_lo, init_hi});
    air_receive(air, BUS_WORLD, C(CELL), 4, (expr[]){addr, C(WRITER), C(FIN_LO), C(FIN_HI)});
    air_receive(air, BUS_IMG, C(IN_IMAGE), 3, (expr[]){addr, init_lo, init_hi});
    row_range(&r, r.real, C(D0));
    row_range(&r, r.real, C(D1));
    row_range(&r, r.real, C(I0));
    row_range(&r, r.real, C(I1));
    row_range(&r, r.real, C(I2));
    row_range(&r, r.real, C(I3));

    air_zero(air, "image_is_cell", air_mul(air, C(IN_IMAGE), air_not(air, C(CELL))));
    air_zero(air, "image_or_input", air_mul(air, C(IN_IMAGE), C(KIND)));
    air_eq_if(air, "zero", air_not(air, given),
              air_sum(air, (expr[]){C(I0), C(I1), C(I2), C(I3)}, 4), zero);
#undef C
    return air_finish(air);
}
