/* SHHI: results against C's << and >>, and a forgery for every check. */
#include "register_case.h"
#include "tables/shhi.h"

#define LIMB 0x10000

/* As the loader makes it of slli and srli by 32..63. */
static struct insn shift(int left, uint32_t amount)
{
    const uint32_t s = amount - 32, w = left || s == 0 ? s / 16 : (s - 1) / 16;
    const uint32_t n = left ? s % 16 : 16 * w + 16 - s;
    struct insn in = table_case_insn(OP_SHHI + (left ? 0u : 2u) + w, 5, 6, 0, INT64_C(1) << n);
    in.amount = (uint8_t)amount;
    return in;
}

static uint64_t meaning(const struct insn *in, uint64_t a, uint64_t b)
{
    (void)b;
    return in->op < OP_SHHI + 2 ? a << in->amount : a >> in->amount;
}

static void test_results(void **state)
{
    struct table_case tc;
    (void)state;
    table_case_init(&tc, TABLE_SHHI);
    table_case_assert_accepted(&tc); /* padding */
    for (uint32_t amount = 32; amount < 64; amount++) {
        const struct insn left = shift(1, amount), right = shift(0, amount);
        register_results(&tc, &left, 0, meaning, NULL, 500);
        register_results(&tc, &right, 0, meaning, NULL, 500);
    }
    table_case_fini(&tc);
}

static void settle(struct table_case *tc)
{
    register_settle(tc, SHHI_O_LO, "result_lo");
    register_settle(tc, SHHI_O_HI, "result_hi");
}

static void forge_pieces(struct table_case *tc)
{
    register_add(tc, SHHI_T0, LIMB);
    register_add(tc, SHHI_T1, -1);
    settle(tc);
    register_forgery(tc, "RANGE#9");
    register_add(tc, SHHI_T1, LIMB);
    register_add(tc, SHHI_T2, -1);
    settle(tc);
    register_forgery(tc, "RANGE#10");
    register_add(tc, SHHI_T0, 1);
    register_settle(tc, SHHI_T2, "product_left");
    settle(tc);
    register_forgery(tc, "RANGE#11");
}

static void test_forgeries(void **state)
{
    const struct insn left = shift(1, 35), right = shift(0, 35), far = shift(1, 51);
    struct table_case tc;
    (void)state;
    table_case_init(&tc, TABLE_SHHI);

    register_fill(&tc, &left, meaning, 0xf123456789abcdef, 0);
    FORGE(&tc, "PROG#2", {SHHI_RS1, 8});
    FORGE(&tc, "PROG#2", {SHHI_RD, 8});
    FORGE(&tc, "RANGE#5", {SHHI_PREV1, 400});
    FORGE(&tc, "RANGE#8", {SHHI_PREVD, 403});
    FORGE(&tc, "REAL_bit", {SHHI_REAL, 2});
    FORGE(&tc, "result_lo", {SHHI_O_LO, 1});
    FORGE(&tc, "result_hi", {SHHI_O_HI, 1});
    register_add(&tc, SHHI_T0, 1);
    settle(&tc);
    register_forgery(&tc, "product_left");
    register_edit(&tc, SHHI_FAR, 1);
    settle(&tc);
    register_forgery(&tc, "PROG#2");
    forge_pieces(&tc);

    register_fill(&tc, &right, meaning, 0xf123456789abcdef, 0);
    register_add(&tc, SHHI_T2, 1);
    settle(&tc);
    register_forgery(&tc, "product_right");

    /* left and far is op + 1; so is half to the right, of an operand with equal halves */
    register_fill(&tc, &far, meaning, 0x1234567812345678, 0);
    register_edit(&tc, SHHI_FAR, 0);
    register_edit(&tc, SHHI_RIGHT, fp_inv(2));
    settle(&tc);
    register_forgery(&tc, "RIGHT_bit");
    /* right is op + 2; so is twice far */
    register_fill(&tc, &right, meaning, 0x1234567812345678, 0);
    register_edit(&tc, SHHI_FAR, 2);
    register_edit(&tc, SHHI_RIGHT, 0);
    settle(&tc);
    register_forgery(&tc, "FAR_bit");

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
