/*
 * BLT: bltu bgeu, and those blt bge that one pair of halves decides.
 *
 * The program has two rows for the branch, CMPLT + 2 signed + lt with the next pc of that outcome;
 * this row proves the outcome that it names.
 *
 * Why a cheating prover cannot win. sg and lt are the program's for the outcome named, and so are
 * rs1, rs2 and the next pc; a and b are the registers' tokens. x is two checked limbs, so in [0,
 * 2^32), and all sides of the comparison are far smaller than p:
 *
 *   e = 1          the upper halves are equal by "hi_equal", so the lower ones decide, signed or
 *                  not: a_lo - b_lo = x - 2^32 lt, which is negative if and only if lt = 1.
 *   e = 0, sg = 0  a_hi - b_hi is x - 2^32 < 0 if lt = 1, and x + 1 > 0 if lt = 0. So equal upper
 *                  halves have no witness here: they need e = 1.
 *   e = 0, sg = 1  a_hi + b_hi = 2^32 - 1 by "complement", so one operand is negative: a, if a_hi
 *                  is the greater. b_hi - a_hi takes the place of a_hi - b_hi, and lt = 1 makes
 *                  it negative, lt = 0 positive.
 *
 * A signed comparison with upper halves that are neither equal nor complements has no witness at
 * all; SLTX proves it (blt_can).
 *
 * Cells: 17 main columns, 11 interactions: 35 (the model: 36; its column for the order of the
 * deciding halves is not needed: they are swapped instead).
 */
#include "tables/blt.h"

#include "tables/row.h"

static const struct air_column columns[] = {
#define XX AIR_COLUMN
#include "tables/blt.def"
#undef XX
};

TABLE_ROWS(blt, BLT_N_COLUMNS)

enum chert_status blt_record(struct air *air, struct arena *mem, struct err *e)
{
    TRY(row_begin(air, "BLT", columns, 0, BLT_N_COLUMNS, mem, e));
#define C(name) air_col(air, BLT_##name)
    struct row r = row_of(air, C(REAL), C(PC), C(CLK));
    const struct row_word a = {C(A_LO), C(A_HI)};
    const struct row_word b = {C(B_LO), C(B_HI)};
    const expr one = air_const(air, 1);
    const expr d_lo = air_sub(air, a.lo, b.lo), d_hi = air_sub(air, a.hi, b.hi);
    const expr by_hi = air_sub(air, r.real, C(E));
    const expr order = air_sub(air, one, air_scale(air, 2, C(SG)));
    const expr distance =
        air_add(air, air_mul(air, C(E), d_lo), air_mul(air, air_mul(air, by_hi, order), d_hi));
    const expr borrow = air_scale(air, UINT64_C(1) << 32, C(LT));
    const expr strict = air_mul(air, by_hi, air_not(air, C(LT)));
    const expr ones = air_sub(air, air_add(air, a.hi, b.hi), air_const(air, UINT32_MAX));

    struct row_prog p = row_prog_zero(&r, OP_CMPLT);
    p.op = air_add(air, p.op, air_add(air, air_scale(air, 2, C(SG)), C(LT)));
    p.rs1 = C(RS1), p.rs2 = C(RS2), p.next = C(NEXT);
    row_step(&r, &p, p.next);
    row_read_reg(&r, SLOT_RS1, C(RS1), C(PREV1), a);
    row_read_reg(&r, SLOT_RS2, C(RS2), C(PREV2), b);
    row_range(&r, r.real, C(X0));
    row_range(&r, r.real, C(X1));

    air_zero(air, "hi_equal", air_mul(air, C(E), d_hi));
    air_zero(air, "complement", air_mul(air, air_mul(air, by_hi, C(SG)), ones));
    air_eq(air, "compare", air_sub(air, air_add(air, distance, borrow), strict),
           air_limbs(air, C(X0), C(X1)));
#undef C
    return air_finish(air);
}
