/*
 * LB: rd = the byte at a + imm, sign-extended.
 *
 * Why a cheating prover cannot win. Address and pieces are those of LBU. r's lookup is r AND 128 =
 * 128 s, which makes r a byte and s its top bit (so s needs no bit constraint); q's is q AND q = q.
 * The result is r with the upper 56 bits s. The table holds lb alone, so no flag gates the sign.
 *
 * Cells: 21 main, 15 interactions, 45 in all (the model: 23, 15, 47, with a signed flag for lbu
 * rows that never come here, and r AND q in a lookup of its own).
 */
#include "tables/lb.h"

#include "tables/row.h"

static const struct air_column columns[] = {
#define XX AIR_COLUMN
#include "tables/lb.def"
#undef XX
};

TABLE_ROWS(lb, LB_N_COLUMNS)

enum chert_status lb_record(struct air *air, struct arena *mem, struct err *e)
{
    TRY(row_begin(air, "LB", columns, 0, LB_N_COLUMNS, mem, e));
#define C(name) air_col(air, LB_##name)
    struct row r = row_of(air, C(REAL), C(PC), C(CLK));
    const struct row_word c = {C(C_LO), C(C_HI)};
    const struct row_word d = memory_extended(air, C(R), 8, C(S));
    const expr offset =
        air_sum(air, (expr[]){C(O0), air_scale(air, 2, C(O1)), air_scale(air, 4, C(O2))}, 3);
    const expr half = memory_of_bytes(air, C(O0), C(R), C(Q));
    expr cell;

    struct row_prog p = row_prog_zero(&r, OP_LB);
    p.rd = C(RD), p.rs1 = C(RS1), p.imm = C(IMM);
    row_step(&r, &p, p.next);
    cell = memory_cell(&r, C(RS1), C(PREV1), C(A_LO), C(IMM), offset);
    memory_load(&r, cell, C(PREVM), c);
    row_write_reg(&r, C(RD), C(PREVD), (struct row_word){C(OLD_LO), C(OLD_HI)}, d);
    row_and(&r, r.real, C(R), air_const(air, 128), air_scale(air, 128, C(S)));
    row_and(&r, r.real, C(Q), C(Q), C(Q));
    row_range(&r, r.real, C(U));

    air_eq(air, "word", memory_of_halves(air, C(O1), half, C(U)), memory_word(air, C(O2), c));
#undef C
    return air_finish(air);
}
