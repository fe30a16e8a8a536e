/* ADDSUB: results against C's + and -, and a forgery for every check. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "support/table_case.h"
#include "tables/addsub.h"

#define M UINT64_C(0xffffffff)

static uint64_t result(uint32_t op, uint64_t a, uint64_t b)
{
    return op == OP_ADD ? a + b : a - b;
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
    table_case_init(&tc, TABLE_ADDSUB);
    table_case_assert_accepted(&tc); /* padding */
    for (size_t i = 0; i < table_case_n_edges; i++) {
        const uint64_t a = table_case_edges[i];
        for (size_t j = 0; j < table_case_n_edges; j++) {
            check(&tc, OP_ADD, 5, 6, 7, a, table_case_edges[j]);
            check(&tc, OP_SUB, 5, 6, 7, a, table_case_edges[j]);
        }
        check(&tc, OP_ADD, 5, 6, 6, a, a);
        check(&tc, OP_ADD, 5, 5, 5, a, a);
        check(&tc, OP_ADD, 5, 5, 6, a, 3);
        check(&tc, OP_ADD, 5, 6, 5, 3, a);
        check(&tc, OP_ADD, 5, 0, 6, 0, a);
        check(&tc, OP_SUB, 5, 6, 6, a, a);
        check(&tc, OP_SUB, 5, 5, 5, a, a);
        check(&tc, OP_SUB, 5, 5, 6, a, 3);
        check(&tc, OP_SUB, 5, 6, 5, 3, a);
        check(&tc, OP_SUB, 5, 0, 6, 0, a);
    }
    for (uint32_t i = 0; i < 20000; i++) {
        const uint64_t a = table_case_word(&seed), b = table_case_word(&seed);
        check(&tc, OP_ADD, 8, 9, 10, a, b);
        check(&tc, OP_SUB, 8, 9, 10, a, b);
    }
    table_case_fini(&tc);
}

static void test_forgeries(void **state)
{
    const fp l = 0x10000;
    struct table_case tc;
    (void)state;
    table_case_init(&tc, TABLE_ADDSUB);
    check(&tc, OP_ADD, 5, 6, 7, 0x0001000500000000, 0x0000000100010006);
    FORGE(&tc, "PROG#2", {ADDSUB_RS1, 8});
    FORGE(&tc, "PROG#2", {ADDSUB_RS2, 8});
    FORGE(&tc, "PROG#2", {ADDSUB_RD, 8});
    FORGE(&tc, "RANGE#5", {ADDSUB_PREV1, TABLE_CASE_CLK});
    FORGE(&tc, "RANGE#8", {ADDSUB_PREV2, TABLE_CASE_CLK + 1});
    FORGE(&tc, "RANGE#11", {ADDSUB_PREVD, TABLE_CASE_CLK + 3});
    FORGE(&tc, "RANGE#12", {ADDSUB_L0, l + 6}, {ADDSUB_L1, 0});
    FORGE(&tc, "RANGE#14", {ADDSUB_H0, l + 6}, {ADDSUB_H1, 0});
    FORGE(&tc, "sum_lo", {ADDSUB_L0, 7});
    FORGE(&tc, "sum_hi", {ADDSUB_H0, 7});
    FORGE(&tc, "REAL_bit", {ADDSUB_REAL, 2});
    /* 2^32 (2^32 - 1) = -1 mod p: one more here, one less there */
    FORGE(&tc, "C1_bit", {ADDSUB_C1, M}, {ADDSUB_L0, 7}, {ADDSUB_C2, 1}, {ADDSUB_H0, 5});
    FORGE(&tc, "C2_bit", {ADDSUB_C2, M}, {ADDSUB_H0, 7});

    check(&tc, OP_ADD, 5, 6, 7, UINT64_MAX, 6); /* the carries are not taken */
    FORGE(&tc, "RANGE#13", {ADDSUB_C1, 0}, {ADDSUB_L1, l}, {ADDSUB_C2, 0}, {ADDSUB_H0, 0xffff},
          {ADDSUB_H1, 0xffff});
    FORGE(&tc, "RANGE#15", {ADDSUB_C2, 0}, {ADDSUB_H1, l});

    check(&tc, OP_SUB, 5, 6, 7, 6, 10); /* nor the borrows */
    FORGE(&tc, "RANGE#12", {ADDSUB_C1, 0}, {ADDSUB_L0, fp_neg(4)}, {ADDSUB_L1, 0}, {ADDSUB_C2, 0},
          {ADDSUB_H0, 0}, {ADDSUB_H1, 0});

    const struct insn other = table_case_insn(OP_ADD + 2, 5, 6, 7, 0); /* d = a - 3 b */
    const struct event ev = table_case_event(10, 1, 7);
    table_case_fill(&tc, &other, &ev);
    FORGE(&tc, "SUB_bit", {ADDSUB_SUB, 2}, {ADDSUB_C1, 0}, {ADDSUB_C2, 0});
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
