/*
 * Goal: LH loads the half at a + imm, sign-extended for lh, and nothing else.
 * Method: random rows against plain C; a forgery for every check.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "memory_case.h"
#include "tables/lh.h"

#define AT(column) (*table_case_cell(&tc, (column)))

static void means_what_it_should(void **state)
{
    struct table_case tc;
    (void)state;
    table_case_init(&tc, TABLE_LH);
    memory_case_sweep(&tc, OP_LH, ROUNDS);
    memory_case_sweep(&tc, OP_LHU, ROUNDS);
    table_case_fini(&tc);
}

static void every_check_has_teeth(void **state)
{
    const struct memory_case m = memory_case_of(OP_LH, 0, UINT64_C(0x1122334455669788), 0);
    const struct memory_case lhu = memory_case_of(OP_LHU, 0, UINT64_C(0x1122334455669788), 0);
    const struct memory_case zero = memory_case_of(OP_LHU, 0, 0, 0);
    struct table_case tc;
    (void)state;
    table_case_init(&tc, TABLE_LH);
    memory_case_assert(&tc, &m);
    FORGE(&tc, "PROG#2", {LH_LH, 0}, {LH_LHU, 1}, {LH_S, 0});
    FORGE(&tc, "RANGE#5", {LH_PREV1, AT(LH_CLK)});
    FORGE(&tc, "RANGE#8", {LH_PREVM, AT(LH_CLK) + 2});
    FORGE(&tc, "RANGE#11", {LH_PREVD, AT(LH_CLK) + 3});
    FORGE(&tc, "MSB#12", {LH_T, 0}, {LH_S, 0});
    FORGE(&tc, "MSB#12", {LH_H, 0x55669788}, {LH_U, 0});
    FORGE(&tc, "RANGE#13", {LH_H, 0x9789}, {LH_U, memory_absorb(0x5566)});
    FORGE(&tc, "sign", {LH_S, 0});
    FORGE(&tc, "word", {LH_H, 0x9789});
    FORGE(&tc, "word", {LH_O1, 1});
    FORGE(&tc, "word", {LH_O2, 1});
    memory_case_assert(&tc, &lhu);
    FORGE(&tc, "sign", {LH_S, 1});

    memory_case_assert(&tc, &zero);
    FORGE(&tc, "LH_bit", {LH_LH, memory_int(-1)}, {LH_LHU, 1});
    FORGE(&tc, "LHU_bit", {LH_LH, 1}, {LH_LHU, memory_int(-1)});
    FORGE(&tc, "O1_bit", {LH_O1, 4});
    FORGE(&tc, "O2_bit", {LH_O2, 2});
    tc.insn.op = OP_LH + OP_LHU;
    FORGE(&tc, "real_bit", {LH_LH, 1});
    table_case_assert_covered(&tc, NULL, 0);
    table_case_fini(&tc);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(means_what_it_should),
        cmocka_unit_test(every_check_has_teeth),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
