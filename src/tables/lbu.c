/*
 * LBU: rd = the byte at a + imm.
 *
 * Why a cheating prover cannot win. The address is that of memory.h with offset o0 + 2 o1 + 4 o2.
 * o2 picks the word, a limb of the cell's token. That word is put together of the byte r, the other
 * byte q of r's half and the other half u, at the places that o0 and o1 say; all three are checked,
 * so both sides are integers below 2^32 and the three pieces are the word's own. The result is
 * (r, 0).
 *
 * Cells: 21 main, 14 interactions, 42 in all (the model: 21, 14, 42). Two lookups of one byte
 * each would save z and cost an ext3 column.
 */
#include "tables/lbu.h"

#include "tables/row.h"

static const struct air_column columns[] = {
#define XX AIR_COLUMN
#include "tables/lbu.def"
#undef XX
};

TABLE_ROWS(lbu, LBU_N_COLUMNS)

enum chert_status lbu_record(struct air *air, struct arena *mem, struct err *e)
{
    TRY(row_begin(air, "LBU", columns, 0, LBU_N_COLUMNS, mem, e));
#define C(name) air_col(air, LBU_##name)
    struct row r = row_of(air, C(REAL), C(PC), C(CLK));
    const struct row_word c = {C(C_LO), C(C_HI)};
    const struct row_word d = {C(R), air_const(air, 0)};
    const expr offset =
        air_sum(air, (expr[]){C(O0), air_scale(air, 2, C(O1)), air_scale(air, 4, C(O2))}, 3);
    const expr half = memory_of_bytes(air, C(O0), C(R), C(Q));
    expr cell;

    struct row_prog p = row_prog_zero(&r, OP_LBU);
    p.rd = C(RD), p.rs1 = C(RS1), p.imm = C(IMM);
    row_step(&r, &p, p.next);
    cell = memory_cell(&r, C(RS1), C(PREV1), C(A_LO), C(IMM), offset);
    memory_load(&r, cell, C(PREVM), c);
    row_write_reg(&r, C(RD), C(PREVD), (struct row_word){C(OLD_LO), C(OLD_HI)}, d);
    row_and(&r, r.real, C(R), C(Q), C(Z));
    row_range(&r, r.real, C(U));

    air_eq(air, "word", memory_of_halves(air, C(O1), half, C(U)), memory_word(air, C(O2), c));
#undef C
    return air_finish(air);
}
