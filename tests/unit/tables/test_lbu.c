/*
 * Goal: LBU loads the byte at a + imm, and nothing else.
 * Method: random rows against plain C; a forgery for every check. test_memory.c has the exhaustive
 * model of how a word is cut.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "memory_case.h"
#include "tables/lbu.h"

#define AT(column) (*table_case_cell(&tc, (column)))

static void means_what_it_should(void **state)
{
    struct table_case tc;
    (void)state;
    table_case_init(&tc, TABLE_LBU);
    memory_case_sweep(&tc, OP_LBU, ROUNDS);
    table_case_fini(&tc);
}

static void every_check_has_teeth(void **state)
{
    const struct memory_case m = memory_case_of(OP_LBU, 0, UINT64_C(0x1122334455667788), 0);
    const struct memory_case zero = memory_case_of(OP_LBU, 0, 0, 0);
    struct table_case tc;
    (void)state;
    table_case_init(&tc, TABLE_LBU);
    memory_case_assert(&tc, &m);
    FORGE(&tc, "REAL_bit", {LBU_REAL, 2});
    FORGE(&tc, "PROG#2", {LBU_IMM, AT(LBU_IMM) + 1});
    FORGE(&tc, "RANGE#5", {LBU_PREV1, AT(LBU_CLK)});
    FORGE(&tc, "RANGE#8", {LBU_PREVM, AT(LBU_CLK) + 2});
    FORGE(&tc, "RANGE#11", {LBU_PREVD, AT(LBU_CLK) + 3});
    FORGE(&tc, "AND#12", {LBU_R, 0x7788}, {LBU_Q, 0});
    FORGE(&tc, "AND#12", {LBU_R, 0x188}, {LBU_Q, 0x76}, {LBU_Z, 0});
    FORGE(&tc, "RANGE#13", {LBU_R, 0x89}, {LBU_Z, 1}, {LBU_U, memory_absorb(0x5566)});
    FORGE(&tc, "word", {LBU_R, 0x89}, {LBU_Z, 1});
    FORGE(&tc, "word", {LBU_O0, 1});
    FORGE(&tc, "word", {LBU_O1, 1});
    FORGE(&tc, "word", {LBU_O2, 1});

    memory_case_assert(&tc, &zero); /* the offset alone is wrong: another cell, or none */
    FORGE(&tc, "O0_bit", {LBU_O0, 2});
    FORGE(&tc, "O1_bit", {LBU_O1, 4});
    FORGE(&tc, "O2_bit", {LBU_O2, memory_int(-2)});
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
