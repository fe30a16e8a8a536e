/* DIVW: results against C's / and %, and a forgery for every check. */
#include "register_case.h"
#include "tables/divw.h"

#define LIMB 0x10000

enum { DIVW_OP = OP_DIV + 4, DIVUW_OP, REMW_OP, REMUW_OP };

static uint64_t meaning(const struct insn *in, uint64_t a, uint64_t b)
{
    const int32_t x = (int32_t)a, y = (int32_t)b;
    uint32_t r;
    if (in->op == DIVW_OP || in->op == REMW_OP) {
        const int quotient = in->op == DIVW_OP;
        const int64_t d = y == 0 ? 1 : y;
        r = (uint32_t)(quotient ? x / d : x % d);
        r = y == 0 ? (quotient ? UINT32_MAX : (uint32_t)x) : r;
    } else if ((uint32_t)b == 0) {
        r = in->op == DIVUW_OP ? UINT32_MAX : (uint32_t)a;
    } else {
        r = in->op == DIVUW_OP ? (uint32_t)a / (uint32_t)b : (uint32_t)a % (uint32_t)b;
    }
    return (uint64_t)(int64_t)(int32_t)r;
}

static struct insn divide(uint32_t op)
{
    return table_case_insn(op, 5, 6, 7, 0);
}

static void test_results(void **state)
{
    struct table_case tc;
    (void)state;
    table_case_init(&tc, TABLE_DIVW);
    table_case_assert_accepted(&tc); /* padding */
    for (uint32_t op = DIVW_OP; op <= REMUW_OP; op++) {
        const struct insn in = divide(op);
        register_results(&tc, &in, 1, meaning, NULL, 8000);
    }
    table_case_fini(&tc);
}

/* The fields that a claimed result and what goes with it decide; the flags stay. */
static void claim(struct table_case *tc, uint32_t w, uint32_t v, uint32_t y)
{
    register_edit(tc, DIVW_W0, w % LIMB);
    register_edit(tc, DIVW_W1, w / LIMB);
    register_edit(tc, DIVW_S, w >> 31);
    register_edit(tc, DIVW_V0, v % LIMB);
    register_edit(tc, DIVW_V1, v / LIMB);
    register_edit(tc, DIVW_Y0, y % LIMB);
    register_edit(tc, DIVW_Y1, y / LIMB);
}

static void flip(struct table_case *tc, uint32_t from, uint32_t to)
{
    register_edit(tc, from, 0);
    register_edit(tc, to, 1);
}

static void forge_limbs(struct table_case *tc)
{
    const struct insn divuw = divide(DIVUW_OP), divw = divide(DIVW_OP);
    register_fill(tc, &divuw, meaning, 0x20005, 1); /* q = 0x20005, r = 0, y = 0 */
    FORGE(tc, "RANGE#12", {DIVW_A0, 0x10005});
    FORGE(tc, "RANGE#16", {DIVW_W0, 0x10005}, {DIVW_W1, 1});
    FORGE(tc, "MSB#17", {DIVW_S, 1});
    FORGE(tc, "MSB#17", {DIVW_W0, 6}, {DIVW_W1, fp_sub(2, fp_inv(LIMB))});
    register_fill(tc, &divuw, meaning, 5, 0x20007); /* q = 0, r = 5, y = 0x20001 */
    FORGE(tc, "RANGE#14", {DIVW_D0, 0x10007}, {DIVW_D1, 1});
    FORGE(tc, "RANGE#19", {DIVW_V0, 6}, {DIVW_V1, fp_neg(fp_inv(LIMB))});
    FORGE(tc, "RANGE#20", {DIVW_Y0, 0x10001}, {DIVW_Y1, 1});
    FORGE(tc, "RANGE#21", {DIVW_Y0, 2}, {DIVW_Y1, fp_sub(2, fp_inv(LIMB))});
    register_fill(tc, &divuw, meaning, 0x50000, 0x100000);
    FORGE(tc, "RANGE#18", {DIVW_V0, LIMB}, {DIVW_V1, 4});
    /* a remainder that is too large, or below 0 */
    register_fill(tc, &divuw, meaning, 100, 7);
    FORGE(tc, "RANGE#20", {DIVW_W0, 13}, {DIVW_V0, 9}, {DIVW_Y0, fp_neg(3)});
    FORGE(tc, "RANGE#18", {DIVW_W0, 15}, {DIVW_V0, fp_neg(5)}, {DIVW_Y0, 11});
    /* -2^31 / 2 as 2^31 / 2; 5 / -2^31 as 5 / 2^31 */
    register_fill(tc, &divw, meaning, 0xffffffff80000000, 2);
    register_edit(tc, DIVW_SA, 0);
    flip(tc, DIVW_NQUOT, DIVW_QUOT);
    claim(tc, 0x40000000, 0, 1);
    register_forgery(tc, "RANGE#13");
    register_fill(tc, &divw, meaning, 5, 0xffffffff80000000);
    FORGE(tc, "RANGE#15", {DIVW_SB, 0}, {DIVW_D0, 0}, {DIVW_D1, 0x8000});
}

static void forge_division(struct table_case *tc)
{
    const struct insn divuw = divide(DIVUW_OP), remuw = divide(REMUW_OP);
    register_fill(tc, &divuw, meaning, 100, 7);
    FORGE(tc, "PROG#2", {DIVW_RS1, 8});
    FORGE(tc, "PROG#2", {DIVW_RS2, 8});
    FORGE(tc, "PROG#2", {DIVW_RD, 8});
    FORGE(tc, "PROG#2", {DIVW_SIGNED, 1});
    FORGE(tc, "RANGE#5", {DIVW_PREV1, 400});
    FORGE(tc, "RANGE#8", {DIVW_PREV2, 401});
    FORGE(tc, "RANGE#11", {DIVW_PREVD, 403});
    FORGE(tc, "division", {DIVW_W0, 15});
    FORGE(tc, "remainder", {DIVW_Y0, 5});
    FORGE(tc, "divisor", {DIVW_D0, 8}, {DIVW_W0, 12}, {DIVW_V0, 4}, {DIVW_Y0, 3}); /* by 8 */
    /* 100 / -7 mod 2^32 as if it were signed */
    register_fill(tc, &divuw, meaning, 100, 0xfffffff9);
    register_edit(tc, DIVW_SB, 1);
    register_edit(tc, DIVW_D0, 6);
    register_edit(tc, DIVW_D1, 0);
    flip(tc, DIVW_QUOT, DIVW_NQUOT);
    claim(tc, 0xfffffff2, 2, 4);
    register_forgery(tc, "sign_b");
    /* 5 = 2^16 2^16 + 5 if the uppermost product is left out */
    register_fill(tc, &divuw, meaning, 5, 0x10000);
    FORGE(tc, "no_overflow", {DIVW_W1, 1});

    register_fill(tc, &divuw, meaning, 5, 0);
    claim(tc, 1, 5, 0xfffffffa);
    register_forgery(tc, "zero_quotient");
    register_fill(tc, &remuw, meaning, 100, 7);
    register_edit(tc, DIVW_ZERO, 1);
    claim(tc, 100, 0, 0xffffffff - 93);
    register_forgery(tc, "zero_divisor");
}

static void forge_signs(struct table_case *tc)
{
    const struct insn divw = divide(DIVW_OP), remw = divide(REMW_OP);
    const uint64_t minus_100 = 0 - UINT64_C(100);
    register_fill(tc, &divw, meaning, minus_100, 7);
    flip(tc, DIVW_NQUOT, DIVW_QUOT);
    claim(tc, 14, 2, 4);
    register_forgery(tc, "quot_sign");
    register_fill(tc, &divw, meaning, 100, 7);
    flip(tc, DIVW_QUOT, DIVW_NQUOT);
    claim(tc, 0u - 14, 2, 4);
    register_forgery(tc, "nquot_sign");
    register_fill(tc, &remw, meaning, minus_100, 7);
    flip(tc, DIVW_NREM, DIVW_REM);
    claim(tc, 2, 14, 4);
    register_forgery(tc, "rem_sign");
    register_fill(tc, &remw, meaning, 100, 7);
    flip(tc, DIVW_REM, DIVW_NREM);
    claim(tc, 0u - 2, 14, 4);
    register_forgery(tc, "nrem_sign");
}

/* Flags of a row that is not real in sum, and two that are 1. */
static void forge_flags(struct table_case *tc)
{
    static const struct {
        const char *name;
        uint32_t minus, plus; /* the flags that are -1 and 1 */
        fp a_lo, y;           /* what the equations say then: |a| = 0 or +-2^32 */
    } forged[] = {
        {"QUOT_bit", DIVW_QUOT, DIVW_NQUOT, UINT64_C(1) << 32, 0},
        {"NQUOT_bit", DIVW_NQUOT, DIVW_QUOT, UINT64_C(1) << 32, 0},
        {"REM_bit", DIVW_REM, DIVW_NREM, 0, FP_P - (UINT64_C(1) << 32)},
        {"NREM_bit", DIVW_NREM, DIVW_REM, UINT64_C(1) << 33, UINT64_C(1) << 32},
    };
    for (size_t i = 0; i < sizeof forged / sizeof *forged; i++) {
        table_case_clear(tc);
        register_edit(tc, forged[i].minus, fp_neg(1));
        register_edit(tc, forged[i].plus, 1);
        register_edit(tc, DIVW_SIGNED, 1);
        register_edit(tc, DIVW_SA, 1);
        register_edit(tc, DIVW_A_LO, forged[i].a_lo);
        register_edit(tc, DIVW_Y0, forged[i].y);
        register_forgery(tc, forged[i].name);
    }
    /* 6 = (w + v) 5 + w + v, a quotient and a remainder in one row */
    const struct insn divuw = divide(DIVUW_OP);
    register_fill(tc, &divuw, meaning, 6, 5);
    tc->insn.op = 2 * DIVUW_OP + 2;
    register_edit(tc, DIVW_REM, 1);
    claim(tc, 1, 0, 2);
    register_forgery(tc, "real_bit");
}

static void forge_bits(struct table_case *tc)
{
    const struct insn divuw = divide(DIVUW_OP), remw = divide(REMW_OP), remuw = divide(REMUW_OP);
    /* an unsigned quotient by the op of remw = divuw - (-1) */
    register_fill(tc, &divuw, meaning, 0xf0000000, 0x80000000);
    tc->insn.op = REMW_OP;
    FORGE(tc, "SIGNED_bit", {DIVW_SIGNED, fp_neg(1)});
    /* sa = 1/2 makes |a| 2^31 whatever a is: 5 mod 2 = 0 */
    register_fill(tc, &remw, meaning, 5, 2);
    register_edit(tc, DIVW_SA, fp_inv(2));
    claim(tc, 0, 0x40000000, 1);
    register_forgery(tc, "SA_bit");
    /* sb = 2 makes |b| = d + 2 where b = 2 (2^32 - 1) - 3 d */
    register_fill(tc, &remw, meaning, 0x75000000, 0xffffffff90000000);
    register_edit(tc, DIVW_SB, 2);
    register_edit(tc, DIVW_D0, 0xaaaa);
    register_edit(tc, DIVW_D1, 0x7aaa);
    claim(tc, 0x75000000, 0, 0x7aaaaaac - 0x75000000 - 1);
    register_forgery(tc, "SB_bit");
    register_fill(tc, &remuw, meaning, 5, 0);
    register_edit(tc, DIVW_ZERO, fp_mul(6, fp_inv(UINT64_C(1) << 32)));
    claim(tc, 5, 0, 0);
    register_forgery(tc, "ZERO_bit");
}

static void test_forgeries(void **state)
{
    struct table_case tc;
    (void)state;
    table_case_init(&tc, TABLE_DIVW);
    forge_limbs(&tc);
    forge_division(&tc);
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
        cmocka_unit_test(test_forgeries),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
