/*
 * MOVE: rd = rs1.
 *
 * Why a cheating prover cannot win. rd and rs1 are the program's. The value written is the very
 * token that rs1's register holds; its halves were checked when they were made. With rd = rs1 the
 * read at slot 0 leaves the token that the write at slot 3 consumes.
 *
 * Cells: 11 main columns, 9 interactions: 26 (the model: 26).
 */
#include "tables/move.h"

#include "tables/row.h"

static const struct air_column columns[] = {
#define XX AIR_COLUMN
#include "tables/move.def"
#undef XX
};

TABLE_ROWS(move, MOVE_N_COLUMNS)

enum chert_status move_record(struct air *air, struct arena *mem, struct err *e)
{
    TRY(row_begin(air, "MOVE", columns, 0, MOVE_N_COLUMNS, mem, e));
#define C(name) air_col(air, MOVE_##name)
    struct row r = row_of(air, C(REAL), C(PC), C(CLK));
    const struct row_word a = {C(A_LO), C(A_HI)};
    const struct row_word old = {C(OLD_LO), C(OLD_HI)};

    struct row_prog p = row_prog_zero(&r, OP_MOVE);
    p.rd = C(RD), p.rs1 = C(RS1);
    row_step(&r, &p, p.next);
    row_read_reg(&r, SLOT_RS1, C(RS1), C(PREV1), a);
    row_write_reg(&r, C(RD), C(PREVD), old, a);
#undef C
    return air_finish(air);
}
