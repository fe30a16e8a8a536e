/* LG32: results against C's operators, its operands, and a forgery for every check. */
#include <stdio.h>

#include "register_case.h"
#include "tables/lg32.h"

#define M UINT64_C(0xffffffff)

static uint64_t meaning(const struct insn *in, uint64_t a, uint64_t b)
{
    return in->op == OP_AND ? a & b : in->op == OP_OR ? a | b : a ^ b;
}

static void test_results(void **state)
{
    struct table_case tc;
    (void)state;
    table_case_init(&tc, TABLE_LG32);
    table_case_assert_accepted(&tc); /* padding */
    for (uint32_t op = OP_AND; op <= OP_XOR; op++) {
        const struct insn in = table_case_insn(op, 5, 6, 7, 0);
        register_results(&tc, &in, 1, meaning, lg32_can, 6000);
    }
    table_case_fini(&tc);
}

static void test_operands(void **state)
{
    (void)state;
    assert_true(lg32_can(0, UINT64_MAX));
    assert_true(lg32_can(M, 0xffffffff00000000));
    assert_true(lg32_can(0x80000000, 0xffffffff80000000));
    assert_false(lg32_can(M + 1, 0));
    assert_false(lg32_can(0, M + 1));
    assert_false(lg32_can(0xfffffffeffffffff, 0));
    assert_false(lg32_can(0, 0x7fffffffffffffff));
}

static void settle(struct table_case *tc)
{
    register_settle(tc, LG32_O_LO, "result_lo");
    register_settle(tc, LG32_SR, "result_hi");
}

static void forge_bytes(struct table_case *tc)
{
    char name[TABLE_CASE_NAME];
    for (uint32_t i = 0; i < 4; i++) {
        (void)snprintf(name, sizeof name, "AND#%u", 12 + i);
        register_add(tc, LG32_R0 + i, 1);
        settle(tc);
        register_forgery(tc, name);
        register_edit(tc, LG32_B0 + i, 256); /* the next byte's, but no byte */
        settle(tc);
        register_forgery(tc, name);
    }
}

/* One flag is not a bit although all are 1 in sum: the others make up for it, in another op. */
static void forge_flags(struct table_case *tc)
{
    static const struct {
        const char *name;
        int f_and, f_or, f_xor;
    } forged[] = {
        {"F_AND_bit", -1, 1, 1},
        {"F_OR_bit", 1, -1, 1},
        {"F_XOR_bit", 1, 1, -1},
        {"real_bit", 1, 1, 0},
    };
    for (size_t i = 0; i < sizeof forged / sizeof *forged; i++) {
        const int op = OP_AND * forged[i].f_and + OP_OR * forged[i].f_or + OP_XOR * forged[i].f_xor;
        const struct insn in = table_case_insn((uint32_t)op, 5, 6, 7, 0);
        const struct event ev = table_case_event(0x1234, UINT64_MAX, 0x1234);
        table_case_fill(tc, &in, &ev);
        register_edit(tc, LG32_F_AND, table_signed(forged[i].f_and));
        register_edit(tc, LG32_F_OR, table_signed(forged[i].f_or));
        register_edit(tc, LG32_F_XOR, table_signed(forged[i].f_xor));
        settle(tc);
        register_forgery(tc, forged[i].name);
    }
}

static void test_forgeries(void **state)
{
    const struct insn and = table_case_insn(OP_AND, 5, 6, 7, 0);
    struct table_case tc;
    (void)state;
    table_case_init(&tc, TABLE_LG32);

    register_fill(&tc, &and, meaning, 0x01234567, 0xffffffff7654321f);
    FORGE(&tc, "PROG#2", {LG32_RS1, 8});
    FORGE(&tc, "PROG#2", {LG32_RS2, 8});
    FORGE(&tc, "PROG#2", {LG32_RD, 8});
    FORGE(&tc, "RANGE#5", {LG32_PREV1, 400});
    FORGE(&tc, "RANGE#8", {LG32_PREV2, 401});
    FORGE(&tc, "RANGE#11", {LG32_PREVD, 403});
    FORGE(&tc, "result_lo", {LG32_O_LO, 0});
    FORGE(&tc, "result_hi", {LG32_SR, 1});
    register_edit(&tc, LG32_F_AND, 0); /* and as xor */
    register_edit(&tc, LG32_F_XOR, 1);
    settle(&tc);
    register_forgery(&tc, "PROG#2");
    forge_bytes(&tc);
    /* upper halves that are neither 0 nor all ones: 2 M, and 7 = M sb for a fraction sb */
    register_edit(&tc, LG32_SA, 2);
    settle(&tc);
    register_forgery(&tc, "SA_bit");
    register_edit(&tc, LG32_SB, fp_mul(7, fp_inv(M)));
    settle(&tc);
    register_forgery(&tc, "SB_bit");

    forge_flags(&tc);
    table_case_assert_covered(&tc, NULL, 0);
    table_case_fini(&tc);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_results),
        cmocka_unit_test(test_operands),
        cmocka_unit_test(test_forgeries),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
