/* ADDIW: results against C, and a forgery for every check. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "support/table_case.h"
#include "tables/addiw.h"

static void check(struct table_case *tc, uint32_t rd, uint32_t rs1, uint64_t a, int64_t imm)
{
    const struct insn in = table_case_insn(OP_ADDIW, rd, rs1, 0, imm);
    struct event ev =
        table_case_event(a, 0, (uint64_t)(int64_t)(int32_t)(uint32_t)(a + (uint64_t)imm));
    if (rd == rs1) {
        ev.prevd = ev.clk;
        ev.old_d = a;
    }
    table_case_fill(tc, &in, &ev);
    table_case_assert_accepted(tc);
    table_case_assert_step(tc, in.pc, ev.clk, in.next);
    table_case_assert_access(tc, 0, 0, rs1, ev.prev1, ev.clk, a, a);
    table_case_assert_access(tc, 1, 0, rd, ev.prevd, ev.clk + 3, ev.old_d, ev.d);
    assert_int_equal(table_case_n_sent(tc, BUS_CELL), 2);
}

static void test_results(void **state)
{
    const int64_t imms[] = {0, 1, -1, 2047, -2048};
    uint64_t seed = 1;
    struct table_case tc;
    (void)state;
    table_case_init(&tc, TABLE_ADDIW);
    table_case_assert_accepted(&tc); /* padding */
    for (size_t i = 0; i < table_case_n_edges; i++) {
        for (size_t j = 0; j < sizeof imms / sizeof *imms; j++) {
            check(&tc, 5, 6, table_case_edges[i], imms[j]);
            check(&tc, 5, 5, table_case_edges[i], imms[j]);
        }
    }
    for (uint32_t i = 0; i < 20000; i++) {
        check(&tc, 8, 9, table_case_word(&seed),
              (int64_t)(table_case_random(&seed) & 0xfff) - 2048);
    }
    table_case_fini(&tc);
}

static void test_forgeries(void **state)
{
    const fp l = 0x10000;
    struct table_case tc;
    (void)state;
    table_case_init(&tc, TABLE_ADDIW);
    check(&tc, 5, 6, 0x10000, 6);
    FORGE(&tc, "PROG#2", {ADDIW_RD, 8});
    FORGE(&tc, "PROG#2", {ADDIW_RS1, 8});
    FORGE(&tc, "PROG#2", {ADDIW_IMM, 7}, {ADDIW_L0, 7});
    FORGE(&tc, "RANGE#5", {ADDIW_PREV1, TABLE_CASE_CLK});
    FORGE(&tc, "RANGE#8", {ADDIW_PREVD, TABLE_CASE_CLK + 3});
    FORGE(&tc, "RANGE#9", {ADDIW_L0, l + 6}, {ADDIW_L1, 0});
    FORGE(&tc, "MSB#10", {ADDIW_S, 1});
    FORGE(&tc, "carry", {ADDIW_L0, 7});
    FORGE(&tc, "REAL_bit", {ADDIW_REAL, 2});
    check(&tc, 5, 6, UINT32_MAX, 6); /* the carry is not taken */
    FORGE(&tc, "MSB#10", {ADDIW_L1, l});
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
