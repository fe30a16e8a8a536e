/* JALR: targets and links, and a forgery for every check. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "support/table_case.h"
#include "tables/jalr.h"

static void check(struct table_case *tc, uint32_t rd, uint32_t rs1, uint32_t a, int64_t imm)
{
    struct insn in = table_case_insn(OP_JALR, rd, rs1, 0, imm);
    struct event ev = table_case_event(a, 0, TABLE_CASE_PC + 4);
    const uint64_t target = (a + (uint64_t)imm) & ~UINT64_C(1);
    in.next = 0;
    if (rd == rs1) {
        ev.prevd = ev.clk;
        ev.old_d = a;
    }
    table_case_fill(tc, &in, &ev);
    table_case_assert_accepted(tc);
    table_case_assert_step(tc, in.pc, ev.clk, target);
    table_case_assert_access(tc, 0, 0, rs1, ev.prev1, ev.clk, a, a);
    table_case_assert_access(tc, 1, 0, rd, ev.prevd, ev.clk + 3, ev.old_d, TABLE_CASE_PC + 4);
    assert_int_equal(table_case_n_sent(tc, BUS_CELL), 2);
}

static void test_results(void **state)
{
    uint64_t seed = 1;
    struct table_case tc;
    (void)state;
    table_case_init(&tc, TABLE_JALR);
    table_case_assert_accepted(&tc); /* padding */
    for (int64_t imm = -2048; imm < 2048; imm++) {
        check(&tc, 1, 6, 0x20000, imm);
        check(&tc, 6, 6, 0x20001, imm);
        check(&tc, 1, 0, 0xfffff000 - 2048, imm);
    }
    for (uint32_t i = 0; i < 5000; i++) {
        check(&tc, 1, 5, (uint32_t)table_case_random(&seed) | 0x1000,
              (int64_t)(table_case_random(&seed) & 0xfff) - 2048);
    }
    table_case_fini(&tc);
}

/* The row accepts either value of odd; the wrong one leads to what is no multiple of 4. */
static void test_odd(void **state)
{
    fp t[AIR_MAX_TUPLE];
    struct table_case tc;
    (void)state;
    table_case_init(&tc, TABLE_JALR);
    for (uint32_t a = 0x20000; a < 0x20004; a++) {
        check(&tc, 1, 6, a, 0);
        *table_case_cell(&tc, JALR_ODD) ^= 1;
        table_case_assert_accepted(&tc);
        assert_int_equal(table_case_sent(&tc, BUS_EXEC, 0, t), 1);
        assert_true(t[0] % 2 == 1);
    }
    table_case_fini(&tc);
}

static void test_forgeries(void **state)
{
    struct table_case tc;
    (void)state;
    table_case_init(&tc, TABLE_JALR);
    check(&tc, 1, 6, 0x20000, 8);
    FORGE(&tc, "PROG#2", {JALR_RS1, 8});
    FORGE(&tc, "PROG#2", {JALR_IMM, 4});
    FORGE(&tc, "PROG#2", {JALR_PC, 8});
    FORGE(&tc, "PROG#2", {JALR_RD, 8});
    FORGE(&tc, "RANGE#8", {JALR_PREVD, TABLE_CASE_CLK + 3});
    FORGE(&tc, "RANGE#5", {JALR_PREV1, TABLE_CASE_CLK});
    FORGE(&tc, "ODD_bit", {JALR_ODD, 4}); /* to another instruction */
    FORGE(&tc, "REAL_bit", {JALR_REAL, 2});
    table_case_assert_covered(&tc, NULL, 0);
    table_case_fini(&tc);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_results),
        cmocka_unit_test(test_odd),
        cmocka_unit_test(test_forgeries),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
