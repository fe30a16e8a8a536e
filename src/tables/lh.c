/*
 * LH: rd = the half at a + imm, a multiple of 2, sign-extended (lh) or not (lhu).
 *
 * Why a cheating prover cannot win. The address is that of memory.h with offset 2 o1 + 4 o2. o2
 * picks the word, a limb of the cell's token; h and u are checked halves and o1 says which is the
 * upper one, so both sides of that equation are integers below 2^32 and h is the word's own. The
 * lookup of h gives its top bit t, s = t on rows of lh and 0 on the others.
 *
 * Cells: 21 main, 14 interactions, 42 in all (the model: 20, 14, 41). One column more: s and the
 * flag alone would make the result's limbs a product, and entries of a paired tuple are linear. On
 * the rows there are five cases (padding; lh and lhu, either top bit) on which real, op, t and s
 * are linearly independent, so four columns are the least.
 */
#include "tables/lh.h"

#include "tables/row.h"

static const struct air_column columns[] = {
#define XX AIR_COLUMN
#include "tables/lh.def"
#undef XX
};

TABLE_ROWS(lh, LH_N_COLUMNS)

enum chert_status lh_record(struct air *air, struct arena *mem, struct err *e)
{
    TRY(row_begin(air, "LH", columns, 0, LH_N_COLUMNS, mem, e));
#define C(name) air_col(air, LH_##name)
    struct row r = row_of(air, air_add(air, C(LH), C(LHU)), C(PC), C(CLK));
    const struct row_word c = {C(C_LO), C(C_HI)};
    const struct row_word d = memory_extended(air, C(H), 16, C(S));
    const expr offset = air_add(air, air_scale(air, 2, C(O1)), air_scale(air, 4, C(O2)));
    expr cell;

    struct row_prog p = row_prog_zero(&r, 0);
    p.op = air_add(air, air_scale(air, OP_LH, C(LH)), air_scale(air, OP_LHU, C(LHU)));
    p.rd = C(RD), p.rs1 = C(RS1), p.imm = C(IMM);
    row_step(&r, &p, p.next);
    cell = memory_cell(&r, C(RS1), C(PREV1), C(A_LO), C(IMM), offset);
    memory_load(&r, cell, C(PREVM), c);
    row_write_reg(&r, C(RD), C(PREVD), (struct row_word){C(OLD_LO), C(OLD_HI)}, d);
    row_msb(&r, r.real, C(H), C(T));
    row_range(&r, r.real, C(U));

    air_eq(air, "word", memory_of_halves(air, C(O1), C(H), C(U)), memory_word(air, C(O2), c));
    air_zero(air, "sign", air_sub(air, C(S), air_mul(air, C(LH), C(T))));
#undef C
    return air_finish(air);
}
