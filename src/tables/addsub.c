/*
 * ADDSUB: d = a + b or a - b mod 2^64.
 *
 * Why a cheating prover cannot win. op = ADD + sub is the program's, so sub is; with it s = 1 - 2
 * sub is 1 or -1. a and b are the tokens that the registers hold, so their halves are below 2^32.
 * c1 and c2 are bits, and all four limbs of d are range-checked, so over the integers
 *
 *   a_lo + s (b_lo - 2^32 c1) = d_lo   and   a_hi + s (b_hi + c1 - 2^32 c2) = d_hi
 *
 * with 0 <= d_lo, d_hi < 2^32: d_lo and c1 are the one way to bring a_lo + s b_lo into that range
 * by a multiple of 2^32, and then d_hi and c2 likewise. The sum of the two, the upper one times
 * 2^32, is a + s b - s 2^64 c2 = d. The carries have columns because s c is not linear
 * (completeness rule C5).
 *
 * Cells: 22 main columns, 16 interactions: 46 (the model: 46).
 */
#include "tables/addsub.h"

#include "tables/row.h"

static const struct air_column columns[] = {
#define XX AIR_COLUMN
#include "tables/addsub.def"
#undef XX
};

TABLE_ROWS(addsub, ADDSUB_N_COLUMNS)

enum chert_status addsub_record(struct air *air, struct arena *mem, struct err *e)
{
    TRY(row_begin(air, "ADDSUB", columns, 0, ADDSUB_N_COLUMNS, mem, e));
#define C(name) air_col(air, ADDSUB_##name)
    struct row r = row_of(air, C(REAL), C(PC), C(CLK));
    const struct row_word a = {C(A_LO), C(A_HI)};
    const struct row_word b = {C(B_LO), C(B_HI)};
    const struct row_word old = {C(OLD_LO), C(OLD_HI)};
    const struct row_word d = {air_limbs(air, C(L0), C(L1)), air_limbs(air, C(H0), C(H1))};
    const expr sign = air_sub(air, air_const(air, 1), air_scale(air, 2, C(SUB)));
    const expr b_lo = air_sub(air, b.lo, air_scale(air, UINT64_C(1) << 32, C(C1)));
    const expr b_hi =
        air_sub(air, air_add(air, b.hi, C(C1)), air_scale(air, UINT64_C(1) << 32, C(C2)));

    struct row_prog p = row_prog_zero(&r, OP_ADD);
    p.op = air_add(air, p.op, C(SUB));
    p.rd = C(RD), p.rs1 = C(RS1), p.rs2 = C(RS2);
    row_step(&r, &p, p.next);
    row_read_reg(&r, SLOT_RS1, C(RS1), C(PREV1), a);
    row_read_reg(&r, SLOT_RS2, C(RS2), C(PREV2), b);
    row_write_reg(&r, C(RD), C(PREVD), old, d);
    row_range(&r, r.real, C(L0));
    row_range(&r, r.real, C(L1));
    row_range(&r, r.real, C(H0));
    row_range(&r, r.real, C(H1));

    air_eq(air, "sum_lo", air_add(air, a.lo, air_mul(air, sign, b_lo)), d.lo);
    air_eq(air, "sum_hi", air_add(air, a.hi, air_mul(air, sign, b_hi)), d.hi);
#undef C
    return air_finish(air);
}
