/* ADDSUBW: results against C, and a forgery for every check. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "support/table_case.h"
#include "tables/addsubw.h"

#define M UINT64_C(0xffffffff)

static uint64_t result(uint32_t op, uint64_t a, uint64_t b)
{
    const uint32_t low = (uint32_t)(op == OP_ADDW ? a + b : a - b);
    return (uint64_t)(int64_t)(int32_t)low;
}

static void check(struct table_case *tc, uint32_t op, uint32_t rd, uint32_t rs1, uint32_t rs2,
                  uint64_t a, uint64_t b)
{
    const struct insn in = table_case_insn(op, rd, rs1, rs2, 0);
    struct event ev = table_case_event(a, b, result(op, a, b));
    if (rs2 == rs1) {
        ev.prev2 = ev.clk;
    }
    if (rd == rs2 || rd == rs1) {
        ev.prevd = ev.clk + (rd == rs2);
        ev.old_d = rd == rs2 ? b : a;
    }
    table_case_fill(tc, &in, &ev);
    table_case_assert_accepted(tc);
    table_case_assert_step(tc, in.pc, ev.clk, in.next);
    table_case_assert_access(tc, 0, 0, rs1, ev.prev1, ev.clk, a, a);
    table_case_assert_access(tc, 1, 0, rs2, ev.prev2, ev.clk + 1, b, b);
    table_case_assert_access(tc, 2, 0, rd, ev.prevd, ev.clk + 3, ev.old_d, ev.d);
    assert_int_equal(table_case_n_sent(tc, BUS_CELL), 3);
}

static void test_results(void **state)
{
    uint64_t seed = 1;
    struct table_case tc;
    (void)state;
    table_case_init(&tc, TABLE_ADDSUBW);
    table_case_assert_accepted(&tc); /* padding */
    for (size_t i = 0; i < table_case_n_edges; i++) {
        const uint64_t a = table_case_edges[i];
        for (size_t j = 0; j < table_case_n_edges; j++) {
            check(&tc, OP_ADDW, 5, 6, 7, a, table_case_edges[j]);
            check(&tc, OP_SUBW, 5, 6, 7, a, table_case_edges[j]);
        }
        check(&tc, OP_ADDW, 5, 6, 6, a, a);
        check(&tc, OP_ADDW, 5, 5, 5, a, a);
        check(&tc, OP_ADDW, 5, 5, 6, a, 3);
        check(&tc, OP_ADDW, 5, 6, 5, 3, a);
        check(&tc, OP_ADDW, 5, 0, 6, 0, a);
        check(&tc, OP_SUBW, 5, 6, 6, a, a);
        check(&tc, OP_SUBW, 5, 5, 5, a, a);
        check(&tc, OP_SUBW, 5, 5, 6, a, 3);
        check(&tc, OP_SUBW, 5, 6, 5, 3, a);
        check(&tc, OP_SUBW, 5, 0, 6, 0, a);
    }
    for (uint32_t i = 0; i < 20000; i++) {
        const uint64_t a = table_case_word(&seed), b = table_case_word(&seed);
        check(&tc, OP_ADDW, 8, 9, 10, a, b);
        check(&tc, OP_SUBW, 8, 9, 10, a, b);
    }
    table_case_fini(&tc);
}

static void test_forgeries(void **state)
{
    const fp l = 0x10000;
    struct table_case tc;
    (void)state;
    table_case_init(&tc, TABLE_ADDSUBW);
    check(&tc, OP_ADDW, 5, 6, 7, 0x0001000500000000, 0x0000000100010006);
    FORGE(&tc, "PROG#2", {ADDSUBW_RS1, 8});
    FORGE(&tc, "PROG#2", {ADDSUBW_RS2, 8});
    FORGE(&tc, "PROG#2", {ADDSUBW_RD, 8});
    FORGE(&tc, "RANGE#5", {ADDSUBW_PREV1, TABLE_CASE_CLK});
    FORGE(&tc, "RANGE#8", {ADDSUBW_PREV2, TABLE_CASE_CLK + 1});
    FORGE(&tc, "RANGE#11", {ADDSUBW_PREVD, TABLE_CASE_CLK + 3});
    FORGE(&tc, "RANGE#12", {ADDSUBW_L0, l + 6}, {ADDSUBW_L1, 0});
    FORGE(&tc, "MSB#13", {ADDSUBW_S, 1});
    FORGE(&tc, "sum", {ADDSUBW_L0, 7});
    FORGE(&tc, "REAL_bit", {ADDSUBW_REAL, 2});
    FORGE(&tc, "C_bit", {ADDSUBW_C, M}, {ADDSUBW_L0, 7});

    check(&tc, OP_ADDW, 5, 6, 7, M, 6); /* the carry is not taken */
    FORGE(&tc, "MSB#13", {ADDSUBW_C, 0}, {ADDSUBW_L1, l});

    const struct insn other = table_case_insn(OP_ADDW + 2, 5, 6, 7, 0); /* d = a - 3 b */
    const struct event ev = table_case_event(10, 1, 7);
    table_case_fill(&tc, &other, &ev);
    FORGE(&tc, "SUB_bit", {ADDSUBW_SUB, 2}, {ADDSUBW_C, 0});
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
