/* SHLO: results against C's << and >>, and a forgery for every check. */
#include "register_case.h"
#include "tables/shlo.h"

#define LIMB 0x10000

/* As the loader makes it of slli and srli. */
static struct insn shift(int left, uint32_t amount)
{
    const uint32_t w = left ? amount / 16 : (amount - 1) / 16;
    const uint32_t n = left ? amount % 16 : 16 * w + 16 - amount;
    struct insn in = table_case_insn(OP_SHLO + (left ? 0u : 2u) + w, 5, 6, 0, INT64_C(1) << n);
    in.amount = (uint8_t)amount;
    return in;
}

static uint64_t meaning(const struct insn *in, uint64_t a, uint64_t b)
{
    (void)b;
    return in->op < OP_SHLO + 2 ? a << in->amount : a >> in->amount;
}

static void test_results(void **state)
{
    struct table_case tc;
    (void)state;
    table_case_init(&tc, TABLE_SHLO);
    table_case_assert_accepted(&tc); /* padding */
    for (uint32_t amount = 1; amount < 32; amount++) {
        const struct insn left = shift(1, amount), right = shift(0, amount);
        register_results(&tc, &left, 0, meaning, NULL, 500);
        register_results(&tc, &right, 0, meaning, NULL, 500);
    }
    table_case_fini(&tc);
}

/* One flag is not a bit although all are 1 in sum: the others make up for it, in another op. */
static void forge_flags(struct table_case *tc)
{
    static const struct {
        const char *name;
        int flag[4];
    } forged[] = {
        {"LEFT0_bit", {-1, 1, 1, 0}},  {"LEFT1_bit", {1, -1, 1, 0}}, {"RIGHT0_bit", {0, 1, -1, 1}},
        {"RIGHT1_bit", {0, 1, 1, -1}}, {"real_bit", {1, 1, 0, 0}},
    };
    for (size_t i = 0; i < sizeof forged / sizeof *forged; i++) {
        const int *f = forged[i].flag;
        const int op = OP_SHLO + f[1] + 2 * f[2] + 3 * f[3];
        const struct insn in = table_case_insn((uint32_t)op, 5, 6, 0, 8);
        const struct event ev = table_case_event(0x1234, 0, 0);
        table_case_fill(tc, &in, &ev);
        for (uint32_t j = 0; j < 4; j++) {
            register_edit(tc, SHLO_LEFT0 + j, table_signed(f[j]));
        }
        register_forgery(tc, forged[i].name);
    }
}

static void test_forgeries(void **state)
{
    const struct insn by_3 = shift(1, 3), by_16 = shift(1, 16);
    struct table_case tc;
    (void)state;
    table_case_init(&tc, TABLE_SHLO);

    register_fill(&tc, &by_3, meaning, 0xf123456789abcdef, 0);
    FORGE(&tc, "PROG#2", {SHLO_RS1, 8});
    FORGE(&tc, "PROG#2", {SHLO_RD, 8});
    FORGE(&tc, "PROG#2", {SHLO_LEFT0, 0}, {SHLO_RIGHT0, 1});
    FORGE(&tc, "RANGE#5", {SHLO_PREV1, 400});
    FORGE(&tc, "RANGE#7", {SHLO_PREVD, 403});
    FORGE(&tc, "product_lo", {SHLO_S0, 0});
    FORGE(&tc, "product_hi", {SHLO_S2, 0});
    /* pieces that are no limbs: 5 << 3 = (40, 0) is also (40 + 2^16, 2^32 - 1) */
    for (uint32_t i = 0; i < 4; i++) {
        static const char *const names[] = {"RANGE#8", "RANGE#9", "RANGE#10", "RANGE#11"};
        register_add(&tc, SHLO_S0 + i, LIMB);
        if (i == 1) {
            register_add(&tc, SHLO_C, -1);
            register_add(&tc, SHLO_S2, -1);
        } else {
            register_add(&tc, SHLO_S1 + i, -1);
        }
        register_forgery(&tc, names[i]);
    }
    register_add(&tc, SHLO_S2, 1);
    register_settle(&tc, SHLO_S4, "product_hi");
    register_forgery(&tc, "RANGE#12");
    /* (2^32 - 1) 1 = 0 + 2^32 2^32 mod p */
    register_fill(&tc, &by_16, meaning, 0xffffffff, 0);
    FORGE(&tc, "RANGE#13", {SHLO_S0, 0}, {SHLO_S1, 0}, {SHLO_C, UINT64_C(1) << 32}, {SHLO_S4, 1});

    forge_flags(&tc);
    /* a product by another power than the program's */
    register_fill(&tc, &by_3, meaning, 5, 0);
    FORGE(&tc, "PROG#2", {SHLO_N, 16}, {SHLO_S0, 80});
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
