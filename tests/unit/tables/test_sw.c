/*
 * Goal: SW stores rs2's lower word to the word at a + imm and leaves the other word as it is.
 * Method: random rows against plain C; a forgery for every check.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "memory_case.h"
#include "tables/sw.h"

#define AT(column) (*table_case_cell(&tc, (column)))

static void means_what_it_should(void **state)
{
    struct table_case tc;
    (void)state;
    table_case_init(&tc, TABLE_SW);
    memory_case_sweep(&tc, OP_SW, 2 * ROUNDS);
    table_case_fini(&tc);
}

static void every_check_has_teeth(void **state)
{
    struct table_case tc;
    (void)state;
    table_case_init(&tc, TABLE_SW);
    for (unsigned offset = 0; offset < 8; offset += 4) {
        const struct memory_case m = memory_case_of(OP_SW, offset, UINT64_C(0x1122334455667788),
                                                    UINT64_C(0x99aabbccddeeff00));
        memory_case_assert(&tc, &m);
        FORGE(&tc, "lower_after", {SW_N_LO, AT(SW_N_LO) + 1});
        FORGE(&tc, "upper_after", {SW_N_HI, AT(SW_N_HI) + 1});
    }
    FORGE(&tc, "REAL_bit", {SW_REAL, 2});
    FORGE(&tc, "PROG#2", {SW_RS2, 12});
    FORGE(&tc, "RANGE#5", {SW_PREV1, AT(SW_CLK)});
    FORGE(&tc, "RANGE#8", {SW_PREV2, AT(SW_CLK) + 1});
    FORGE(&tc, "RANGE#11", {SW_PREVM, AT(SW_CLK) + 2});

    const struct memory_case zero = memory_case_of(OP_SW, 0, 0, 0);
    memory_case_assert(&tc, &zero);
    FORGE(&tc, "O2_bit", {SW_O2, memory_int(-1)}); /* an address 8 further */
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
