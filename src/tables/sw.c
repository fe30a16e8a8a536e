/*
 * SW: the word at a + imm, a multiple of 4, becomes the lower word of rs2.
 *
 * Why a cheating prover cannot win. The address is that of memory.h with offset 4 o2, so o2 says
 * which word of the cell is meant. That limb after is rs2's lower limb, the other one after is the
 * other one before: both are copies of checked limbs.
 *
 * Cells: 17 main, 12 interactions, 35 in all (the model: 17, 12, 35).
 */
#include "tables/sw.h"

#include "tables/row.h"

static const struct air_column columns[] = {
#define XX AIR_COLUMN
#include "tables/sw.def"
#undef XX
};

TABLE_ROWS(sw, SW_N_COLUMNS)

enum chert_status sw_record(struct air *air, struct arena *mem, struct err *e)
{
    TRY(row_begin(air, "SW", columns, 0, SW_N_COLUMNS, mem, e));
#define C(name) air_col(air, SW_##name)
    struct row r = row_of(air, C(REAL), C(PC), C(CLK));
    const struct row_word v = {C(V_LO), C(V_HI)};
    const struct row_word c = {C(C_LO), C(C_HI)};
    const struct row_word n = {C(N_LO), C(N_HI)};
    expr cell;

    struct row_prog p = row_prog_zero(&r, OP_SW);
    p.rs1 = C(RS1), p.rs2 = C(RS2), p.imm = C(IMM);
    row_step(&r, &p, p.next);
    cell = memory_cell(&r, C(RS1), C(PREV1), C(A_LO), C(IMM), air_scale(air, 4, C(O2)));
    row_read_reg(&r, SLOT_RS2, C(RS2), C(PREV2), v);
    row_memory(&r, cell, C(PREVM), c, n);

    air_eq(air, "lower_after", n.lo, air_pick(air, C(O2), c.lo, v.lo));
    air_eq(air, "upper_after", n.hi, air_pick(air, C(O2), v.lo, c.hi));
    air_claim(air, SW_N_LO, "lower_after: a copy of rs2's or the cell's limb");
    air_claim(air, SW_N_HI, "upper_after: a copy of rs2's or the cell's limb");
#undef C
    return air_finish(air);
}
