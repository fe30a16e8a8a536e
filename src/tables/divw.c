/*
 * DIVW: divw, divuw, remw, remuw.
 *
 * Truncated division of words is Euclid's on magnitudes: |a| = Q D + R with 0 <= R < D = |b|, and
 * then signs: the quotient is negative where one operand is, the remainder where a is. A negative
 * number x has the complement ~x = |x| - 1, which needs no carry; so |x| is x, or ~x + 1.
 *
 * One of four flags is 1: (n)quot takes the quotient, (n)rem the remainder; the n forms write the
 * complement of magnitude - 1, so a negative number. w = w0 + 2^16 w1 is the word written. Its
 * magnitude is w, or 2^32 - w in the n forms. v is the magnitude of the other one.
 *
 * Why a cheating prover cannot win.
 * - The program holds op = DIV + 4 + unsigned + 2 remainder, so `signed` and quot + nquot.
 * - a_lo is a half of rs1's token. a0 and a1 = (a_lo - a0) / 2^16 are looked up, a1 as a1 + 2^15
 *   signed - 2^16 sa: any range of 2^16 numbers makes a1 an integer and so the upper limb of a_lo.
 *   Unsigned, sa is then 0; signed, a1 is below 2^15 if sa = 0, and at least 2^15 if sa = 1.
 * - sb is 0 but in a signed row. d = d0 + 2^16 d1 is b_lo, or with sb its complement, so in [0,
 *   2^32), and d1, looked up as d1 + 2^15 signed, is its upper limb. Signed, it is below 2^15,
 * which b_lo and its complement cannot both be: sb is the sign. D = d + sb.
 * - Q = q0 + 2^16 q1 and D = (d0 + sb) + 2^16 d1 with q0, d0 + sb <= 2^16 and the others limbs; q1
 *   d1 = 0 leaves a sum below 2^51 in the equation |a| = Q D + R, which therefore holds over the
 *   integers. (Honest: q1 and d1 > 0 would make Q D at least 2^32 > |a|.)
 * - y = D - R - 1 + 2^32 zero is two checked limbs. With zero = 0, R < D. With zero = 1, d0 + d1 +
 *   sb = 0, so D = 0: the equation says R = |a|, and a quotient is demanded to be all ones. With D
 * = 0 and zero = 0 there is no row.
 * - So Q and R are the ones, and the signs remain. nquot demands that one of sa, sb is 1; quot
 * where one is demands w = 0. nrem demands sa; rem where sa is 1 demands w = 0. -0 does not exist:
 * the n forms have magnitude 2^32 - w >= 1.
 * - -2^31 / -1 has Q = 2^31 and quot, which writes w = 2^31: as RISC-V wants. Division by 0 of a
 *   negative a by divw is nquot with w all ones.
 * - w1's lookup gives the sign s that extends the word.
 *
 * Cells: 32 main columns, 22 interactions: 65 (the model: 63, an estimate that has not the
 * limbs of the sign of a, nor those of the divisor).
 */
#include "tables/divw.h"

#include "tables/row.h"

static const struct air_column columns[] = {
#define XX AIR_COLUMN
#include "tables/divw.def"
#undef XX
};

TABLE_ROWS(divw, DIVW_N_COLUMNS)

#define C(name) air_col(air, DIVW_##name)
#define ONES    ((uint64_t)UINT32_MAX)

static expr is_quotient(struct air *air)
{
    return air_add(air, C(QUOT), C(NQUOT));
}

static expr is_remainder(struct air *air)
{
    return air_add(air, C(REM), C(NREM));
}

/* plain w + complemented (top - w) + other v: a limb or word of the quotient's or the remainder's
 * magnitude, where w is of the result and v of the other one. */
static expr magnitude(struct air *air, expr plain, expr complemented, expr other, uint64_t top,
                      expr w, expr v)
{
    const expr terms[] = {air_mul(air, plain, w),
                          air_mul(air, complemented, air_sub(air, air_const(air, top), w)),
                          air_mul(air, other, v)};
    return air_sum(air, terms, 3);
}

static void range_signs(struct row *r)
{
    struct air *air = r->air;
    const expr a1 = air_scale(air, fp_inv(1u << 16), air_sub(air, C(A_LO), C(A0)));
    const expr half = air_scale(air, 1u << 15, C(SIGNED));
    row_range(r, r->real, C(A0));
    row_range(r, r->real, air_sub(air, air_add(air, a1, half), air_scale(air, 1u << 16, C(SA))));
    row_range(r, r->real, C(D0));
    row_range(r, r->real, air_add(air, C(D1), half));
}

static void check_division(struct air *air, expr real)
{
    const expr quotient = is_quotient(air), remainder = is_remainder(air);
    const expr w = air_limbs(air, C(W0), C(W1)), v = air_limbs(air, C(V0), C(V1));
    const expr d = air_limbs(air, C(D0), C(D1)), d0 = air_add(air, C(D0), C(SB));
    /* The lower limb of 2^32 - w takes the 1 that makes a magnitude of a complement. */
    const expr q0 = magnitude(air, C(QUOT), C(NQUOT), remainder, 65536, C(W0), C(V0));
    const expr q1 = magnitude(air, C(QUOT), C(NQUOT), remainder, 65535, C(W1), C(V1));
    const expr rem = magnitude(air, C(REM), C(NREM), quotient, UINT64_C(1) << 32, w, v);
    const expr crossed = air_add(air, air_mul(air, q0, C(D1)), air_mul(air, q1, d0));
    const expr dividend =
        air_sub(air, air_add(air, C(A_LO), air_scale(air, UINT64_C(1) << 32, C(SA))),
                air_scale(air, 2, air_mul(air, C(SA), C(A_LO))));

    air_eq(air, "divisor", C(B_LO), air_pick(air, C(SB), air_sub(air, air_const(air, ONES), d), d));
    air_eq(air, "division", dividend,
           air_add(air, air_limbs(air, air_mul(air, q0, d0), crossed), rem));
    air_zero(air, "no_overflow", air_mul(air, q1, C(D1)));
    air_eq(air, "remainder", air_limbs(air, C(Y0), C(Y1)),
           air_sum(air,
                   (expr[]){d, C(SB), air_scale(air, UINT64_C(1) << 32, C(ZERO)),
                            air_sub(air, air_const(air, 0), air_add(air, rem, real))},
                   4));
}

static void check_signs(struct air *air)
{
    const expr w = air_add(air, C(W0), C(W1)); /* 0 only if both are */
    const expr differ =
        air_sub(air, air_add(air, C(SA), C(SB)), air_scale(air, 2, air_mul(air, C(SA), C(SB))));
    const expr all_ones = air_const(air, UINT64_C(2) * 65535);
    air_zero(air, "sign_b", air_mul(air, C(SB), air_not(air, C(SIGNED))));
    air_zero(air, "quot_sign", air_mul(air, C(QUOT), air_mul(air, air_sub(air, C(SA), C(SB)), w)));
    air_zero(air, "nquot_sign", air_mul(air, C(NQUOT), air_not(air, differ)));
    air_zero(air, "rem_sign", air_mul(air, C(REM), air_mul(air, C(SA), w)));
    air_zero(air, "nrem_sign", air_mul(air, C(NREM), air_not(air, C(SA))));
    air_zero(air, "zero_divisor",
             air_mul(air, C(ZERO), air_sum(air, (expr[]){C(D0), C(D1), C(SB)}, 3)));
    air_zero(air, "zero_quotient",
             air_mul(air, C(ZERO), air_mul(air, is_quotient(air), air_sub(air, all_ones, w))));
}

enum chert_status divw_record(struct air *air, struct arena *mem, struct err *e)
{
    TRY(row_begin(air, "DIVW", columns, 0, DIVW_N_COLUMNS, mem, e));
    const expr real = air_add(air, is_quotient(air), is_remainder(air));
    struct row r = row_of(air, real, C(PC), C(CLK));
    const struct row_word a = {C(A_LO), C(A_HI)}, b = {C(B_LO), C(B_HI)};
    const struct row_word old = {C(OLD_LO), C(OLD_HI)};
    const struct row_word d = {air_limbs(air, C(W0), C(W1)), air_scale(air, ONES, C(S))};

    struct row_prog p = row_prog_zero(&r, 0);
    p.op = air_sub(air,
                   air_add(air, air_scale(air, OP_DIV + 5, real),
                           air_scale(air, 2, is_remainder(air))),
                   C(SIGNED));
    p.rd = C(RD), p.rs1 = C(RS1), p.rs2 = C(RS2);
    row_step(&r, &p, p.next);
    row_read_reg(&r, SLOT_RS1, C(RS1), C(PREV1), a);
    row_read_reg(&r, SLOT_RS2, C(RS2), C(PREV2), b);
    row_write_reg(&r, C(RD), C(PREVD), old, d);
    range_signs(&r);
    row_range(&r, real, C(W0));
    row_msb(&r, real, C(W1), C(S));
    row_range(&r, real, C(V0));
    row_range(&r, real, C(V1));
    row_range(&r, real, C(Y0));
    row_range(&r, real, C(Y1));

    check_division(air, real);
    check_signs(air);
    air_claim(air, DIVW_D1, "its lookup, and d0 + 2^16 d1 = b_lo or its complement: range_signs");
    return air_finish(air);
}
#undef ONES
#undef C
