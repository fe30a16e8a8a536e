/*
 * Goal: LB loads the byte at a + imm, sign-extended, and nothing else.
 * Method: random rows against plain C; a forgery for every check.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "memory_case.h"
#include "tables/lb.h"

#define AT(column) (*table_case_cell(&tc, (column)))

static void means_what_it_should(void **state)
{
    struct table_case tc;
    (void)state;
    table_case_init(&tc, TABLE_LB);
    memory_case_sweep(&tc, OP_LB, ROUNDS);
    table_case_fini(&tc);
}

static void every_check_has_teeth(void **state)
{
    const struct memory_case m = memory_case_of(OP_LB, 0, UINT64_C(0x1122334455667788), 0);
    const struct memory_case zero = memory_case_of(OP_LB, 0, 0, 0);
    struct table_case tc;
    (void)state;
    table_case_init(&tc, TABLE_LB);
    memory_case_assert(&tc, &m);
    FORGE(&tc, "REAL_bit", {LB_REAL, 2});
    FORGE(&tc, "PROG#2", {LB_IMM, AT(LB_IMM) + 1});
    FORGE(&tc, "RANGE#5", {LB_PREV1, AT(LB_CLK)});
    FORGE(&tc, "RANGE#8", {LB_PREVM, AT(LB_CLK) + 2});
    FORGE(&tc, "RANGE#11", {LB_PREVD, AT(LB_CLK) + 3});
    FORGE(&tc, "AND#12", {LB_S, 0}); /* -120 as 136 */
    FORGE(&tc, "AND#12", {LB_R, 0x188}, {LB_Q, 0x76}, {LB_S, 3});
    FORGE(&tc, "AND#13", {LB_Q, 0x177}, {LB_U, 0x5565});
    FORGE(&tc, "RANGE#14", {LB_R, 0x89}, {LB_U, memory_absorb(0x5566)});
    FORGE(&tc, "word", {LB_R, 0x89});
    FORGE(&tc, "word", {LB_O0, 1});

    memory_case_assert(&tc, &zero);
    FORGE(&tc, "O0_bit", {LB_O0, 2});
    FORGE(&tc, "O1_bit", {LB_O1, 4});
    FORGE(&tc, "O2_bit", {LB_O2, memory_int(-2)});
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
