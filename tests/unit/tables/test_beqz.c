/* BEQZ: outcomes against C's == 0, and a forgery for every check. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "support/table_case.h"
#include "tables/beqz.h"

static void check(struct table_case *tc, uint32_t rs1, uint64_t a)
{
    const struct insn in = table_case_insn(OP_CMPZ, 0, rs1, 0, 0);
    struct event ev = table_case_event(a, 0, a == 0);
    ev.prevd = 0, ev.old_d = 0;
    table_case_fill(tc, &in, &ev);
    table_case_assert_accepted(tc);
    table_case_assert_step(tc, in.pc, ev.clk, a == 0 ? in.next1 : in.next);
    table_case_assert_access(tc, 0, 0, rs1, ev.prev1, ev.clk, a, a);
    assert_int_equal(table_case_n_sent(tc, BUS_CELL), 1);
}

static void test_results(void **state)
{
    uint64_t seed = 1;
    struct table_case tc;
    (void)state;
    table_case_init(&tc, TABLE_BEQZ);
    table_case_assert_accepted(&tc); /* padding */
    check(&tc, 0, 0);
    for (size_t i = 0; i < table_case_n_edges; i++) {
        check(&tc, 5, table_case_edges[i]);
    }
    for (uint32_t i = 0; i < 20000; i++) {
        check(&tc, 5, table_case_word(&seed));
    }
    table_case_fini(&tc);
}

static void test_forgeries(void **state)
{
    const fp taken = TABLE_CASE_PC + 400, not_taken = TABLE_CASE_PC + 4;
    struct table_case tc;
    (void)state;
    table_case_init(&tc, TABLE_BEQZ);
    check(&tc, 5, 3);
    FORGE(&tc, "PROG#2", {BEQZ_RS1, 8});
    FORGE(&tc, "PROG#2", {BEQZ_NEXT, taken});
    FORGE(&tc, "RANGE#5", {BEQZ_PREV1, TABLE_CASE_CLK});
    FORGE(&tc, "zero", {BEQZ_EQ, 1}, {BEQZ_NEXT, taken}, {BEQZ_INV, 0});
    FORGE(&tc, "REAL_bit", {BEQZ_REAL, 2}, {BEQZ_INV, fp_mul(2, fp_inv(3))});
    check(&tc, 5, 0);
    FORGE(&tc, "not_zero", {BEQZ_EQ, 0}, {BEQZ_NEXT, not_taken});
    const struct table_case_exception except[] = {
        {"EQ_bit", "implied: eq != 0 makes the operand 0, and then not_zero says eq = 1"},
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
