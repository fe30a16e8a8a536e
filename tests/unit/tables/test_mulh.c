/* MULH: results against 128-bit products, and a forgery for every check. */
#include <stdio.h>

#include "register_case.h"
#include "tables/mulh.h"

#define LIMB 0x10000

__extension__ typedef __int128 i128;
__extension__ typedef unsigned __int128 u128;

static uint64_t meaning(const struct insn *in, uint64_t a, uint64_t b)
{
    switch (in->op) {
    case OP_MULH:
        return (uint64_t)((u128)((i128)(int64_t)a * (int64_t)b) >> 64);
    case OP_MULHSU:
        return (uint64_t)((u128)((i128)(int64_t)a * (i128)b) >> 64);
    default:
        return (uint64_t)((u128)a * b >> 64);
    }
}

static void test_results(void **state)
{
    struct table_case tc;
    (void)state;
    table_case_init(&tc, TABLE_MULH);
    table_case_assert_accepted(&tc); /* padding */
    for (uint32_t op = OP_MULH; op <= OP_MULHU; op++) {
        const struct insn in = table_case_insn(op, 5, 6, 7, 0);
        register_results(&tc, &in, 1, meaning, NULL, 5000);
    }
    table_case_fini(&tc);
}

/* Carries are largest where limbs are all ones: words of limbs 0, 1, 2^15 +- 1, 2^16 - 1, ... */
static void test_carries(void **state)
{
    static const uint64_t limbs[] = {0, 1, 0x7fff, 0x8000, 0xfffe, 0xffff};
    struct table_case tc;
    uint64_t seed = 3;
    (void)state;
    table_case_init(&tc, TABLE_MULH);
    for (uint32_t i = 0; i < 15000; i++) {
        const struct insn in = table_case_insn(OP_MULH + i % 3, 5, 6, 7, 0);
        uint64_t a = 0, b = 0, r = table_case_random(&seed);
        for (uint32_t k = 0; k < 4; k++, r >>= 16) {
            a = a << 16 | limbs[r % 6];
            b = b << 16 | limbs[(r >> 8) % 6];
        }
        register_fill(&tc, &in, meaning, a, b);
    }
    table_case_fini(&tc);
}

static void forge_limb(struct table_case *tc, uint32_t interaction)
{
    char name[TABLE_CASE_NAME];
    (void)snprintf(name, sizeof name, "RANGE#%u", interaction);
    register_forgery(tc, name);
}

/* Times 0, so that nothing but c2 (which counts the signs) depends on the operand;
 * interactions 12..15 are the lookups of a_i, 16..19 those of b_i. */
static void forge_operands(struct table_case *tc)
{
    const struct insn mulh = table_case_insn(OP_MULH, 5, 6, 7, 0);
    const struct insn mulhu = table_case_insn(OP_MULHU, 5, 6, 7, 0);
    register_fill(tc, &mulhu, meaning, 0x123, 0);
    for (uint32_t i = 0; i < 4; i++) {
        register_edit(tc, MULH_A0 + i, LIMB);
        forge_limb(tc, 12 + i);
    }
    register_fill(tc, &mulhu, meaning, 0, 0x123);
    for (uint32_t i = 0; i < 4; i++) {
        register_edit(tc, MULH_B0 + i, LIMB);
        forge_limb(tc, 16 + i);
    }

    register_fill(tc, &mulh, meaning, 0x8000000000000000, 0);
    FORGE(tc, "RANGE#15", {MULH_SA, 0}, {MULH_C2, 0}); /* a negative operand as a positive one */
    FORGE(tc, "SA_bit", {MULH_SA, 2}, {MULH_A3, 2 * LIMB}, {MULH_C2, 2});
    register_fill(tc, &mulh, meaning, 0x7fffffffffffffff, 0);
    FORGE(tc, "RANGE#15", {MULH_SA, 1}, {MULH_C2, 1}); /* and the other way round */
    register_fill(tc, &mulh, meaning, 0, 0x8000000000000000);
    FORGE(tc, "RANGE#19", {MULH_SB, 0}, {MULH_C2, 0});
    FORGE(tc, "SB_bit", {MULH_SB, 2}, {MULH_B3, 2 * LIMB}, {MULH_C2, 2});
}

/* The signs that op names, other than as bits. */
static void forge_kinds(struct table_case *tc)
{
    const struct insn mulh = table_case_insn(OP_MULH, 5, 6, 7, 0);
    const struct insn mulhsu = table_case_insn(OP_MULHSU, 5, 6, 7, 0);
    register_fill(tc, &mulhsu, meaning, 5, 7);
    FORGE(tc, "signed_b", {MULH_FA, 0}, {MULH_FB, 1});
    FORGE(tc, "PROG#2", {MULH_FB, 1});
    FORGE(tc, "PROG#2", {MULH_RS1, 8});
    FORGE(tc, "PROG#2", {MULH_RS2, 8});
    FORGE(tc, "PROG#2", {MULH_RD, 8});
    FORGE(tc, "RANGE#5", {MULH_PREV1, 400});
    FORGE(tc, "RANGE#8", {MULH_PREV2, 401});
    FORGE(tc, "RANGE#11", {MULH_PREVD, 403});
    FORGE(tc, "REAL_bit", {MULH_REAL, 2});
    register_fill(tc, &mulh, meaning, 0, 0);
    FORGE(tc, "FA_bit", {MULH_FA, 2}, {MULH_FB, 0}, {MULH_A3, fp_neg(1)});
    register_fill(tc, &mulh, meaning, 0, 0);
    tc->insn.op = OP_MULHU - 3;
    FORGE(tc, "FB_bit", {MULH_FB, 2}, {MULH_B3, fp_neg(1)});
}

/* 2^16 more in a limb of the product, one less in what it carries into. */
static void forge_product(struct table_case *tc)
{
    static const uint32_t into[] = {MULH_R1, MULH_C0, MULH_R3, MULH_C1, MULH_R5, MULH_C2, MULH_R7};
    for (uint32_t i = 0; i < 7; i++) {
        const uint32_t low = i < 4;
        register_add(tc, MULH_R0 + i, LIMB);
        register_add(tc, into[i], -1);
        if (i % 2 == 1) {
            register_add(tc, MULH_R1 + i, -1);
        }
        forge_limb(tc, low ? 20 + 2 * i : 21 + 2 * (i - 4));
    }
    register_add(tc, MULH_R7, LIMB);
    register_edit(tc, MULH_BORROW, 1);
    forge_limb(tc, 27);
    register_add(tc, MULH_R6, 1);
    register_settle(tc, MULH_BORROW, "digit_3");
    register_forgery(tc, "BORROW_bit");
    FORGE(tc, "digit_0", {MULH_R0, 0});
    FORGE(tc, "digit_1", {MULH_R2, 0});
    FORGE(tc, "digit_2", {MULH_R4, 0});
    FORGE(tc, "digit_3", {MULH_R6, 0});
}

static void forge_carries(struct table_case *tc)
{
    static const struct {
        uint32_t limb, bit;
        const char *bit_name, *digit;
    } carries[] = {
        {MULH_C0, MULH_C0_16, "C0_16_bit", "digit_0"},
        {MULH_C1, MULH_C1_16, "C1_16_bit", "digit_1"},
        {MULH_C2, MULH_C2_16, "C2_16_bit", "digit_2"},
    };
    for (uint32_t i = 0; i < 3; i++) {
        assert_int_equal(*table_case_cell(tc, carries[i].bit), 1);
        register_edit(tc, carries[i].bit, 0);
        register_add(tc, carries[i].limb, LIMB);
        forge_limb(tc, 28 + i);
        register_add(tc, carries[i].limb, -1);
        register_settle(tc, carries[i].bit, carries[i].digit);
        register_forgery(tc, carries[i].bit_name);
    }
    register_add(tc, MULH_C1, -1);
    register_settle(tc, MULH_C1_17, "digit_1");
    register_forgery(tc, "C1_17_bit");
}

static void test_forgeries(void **state)
{
    const struct insn mulhu = table_case_insn(OP_MULHU, 5, 6, 7, 0);
    struct table_case tc;
    (void)state;
    table_case_init(&tc, TABLE_MULH);
    forge_operands(&tc);
    forge_kinds(&tc);
    register_fill(&tc, &mulhu, meaning, 0xfffefffdfffcfffb, 0xfffafff9fff8fff7);
    forge_product(&tc);
    forge_carries(&tc);
    table_case_assert_covered(&tc, NULL, 0);
    table_case_fini(&tc);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_results),
        cmocka_unit_test(test_carries),
        cmocka_unit_test(test_forgeries),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
