/* LGI: results against C's operators for all immediates, and a forgery for every check. */
#include "register_case.h"
#include "tables/lgi.h"

/* As the loader makes it of andi, ori, xori; `value` is the immediate itself. */
static struct insn immediate(uint32_t op, int64_t imm)
{
    const uint32_t upper = op == OP_ANDL ? imm < 0 : op == OP_ORL || imm >= 0 ? 1 : 2;
    struct insn in = table_case_insn(op, 5, 6, upper, imm & 0xffff);
    in.value = (uint64_t)imm;
    return in;
}

static uint64_t meaning(const struct insn *in, uint64_t a, uint64_t b)
{
    (void)b;
    return in->op == OP_ANDL ? a & in->value : in->op == OP_ORL ? a | in->value : a ^ in->value;
}

static void test_results(void **state)
{
    struct table_case tc;
    (void)state;
    table_case_init(&tc, TABLE_LGI);
    table_case_assert_accepted(&tc); /* padding */
    for (int64_t imm = -2048; imm < 2048; imm++) {
        for (uint32_t op = OP_ANDL; op <= OP_XORL; op++) {
            const struct insn in = immediate(op, imm);
            if (op != OP_ORL || imm >= 0) {
                const struct event ev = register_event(&in, meaning, 0xfedcba9876543210, 0);
                register_check(&tc, &in, 0, &ev);
            }
        }
    }
    const int64_t some[] = {-2048, -1, 1, 0x555, 2047};
    for (size_t i = 0; i < sizeof some / sizeof *some; i++) {
        for (uint32_t op = OP_ANDL; op <= OP_XORL; op++) {
            const struct insn in = immediate(op, some[i]);
            if (op != OP_ORL || some[i] >= 0) {
                register_results(&tc, &in, 0, meaning, NULL, 2000);
            }
        }
    }
    table_case_fini(&tc);
}

static void settle(struct table_case *tc)
{
    register_settle(tc, LGI_O_LO, "result_lo");
    register_settle(tc, LGI_O_HI, "result_hi");
}

/* Bits that are none, with the entries that they make of op and rs2. */
static void forge_bits(struct table_case *tc)
{
    static const struct {
        const char *name;
        int real, or, xor, neg;
    } forged[] = {
        {"REAL_bit", 2, 0, 0, 1},      {"OR_bit", 1, 2, 0, 0},  /* ori as xori of a negative */
        {"XOR_bit", 1, 0, -1, 1},      {"NEG_bit", 1, 0, 0, 2}, /* andi, twice the upper bits */
        {"one_operation", 1, 1, 1, 0},
    };
    for (size_t i = 0; i < sizeof forged / sizeof *forged; i++) {
        const int op = OP_ANDL + forged[i].or +2 * forged[i].xor ;
        struct insn in =
            table_case_insn((uint32_t)op, 5, 6,
                            (uint32_t)(forged[i].or +forged[i].xor +forged[i].neg), 0x123);
        const struct event ev = table_case_event(0xfedcba9876543210, 0, 0);
        table_case_fill(tc, &in, &ev);
        register_edit(tc, LGI_REAL, table_signed(forged[i].real));
        register_edit(tc, LGI_OR, table_signed(forged[i].or));
        register_edit(tc, LGI_XOR, table_signed(forged[i].xor));
        register_edit(tc, LGI_NEG, table_signed(forged[i].neg));
        settle(tc);
        register_forgery(tc, forged[i].name);
    }
}

static void test_forgeries(void **state)
{
    const struct insn and = immediate(OP_ANDL, 0x123), xor = immediate(OP_XORL, -2);
    struct table_case tc;
    (void)state;
    table_case_init(&tc, TABLE_LGI);

    register_fill(&tc, &and, meaning, 0x0123456789abcdef, 0);
    FORGE(&tc, "PROG#2", {LGI_RS1, 8});
    FORGE(&tc, "PROG#2", {LGI_RD, 8});
    FORGE(&tc, "RANGE#5", {LGI_PREV1, 400});
    FORGE(&tc, "RANGE#8", {LGI_PREVD, 403});
    FORGE(&tc, "result_lo", {LGI_O_LO, 0});
    FORGE(&tc, "result_hi", {LGI_O_HI, 1});
    register_edit(&tc, LGI_NEG, 1); /* the upper bits kept, not zero */
    settle(&tc);
    register_forgery(&tc, "PROG#2");
    register_add(&tc, LGI_Z0, 1);
    settle(&tc);
    register_forgery(&tc, "AND#9");
    register_edit(&tc, LGI_A0, 256);
    settle(&tc);
    register_forgery(&tc, "AND#9");
    register_add(&tc, LGI_Z1, 1);
    settle(&tc);
    register_forgery(&tc, "AND#10");

    register_fill(&tc, &xor, meaning, 0x0123456789abcdef, 0);
    register_edit(&tc, LGI_U, 0x10000);
    settle(&tc);
    register_forgery(&tc, "RANGE#11");

    forge_bits(&tc);
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
