/*
 * Goal: REFRESH moves a token forward by 1 to 2^32 and changes nothing else.
 * Method: random and extreme gaps; a forgery for every check.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/table_case.h"
#include "tables/refresh.h"

static void moves_time_alone(void **state)
{
    struct table_case tc;
    uint64_t seed = 3;
    (void)state;
    table_case_init(&tc, TABLE_REFRESH);
    for (unsigned i = 0; i < 10000; i++) {
        const uint32_t prev = (uint32_t)(table_case_word(&seed) & 0x7fffffff);
        const uint32_t gap = (uint32_t)(table_case_word(&seed) & 0x7fffffff);
        const struct refresh_event ev = {.space = i & 1,
                                         .addr = (uint32_t)table_case_word(&seed),
                                         .prev = prev,
                                         .clk = prev + 1 + gap,
                                         .value = table_case_word(&seed)};
        table_case_fill(&tc, NULL, &ev);
        table_case_assert_accepted(&tc);
        table_case_assert_access(&tc, 0, ev.space, ev.addr, ev.prev, ev.clk, ev.value, ev.value);
    }
    table_case_clear(&tc);
    table_case_assert_accepted(&tc);
    assert_int_equal(table_case_n_sent(&tc, BUS_CELL), 0);
    table_case_fini(&tc);
}

static void every_check_has_teeth(void **state)
{
    const struct refresh_event ev = {1, 0x1000, 100, 0x20000, 7};
    struct table_case tc;
    (void)state;
    table_case_init(&tc, TABLE_REFRESH);
    table_case_fill(&tc, NULL, &ev);
    FORGE(&tc, "REAL_bit", {REFRESH_REAL, 2});
    FORGE(&tc, "RANGE#2", {REFRESH_D0, table_signed(-1)}, {REFRESH_D1, 0}); /* stands still */
    FORGE(&tc, "RANGE#3", {REFRESH_D1, table_signed(-1)});                  /* back in time */
    FORGE(&tc, "RANGE#3", {REFRESH_D1, 0x10000});                           /* beyond 2^32 */
    table_case_assert_covered(&tc, NULL, 0);
    table_case_fini(&tc);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moves_time_alone),
        cmocka_unit_test(every_check_has_teeth),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
