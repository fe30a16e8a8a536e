/* BEQ: outcomes against C's ==, and a forgery for every check. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "support/table_case.h"
#include "tables/beq.h"

static void check(struct table_case *tc, uint32_t rs1, uint32_t rs2, uint64_t a, uint64_t b)
{
    const struct insn in = table_case_insn(OP_CMPEQ, 0, rs1, rs2, 0);
    struct event ev = table_case_event(a, b, a == b);
    ev.prev2 = rs1 == rs2 ? ev.clk : ev.prev2;
    ev.prevd = 0, ev.old_d = 0;
    table_case_fill(tc, &in, &ev);
    table_case_assert_accepted(tc);
    table_case_assert_step(tc, in.pc, ev.clk, a == b ? in.next1 : in.next);
    table_case_assert_access(tc, 0, 0, rs1, ev.prev1, ev.clk, a, a);
    table_case_assert_access(tc, 1, 0, rs2, ev.prev2, ev.clk + 1, b, b);
    assert_int_equal(table_case_n_sent(tc, BUS_CELL), 2);
}

static void test_results(void **state)
{
    uint64_t seed = 1;
    struct table_case tc;
    (void)state;
    table_case_init(&tc, TABLE_BEQ);
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

/* The argument needs that 7 is no square: 7^((p - 1) / 2) = -1. */
static void test_seven(void **state)
{
    (void)state;
    assert_true(fp_pow(7, (FP_P - 1) / 2) == FP_P - 1);
}

static void test_forgeries(void **state)
{
    const fp taken = TABLE_CASE_PC + 400, not_taken = TABLE_CASE_PC + 4;
    struct table_case tc;
    (void)state;
    table_case_init(&tc, TABLE_BEQ);
    check(&tc, 5, 6, 0x300000001, 0x200000001); /* differ above */
    FORGE(&tc, "PROG#2", {BEQ_RS1, 8});
    FORGE(&tc, "PROG#2", {BEQ_RS2, 8});
    FORGE(&tc, "PROG#2", {BEQ_NEXT, taken});
    FORGE(&tc, "RANGE#5", {BEQ_PREV1, TABLE_CASE_CLK});
    FORGE(&tc, "RANGE#8", {BEQ_PREV2, TABLE_CASE_CLK + 1});
    FORGE(&tc, "equal_hi", {BEQ_EQ, 1}, {BEQ_NEXT, taken}, {BEQ_INV, 0});
    FORGE(&tc, "REAL_bit", {BEQ_REAL, 2},
          {BEQ_INV, fp_mul(2, fp_inv(beq_norm(0x300000001, 0x200000001)))});
    check(&tc, 5, 6, 0x300000001, 0x300000002); /* differ below */
    FORGE(&tc, "equal_lo", {BEQ_EQ, 1}, {BEQ_NEXT, taken}, {BEQ_INV, 0});
    check(&tc, 5, 6, 7, 7);
    FORGE(&tc, "unequal", {BEQ_EQ, 0}, {BEQ_NEXT, not_taken});
    const struct table_case_exception except[] = {
        {"EQ_bit", "implied: eq != 0 makes the differences 0, and then unequal says eq = 1"},
    };
    table_case_assert_covered(&tc, except, 1);
    table_case_fini(&tc);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_results),
        cmocka_unit_test(test_seven),
        cmocka_unit_test(test_forgeries),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
