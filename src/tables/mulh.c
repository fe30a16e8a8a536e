/*
 * MULH: d = the high word of a b: mulh (both signed), mulhsu (a signed), mulhu.
 *
 * A signed operand that is negative stands for a - 2^64. So with bits sa and sb for "signed and
 * negative" the product is a b - 2^64 (sa b + sb a) + 2^128 sa sb, and its 128 bits r are, digit by
 * digit (product.h),
 *
 *     D_0                                 = r0 + 2^16 r1 + 2^32 c0
 *     D_1 + c0                            = r2 + 2^16 r3 + 2^32 c1
 *     D_2 + c1        - sa b_lo - sb a_lo = r4 + 2^16 r5 + 2^32 c2
 *     D_3 + c2        - sa b_hi - sb a_hi = r6 + 2^16 r7 - 2^32 borrow
 *
 * and the result is r4..r7.
 *
 * Why a cheating prover cannot win. The program holds op = MULHU - fa - fb, and fb <= fa, so it
 * fixes both. a and b are the tokens of rs1 and rs2 cut into range-checked limbs. The top ones are
 * looked up as x + 2^15 f - 2^16 s. Next to a checked lower limb, in a half below 2^32, any range
 * of 2^16 numbers makes x an integer in [0, 2^16). So where f = 0, s is 0; where f = 1, x is below
 * 2^15 if s = 0, and at least 2^15 if s = 1: s is f times the operand's top bit. All limbs of
 * r are range-checked, c0 is 17 bits, c1 18, c2 + sa + sb 17 and borrow one, all sums are below
 * 2^52, and so the equations hold over the integers and have one solution.
 *
 * Honest carries fit: c0 and c1 as in MUL. The third digit is at least -(sa + sb) (2^32 - 1), and
 * without signs at most (2^16 - 1)^2 (2^17 + 3) + 2^18 < (2^17 - 1) 2^32; with sa, b_lo is
 * subtracted whose limb b1 gains less than 2^16 for each 2^16 that it costs. In the fourth line
 * every row's true high word is in [-2^63, 2^64), mod 2^64.
 *
 * Cells: 39 main columns, 31 interactions: 87 (the model: 87, an estimate).
 */
#include "tables/mulh.h"

#include "tables/row.h"

static const struct air_column columns[] = {
#define XX AIR_COLUMN
#include "tables/mulh.def"
#undef XX
};

TABLE_ROWS(mulh, MULH_N_COLUMNS)

#define C(name) air_col(air, MULH_##name)
#define UNIT    (UINT64_C(1) << 32)

/* The operand's lookups: three limbs, and the top one by its sign. */
static void range_operand(struct row *r, const struct product_limbs *x, expr is_signed, expr sign)
{
    struct air *air = r->air;
    const expr shift =
        air_sub(air, air_scale(air, 1u << 15, is_signed), air_scale(air, 1u << 16, sign));
    for (size_t i = 0; i < 3; i++) {
        row_range(r, r->real, x->limb[i]);
    }
    row_range(r, r->real, air_add(air, x->limb[3], shift));
}

/* D_k + carry - sa y.b - sb y.a, halves of b and a. */
static expr digit(struct air *air, const struct product_limbs *a, const struct product_limbs *b,
                  unsigned k, expr carry, expr a_half, expr b_half)
{
    const expr minus = air_add(air, air_mul(air, C(SA), b_half), air_mul(air, C(SB), a_half));
    return air_sub(air, air_add(air, product_digit(air, a, b, k), carry), minus);
}

static void check_digits(struct air *air, const struct product_limbs *a,
                         const struct product_limbs *b, struct row_word low, struct row_word high)
{
    const struct row_word aw = product_word(air, a), bw = product_word(air, b);
    const expr zero = air_const(air, 0);
    const expr c0 = air_limbs(air, C(C0), C(C0_16));
    const expr c1 = air_limbs(air, C(C1), air_add(air, C(C1_16), air_scale(air, 2, C(C1_17))));
    const expr c2 = air_sub(air, air_limbs(air, C(C2), C(C2_16)), air_add(air, C(SA), C(SB)));
    air_eq(air, "digit_0", product_digit(air, a, b, 0),
           air_add(air, low.lo, air_scale(air, UNIT, c0)));
    air_eq(air, "digit_1", digit(air, a, b, 1, c0, zero, zero),
           air_add(air, low.hi, air_scale(air, UNIT, c1)));
    air_eq(air, "digit_2", digit(air, a, b, 2, c1, aw.lo, bw.lo),
           air_add(air, high.lo, air_scale(air, UNIT, c2)));
    air_eq(air, "digit_3", digit(air, a, b, 3, c2, aw.hi, bw.hi),
           air_sub(air, high.hi, air_scale(air, UNIT, C(BORROW))));
}

enum chert_status mulh_record(struct air *air, struct arena *mem, struct err *e)
{
    TRY(row_begin(air, "MULH", columns, 0, MULH_N_COLUMNS, mem, e));
    struct row r = row_of(air, C(REAL), C(PC), C(CLK));
    const struct product_limbs a = {{C(A0), C(A1), C(A2), C(A3)}};
    const struct product_limbs b = {{C(B0), C(B1), C(B2), C(B3)}};
    const struct product_limbs low = {{C(R0), C(R1), C(R2), C(R3)}};
    const struct product_limbs high = {{C(R4), C(R5), C(R6), C(R7)}};
    const struct row_word old = {C(OLD_LO), C(OLD_HI)};

    struct row_prog p = row_prog_zero(&r, OP_MULHU);
    p.op = air_sub(air, p.op, air_add(air, C(FA), C(FB)));
    p.rd = C(RD), p.rs1 = C(RS1), p.rs2 = C(RS2);
    row_step(&r, &p, p.next);
    row_read_reg(&r, SLOT_RS1, C(RS1), C(PREV1), product_word(air, &a));
    row_read_reg(&r, SLOT_RS2, C(RS2), C(PREV2), product_word(air, &b));
    row_write_reg(&r, C(RD), C(PREVD), old, product_word(air, &high));
    range_operand(&r, &a, C(FA), C(SA));
    range_operand(&r, &b, C(FB), C(SB));
    for (size_t i = 0; i < 4; i++) {
        row_range(&r, r.real, low.limb[i]);
        row_range(&r, r.real, high.limb[i]);
    }
    row_range(&r, r.real, C(C0));
    row_range(&r, r.real, C(C1));
    row_range(&r, r.real, C(C2));

    air_zero(air, "signed_b", air_mul(air, C(FB), air_not(air, C(FA))));
    check_digits(air, &a, &b, product_word(air, &low), product_word(air, &high));
    air_claim(air, MULH_A3, "its lookup and a_hi = a2 + 2^16 a3 < 2^32: range_operand");
    air_claim(air, MULH_B3, "its lookup and b_hi = b2 + 2^16 b3 < 2^32: range_operand");
    return air_finish(air);
}
#undef UNIT
#undef C
