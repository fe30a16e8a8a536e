/* ADDI_M: results against C's +, and a forgery for every check. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "support/table_case.h"
#include "tables/addi_m.h"

#define M UINT64_C(0xffffffff)

static void check(struct table_case *tc, uint32_t rd, uint64_t a, int64_t imm)
{
    const struct insn in = table_case_insn(OP_ADDI, rd, rd, 0, imm);
    struct event ev = table_case_event(a, 0, a + (uint64_t)imm);
    ev.prev1 = 0;
    ev.old_d = a;
    table_case_fill(tc, &in, &ev);
    table_case_assert_accepted(tc);
    table_case_assert_step(tc, in.pc, ev.clk, in.next);
    table_case_assert_access(tc, 0, 0, rd, ev.prevd, ev.clk + 3, a, ev.d);
    assert_int_equal(table_case_n_sent(tc, BUS_CELL), 1);
}

static void test_results(void **state)
{
    const int64_t imms[] = {0, 1, -1, 2047, -2048};
    uint64_t seed = 1;
    struct table_case tc;
    (void)state;
    table_case_init(&tc, TABLE_ADDI_M);
    table_case_assert_accepted(&tc); /* padding */
    for (size_t i = 0; i < table_case_n_edges; i++) {
        for (size_t j = 0; j < sizeof imms / sizeof *imms; j++) {
            check(&tc, 5, table_case_edges[i], imms[j]);
        }
    }
    for (uint32_t i = 0; i < 20000; i++) {
        check(&tc, i % 31 + 1, table_case_word(&seed),
              (int64_t)(table_case_random(&seed) & 0xfff) - 2048);
    }
    table_case_fini(&tc);
}

/* Of a hi that need be no limb. */
static fp inverse(fp hi)
{
    return fp_inv(fp_mul(fp_add(hi, 1), fp_sub(hi, M + 1)));
}

static void test_forgeries(void **state)
{
    struct table_case tc;
    (void)state;
    table_case_init(&tc, TABLE_ADDI_M);
    const fp third = fp_add(1, fp_inv(M + 1));        /* 1 + 2^-32 */
    const fp w = fp_mul(fp_sub(2, M), fp_inv(M + 2)); /* no carry, but "wrapped_hi" holds with */
    const fp odd = fp_sub(1, fp_mul(M + 1, w));       /* this hi */
    check(&tc, 5, M, 5);                              /* d = 2^32 + 4 */
    FORGE(&tc, "PROG#2", {ADDI_M_RD, 7});
    FORGE(&tc, "PROG#2", {ADDI_M_IMM, 6}, {ADDI_M_L0, 5});
    FORGE(&tc, "RANGE#5", {ADDI_M_PREVD, TABLE_CASE_CLK + 3});
    FORGE(&tc, "RANGE#6", {ADDI_M_L0, M + 5}, {ADDI_M_HI, 0}, {ADDI_M_INV, addi_inverse(0)});
    FORGE(&tc, "RANGE#7", {ADDI_M_L1, 0x10000}, {ADDI_M_HI, 0}, {ADDI_M_INV, addi_inverse(0)});
    FORGE(&tc, "carry_lo", {ADDI_M_L0, 3}, {ADDI_M_HI, third}, {ADDI_M_INV, inverse(third)});
    FORGE(&tc, "wrapped_hi", {ADDI_M_HI, M + 2}, {ADDI_M_INV, inverse(M + 2)});
    FORGE(&tc, "carry_hi", {ADDI_M_HI, odd}, {ADDI_M_INV, inverse(odd)});
    FORGE(&tc, "REAL_bit", {ADDI_M_REAL, 2}, {ADDI_M_INV, fp_mul(2, addi_inverse(1))});
    check(&tc, 5, UINT64_MAX, 5); /* hi = 2^32 without the wrap */
    FORGE(&tc, "hi_in_range", {ADDI_M_HI, M + 1});
    check(&tc, 5, 3, -5); /* hi = -1 without the wrap */
    FORGE(&tc, "hi_in_range", {ADDI_M_HI, FP_P - 1});
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
