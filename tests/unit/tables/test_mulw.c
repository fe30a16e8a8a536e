/* MULW: results against C's *, and a forgery for every check. */
#include "register_case.h"
#include "tables/mulw.h"

#define LIMB 0x10000

static uint64_t meaning(const struct insn *in, uint64_t a, uint64_t b)
{
    (void)in;
    return (uint64_t)(int64_t)(int32_t)((uint32_t)a * (uint32_t)b);
}

static void test_results(void **state)
{
    const struct insn in = table_case_insn(OP_MULW, 5, 6, 7, 0);
    struct table_case tc;
    (void)state;
    table_case_init(&tc, TABLE_MULW);
    table_case_assert_accepted(&tc); /* padding */
    register_results(&tc, &in, 1, meaning, NULL, 20000);
    table_case_fini(&tc);
}

static void test_forgeries(void **state)
{
    const struct insn in = table_case_insn(OP_MULW, 5, 6, 7, 0);
    struct table_case tc;
    (void)state;
    table_case_init(&tc, TABLE_MULW);
    register_fill(&tc, &in, meaning, 0xfffe1234, 0xfffd4321);
    FORGE(&tc, "PROG#2", {MULW_RS1, 8});
    FORGE(&tc, "PROG#2", {MULW_RS2, 8});
    FORGE(&tc, "PROG#2", {MULW_RD, 8});
    FORGE(&tc, "RANGE#5", {MULW_PREV1, 400});
    FORGE(&tc, "RANGE#8", {MULW_PREV2, 401});
    FORGE(&tc, "RANGE#11", {MULW_PREVD, 403});
    FORGE(&tc, "REAL_bit", {MULW_REAL, 2});
    FORGE(&tc, "product", {MULW_L0, 0});
    register_add(&tc, MULW_L0, LIMB);
    register_add(&tc, MULW_L1, -1);
    register_forgery(&tc, "RANGE#12");
    register_add(&tc, MULW_T0, LIMB);
    register_add(&tc, MULW_T1, -1);
    register_forgery(&tc, "RANGE#13");
    register_edit(&tc, MULW_S, fp_sub(1, *table_case_cell(&tc, MULW_S)));
    register_forgery(&tc, "MSB#14");
    register_add(&tc, MULW_L1, LIMB);
    register_add(&tc, MULW_T0, -1);
    register_forgery(&tc, "MSB#14");
    /* a b = 15 is 16 + 2^32 (2^32 - 1) mod p: excluded by u being t1's top bit */
    register_fill(&tc, &in, meaning, 3, 5);
    FORGE(&tc, "MSB#15", {MULW_L0, 16}, {MULW_T0, 0xffff}, {MULW_T1, 0xffff}, {MULW_U, 0});
    /* with it, the bracket is one less, and the result 2^32 more: no limb */
    FORGE(&tc, "MSB#14", {MULW_L0, 16}, {MULW_L1, LIMB}, {MULW_T0, 0xffff}, {MULW_T1, 0xffff},
          {MULW_U, 1});
    /* u where t1 has no top bit would allow a bracket of -1 */
    register_fill(&tc, &in, meaning, 0xffffffff, 0xffffffff);
    FORGE(&tc, "MSB#15", {MULW_L0, 0}, {MULW_T0, 0}, {MULW_T1, 0}, {MULW_U, 1});
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
