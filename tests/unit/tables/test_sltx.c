/* SLTX: results and outcomes against C's <, and a forgery for every check. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "support/table_case.h"
#include "tables/sltx.h"

#define M   UINT64_C(0xffffffff)
#define CLK TABLE_CASE_CLK

static uint64_t less(int is_signed, uint64_t a, uint64_t b)
{
    return is_signed ? (int64_t)a < (int64_t)b : a < b;
}

/* slt, sltu. */
static void check_reg(struct table_case *tc, int is_signed, uint64_t a, uint64_t b)
{
    const struct insn in = table_case_insn(OP_SLT + (is_signed ? 1 : 0), 7, 5, 6, 0);
    const struct event ev = table_case_event(a, b, less(is_signed, a, b));
    table_case_fill(tc, &in, &ev);
    table_case_assert_accepted(tc);
    table_case_assert_step(tc, in.pc, ev.clk, in.next);
    table_case_assert_access(tc, 0, 0, 5, ev.prev1, ev.clk, a, a);
    table_case_assert_access(tc, 1, 0, 6, ev.prev2, ev.clk + 1, b, b);
    table_case_assert_access(tc, 2, 0, 7, ev.prevd, ev.clk + 3, ev.old_d, ev.d);
    assert_int_equal(table_case_n_sent(tc, BUS_CELL), 3);
}

/* slti, sltiu: rs2 is not read. */
static void check_imm(struct table_case *tc, int is_signed, uint64_t a, int64_t imm)
{
    const struct insn in = table_case_insn(OP_SLT + 2 + (is_signed ? 1 : 0), 7, 5, 0, imm);
    struct event ev = table_case_event(a, 0, less(is_signed, a, (uint64_t)imm));
    ev.prev2 = 0;
    table_case_fill(tc, &in, &ev);
    table_case_assert_accepted(tc);
    table_case_assert_step(tc, in.pc, ev.clk, in.next);
    table_case_assert_access(tc, 0, 0, 5, ev.prev1, ev.clk, a, a);
    table_case_assert_access(tc, 1, 0, 7, ev.prevd, ev.clk + 3, ev.old_d, ev.d);
    assert_int_equal(table_case_n_sent(tc, BUS_CELL), 2);
}

/* blt, bge: rd is not written. */
static void check_branch(struct table_case *tc, uint64_t a, uint64_t b)
{
    const struct insn in = table_case_insn(OP_CMPLT + 2, 0, 5, 6, 0);
    struct event ev = table_case_event(a, b, less(1, a, b));
    ev.prevd = 0, ev.old_d = 0;
    table_case_fill(tc, &in, &ev);
    table_case_assert_accepted(tc);
    table_case_assert_step(tc, in.pc, ev.clk, ev.d ? in.next1 : in.next);
    table_case_assert_access(tc, 0, 0, 5, ev.prev1, ev.clk, a, a);
    table_case_assert_access(tc, 1, 0, 6, ev.prev2, ev.clk + 1, b, b);
    assert_int_equal(table_case_n_sent(tc, BUS_CELL), 2);
}

static void test_results(void **state)
{
    const int64_t imms[] = {0, 1, -1, 5, -5, 2047, -2048};
    uint64_t seed = 1;
    struct table_case tc;
    (void)state;
    table_case_init(&tc, TABLE_SLTX);
    table_case_assert_accepted(&tc); /* padding */
    for (size_t i = 0; i < table_case_n_edges; i++) {
        const uint64_t a = table_case_edges[i];
        for (size_t j = 0; j < table_case_n_edges; j++) {
            check_reg(&tc, 0, a, table_case_edges[j]);
            check_reg(&tc, 1, a, table_case_edges[j]);
            check_branch(&tc, a, table_case_edges[j]);
        }
        for (size_t j = 0; j < sizeof imms / sizeof *imms; j++) {
            check_imm(&tc, 0, a, imms[j]);
            check_imm(&tc, 1, a, imms[j]);
        }
    }
    for (uint32_t i = 0; i < 10000; i++) {
        const uint64_t a = table_case_word(&seed), b = table_case_word(&seed);
        const uint64_t near = a ^ (uint32_t)b; /* equal above */
        check_reg(&tc, (int)(i & 1), a, b);
        check_reg(&tc, (int)(i & 1), a, near);
        check_imm(&tc, (int)(i & 1), a, (int64_t)(b & 0xfff) - 2048);
        check_branch(&tc, a, b);
        check_branch(&tc, a, near);
    }
    table_case_fini(&tc);
}

static void test_same_registers(void **state)
{
    const struct insn in = table_case_insn(OP_SLT + 1, 5, 5, 5, 0);
    struct event ev = table_case_event(9, 9, 0);
    struct table_case tc;
    (void)state;
    table_case_init(&tc, TABLE_SLTX);
    ev.prev2 = ev.clk;
    ev.prevd = ev.clk + 1;
    ev.old_d = 9;
    table_case_fill(&tc, &in, &ev);
    table_case_assert_accepted(&tc);
    table_case_fini(&tc);
}

/* Operands, signs, comparison. */
static void forge_comparison(struct table_case *tc)
{
    const fp l = 0x10000;
    check_reg(tc, 0, 0x10005, 0);
    FORGE(tc, "PROG#2", {SLTX_RS1, 8});
    FORGE(tc, "PROG#2", {SLTX_RS2, 8});
    FORGE(tc, "PROG#2", {SLTX_RD, 8});
    FORGE(tc, "PROG#2", {SLTX_NEXT, 8});
    FORGE(tc, "PROG#2", {SLTX_IMM, 8});
    FORGE(tc, "PROG#2", {SLTX_SG, 1});
    FORGE(tc, "RANGE#5", {SLTX_PREV1, CLK});
    FORGE(tc, "RANGE#8", {SLTX_PREV2, CLK + 1});
    FORGE(tc, "RANGE#11", {SLTX_PREVD, CLK + 3});
    FORGE(tc, "MSB#13", {SLTX_SA, 1});
    FORGE(tc, "MSB#15", {SLTX_SB, 1});
    FORGE(tc, "RANGE#16", {SLTX_X0, 0x10005}, {SLTX_X1, 0});
    FORGE(tc, "RANGE#17", {SLTX_LT, 1}, {SLTX_X1, 0x10001});
    FORGE(tc, "compare", {SLTX_X0, 6});
    FORGE(tc, "LT_bit", {SLTX_LT, M}, {SLTX_X0, 4}); /* 2^32 (2^32 - 1) = -1 */

    check_reg(tc, 0, 0x1000500000000, 0x1000600000000); /* lower limbs 5 and 6, upper 1 */
    FORGE(tc, "RANGE#12", {SLTX_TA, l + 5});
    FORGE(tc, "RANGE#14", {SLTX_TB, l + 6});

    check_reg(tc, 0, 5, 0x100000003); /* less above, greater below */
    FORGE(tc, "hi_equal", {SLTX_E, 1}, {SLTX_LT, 0}, {SLTX_X0, 2}, {SLTX_X1, 0});
    check_reg(tc, 0, 2, 5); /* e = -5: x = (-5)(-3) - 6 = 9 says not less */
    FORGE(tc, "E_bit", {SLTX_E, fp_neg(5)}, {SLTX_LT, 0}, {SLTX_X0, 9}, {SLTX_X1, 0});
    /* equal upper halves, and the lower ones ignored: not less would be x = -1 */
    FORGE(tc, "RANGE#16", {SLTX_E, 0}, {SLTX_LT, 0}, {SLTX_X0, fp_neg(1)}, {SLTX_X1, 0});

    /* sg = 3 is no op of comparisons: 59 - 56 */
    const struct insn by_imm = table_case_insn(OP_SLT + 3, 7, 5, 6, 0);
    const struct event ev = table_case_event(7, 5, 0);
    table_case_fill(tc, &by_imm, &ev);
    FORGE(tc, "SG_bit", {SLTX_F_REG, 1}, {SLTX_F_IMM, 0}, {SLTX_SG, 3}, {SLTX_B_LO, 5},
          {SLTX_PREV2, CLK}, {SLTX_X0, 2});
}

/* A sign-extended immediate. */
static void forge_immediate(struct table_case *tc)
{
    check_imm(tc, 0, 3, -5); /* less; but 3 is not less than -5 in the field */
    FORGE(tc, "RANGE#8", {SLTX_PREV2, CLK + 5}, {SLTX_B_LO, fp_neg(5)}, {SLTX_B_HI, 0},
          {SLTX_SB, 0}, {SLTX_TB, 0}, {SLTX_E, 1}, {SLTX_LT, 0}, {SLTX_X0, 8}, {SLTX_X1, 0});
    FORGE(tc, "imm_sign", {SLTX_PREV2, CLK}, {SLTX_B_LO, fp_neg(5)}, {SLTX_B_HI, 0}, {SLTX_SB, 0},
          {SLTX_TB, 0}, {SLTX_E, 1}, {SLTX_LT, 0}, {SLTX_X0, 8}, {SLTX_X1, 0});
    check_imm(tc, 0, 3, 5);
    FORGE(tc, "imm_lo", {SLTX_B_LO, 1}, {SLTX_LT, 0}, {SLTX_X0, 2}, {SLTX_X1, 0});
    check_imm(tc, 0, 0x500000000, 5);
    FORGE(tc, "imm_hi", {SLTX_B_HI, 6}, {SLTX_TB, 6}, {SLTX_LT, 1}, {SLTX_X0, 0xffff},
          {SLTX_X1, 0xffff});
}

/* Forms: the flags, and what a branch must say. */
static void forge_flags(struct table_case *tc)
{
    struct insn in = table_case_insn(OP_CMPLT, 0, 5, 6, 0);
    struct event ev = table_case_event(7, 5, 0);
    /* bltu, "less": a row of the outcome not less, unsigned, has its op */
    in.next1 = in.next;
    table_case_fill(tc, &in, &ev);
    FORGE(tc, "branch_signed", {SLTX_SG, 0});
    in.op = OP_CMPLT + 2;
    ev.d = 1;
    table_case_fill(tc, &in, &ev);
    FORGE(tc, "branch_outcome", {SLTX_LT, 0}, {SLTX_X0, 2}, {SLTX_X1, 0});
    ev.d = 0;
    table_case_fill(tc, &in, &ev);
    /* One flag wrong where the sum is 1, or the sum wrong: each has some op, and rs2's 5 is imm. */
    check_imm(tc, 1, 7, 5);
    tc->insn.op = OP_SLT; /* 56 = -56 + 58 + 53 + 1 */
    FORGE(tc, "F_REG_bit", {SLTX_F_REG, fp_neg(1)}, {SLTX_F_GE, 1});
    tc->insn.op = OP_CMPLT; /* 52 = 56 - 58 + 53 + 1 */
    FORGE(tc, "F_IMM_bit", {SLTX_F_IMM, fp_neg(1)}, {SLTX_F_REG, 1}, {SLTX_F_GE, 1});
    tc->insn.op = OP_LD; /* 62 = 56 + 58 - 53 + 1 */
    FORGE(tc, "F_GE_bit", {SLTX_F_GE, fp_neg(1)}, {SLTX_F_REG, 1});
    tc->insn.op = OP_RET; /* 61 = 56 + 58 - 54 + 1 */
    FORGE(tc, "F_LT_bit", {SLTX_F_LT, fp_neg(1)}, {SLTX_F_REG, 1}, {SLTX_A_LO, 4}, {SLTX_LT, 1},
          {SLTX_X0, 0xffff}, {SLTX_X1, 0xffff});
    tc->insn.op = 112; /* 112 = 58 + 53 + 1: no op, but the sum is no bit either */
    FORGE(tc, "real_bit", {SLTX_F_GE, 1}, {SLTX_X0, 1});
}

static void test_forgeries(void **state)
{
    const struct table_case_exception except[] = {
        {"SA_bit", "implied by the lookup of the upper limb with its top bit"},
        {"SB_bit", "implied by the lookup of the upper limb with its top bit"},
    };
    struct table_case tc;
    (void)state;
    table_case_init(&tc, TABLE_SLTX);
    forge_comparison(&tc);
    forge_immediate(&tc);
    forge_flags(&tc);
    table_case_assert_covered(&tc, except, 2);
    table_case_fini(&tc);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_results),
        cmocka_unit_test(test_same_registers),
        cmocka_unit_test(test_forgeries),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
