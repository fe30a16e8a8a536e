/* MOVE: copies; forgeries. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "support/table_case.h"
#include "tables/move.h"

static void check(struct table_case *tc, uint32_t rd, uint32_t rs1, uint64_t a)
{
    const struct insn in = table_case_insn(OP_MOVE, rd, rs1, 0, 0);
    struct event ev = table_case_event(a, 0, a);
    if (rd == rs1) { /* slot 0, then slot 3 */
        ev.prevd = ev.clk;
        ev.old_d = a;
    }
    table_case_fill(tc, &in, &ev);
    table_case_assert_accepted(tc);
    table_case_assert_step(tc, in.pc, ev.clk, in.next);
    table_case_assert_access(tc, 0, 0, rs1, ev.prev1, ev.clk, a, a);
    table_case_assert_access(tc, 1, 0, rd, ev.prevd, ev.clk + 3, ev.old_d, a);
    assert_int_equal(table_case_n_sent(tc, BUS_CELL), 2);
}

static void test_results(void **state)
{
    uint64_t seed = 1;
    struct table_case tc;
    (void)state;
    table_case_init(&tc, TABLE_MOVE);
    table_case_assert_accepted(&tc); /* padding */
    for (size_t i = 0; i < table_case_n_edges; i++) {
        check(&tc, 5, 6, table_case_edges[i]);
        check(&tc, 7, 7, table_case_edges[i]);
    }
    for (uint32_t i = 0; i < 2000; i++) {
        check(&tc, i % 31 + 1, i % 29, table_case_word(&seed));
    }
    table_case_fini(&tc);
}

static void test_forgeries(void **state)
{
    struct table_case tc;
    (void)state;
    table_case_init(&tc, TABLE_MOVE);
    check(&tc, 5, 6, 0x1234567800000009);
    FORGE(&tc, "PROG#2", {MOVE_RS1, 8});
    FORGE(&tc, "PROG#2", {MOVE_RD, 8});
    FORGE(&tc, "PROG#2", {MOVE_PC, 8});
    FORGE(&tc, "RANGE#5", {MOVE_PREV1, TABLE_CASE_CLK});
    FORGE(&tc, "RANGE#8", {MOVE_PREVD, TABLE_CASE_CLK + 3});
    FORGE(&tc, "REAL_bit", {MOVE_REAL, 2});
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
