/* SHW: results against C's << and >> of words, and a forgery for every check. */
#include "register_case.h"
#include "tables/shw.h"

#define LIMB 0x10000

/* As the loader makes it of slliw and srliw. */
static struct insn shift(int left, uint32_t amount)
{
    const uint32_t w = left ? amount / 16 : (amount - 1) / 16;
    const uint32_t n = left ? amount % 16 : 16 * w + 16 - amount;
    struct insn in = table_case_insn(OP_SHW + (left ? 0u : 2u) + w, 5, 6, 0, INT64_C(1) << n);
    in.amount = (uint8_t)amount;
    return in;
}

static uint64_t meaning(const struct insn *in, uint64_t a, uint64_t b)
{
    const uint32_t x = (uint32_t)a, r = in->op < OP_SHW + 2 ? x << in->amount : x >> in->amount;
    (void)b;
    return (uint64_t)(int64_t)(int32_t)r;
}

static void test_results(void **state)
{
    struct table_case tc;
    (void)state;
    table_case_init(&tc, TABLE_SHW);
    table_case_assert_accepted(&tc); /* padding */
    for (uint32_t amount = 1; amount < 32; amount++) {
        const struct insn left = shift(1, amount), right = shift(0, amount);
        register_results(&tc, &left, 0, meaning, NULL, 500);
        register_results(&tc, &right, 0, meaning, NULL, 500);
    }
    table_case_fini(&tc);
}

static void settle(struct table_case *tc)
{
    register_settle(tc, SHW_O, "result");
}

static void test_forgeries(void **state)
{
    const struct insn left = shift(1, 3), right = shift(0, 3), far = shift(1, 19);
    struct table_case tc;
    (void)state;
    table_case_init(&tc, TABLE_SHW);

    register_fill(&tc, &left, meaning, 0x89abcdef, 0); /* u t v */
    FORGE(&tc, "PROG#2", {SHW_RS1, 8});
    FORGE(&tc, "PROG#2", {SHW_RD, 8});
    FORGE(&tc, "RANGE#5", {SHW_PREV1, 400});
    FORGE(&tc, "RANGE#8", {SHW_PREVD, 403});
    FORGE(&tc, "REAL_bit", {SHW_REAL, 2});
    FORGE(&tc, "result", {SHW_O, 0});
    FORGE(&tc, "MSB#11", {SHW_S, 1});
    register_add(&tc, SHW_U, 1);
    settle(&tc);
    register_forgery(&tc, "product");
    register_add(&tc, SHW_U, LIMB);
    register_add(&tc, SHW_T, -1);
    settle(&tc);
    register_forgery(&tc, "RANGE#9");
    register_add(&tc, SHW_T, LIMB);
    register_add(&tc, SHW_V, -1);
    settle(&tc);
    register_forgery(&tc, "MSB#11");
    register_add(&tc, SHW_U, 1);
    register_settle(&tc, SHW_V, "product");
    settle(&tc);
    register_forgery(&tc, "RANGE#10");

    /* left and far is op + 1; so is half to the right, with what is half of each */
    register_fill(&tc, &far, meaning, 5, 0);
    register_edit(&tc, SHW_FAR, 0);
    register_edit(&tc, SHW_RIGHT, fp_inv(2));
    register_edit(&tc, SHW_T, 0);
    register_edit(&tc, SHW_V, 0);
    register_settle(&tc, SHW_U, "product");
    settle(&tc);
    register_forgery(&tc, "RIGHT_bit");
    /* right is op + 2; so is twice far */
    register_fill(&tc, &right, meaning, 0, 0);
    register_edit(&tc, SHW_FAR, 2);
    register_edit(&tc, SHW_RIGHT, 0);
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
