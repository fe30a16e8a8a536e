/* DIV: results against C's / and %, and a forgery for every check. */
#include <stdio.h>

#include "register_case.h"
#include "tables/div.h"

#define LIMB 0x10000

enum { DIV_OP = OP_DIV, DIVU_OP, REM_OP, REMU_OP };

static uint64_t meaning(const struct insn *in, uint64_t a, uint64_t b)
{
    const int64_t x = (int64_t)a, y = (int64_t)b;
    if (b == 0) {
        return in->op <= DIVU_OP ? UINT64_MAX : a;
    }
    if (in->op == DIVU_OP || in->op == REMU_OP) {
        return in->op == DIVU_OP ? a / b : a % b;
    }
    if (x == INT64_MIN && y == -1) {
        return in->op == DIV_OP ? a : 0;
    }
    return (uint64_t)(in->op == DIV_OP ? x / y : x % y);
}

static struct insn divide(uint32_t op)
{
    return table_case_insn(op, 5, 6, 7, 0);
}

static void test_results(void **state)
{
    struct table_case tc;
    (void)state;
    table_case_init(&tc, TABLE_DIV);
    table_case_assert_accepted(&tc); /* padding */
    for (uint32_t op = DIV_OP; op <= REMU_OP; op++) {
        const struct insn in = divide(op);
        register_results(&tc, &in, 1, meaning, NULL, 5000);
    }
    table_case_fini(&tc);
}

/* Operands near a multiple, and remainders near the divisor: a = q b + r for random b, q and r in
 * {0, 1, b - 1} or random; halves of the divisor and the remainder that differ by 0, 1, 2. */
static void test_borders(void **state)
{
    struct table_case tc;
    uint64_t seed = 11;
    (void)state;
    table_case_init(&tc, TABLE_DIV);
    for (uint32_t i = 0; i < 20000; i++) {
        const struct insn in = divide(DIV_OP + i % 4);
        const uint64_t k = table_case_random(&seed), b = table_case_word(&seed) | 1;
        const uint64_t q = table_case_random(&seed) >> (k % 64);
        const uint64_t near = b - (table_case_random(&seed) & UINT64_C(0x3ffffffff));
        const uint64_t r = k & 64 ? near : k & 128 ? b - 1 : k & 256 ? 1 : 0;
        const uint64_t a = q * b + r;
        register_fill(&tc, &in, meaning, k & 512 ? a : 0 - a, k & 1024 ? b : 0 - b);
    }
    table_case_fini(&tc);
}

static void set_word(struct table_case *tc, uint32_t first, uint64_t x)
{
    for (uint32_t i = 0; i < 4; i++) {
        register_edit(tc, first + i, x >> 16 * i & 0xffff);
    }
}

/* The comparison of the remainder: LOW, H0, H1 and y. */
static void compare(struct table_case *tc, uint32_t low, uint32_t h0, uint32_t h1, uint32_t y)
{
    register_edit(tc, DIV_LOW, low);
    register_edit(tc, DIV_H0, h0);
    register_edit(tc, DIV_H1, h1);
    register_edit(tc, DIV_Y0, y % LIMB);
    register_edit(tc, DIV_Y1, y / LIMB);
}

static void flip(struct table_case *tc, uint32_t from, uint32_t to)
{
    register_edit(tc, from, 0);
    register_edit(tc, to, 1);
}

static void forge_limb(struct table_case *tc, uint32_t interaction)
{
    char name[TABLE_CASE_NAME];
    (void)snprintf(name, sizeof name, "RANGE#%u", interaction);
    register_forgery(tc, name);
}

static void forge_operands(struct table_case *tc)
{
    const struct insn divu = divide(DIVU_OP), div = divide(DIV_OP);
    register_fill(tc, &divu, meaning, 0x0002000500000000, 7);
    FORGE(tc, "RANGE#11", {DIV_A2, 0x10005});
    /* 2^16 in limb i of the divisor; the quotient is 0 */
    for (uint32_t i = 0; i < 3; i++) {
        register_fill(tc, &divu, meaning, 5, UINT64_C(1) << 16 * (i + 1));
        register_edit(tc, DIV_D0 + i, LIMB);
        register_edit(tc, DIV_D1 + i, 0);
        if (i == 1) {
            compare(tc, 1, 0, 0, UINT32_MAX - 5);
        }
        forge_limb(tc, 13 + i);
    }
    /* -2^63 / 2 as 2^63 / 2; 5 / -2^63 as 5 / 2^63 */
    register_fill(tc, &div, meaning, UINT64_C(1) << 63, 2);
    register_edit(tc, DIV_SA, 0);
    flip(tc, DIV_NQUOT, DIV_QUOT);
    set_word(tc, DIV_Q0, UINT64_C(1) << 62);
    register_settle(tc, DIV_C, "division_lo");
    register_edit(tc, DIV_C_16, 0);
    register_settle(tc, DIV_C, "division_lo");
    register_forgery(tc, "RANGE#12");
    register_fill(tc, &div, meaning, 5, UINT64_C(1) << 63);
    register_edit(tc, DIV_SB, 0);
    compare(tc, 0, 0, 0, 0x7ffffffe);
    register_forgery(tc, "RANGE#16");
}

/* 2^16 more in one limb and one less in the next, of the quotient (times 1), and of the remainder
 * (of a quotient 0); the carry and the comparison follow where two halves meet. */
static void forge_results(struct table_case *tc)
{
    const struct insn divu = divide(DIVU_OP);
    for (uint32_t i = 0; i < 4; i++) {
        register_fill(tc, &divu, meaning, 0x0123456789abcdef, 1);
        if (i < 3) {
            register_add(tc, DIV_Q0 + i, LIMB);
            register_add(tc, DIV_Q1 + i, -1);
        } else {
            register_add(tc, DIV_Q2, 1);
            *table_case_cell(tc, DIV_Q3) = fp_sub(0x0123, fp_inv(LIMB));
        }
        register_add(tc, DIV_C, i == 1);
        forge_limb(tc, 17 + 2 * i);
        register_fill(tc, &divu, meaning, 0x0123456789abcdef, 0xfedcba9876543210);
        if (i < 3) {
            register_add(tc, DIV_R0 + i, LIMB);
            register_add(tc, DIV_R1 + i, -1);
        } else {
            register_add(tc, DIV_R2, 1);
            *table_case_cell(tc, DIV_R3) = fp_sub(0x0123, fp_inv(LIMB));
        }
        register_add(tc, DIV_C, i == 1);
        register_add(tc, DIV_Y0, i == 1);
        forge_limb(tc, 18 + 2 * i);
    }
    /* a remainder that is too large, or below 0 */
    register_fill(tc, &divu, meaning, 100, 7);
    FORGE(tc, "RANGE#26", {DIV_Q0, 13}, {DIV_R0, 9}, {DIV_Y0, fp_neg(3)});
    FORGE(tc, "RANGE#18", {DIV_Q0, 15}, {DIV_R0, fp_neg(5)}, {DIV_Y0, 11});
    FORGE(tc, "RANGE#27", {DIV_Y0, 5}, {DIV_Y1, fp_neg(fp_inv(LIMB))});
}

static void forge_division(struct table_case *tc)
{
    const struct insn divu = divide(DIVU_OP);
    register_fill(tc, &divu, meaning, 100, 7);
    FORGE(tc, "PROG#2", {DIV_RS1, 8});
    FORGE(tc, "PROG#2", {DIV_RS2, 8});
    FORGE(tc, "PROG#2", {DIV_RD, 8});
    FORGE(tc, "PROG#2", {DIV_SIGNED, 1});
    FORGE(tc, "PROG#2", {DIV_QUOT, 0}, {DIV_REM, 1});
    FORGE(tc, "RANGE#5", {DIV_PREV1, 400});
    FORGE(tc, "RANGE#8", {DIV_PREV2, 401});
    FORGE(tc, "RANGE#10", {DIV_PREVD, 403});
    FORGE(tc, "division_lo", {DIV_Q0, 15});
    FORGE(tc, "division_hi", {DIV_Q2, 1});
    FORGE(tc, "remainder", {DIV_Y0, 5});
    /* q = 13, r = 9 by a factor of -2 on 7 - 9 - 1 */
    FORGE(tc, "LOW_bit", {DIV_Q0, 13}, {DIV_R0, 9}, {DIV_LOW, fp_neg(2)}, {DIV_Y0, 0});
    register_fill(tc, &divu, meaning, 5, 0x10000); /* 2^16 2^48 = 0 mod 2^64 */
    FORGE(tc, "no_overflow", {DIV_Q3, 1});
    /* (2^32 - 1)^2 / (2^32 - 1) has a carry of 17 bits */
    register_fill(tc, &divu, meaning, UINT64_C(0xffffffff) * 0xffffffff, 0xffffffff);
    assert_int_equal(*table_case_cell(tc, DIV_C_16), 1);
    register_edit(tc, DIV_C_16, 0);
    register_add(tc, DIV_C, LIMB);
    forge_limb(tc, 25);
    register_add(tc, DIV_C, -1);
    register_settle(tc, DIV_C_16, "division_lo");
    register_forgery(tc, "C_16_bit");
}

static void forge_comparison(struct table_case *tc)
{
    const struct insn divu = divide(DIVU_OP), rem = divide(REM_OP), remu = divide(REMU_OP);
    const uint64_t unit = UINT64_C(1) << 32;
    /* the lower halves decide although the upper ones differ by 256 */
    register_fill(tc, &divu, meaning, 5, 256 * unit + 100);
    compare(tc, 1, 0, 0, 94);
    register_forgery(tc, "gap");
    /* (2^32 + 5) / 100 = 0, remainder 2^32 + 5: 0 - 1 = -1 */
    register_fill(tc, &divu, meaning, unit + 5, 100);
    set_word(tc, DIV_Q0, 0);
    set_word(tc, DIV_R0, unit + 5);
    register_edit(tc, DIV_C, 0);
    compare(tc, 1, 0, 0, 94);
    register_edit(tc, DIV_H0, fp_neg(1));
    register_forgery(tc, "H0_bit");
    register_fill(tc, &rem, meaning, 0 - 2 * unit, 3 * unit); /* y = 0 - (2^32 - 1) - 2 + 2 2^32 */
    compare(tc, 1, 0, 2, UINT32_MAX);
    register_forgery(tc, "H1_bit");
    /* division by 0 */
    register_fill(tc, &divu, meaning, 5, 0);
    FORGE(tc, "zero_quotient", {DIV_Q3, 0});
    FORGE(tc, "ZERO_bit", {DIV_ZERO, 2}, {DIV_Y0, 2});
    register_fill(tc, &remu, meaning, 100, 7);
    set_word(tc, DIV_Q0, 0);
    set_word(tc, DIV_R0, 100);
    compare(tc, 0, 0, 0, 0);
    register_edit(tc, DIV_ZERO, 1);
    register_forgery(tc, "zero_divisor");
}

static void forge_signs(struct table_case *tc)
{
    const struct insn div = divide(DIV_OP), rem = divide(REM_OP);
    const uint64_t minus_100 = 0 - UINT64_C(100);
    register_fill(tc, &div, meaning, minus_100, 7);
    flip(tc, DIV_NQUOT, DIV_QUOT);
    register_edit(tc, DIV_Q0, 14);
    register_forgery(tc, "quot_sign");
    register_fill(tc, &div, meaning, 100, 7);
    flip(tc, DIV_QUOT, DIV_NQUOT);
    register_edit(tc, DIV_Q0, 13);
    register_forgery(tc, "nquot_sign");
    register_fill(tc, &rem, meaning, minus_100, 7);
    flip(tc, DIV_NREM, DIV_REM);
    register_edit(tc, DIV_R0, 2);
    register_forgery(tc, "rem_sign");
    register_fill(tc, &rem, meaning, 100, 7);
    flip(tc, DIV_REM, DIV_NREM);
    register_edit(tc, DIV_R0, 1);
    register_forgery(tc, "nrem_sign");
}

/* Flags of a row that is not real in sum, and two that are 1. */
static void forge_flags(struct table_case *tc)
{
    static const struct {
        const char *name;
        uint32_t minus, plus; /* the flags that are -1 and 1 */
        fp a_lo;              /* what the equations say then, of |a| = 0 or +-1 */
    } forged[] = {
        {"QUOT_bit", DIV_QUOT, DIV_NQUOT, 0},
        {"NQUOT_bit", DIV_NQUOT, DIV_QUOT, 0},
        {"REM_bit", DIV_REM, DIV_NREM, FP_P - 1},
        {"NREM_bit", DIV_NREM, DIV_REM, 1},
    };
    for (size_t i = 0; i < sizeof forged / sizeof *forged; i++) {
        table_case_clear(tc);
        register_edit(tc, forged[i].minus, fp_neg(1));
        register_edit(tc, forged[i].plus, 1);
        register_edit(tc, DIV_SIGNED, 1);
        register_edit(tc, DIV_SA, 1);
        register_edit(tc, DIV_A_LO, forged[i].a_lo);
        register_edit(tc, DIV_A_HI, UINT64_C(1) << 32);
        register_forgery(tc, forged[i].name);
    }
    /* quotient plus remainder */
    const struct insn divu = divide(DIVU_OP);
    register_fill(tc, &divu, meaning, 100, 7);
    tc->insn.op = 2 * DIVU_OP + 2;
    FORGE(tc, "real_bit", {DIV_REM, 1}, {DIV_Y0, 2});
}

/* 7 2^32 mod 5 2^32 = 7 2^32, by an sb = e / m with which the top limb passes its lookup and the
 * divisor's upper half, 5 + sb m with m = 2^32 - 1 - 2 5, is 5 + e: both small, since with
 * delta = 1/m mod 2^32 and e = (p - m delta) / 2^32, 2^32 sb = -delta mod p. */
static void forge_sign_of_divisor(struct table_case *tc)
{
    const struct insn rem = divide(REM_OP);
    const uint64_t unit = UINT64_C(1) << 32, half = 5, m = unit - 1 - 2 * half;
    uint64_t inverse = 1; /* of m mod 2^32: Newton */
    for (int i = 0; i < 6; i++) {
        inverse = inverse * (2 - m * inverse) % unit;
    }
    /* delta is inverse or inverse - 2^32: that with 0 <= u < 2^32 */
    uint64_t u = unit / 2 + half + inverse;
    const uint64_t wraps = u >= unit;
    u -= wraps ? unit : 0;
    /* e = (p - 1 - (m delta - 1)) / 2^32 = 2^32 - 1 - (m delta - 1) / 2^32 */
    const uint64_t e = unit - 1 - (m * inverse - 1) / unit + (wraps ? m : 0);
    register_fill(tc, &rem, meaning, 7 * unit, half * unit);
    register_edit(tc, DIV_SB, fp_mul(e, fp_inv(m)));
    register_edit(tc, DIV_D2, u % LIMB);
    *table_case_cell(tc, DIV_D3) = fp_mul(fp_sub(half, u % LIMB), fp_inv(LIMB));
    set_word(tc, DIV_Q0, 0);
    set_word(tc, DIV_R0, 7 * unit);
    register_edit(tc, DIV_C, 0);
    assert_true(half + e >= 7 + 2 && half + e - 7 - 2 < unit);
    compare(tc, 0, 0, 0, (uint32_t)(half + e - 7 - 2));
    register_forgery(tc, "SB_bit");
}

static void forge_bits(struct table_case *tc)
{
    const struct insn divu = divide(DIVU_OP), rem = divide(REM_OP);
    /* an unsigned quotient by the op of rem = divu - (-1) */
    register_fill(tc, &divu, meaning, 0xf000000000000000, 0x8000000000000000);
    tc->insn.op = REM_OP;
    FORGE(tc, "SIGNED_bit", {DIV_SIGNED, fp_neg(1)});
    /* sa = 1/2 makes |a| 2^63 whatever a is: 5 mod 2 = 0 */
    register_fill(tc, &rem, meaning, 5, 2);
    register_edit(tc, DIV_SA, fp_inv(2));
    set_word(tc, DIV_Q0, UINT64_C(1) << 62);
    set_word(tc, DIV_R0, 0);
    compare(tc, 1, 0, 0, 1);
    register_forgery(tc, "SA_bit");
    forge_sign_of_divisor(tc);
}

static void test_forgeries(void **state)
{
    struct table_case tc;
    (void)state;
    table_case_init(&tc, TABLE_DIV);
    forge_operands(&tc);
    forge_results(&tc);
    forge_division(&tc);
    forge_comparison(&tc);
    forge_signs(&tc);
    forge_flags(&tc);
    forge_bits(&tc);
    table_case_assert_covered(&tc, NULL, 0);
    table_case_fini(&tc);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_results),
        cmocka_unit_test(test_borders),
        cmocka_unit_test(test_forgeries),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
