/*
 * Goal: LD loads the cell at a + imm and nothing else.
 * Method: random rows against plain C; a forgery for every check.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "memory_case.h"
#include "tables/ld.h"

#define AT(column) (*table_case_cell(&tc, (column)))

static void means_what_it_should(void **state)
{
    struct table_case tc;
    (void)state;
    table_case_init(&tc, TABLE_LD);
    memory_case_sweep(&tc, OP_LD, 4 * ROUNDS);
    table_case_fini(&tc);
}

static void every_check_has_teeth(void **state)
{
    const struct memory_case m = memory_case_of(OP_LD, 0, UINT64_C(0x1122334455667788), 0);
    struct table_case tc;
    (void)state;
    table_case_init(&tc, TABLE_LD);
    memory_case_assert(&tc, &m);
    FORGE(&tc, "REAL_bit", {LD_REAL, 2});
    FORGE(&tc, "PROG#2", {LD_IMM, AT(LD_IMM) + 8});
    FORGE(&tc, "PROG#2", {LD_RD, 12});
    FORGE(&tc, "PROG#2", {LD_RS1, 12});
    FORGE(&tc, "RANGE#5", {LD_PREV1, AT(LD_CLK)});
    FORGE(&tc, "RANGE#8", {LD_PREVM, AT(LD_CLK) + 2});
    FORGE(&tc, "RANGE#8", {LD_PREVM, AT(LD_CLK) + 1 - 0x10000});
    FORGE(&tc, "RANGE#11", {LD_PREVD, AT(LD_CLK) + 3});
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
