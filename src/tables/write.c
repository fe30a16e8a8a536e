/*
 * WRITE: one byte of a write call. The call's state travels on bus OUT: (clk, ptr, remaining,
 * position, next_pc), sent by ECALL, received and sent on by a row a byte, 4 later each.
 *
 * Why a cheating prover cannot win. The state that a row receives was sent once, so a call's rows
 * are one chain from its ECALL, in which ptr and position step by 1 and remaining by -1. Only a row
 * with remaining = 1 may be `last` and hand the state back to EXEC. A row with remaining = 1 that
 * claims there is more sends 0 and can never end: that would take p rows more.
 *   The byte. ptr - offset must be the address of a cell, so it is a multiple of 8 below 2^32, and
 * offset = o0 + 2 o1 + 4 o2 is ptr mod 8. r is that byte of the cell, as in LBU. It is committed
 * under its position, and the verifier receives each position of the output once.
 *   The access stands at slot 2 of the row's own clk: no other row has that clk (rule C1).
 *
 * Cells: 17 main, 9 interactions, 32 in all (not in the model).
 */
#include "tables/write.h"

#include "tables/row.h"

static const struct air_column columns[] = {
#define XX AIR_COLUMN
#include "tables/write.def"
#undef XX
};

TABLE_EVENT_ROWS(write, WRITE_N_COLUMNS, struct write_event)

enum chert_status write_record(struct air *air, struct arena *mem, struct err *e)
{
    TRY(row_begin(air, "WRITE", columns, 0, WRITE_N_COLUMNS, mem, e));
#define C(name) air_col(air, WRITE_##name)
    struct row r = row_of(air, air_add(air, C(MORE), C(LAST)), air_const(air, 0), C(CLK));
    const struct row_word c = {C(C_LO), C(C_HI)};
    const expr one = air_const(air, 1);
    const expr offset =
        air_sum(air, (expr[]){C(O0), air_scale(air, 2, C(O1)), air_scale(air, 4, C(O2))}, 3);
    const expr half = memory_of_bytes(air, C(O0), C(R), C(Q));
    const expr clk_next = air_add(air, r.clk, air_const(air, CLK_STEP));

    air_receive(air, BUS_OUT, r.real, 5, (expr[]){r.clk, C(PTR), C(REM), C(POS), C(NEXT)});
    air_send(air, BUS_OUT, C(MORE), 5,
             (expr[]){clk_next, air_add(air, C(PTR), one), air_sub(air, C(REM), one),
                      air_add(air, C(POS), one), C(NEXT)});
    air_send(air, BUS_EXEC, C(LAST), 2, (expr[]){C(NEXT), clk_next});
    row_memory(&r, air_sub(air, C(PTR), offset), C(PREVM), c, c);
    row_and(&r, r.real, C(R), C(Q), C(Z));
    row_range(&r, r.real, C(U));
    air_send(air, BUS_COMMIT, r.real, 2, (expr[]){C(POS), C(R)});

    air_zero(air, "last", air_mul(air, C(LAST), air_sub(air, C(REM), one)));
    air_eq(air, "word", memory_of_halves(air, C(O1), half, C(U)), memory_word(air, C(O2), c));
#undef C
    return air_finish(air);
}
