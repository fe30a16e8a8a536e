/*
 * MULW: d = the low word of a_lo b_lo, sign-extended.
 *
 * Why a cheating prover cannot win. a_lo and b_lo are halves of the tokens of rs1 and rs2, below
 * 2^32, so their product is at most (2^32 - 1)^2 < p. The other side of
 *
 *     a_lo b_lo = l0 + 2^16 l1 + 2^32 (t0 + 2^16 t1 - u)
 *
 * is made of range-checked limbs and of u, the top bit of t1 by its lookup. Without u it would
 * reach 2^64 - 1 and a small product v would also be v + p, with all ones in t. With it, the
 * bracket is at most 2^32 - 2, and never negative: the side is at most (2^32 - 1) + 2^32 (2^32 - 2)
 * < p. So the equation holds over the integers, and l0, l1 are the low word. (An honest bracket is
 * at most 2^32 - 2, and written as itself below 2^31, plus 1 from there on, where t1 has its top
 * bit.) The lookup of l1 gives the sign.
 *
 * Cells: 21 main columns, 16 interactions: 45 (the model: 45, with an inverse in the place of u).
 */
#include "tables/mulw.h"

#include "tables/row.h"

static const struct air_column columns[] = {
#define XX AIR_COLUMN
#include "tables/mulw.def"
#undef XX
};

TABLE_ROWS(mulw, MULW_N_COLUMNS)

enum chert_status mulw_record(struct air *air, struct arena *mem, struct err *e)
{
    TRY(row_begin(air, "MULW", columns, 0, MULW_N_COLUMNS, mem, e));
#define C(name) air_col(air, MULW_##name)
    struct row r = row_of(air, C(REAL), C(PC), C(CLK));
    const struct row_word a = {C(A_LO), C(A_HI)}, b = {C(B_LO), C(B_HI)};
    const struct row_word d = {air_limbs(air, C(L0), C(L1)), air_scale(air, UINT32_MAX, C(S))};
    const expr above = air_sub(air, air_limbs(air, C(T0), C(T1)), C(U));

    struct row_prog p = row_prog_zero(&r, OP_MULW);
    p.rd = C(RD), p.rs1 = C(RS1), p.rs2 = C(RS2);
    row_step(&r, &p, p.next);
    row_read_reg(&r, SLOT_RS1, C(RS1), C(PREV1), a);
    row_read_reg(&r, SLOT_RS2, C(RS2), C(PREV2), b);
    row_write_reg(&r, C(RD), C(PREVD), (struct row_word){C(OLD_LO), C(OLD_HI)}, d);
    row_range(&r, r.real, C(L0));
    row_range(&r, r.real, C(T0));
    row_msb(&r, r.real, C(L1), C(S));
    row_msb(&r, r.real, C(T1), C(U));

    /* Not air_eq: interval arithmetic does not know that t and u go together. */
    air_zero(air, "product",
             air_sub(air, air_mul(air, a.lo, b.lo),
                     air_add(air, d.lo, air_scale(air, UINT64_C(1) << 32, above))));
#undef C
    return air_finish(air);
}
