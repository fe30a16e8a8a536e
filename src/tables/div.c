/*
 * DIV: div, divu, rem, remu.
 *
 * The method is DIVW's: |a| = Q D + R with 0 <= R < D = |b|, on magnitudes, where a negative number
 * x has the complement ~x = |x| - 1. Of the two results the program wants one; the n forms of the
 * four flags write it complemented. The columns q and r hold Q - nquot and R - nrem, limbs of 16
 * bits; d holds b itself. With f = ~ where sb, D has the limbs f(d0) + sb, f(d1), f(d2), f(d3), and
 * Q has q0 + nquot, q1, q2, q3: at most 2^16 each, and no carry is needed.
 *
 * Why a cheating prover cannot win.
 * - The program holds op = DIV + unsigned + 2 remainder, so `signed` and quot + nquot.
 * - The top limbs of a and b are looked up as x + 2^15 signed - 2^16 s. Next to a checked lower
 * limb, in a half below 2^32, any range of 2^16 numbers makes x an integer in [0, 2^16). Unsigned,
 * s is then 0; signed, x is below 2^15 if s = 0, and at least 2^15 if s = 1. So s is the sign.
 * - With the digits of product.h for Q and D, with c in [0, 2^17), and with |a| = (1 - 2 sa) a +
 *   2^64 sa,
 *
 *       D_0 + r_lo + nrem = (1 - 2 sa) a_lo + 2^32 c
 *       D_1 + r_hi + c    = (1 - 2 sa) a_hi + 2^32 sa
 *       P_4 + P_5 + P_6   = 0
 *
 *   hold over the integers, all sums being below 2^52. Positions are sums of products of numbers
 *   that are not negative, so the third says that each of these is 0. The first, plus 2^32 times
 * the second, is Q D + R = |a|. (Honest c fits: it is at least 0, because the digits are and only
 *   -a_lo <= 0 is taken from them, or a_lo added; above, Q D <= |a| keeps the limbs from being
 *   large all at once, and c below 2^17.)
 * - R < D unless zero = 1. With x = f(d), that is x - r >= 1 + nrem - sb. Let g be the difference
 * of the upper halves. y = y0 + 2^16 y1 >= 0 is g - 2, which is enough as the lower halves differ
 * by less than 2^32; or with `low`, g = h0 + h1 and y = x_lo - r_lo - (1 + nrem - sb) + 2^32 h1,
 * and h1 <= g. (h0 is for g = 1 where y would be too large with h1.)
 * - zero = 1 demands d = 0. Then D = 0, so R = |a|, and a quotient is demanded to be all ones.
 *   With D = 0 and zero = 0 there is no row. zero = 1 takes out only the comparison.
 * - So Q and R are the ones, and the signs remain: nquot demands that one of sa, sb is 1; quot
 * where one is demands q = 0; nrem demands sa; rem where sa is 1 demands r = 0. In the n forms the
 *   magnitude is at least 1.
 * - -2^63 / -1 has Q = 2^63 and quot: as RISC-V wants. Division of a negative a by 0 is nquot with
 *   q = 0.
 * - The result is checked limbs, or their complements.
 *
 * Cells: 40 main columns, 29 interactions: 85 (the model: 101, an estimate). The last interaction
 * stands alone, so that the result needs no columns (late_write.h).
 */
#include "tables/div.h"

#include "tables/late_write.h"

static const struct air_column columns[] = {
#define XX AIR_COLUMN
#include "tables/div.def"
#undef XX
};

TABLE_ROWS(div, DIV_N_COLUMNS)

#define C(name) air_col(air, DIV_##name)
#define ONES    ((uint64_t)UINT32_MAX)
#define UNIT    (UINT64_C(1) << 32)

static expr is_quotient(struct air *air)
{
    return air_add(air, C(QUOT), C(NQUOT));
}

static expr is_remainder(struct air *air)
{
    return air_add(air, C(REM), C(NREM));
}

static expr sum_of(struct air *air, const struct product_limbs *x)
{
    return air_sum(air, x->limb, 4);
}

/* x, or where bit is 1 its complement, of which `ones` has all bits. */
static expr complement_if(struct air *air, expr bit, uint64_t ones, expr x)
{
    return air_pick(air, bit, air_sub(air, air_const(air, ones), x), x);
}

/* x + 2^15 signed - 2^16 sign is a limb. */
static void range_top(struct row *r, expr x, expr sign)
{
    struct air *air = r->air;
    row_range(r, r->real,
              air_sub(air, air_add(air, x, air_scale(air, 1u << 15, C(SIGNED))),
                      air_scale(air, 1u << 16, sign)));
}

static void range_limbs(struct row *r, const struct product_limbs *d, const struct product_limbs *q,
                        const struct product_limbs *rem)
{
    struct air *air = r->air;
    row_range(r, r->real, C(A2));
    range_top(r, air_scale(air, fp_inv(1u << 16), air_sub(air, C(A_HI), C(A2))), C(SA));
    for (size_t i = 0; i < 3; i++) {
        row_range(r, r->real, d->limb[i]);
    }
    range_top(r, d->limb[3], C(SB));
    for (size_t i = 0; i < 4; i++) {
        row_range(r, r->real, q->limb[i]);
        row_range(r, r->real, rem->limb[i]);
    }
    row_range(r, r->real, C(C));
    row_range(r, r->real, C(Y0));
    row_range(r, r->real, C(Y1));
}

/* The three equations of Q D + R = |a|. */
static void check_division(struct air *air, const struct product_limbs *d,
                           const struct product_limbs *q, struct row_word rem)
{
    struct product_limbs divisor, quotient = *q;
    const expr c = air_limbs(air, C(C), C(C_16));
    const expr sign = air_sub(air, air_const(air, 1), air_scale(air, 2, C(SA)));
    expr overflow[3];
    for (size_t i = 0; i < 4; i++) {
        divisor.limb[i] = complement_if(air, C(SB), UINT16_MAX, d->limb[i]);
    }
    divisor.limb[0] = air_add(air, divisor.limb[0], C(SB));
    quotient.limb[0] = air_add(air, quotient.limb[0], C(NQUOT));
    for (unsigned k = 0; k < 3; k++) {
        overflow[k] = product_position(air, &divisor, &quotient, 4 + k);
    }

    air_eq(air, "division_lo",
           air_sum(air, (expr[]){product_digit(air, &divisor, &quotient, 0), rem.lo, C(NREM)}, 3),
           air_add(air, air_mul(air, sign, C(A_LO)), air_scale(air, UNIT, c)));
    air_eq(air, "division_hi",
           air_sum(air, (expr[]){product_digit(air, &divisor, &quotient, 1), rem.hi, c}, 3),
           air_add(air, air_mul(air, sign, C(A_HI)), air_scale(air, UNIT, C(SA))));
    air_eq(air, "no_overflow", air_sum(air, overflow, 3), air_const(air, 0));
}

/* R < D. */
static void check_remainder(struct air *air, expr real, struct row_word d, struct row_word rem)
{
    const expr gap = air_sub(air, complement_if(air, C(SB), ONES, d.hi), rem.hi);
    const expr need = air_sum(air,
                              (expr[]){rem.lo, air_const(air, 1), C(NREM),
                                       air_sub(air, air_const(air, 0), C(SB))},
                              4);
    const expr by_low = air_add(air, air_sub(air, complement_if(air, C(SB), ONES, d.lo), need),
                                air_scale(air, UNIT, C(H1)));
    const expr high = air_sub(air, real, air_add(air, C(LOW), C(ZERO)));
    air_eq_if(air, "gap", C(LOW), gap, air_add(air, C(H0), C(H1)));
    air_eq(air, "remainder", air_limbs(air, C(Y0), C(Y1)),
           air_add(air, air_mul(air, high, air_sub(air, gap, air_const(air, 2))),
                   air_mul(air, C(LOW), by_low)));
}

static void check_signs(struct air *air, const struct product_limbs *d,
                        const struct product_limbs *q, const struct product_limbs *rem)
{
    /* Sums of limbs: 0 only if all are. */
    const expr q_sum = sum_of(air, q), r_sum = sum_of(air, rem);
    const expr differ =
        air_sub(air, air_add(air, C(SA), C(SB)), air_scale(air, 2, air_mul(air, C(SA), C(SB))));
    const expr missing = air_sub(air, air_const(air, UINT64_C(4) * 65535), q_sum);
    air_zero(air, "quot_sign",
             air_mul(air, C(QUOT), air_mul(air, air_sub(air, C(SA), C(SB)), q_sum)));
    air_zero(air, "nquot_sign", air_mul(air, C(NQUOT), air_not(air, differ)));
    air_zero(air, "rem_sign", air_mul(air, C(REM), air_mul(air, C(SA), r_sum)));
    air_zero(air, "nrem_sign", air_mul(air, C(NREM), air_not(air, C(SA))));
    air_zero(air, "zero_divisor", air_mul(air, C(ZERO), sum_of(air, d)));
    air_zero(air, "zero_quotient",
             air_mul(air, C(ZERO),
                     air_add(air, air_mul(air, C(QUOT), missing), air_mul(air, C(NQUOT), q_sum))));
}

/* A half of the result: of q or r, complemented in the n forms. */
static expr result_half(struct air *air, expr q, expr rem)
{
    const expr terms[] = {air_mul(air, C(QUOT), q),
                          air_mul(air, C(NQUOT), air_sub(air, air_const(air, ONES), q)),
                          air_mul(air, C(REM), rem),
                          air_mul(air, C(NREM), air_sub(air, air_const(air, ONES), rem))};
    return air_sum(air, terms, 4);
}

enum chert_status div_record(struct air *air, struct arena *mem, struct err *e)
{
    TRY(row_begin(air, "DIV", columns, 0, DIV_N_COLUMNS, mem, e));
    const expr real = air_add(air, is_quotient(air), is_remainder(air));
    struct row r = row_of(air, real, C(PC), C(CLK));
    const struct product_limbs d = {{C(D0), C(D1), C(D2), C(D3)}};
    const struct product_limbs q = {{C(Q0), C(Q1), C(Q2), C(Q3)}};
    const struct product_limbs rem = {{C(R0), C(R1), C(R2), C(R3)}};
    const struct row_word a = {C(A_LO), C(A_HI)}, b = product_word(air, &d);
    const struct row_word qw = product_word(air, &q), rw = product_word(air, &rem);

    struct row_prog p = row_prog_zero(&r, 0);
    p.op = air_sub(air,
                   air_add(air, air_scale(air, OP_DIV + 1, real),
                           air_scale(air, 2, is_remainder(air))),
                   C(SIGNED));
    p.rd = C(RD), p.rs1 = C(RS1), p.rs2 = C(RS2);
    row_step(&r, &p, p.next);
    row_read_reg(&r, SLOT_RS1, C(RS1), C(PREV1), a);
    row_read_reg(&r, SLOT_RS2, C(RS2), C(PREV2), b);
    late_write_take(&r, C(RD), C(PREVD), (struct row_word){C(OLD_LO), C(OLD_HI)});
    range_limbs(&r, &d, &q, &rem);
    late_write_put(&r, C(RD),
                   (struct row_word){result_half(air, qw.lo, rw.lo),
                                     result_half(air, qw.hi, rw.hi)});

    check_division(air, &d, &q, rw);
    check_remainder(air, real, b, rw);
    check_signs(air, &d, &q, &rem);
    air_claim(air, DIV_D3, "its lookup and b_hi = d2 + 2^16 d3 < 2^32: range_limbs");
    return air_finish(air);
}
#undef UNIT
#undef ONES
#undef C
