/*
 * BOUND: one memory cell that the epoch touches, between the epoch and the world.
 *
 *   in the epoch     gives the cell's first token, takes its last one
 *   in the world     takes (addr, writer, init), gives (addr, label, fin)
 *
 * The label is the epoch's number, 1 to 2^10: a parameter of the instance, which the verifier knows
 * from the proof's position (rule S10), never a column. Genesis gives every cell that exists, once,
 * with writer 0, and takes its last token.
 *
 * Why a cheating prover cannot win. label - 1 - writer is a 16-bit number, so writer < label: a row
 * takes only from earlier epochs or from genesis. (A writer below 0 fits no token: none is given
 * with such a label.) Take one cell's rows in order of label. Those of the least label find one
 * token, genesis', so there is one such row; each next label finds exactly the token that the row
 * before it left. So a cell has at most one row an epoch, it starts from what the last epoch that
 * touched it left, and genesis gets what the last one left. In the epoch the cell then has one
 * first and one last token: the accesses between them form one path.
 *   The first token's time is free: only order along the path counts, and each step of it advances
 * by a checked amount (rule S14). Values need no check: they come from tokens.
 *
 * Cells: 9 main, 5 interactions, 18 in all (the model: 9 columns; 2 interactions in the epoch, 3
 * in the global proof; a run of one epoch has all five).
 */
#include "tables/bound.h"

#include "tables/row.h"

static const struct air_column columns[] = {
#define XX AIR_COLUMN
#include "tables/bound.def"
#undef XX
};

TABLE_EVENT_ROWS(bound, BOUND_N_COLUMNS, struct bound_event)

enum chert_status bound_record(struct air *air, struct arena *mem, struct err *e)
{
    TRY(row_begin(air, "BOUND", columns, 0, BOUND_N_COLUMNS, mem, e));
#define C(name) air_col(air, BOUND_##name)
    const expr memory = air_const(air, 1), one = air_const(air, 1), label = air_param(air, 0);
    struct row r = row_of(air, C(REAL), air_const(air, 0), air_const(air, 0));

    air_send(air, BUS_CELL, r.real, 5,
             (expr[]){memory, C(ADDR), C(INIT_CLK), C(INIT_LO), C(INIT_HI)});
    air_receive(air, BUS_CELL, r.real, 5,
                (expr[]){memory, C(ADDR), C(FIN_CLK), C(FIN_LO), C(FIN_HI)});
    air_receive(air, BUS_WORLD, r.real, 4, (expr[]){C(ADDR), C(WRITER), C(INIT_LO), C(INIT_HI)});
    air_send(air, BUS_WORLD, r.real, 4, (expr[]){C(ADDR), label, C(FIN_LO), C(FIN_HI)});
    row_range(&r, r.real, air_sub(air, air_sub(air, label, one), C(WRITER)));
#undef C
    return air_finish(air);
}
