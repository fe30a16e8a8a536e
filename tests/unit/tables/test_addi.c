/* ADDI: results against C's +, and a forgery for every check. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "support/table_case.h"
#include "tables/addi.h"

#define M UINT64_C(0xffffffff)

static struct insn addi(uint32_t rd, uint32_t rs1, int64_t imm)
{
    return (struct insn){.op = OP_ADDI,
                         .pc = 0x10000,
                         .next = 0x10004,
                         .rd = (uint8_t)rd,
                         .rs1 = (uint8_t)rs1,
                         .imm = imm};
}

static struct event event(uint64_t a, int64_t imm)
{
    return (struct event){.clk = 400,
                          .prev1 = 100,
                          .prevd = 200,
                          .a = a,
                          .d = a + (uint64_t)imm,
                          .old_d = 0x123456789abcdef0};
}

static void check(struct table_case *tc, const struct insn *in, const struct event *ev)
{
    table_case_fill(tc, in, ev);
    table_case_assert_accepted(tc);
    table_case_assert_step(tc, in->pc, ev->clk, in->next);
    table_case_assert_access(tc, 0, 0, in->rs1, ev->prev1, ev->clk, ev->a, ev->a);
    table_case_assert_access(tc, 1, 0, in->rd, ev->prevd, ev->clk + 3, ev->old_d, ev->d);
    assert_int_equal(table_case_n_sent(tc, BUS_CELL), 2);
}

static void test_results(void **state)
{
    const int64_t imms[] = {0, 1, -1, 2047, -2048};
    struct table_case tc;
    uint64_t seed = 1;
    (void)state;
    table_case_init(&tc, TABLE_ADDI);
    table_case_assert_accepted(&tc); /* padding */
    for (size_t i = 0; i < table_case_n_edges; i++) {
        for (size_t j = 0; j < sizeof imms / sizeof *imms; j++) {
            const struct insn in = addi(5, 6, imms[j]);
            const struct event ev = event(table_case_edges[i], in.imm);
            check(&tc, &in, &ev);
        }
    }
    for (uint32_t i = 0; i < 20000; i++) {
        const int64_t imm = (int64_t)(table_case_random(&seed) & 0xfff) - 2048;
        const struct insn in = addi(7, 0, imm);
        const struct event ev = event(table_case_word(&seed), imm);
        check(&tc, &in, &ev);
    }
    table_case_fini(&tc);
}

/* rd = rs1 is right here too: slot 0, then slot 3. */
static void test_same_register(void **state)
{
    const struct insn in = addi(9, 9, -5);
    struct event ev = event(3, -5);
    struct table_case tc;
    (void)state;
    table_case_init(&tc, TABLE_ADDI);
    ev.prevd = ev.clk;
    ev.old_d = ev.a;
    check(&tc, &in, &ev);
    table_case_fini(&tc);
}

/* Of a hi that need be no limb. */
static fp inverse(fp hi)
{
    return fp_inv(fp_mul(fp_add(hi, 1), fp_sub(hi, UINT64_C(1) << 32)));
}

static void test_forgeries(void **state)
{
    const struct insn in = addi(5, 6, -5), up = addi(5, 6, 5);
    const struct event small = event(3, -5), carry = event(M, 5), top = event(UINT64_MAX, 5);
    struct table_case tc;
    (void)state;
    table_case_init(&tc, TABLE_ADDI);

    table_case_fill(&tc, &up, &carry); /* d = 2^32 + 4 */
    FORGE(&tc, "PROG#2", {ADDI_RD, 7});
    FORGE(&tc, "PROG#2", {ADDI_RS1, 7});
    FORGE(&tc, "PROG#2", {ADDI_PC, 8});
    FORGE(&tc, "RANGE#5", {ADDI_PREV1, 400});
    FORGE(&tc, "RANGE#8", {ADDI_PREVD, 403});
    /* lo = 2^32 + 4: no carry, and L1 is no limb */
    FORGE(&tc, "RANGE#10", {ADDI_L1, 0x10000}, {ADDI_HI, 0}, {ADDI_INV, addi_inverse(0)});
    FORGE(&tc, "RANGE#9", {ADDI_L0, (M + 5)}, {ADDI_HI, 0}, {ADDI_INV, addi_inverse(0)});
    /* lo one too small: the carries are fractions, hi is chosen so that w = 0 */
    const fp hi = fp_add(1, fp_inv(UINT64_C(1) << 32));
    FORGE(&tc, "carry_lo", {ADDI_L0, 3}, {ADDI_HI, hi}, {ADDI_INV, inverse(hi)});
    /* hi = 2^32 + 1, w = -1 */
    FORGE(&tc, "wrapped_hi", {ADDI_HI, (UINT64_C(1) << 32) + 1},
          {ADDI_INV, inverse((UINT64_C(1) << 32) + 1)});
    /* a w that is no carry but has the hi that wrapped_hi asks for */
    const fp w = fp_mul(fp_sub(2, M), fp_inv(M + 2));
    const fp odd = fp_sub(1, fp_mul(M + 1, w));
    FORGE(&tc, "carry_hi", {ADDI_HI, odd}, {ADDI_INV, inverse(odd)});
    FORGE(&tc, "REAL_bit", {ADDI_REAL, 2}, {ADDI_INV, fp_mul(2, addi_inverse(1))});

    table_case_fill(&tc, &up, &top); /* wraps to 4: hi = 2^32 is the sum without the wrap */
    FORGE(&tc, "hi_in_range", {ADDI_HI, UINT64_C(1) << 32});

    table_case_fill(&tc, &in, &small); /* wraps down: hi = -1 is the difference without it */
    FORGE(&tc, "hi_in_range", {ADDI_HI, FP_P - 1});

    table_case_assert_covered(&tc, NULL, 0);
    table_case_fini(&tc);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_results),
        cmocka_unit_test(test_same_register),
        cmocka_unit_test(test_forgeries),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
