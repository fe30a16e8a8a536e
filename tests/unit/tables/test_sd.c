/*
 * Goal: SD stores rs2 to the cell at a + imm, and nothing else.
 * Method: random rows against plain C; a forgery for every check.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "memory_case.h"
#include "tables/sd.h"

#define AT(column) (*table_case_cell(&tc, (column)))

static void means_what_it_should(void **state)
{
    struct table_case tc;
    (void)state;
    table_case_init(&tc, TABLE_SD);
    memory_case_sweep(&tc, OP_SD, 4 * ROUNDS);
    table_case_fini(&tc);
}

static void every_check_has_teeth(void **state)
{
    const struct memory_case m =
        memory_case_of(OP_SD, 0, UINT64_C(0x1122334455667788), UINT64_C(0x99aabbccddeeff00));
    struct table_case tc;
    (void)state;
    table_case_init(&tc, TABLE_SD);
    memory_case_assert(&tc, &m);
    FORGE(&tc, "REAL_bit", {SD_REAL, 2});
    FORGE(&tc, "PROG#2", {SD_RS2, 12});
    FORGE(&tc, "PROG#2", {SD_IMM, AT(SD_IMM) + 8});
    FORGE(&tc, "RANGE#5", {SD_PREV1, AT(SD_CLK)});
    FORGE(&tc, "RANGE#8", {SD_PREV2, AT(SD_CLK) + 1});
    FORGE(&tc, "RANGE#11", {SD_PREVM, AT(SD_CLK) + 2});
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
