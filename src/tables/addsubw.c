/*
 * ADDSUBW: d = the low word of a + b or a - b, sign-extended.
 *
 * Why a cheating prover cannot win. op = ADDW + sub is the program's, so s = 1 - 2 sub is 1 or -1
 * as it says; a and b are the registers' tokens. c is a bit and d_lo two checked limbs, so over the
 * integers a_lo + s (b_lo - 2^32 c) = d_lo in [0, 2^32), which has one solution: the low word. The
 * lookup of l1 gives its top bit with its range, so the upper half written is bit 31 times 32 ones.
 *
 * addw with rd = rs1 is cheaper in ADDW_M; here it is right as well.
 *
 * Cells: 20 main columns, 14 interactions: 41 (the model: 41).
 */
#include "tables/addsubw.h"

#include "tables/row.h"

static const struct air_column columns[] = {
#define XX AIR_COLUMN
#include "tables/addsubw.def"
#undef XX
};

TABLE_ROWS(addsubw, ADDSUBW_N_COLUMNS)

enum chert_status addsubw_record(struct air *air, struct arena *mem, struct err *e)
{
    TRY(row_begin(air, "ADDSUBW", columns, 0, ADDSUBW_N_COLUMNS, mem, e));
#define C(name) air_col(air, ADDSUBW_##name)
    struct row r = row_of(air, C(REAL), C(PC), C(CLK));
    const struct row_word a = {C(A_LO), C(A_HI)};
    const struct row_word b = {C(B_LO), C(B_HI)};
    const struct row_word old = {C(OLD_LO), C(OLD_HI)};
    const struct row_word d = {air_limbs(air, C(L0), C(L1)), air_scale(air, UINT32_MAX, C(S))};
    const expr sign = air_sub(air, air_const(air, 1), air_scale(air, 2, C(SUB)));
    const expr b_lo = air_sub(air, b.lo, air_scale(air, UINT64_C(1) << 32, C(C)));

    struct row_prog p = row_prog_zero(&r, OP_ADDW);
    p.op = air_add(air, p.op, C(SUB));
    p.rd = C(RD), p.rs1 = C(RS1), p.rs2 = C(RS2);
    row_step(&r, &p, p.next);
    row_read_reg(&r, SLOT_RS1, C(RS1), C(PREV1), a);
    row_read_reg(&r, SLOT_RS2, C(RS2), C(PREV2), b);
    row_write_reg(&r, C(RD), C(PREVD), old, d);
    row_range(&r, r.real, C(L0));
    row_msb(&r, r.real, C(L1), C(S));

    air_eq(air, "sum", air_add(air, a.lo, air_mul(air, sign, b_lo)), d.lo);
#undef C
    return air_finish(air);
}
