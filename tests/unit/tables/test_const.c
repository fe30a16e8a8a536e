/* CONST: constants, links and jumps; forgeries. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "support/table_case.h"
#include "tables/const.h"

static void check(struct table_case *tc, uint32_t rd, uint64_t value, uint32_t next)
{
    struct insn in = table_case_insn(OP_CONST, rd, 0, 0, (int64_t)(value & UINT32_MAX));
    const struct event ev = table_case_event(0, 0, value);
    in.value = value;
    in.next = next;
    table_case_fill(tc, &in, &ev);
    table_case_assert_accepted(tc);
    table_case_assert_step(tc, in.pc, ev.clk, next);
    table_case_assert_access(tc, 0, 0, rd, ev.prevd, ev.clk + 3, ev.old_d, value);
    assert_int_equal(table_case_n_sent(tc, BUS_CELL), 1);
}

static void test_results(void **state)
{
    uint64_t seed = 1;
    struct table_case tc;
    (void)state;
    table_case_init(&tc, TABLE_CONST);
    table_case_assert_accepted(&tc); /* padding */
    for (size_t i = 0; i < table_case_n_edges; i++) {
        check(&tc, 5, table_case_edges[i], TABLE_CASE_PC + 4);
        check(&tc, 1, TABLE_CASE_PC + 4, (uint32_t)table_case_edges[i]); /* jal */
    }
    check(&tc, REG_SINK, 0, 0x20000); /* j */
    for (uint32_t i = 0; i < 2000; i++) {
        check(&tc, i % 31 + 1, table_case_word(&seed), (uint32_t)table_case_word(&seed));
    }
    table_case_fini(&tc);
}

static void test_forgeries(void **state)
{
    struct table_case tc;
    (void)state;
    table_case_init(&tc, TABLE_CONST);
    check(&tc, 5, 0x1234567800000009, 0x20000);
    FORGE(&tc, "PROG#2", {CONST_V_LO, 8});
    FORGE(&tc, "PROG#2", {CONST_V_HI, 8});
    FORGE(&tc, "PROG#2", {CONST_NEXT, 0x20004});
    FORGE(&tc, "PROG#2", {CONST_RD, 6});
    FORGE(&tc, "PROG#2", {CONST_PC, 8});
    FORGE(&tc, "RANGE#5", {CONST_PREVD, TABLE_CASE_CLK + 3});
    FORGE(&tc, "REAL_bit", {CONST_REAL, 2});
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
