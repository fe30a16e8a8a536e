/*
 * SHX: srai, sraiw, and sll, srl, sra, sllw, srlw, sraw by a register.
 *
 * Every amount k = 16 w + j, j = 0..15, is a product and a move by whole limbs: by n = 2^j and w
 * limbs up, or by n = 2^(16 - j) and w + 1 limbs down. a n = s0 + 2^16 s1 + ... + 2^64 s4, so limb
 * i of the result is s_(i - w), or s_(i + w + 1). One of eight flags is 1 and says which. A word
 * shift takes the operand's low word extended to 64 bits, by its sign where the shift is
 * arithmetic, shifts that by k < 32, and extends the low word of what comes out.
 *
 * A negative operand (`sign`) is a - 2^64. Its multiple is a n - 2^64 n, which below the topmost
 * piece changes nothing, and turns that one, s4 < n, into s4 - n: in two's complement 2^16 - n + s4
 * as a limb, with ones in all limbs above.
 *
 * Why a cheating prover cannot win.
 * - The program holds op = SHX + left + 2 word + 4 arith + 8 reg, so it fixes these bits (left is
 *   the sum of four flags). POW ties k to n and to w, the number of the flag.
 * - The amount: in an immediate shift k = imm. By a register, its token's lower half is k + 32 half
 *   + 64 g with g = g0 + 2^16 g1 below 2^32: equal over the integers, so k + 32 half is that half
 *   mod 64. half is 0 but in a word shift, where w < 2, so k < 32 and k is the half mod 32.
 * - The pieces and the carry c are range-checked, so the products' equations hold over the integers
 *   and have one solution (SHLO). The upper half that is multiplied is a_hi, or in a word shift
 *   2^32 - 1 times `sign`.
 * - t = t0 + 2^16 t1, range-checked, is the half whose top bit is wanted, which its lookup gives:
 *   a_hi or, in a word shift, a_lo, for `sign` where the shift is arithmetic; and in the other word
 *   shifts the result's low word. sraw's result needs no second sign: shifting 2^32 - 1 times the
 *   sign leaves it. In logical shifts of 64 bits nobody uses t.
 * - Result halves are made of checked limbs, of 2^16 - n + s4 < 2^16 because s4 < n, and of ones.
 *
 * Cells: 43 main columns, 23 interactions: 79 (the model: 79). POW's lookup has degree 2 and is
 * the last one, alone.
 */
#include "tables/shx.h"

#include "tables/row.h"

static const struct air_column columns[] = {
#define XX AIR_COLUMN
#include "tables/shx.def"
#undef XX
};

TABLE_ROWS(shx, SHX_N_COLUMNS)

#define C(name) air_col(air, SHX_##name)
#define ONES    ((uint64_t)UINT32_MAX)

/* Four adjacent columns. */
static expr sum_at(struct air *air, uint32_t first)
{
    return air_sum(air,
                   (expr[]){air_col(air, first), air_col(air, first + 1), air_col(air, first + 2),
                            air_col(air, first + 3)},
                   4);
}

/* Limb i = 0..3 of the operand's multiple moved up, or down: without the sign's share. */
static expr moved_up(struct air *air, const expr *s, uint32_t i)
{
    expr terms[4];
    for (uint32_t w = 0; w <= i; w++) {
        terms[w] = air_mul(air, air_col(air, SHX_LEFT0 + w), s[i - w]);
    }
    return air_sum(air, terms, i + 1);
}

static expr moved_down(struct air *air, const expr *s, uint32_t i)
{
    expr terms[4];
    for (uint32_t w = 0; w <= 3 - i; w++) {
        terms[w] = air_mul(air, air_col(air, SHX_RIGHT0 + w), s[i + w + 1]);
    }
    return air_sum(air, terms, 4 - i);
}

/* What the sign adds to a half of the result: its topmost piece is the half's upper limb, or its
 * lower limb, or below the half. */
static expr sign_share(struct air *air, expr upper, expr lower, expr below)
{
    const expr fill = air_sub(air, air_const(air, UINT64_C(1) << 16), C(N));
    const expr all = air_sub(air, air_const(air, UINT64_C(1) << 32), C(N));
    const expr share = air_sum(air,
                               (expr[]){air_mul(air, upper, air_scale(air, 1u << 16, fill)),
                                        air_mul(air, lower, all), air_scale(air, ONES, below)},
                               3);
    return air_mul(air, C(SIGN), share);
}

static void check_amount(struct row *r)
{
    struct air *air = r->air;
    const expr beyond_word = air_sum(air, (expr[]){C(LEFT2), C(LEFT3), C(RIGHT2), C(RIGHT3)}, 4);
    air_zero(air, "register_row", air_mul(air, C(REG), air_not(air, r->real)));
    air_zero(air, "amount_imm",
             air_mul(air, air_sub(air, r->real, C(REG)), air_sub(air, C(IMM), C(K))));
    air_zero(air, "amount_word", air_mul(air, C(WORD), beyond_word));
    air_zero(air, "half_word", air_mul(air, C(HALF), air_not(air, C(WORD))));
}

static void check_product(struct air *air, const expr *s)
{
    const uint64_t third = UINT64_C(1) << 32;
    const expr upper = air_add(air, air_limbs(air, s[2], s[3]), air_scale(air, third, s[4]));
    air_eq(air, "product_lo", air_mul(air, C(A_LO), C(N)),
           air_add(air, air_limbs(air, s[0], s[1]), air_scale(air, third, C(C))));
    air_eq_if(air, "product_hi", air_not(air, C(WORD)),
              air_add(air, air_mul(air, C(A_HI), C(N)), C(C)), upper);
    air_eq_if(air, "product_ext", C(WORD),
              air_add(air, air_scale(air, ONES, air_mul(air, C(SIGN), C(N))), C(C)), upper);
}

static void check_sign(struct air *air)
{
    const expr t = air_limbs(air, C(T0), C(T1));
    const expr logical = air_not(air, C(ARITH)), wide = air_not(air, C(WORD));
    air_eq_if(air, "top_of_hi", air_mul(air, C(ARITH), wide), t, C(A_HI));
    air_eq_if(air, "top_of_lo", air_mul(air, C(ARITH), C(WORD)), t, C(A_LO));
    air_eq_if(air, "top_of_result", air_mul(air, logical, C(WORD)), t, C(O_LO));
    air_zero(air, "sign", air_sub(air, C(SIGN), air_mul(air, C(ARITH), C(TOP))));
}

static void check_result(struct air *air, const expr *s)
{
    const expr low = air_limbs(air, air_add(air, moved_up(air, s, 0), moved_down(air, s, 0)),
                               air_add(air, moved_up(air, s, 1), moved_down(air, s, 1)));
    const expr high_up = air_limbs(air, moved_up(air, s, 2), moved_up(air, s, 3));
    const expr high_down = air_limbs(air, moved_down(air, s, 2), moved_down(air, s, 3));
    const expr extended = air_mul(air, C(WORD), air_mul(air, air_not(air, C(ARITH)), C(TOP)));
    air_eq(air, "result_lo", C(O_LO),
           air_add(air, low, sign_share(air, C(RIGHT2), C(RIGHT3), air_const(air, 0))));
    air_eq(air, "result_hi", C(O_HI),
           air_sum(air,
                   (expr[]){air_mul(air, air_not(air, C(WORD)), high_up), high_down,
                            sign_share(air, C(RIGHT0), C(RIGHT1),
                                       air_add(air, C(RIGHT2), C(RIGHT3))),
                            air_scale(air, ONES, extended)},
                   4));
}

/* (k, 2^j, 2^(16 - j), w): n is the one, or the other. */
static void look_up_power(struct row *r, expr left, expr right)
{
    struct air *air = r->air;
    expr moves[3];
    for (uint32_t w = 1; w <= 3; w++) {
        moves[w - 1] =
            air_scale(air, w,
                      air_add(air, air_col(air, SHX_LEFT0 + w), air_col(air, SHX_RIGHT0 + w)));
    }
    const expr up = air_add(air, air_mul(air, left, C(N)), air_mul(air, right, C(OTHER)));
    const expr down = air_add(air, air_mul(air, left, C(OTHER)), air_mul(air, right, C(N)));
    air_send(air, BUS_POW, r->real, 4, (expr[]){C(K), up, down, air_sum(air, moves, 3)});
}

enum chert_status shx_record(struct air *air, struct arena *mem, struct err *e)
{
    TRY(row_begin(air, "SHX", columns, 0, SHX_N_COLUMNS, mem, e));
    const expr left = sum_at(air, SHX_LEFT0), right = sum_at(air, SHX_RIGHT0);
    struct row r = row_of(air, air_add(air, left, right), C(PC), C(CLK));
    const struct row_word a = {C(A_LO), C(A_HI)}, d = {C(O_LO), C(O_HI)};
    const expr s[] = {C(S0), C(S1), C(S2), C(S3), C(S4)};
    const expr amount[] = {C(K), air_scale(air, 32, C(HALF)),
                           air_scale(air, 64, air_limbs(air, C(G0), C(G1)))};
    const struct row_word b = {air_sum(air, amount, 3), C(B_HI)};
    const expr op[] = {air_scale(air, OP_SHX, r.real), left, air_scale(air, 2, C(WORD)),
                       air_scale(air, 4, C(ARITH)), air_scale(air, 8, C(REG))};

    struct row_prog p = row_prog_zero(&r, 0);
    p.op = air_sum(air, op, 5);
    p.rd = C(RD), p.rs1 = C(RS1), p.rs2 = C(RS2), p.imm = C(IMM);
    row_step(&r, &p, p.next);
    row_read_reg(&r, SLOT_RS1, C(RS1), C(PREV1), a);
    row_access(&r, C(REG), air_const(air, 0), C(RS2), SLOT_RS2, C(PREV2), b, b);
    row_write_reg(&r, C(RD), C(PREVD), (struct row_word){C(OLD_LO), C(OLD_HI)}, d);
    for (size_t i = 0; i < 5; i++) {
        row_range(&r, r.real, s[i]);
    }
    row_range(&r, r.real, C(C));
    row_range(&r, r.real, C(G0));
    row_range(&r, r.real, C(G1));
    row_range(&r, r.real, C(T0));
    row_msb(&r, r.real, C(T1), C(TOP));
    look_up_power(&r, left, right);

    check_amount(&r);
    check_product(air, s);
    check_sign(air);
    check_result(air, s);
    air_claim(air, SHX_K, "looked up in POW: 0..63");
    air_claim(air, SHX_N, "looked up in POW: 2^0 .. 2^16");
    air_claim(air, SHX_PREV2, "the time of rs2's token where rs2 is read, and not used elsewhere");
    air_claim(air, SHX_B_HI, "half of rs2's token where rs2 is read, and not used elsewhere");
    air_claim(air, SHX_O_LO, "result_lo: checked limbs, and a top one of 2^16 - n + s4, s4 < n");
    air_claim(air, SHX_O_HI, "result_hi: the same, or ones");
    return air_finish(air);
}
#undef ONES
#undef C
