/* MUL: results against C's *, and a forgery for every check. */
#include <stdio.h>

#include "register_case.h"
#include "tables/mul.h"

#define LIMB 0x10000

static uint64_t meaning(const struct insn *in, uint64_t a, uint64_t b)
{
    (void)in;
    return a * b;
}

static void test_results(void **state)
{
    const struct insn in = table_case_insn(OP_MUL, 5, 6, 7, 0);
    struct table_case tc;
    (void)state;
    table_case_init(&tc, TABLE_MUL);
    table_case_assert_accepted(&tc); /* padding */
    register_results(&tc, &in, 1, meaning, NULL, 20000);
    table_case_fini(&tc);
}

/* Interactions 12..23 are the lookups of a_i, b_i, r_i, i = 0..3; 24, 25 those of the carries. */
static void forge_limb(struct table_case *tc, uint32_t interaction)
{
    char name[TABLE_CASE_NAME];
    (void)snprintf(name, sizeof name, "RANGE#%u", interaction);
    register_forgery(tc, name);
}

/* What limb i's 2^16 was in the limb above it, or becomes as a carry out of its digit. */
static void carry_on(struct table_case *tc, uint32_t i, uint32_t first)
{
    if (i < 3) {
        register_edit(tc, first + i + 1, 0);
    }
    if (i % 2 == 1) {
        register_edit(tc, i == 1 ? MUL_C0 : MUL_C1, 1);
    }
}

/* 2^16 in limb i of an operand, the other one being 1: the word is 2^16 in limb i + 1. */
static void forge_operands(struct table_case *tc, const struct insn *in)
{
    for (uint32_t i = 0; i < 4; i++) {
        const uint64_t next = i < 3 ? UINT64_C(1) << 16 * (i + 1) : 0;
        register_fill(tc, in, meaning, next, 1);
        register_edit(tc, MUL_A0 + i, LIMB);
        carry_on(tc, i, MUL_A0);
        forge_limb(tc, 12 + 3 * i);
        register_fill(tc, in, meaning, 1, next);
        register_edit(tc, MUL_B0 + i, LIMB);
        carry_on(tc, i, MUL_B0);
        forge_limb(tc, 13 + 3 * i);
    }
}

/* 2^16 more in a limb of the result, one less in what it carries into. */
static void forge_result(struct table_case *tc)
{
    static const uint32_t into[] = {MUL_R1, MUL_C0, MUL_R3, MUL_C1};
    for (uint32_t i = 0; i < 4; i++) {
        register_add(tc, MUL_R0 + i, LIMB);
        register_add(tc, into[i], -1);
        if (i == 1) {
            register_add(tc, MUL_R2, -1);
        }
        forge_limb(tc, 14 + 3 * i);
    }
}

static void forge_carries(struct table_case *tc)
{
    assert_int_equal(*table_case_cell(tc, MUL_C0_16), 1);
    assert_int_equal(*table_case_cell(tc, MUL_C1_16), 1);
    register_edit(tc, MUL_C0_16, 0);
    register_add(tc, MUL_C0, LIMB);
    forge_limb(tc, 24);
    register_edit(tc, MUL_C1_16, 0);
    register_add(tc, MUL_C1, LIMB);
    forge_limb(tc, 25);
    register_add(tc, MUL_C0, -1);
    register_settle(tc, MUL_C0_16, "digit_0");
    register_forgery(tc, "C0_16_bit");
    register_add(tc, MUL_C1, -1);
    register_settle(tc, MUL_C1_16, "digit_1");
    register_forgery(tc, "C1_16_bit");
    register_add(tc, MUL_C1, -1);
    register_settle(tc, MUL_C1_17, "digit_1");
    register_forgery(tc, "C1_17_bit");
}

static void test_forgeries(void **state)
{
    const struct insn in = table_case_insn(OP_MUL, 5, 6, 7, 0);
    struct table_case tc;
    (void)state;
    table_case_init(&tc, TABLE_MUL);
    forge_operands(&tc, &in);
    register_fill(&tc, &in, meaning, 0xfffefffdfffcfffb, 0xfffafff9fff8fff7);
    FORGE(&tc, "PROG#2", {MUL_RS1, 8});
    FORGE(&tc, "PROG#2", {MUL_RS2, 8});
    FORGE(&tc, "PROG#2", {MUL_RD, 8});
    FORGE(&tc, "RANGE#5", {MUL_PREV1, 400});
    FORGE(&tc, "RANGE#8", {MUL_PREV2, 401});
    FORGE(&tc, "RANGE#11", {MUL_PREVD, 403});
    FORGE(&tc, "REAL_bit", {MUL_REAL, 2});
    FORGE(&tc, "digit_0", {MUL_R0, 0});
    FORGE(&tc, "digit_1", {MUL_R2, 0});
    forge_result(&tc);
    forge_carries(&tc);
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
