/* ADDW_M: results against C, and a forgery for every check. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "support/table_case.h"
#include "tables/addw_m.h"

static void check(struct table_case *tc, uint32_t rd, uint32_t rs2, uint64_t a, uint64_t b)
{
    const struct insn in = table_case_insn(OP_ADDW, rd, rd, rs2, 0);
    struct event ev = table_case_event(a, b, (uint64_t)(int64_t)(int32_t)(uint32_t)(a + b));
    ev.prev1 = 0;
    ev.prevd = rs2 == rd ? ev.clk + 1 : ev.prevd; /* slot 1, then slot 3 */
    ev.old_d = a;
    table_case_fill(tc, &in, &ev);
    table_case_assert_accepted(tc);
    table_case_assert_step(tc, in.pc, ev.clk, in.next);
    table_case_assert_access(tc, 0, 0, rs2, ev.prev2, ev.clk + 1, b, b);
    table_case_assert_access(tc, 1, 0, rd, ev.prevd, ev.clk + 3, a, ev.d);
    assert_int_equal(table_case_n_sent(tc, BUS_CELL), 2);
}

static void test_results(void **state)
{
    uint64_t seed = 1;
    struct table_case tc;
    (void)state;
    table_case_init(&tc, TABLE_ADDW_M);
    table_case_assert_accepted(&tc); /* padding */
    for (size_t i = 0; i < table_case_n_edges; i++) {
        for (size_t j = 0; j < table_case_n_edges; j++) {
            check(&tc, 5, 6, table_case_edges[i], table_case_edges[j]);
        }
        check(&tc, 5, 5, table_case_edges[i], table_case_edges[i]);
    }
    for (uint32_t i = 0; i < 20000; i++) {
        const uint64_t a = table_case_word(&seed);
        check(&tc, 8, 9, a, table_case_word(&seed));
    }
    table_case_fini(&tc);
}

static void test_forgeries(void **state)
{
    const fp l = 0x10000;
    struct table_case tc;
    (void)state;
    table_case_init(&tc, TABLE_ADDW_M);
    check(&tc, 5, 6, 0x0001000500000000, 0x0000000100010006);
    FORGE(&tc, "PROG#2", {ADDW_M_RD, 8});
    FORGE(&tc, "PROG#2", {ADDW_M_RS2, 8});
    FORGE(&tc, "RANGE#5", {ADDW_M_PREV2, TABLE_CASE_CLK + 1});
    FORGE(&tc, "RANGE#8", {ADDW_M_PREVD, TABLE_CASE_CLK + 3});
    FORGE(&tc, "RANGE#9", {ADDW_M_L0, l + 6}, {ADDW_M_L1, 0});
    FORGE(&tc, "MSB#10", {ADDW_M_S, 1});
    FORGE(&tc, "carry", {ADDW_M_L0, 7});
    FORGE(&tc, "REAL_bit", {ADDW_M_REAL, 2});
    check(&tc, 5, 6, UINT32_MAX, 6); /* the carry is not taken */
    FORGE(&tc, "MSB#10", {ADDW_M_L1, l});
    const struct table_case_exception except[] = {
        {"S_bit", "implied by the lookup of L1 with its top bit"},
    };
    table_case_assert_covered(&tc, except, 1);
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
