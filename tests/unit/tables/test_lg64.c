/* LG64: results against C's operators, and a forgery for every check. */
#include <stdio.h>

#include "register_case.h"
#include "tables/lg64.h"

static uint64_t meaning(const struct insn *in, uint64_t a, uint64_t b)
{
    switch (in->op) {
    case OP_AND:
        return a & b;
    case OP_OR:
        return a | b;
    case OP_XOR:
        return a ^ b;
    default:
        return a | (uint64_t)in->imm;
    }
}

static void test_results(void **state)
{
    const int64_t imms[] = {-1, -2, -1024, -2047, -2048};
    struct table_case tc;
    (void)state;
    table_case_init(&tc, TABLE_LG64);
    table_case_assert_accepted(&tc); /* padding */
    for (uint32_t op = OP_AND; op <= OP_XOR; op++) {
        const struct insn in = table_case_insn(op, 5, 6, 7, 0);
        register_results(&tc, &in, 1, meaning, NULL, 3000);
    }
    for (size_t i = 0; i < sizeof imms / sizeof *imms; i++) {
        const struct insn in = table_case_insn(OP_ORI, 5, 6, 0, imms[i]);
        register_results(&tc, &in, 0, meaning, NULL, 1000);
    }
    table_case_fini(&tc);
}

static void settle(struct table_case *tc)
{
    register_settle(tc, LG64_O_LO, "result_lo");
    register_settle(tc, LG64_O_HI, "result_hi");
}

static void forge_bytes(struct table_case *tc)
{
    char name[TABLE_CASE_NAME];
    for (uint32_t i = 0; i < 8; i++) {
        (void)snprintf(name, sizeof name, "AND#%u", 12 + i);
        register_add(tc, LG64_R0 + i, 1);
        settle(tc);
        register_forgery(tc, name);
        register_edit(tc, LG64_A0 + i, 256); /* the next byte's, but no byte */
        settle(tc);
        register_forgery(tc, name);
    }
}

/* One flag is not a bit although all are 1 in sum: the others make up for it, in another op. */
static void forge_flags(struct table_case *tc)
{
    static const struct {
        const char *name;
        int f_and, f_or, f_xor, f_ori;
    } forged[] = {
        {"F_AND_bit", -1, 1, 1, 0}, {"F_OR_bit", 1, -1, 1, 0}, {"F_XOR_bit", 1, 1, -1, 0},
        {"F_ORI_bit", 1, 1, 0, -1}, {"real_bit", 1, 1, 0, 0},  {"real_bit", 1, 0, 0, 1},
    };
    for (size_t i = 0; i < sizeof forged / sizeof *forged; i++) {
        const int op = OP_AND * forged[i].f_and + OP_OR * forged[i].f_or +
                       OP_XOR * forged[i].f_xor + OP_ORI * forged[i].f_ori;
        const struct insn in =
            table_case_insn((uint32_t)op, 5, 6, 7, forged[i].f_ori != 0 ? -1 : 0);
        const struct event ev = table_case_event(0x1234, UINT64_MAX, 0x1234);
        table_case_fill(tc, &in, &ev);
        register_edit(tc, LG64_F_AND, table_signed(forged[i].f_and));
        register_edit(tc, LG64_F_OR, table_signed(forged[i].f_or));
        register_edit(tc, LG64_F_XOR, table_signed(forged[i].f_xor));
        register_edit(tc, LG64_F_ORI, table_signed(forged[i].f_ori));
        settle(tc);
        register_forgery(tc, forged[i].name);
    }
}

static void test_forgeries(void **state)
{
    const struct insn and = table_case_insn(OP_AND, 5, 6, 7, 0);
    const struct insn ori = table_case_insn(OP_ORI, 5, 6, 0, -2);
    struct table_case tc;
    (void)state;
    table_case_init(&tc, TABLE_LG64);

    register_fill(&tc, &and, meaning, 0x0123456789abcdef, 0xfedcba987654321f);
    FORGE(&tc, "PROG#2", {LG64_RS1, 8});
    FORGE(&tc, "PROG#2", {LG64_RS2, 8});
    FORGE(&tc, "PROG#2", {LG64_RD, 8});
    FORGE(&tc, "PROG#2", {LG64_IMM, 8});
    FORGE(&tc, "RANGE#5", {LG64_PREV1, 400});
    FORGE(&tc, "RANGE#8", {LG64_PREV2, 401});
    FORGE(&tc, "RANGE#11", {LG64_PREVD, 403});
    FORGE(&tc, "result_lo", {LG64_O_LO, 0});
    FORGE(&tc, "result_hi", {LG64_O_HI, 1});
    register_edit(&tc, LG64_F_AND, 0); /* and as or */
    register_edit(&tc, LG64_F_OR, 1);
    settle(&tc);
    register_forgery(&tc, "PROG#2");
    forge_bytes(&tc);

    /* imm = -2 is (2^32 - 2, 2^32 - 1); b_lo + 2^32 b_hi = imm mod p has (2^32 - 1, 2^32 - 2), too
     */
    register_fill(&tc, &ori, meaning, 0, 0);
    register_add(&tc, LG64_B0, 1);
    settle(&tc);
    register_forgery(&tc, "imm_lo");
    register_add(&tc, LG64_B4, -1);
    settle(&tc);
    register_forgery(&tc, "imm_hi");

    forge_flags(&tc);
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
