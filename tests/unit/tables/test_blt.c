/* BLT: outcomes against C's <, what it can do, and a forgery for every check. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "support/table_case.h"
#include "tables/blt.h"

static int less(int is_signed, uint64_t a, uint64_t b)
{
    return is_signed ? (int64_t)a < (int64_t)b : a < b;
}

static void fill(struct table_case *tc, int is_signed, uint64_t a, uint64_t b)
{
    const struct insn in = table_case_insn(OP_CMPLT + (is_signed ? 2 : 0), 0, 5, 6, 0);
    struct event ev = table_case_event(a, b, (uint64_t)less(is_signed, a, b));
    ev.prevd = 0, ev.old_d = 0;
    table_case_fill(tc, &in, &ev);
}

/* Right where blt_can says so; no row at all where it does not. */
static void check(struct table_case *tc, int is_signed, uint64_t a, uint64_t b)
{
    fill(tc, is_signed, a, b);
    if (!blt_can((uint32_t)is_signed, a, b)) {
        assert_false(table_case_accepts(tc, NULL, NULL));
        return;
    }
    table_case_assert_accepted(tc);
    table_case_assert_step(tc, TABLE_CASE_PC, TABLE_CASE_CLK,
                           TABLE_CASE_PC + (less(is_signed, a, b) ? 400 : 4));
    table_case_assert_access(tc, 0, 0, 5, 100, TABLE_CASE_CLK, a, a);
    table_case_assert_access(tc, 1, 0, 6, 120, TABLE_CASE_CLK + 1, b, b);
    assert_int_equal(table_case_n_sent(tc, BUS_CELL), 2);
}

static void test_results(void **state)
{
    uint64_t seed = 1;
    struct table_case tc;
    (void)state;
    table_case_init(&tc, TABLE_BLT);
    table_case_assert_accepted(&tc); /* padding */
    for (size_t i = 0; i < table_case_n_edges; i++) {
        for (size_t j = 0; j < table_case_n_edges; j++) {
            check(&tc, 0, table_case_edges[i], table_case_edges[j]);
            check(&tc, 1, table_case_edges[i], table_case_edges[j]);
        }
    }
    for (uint32_t i = 0; i < 10000; i++) {
        const uint64_t a = table_case_word(&seed), b = table_case_word(&seed);
        const uint64_t hi = a >> 32 << 32;
        check(&tc, (int)(i & 1), a, b);
        check(&tc, (int)(i & 1), a, hi | (uint32_t)b);                      /* equal above */
        check(&tc, (int)(i & 1), a, (hi ^ UINT64_MAX << 32) | (uint32_t)b); /* complements above */
    }
    table_case_fini(&tc);
}

static void test_blt_can(void **state)
{
    (void)state;
    assert_true(blt_can(0, 0x100000000, 5));
    assert_false(blt_can(1, 0x100000000, 5));
    assert_true(blt_can(1, 0x100000000, 0x1ffffffff));
    assert_true(blt_can(1, 3, UINT64_MAX));
    assert_true(blt_can(1, 0x8000000000000000, 0x7fffffff00000000));
}

static void test_forgeries(void **state)
{
    const fp less_pc = TABLE_CASE_PC + 400, pc = TABLE_CASE_PC + 4;
    struct table_case tc;
    (void)state;
    table_case_init(&tc, TABLE_BLT);
    fill(&tc, 0, 0x10005, 0); /* distance 0x10005 */
    FORGE(&tc, "PROG#2", {BLT_RS1, 8});
    FORGE(&tc, "PROG#2", {BLT_RS2, 8});
    FORGE(&tc, "PROG#2", {BLT_NEXT, less_pc});
    FORGE(&tc, "PROG#2", {BLT_SG, 1});
    FORGE(&tc, "RANGE#5", {BLT_PREV1, TABLE_CASE_CLK});
    FORGE(&tc, "RANGE#8", {BLT_PREV2, TABLE_CASE_CLK + 1});
    FORGE(&tc, "RANGE#9", {BLT_X0, 0x10005}, {BLT_X1, 0});
    FORGE(&tc, "RANGE#10", {BLT_LT, 1}, {BLT_NEXT, less_pc}, {BLT_X1, 0x10001});
    FORGE(&tc, "compare", {BLT_X0, 6});
    FORGE(&tc, "REAL_bit", {BLT_REAL, 2}, {BLT_X0, 4}); /* by_hi = 1, and not less */

    fill(&tc, 0, 2, 5); /* e = -5: x = (-5)(-3) - 6 = 9 says not less */
    FORGE(&tc, "E_bit", {BLT_E, fp_neg(5)}, {BLT_LT, 0}, {BLT_NEXT, pc}, {BLT_X0, 9}, {BLT_X1, 0});
    FORGE(&tc, "RANGE#9", {BLT_LT, 0}, {BLT_NEXT, pc}, {BLT_X0, fp_neg(3)}, {BLT_X1, 0});
    /* equal upper halves, and the lower ones ignored: not less would be x = -1 */
    FORGE(&tc, "RANGE#9", {BLT_E, 0}, {BLT_LT, 0}, {BLT_NEXT, pc}, {BLT_X0, fp_neg(1)},
          {BLT_X1, 0});
    fill(&tc, 0, 5, 0x100000003); /* less above, greater below */
    FORGE(&tc, "hi_equal", {BLT_E, 1}, {BLT_LT, 0}, {BLT_NEXT, pc}, {BLT_X0, 2}, {BLT_X1, 0});
    fill(&tc, 1, 0x100000000, 0x500000000); /* upper halves 1 and 5 taken for complements */
    FORGE(&tc, "complement", {BLT_LT, 0}, {BLT_NEXT, pc}, {BLT_X0, 3}, {BLT_X1, 0});

    /* sg = 2 is the op of sltu */
    const struct insn slt = table_case_insn(OP_SLT, 0, 5, 6, 0);
    const struct event ev = table_case_event(7, 5, 0);
    table_case_fill(&tc, &slt, &ev);
    FORGE(&tc, "SG_bit", {BLT_SG, 2});
    const struct table_case_exception except[] = {
        {"LT_bit", "implied: op - 52 - 2 sg is lt, between -53 and 41, and compare allows 0 and 1"},
    };
    table_case_assert_covered(&tc, except, 1);
    table_case_fini(&tc);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_results),
        cmocka_unit_test(test_blt_can),
        cmocka_unit_test(test_forgeries),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
