/* POW: the fixed content, row by row, and the tuple that the bus is given. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "support/table_case.h"
#include "tables/pow.h"

static void test_content(void **state)
{
    fp columns[POW_N_FIXED << POW_LOG];
    const size_t n = (size_t)1 << POW_LOG;
    fp power = 1;
    (void)state;
    pow_fixed(columns, n);
    for (size_t k = 0; k < n; k++, power = k % 16 == 0 ? 1 : 2 * power) {
        assert_int_equal(columns[POW_K * n + k], k);
        assert_int_equal(columns[POW_N * n + k], power);
        assert_int_equal(columns[POW_N2 * n + k] * power, 0x10000);
        assert_int_equal(columns[POW_W * n + k], k >> 4);
    }
}

static void test_bus(void **state)
{
    fp t[AIR_MAX_TUPLE];
    struct table_case tc;
    (void)state;
    table_case_init(&tc, TABLE_POW);
    pow_entries(37, tc.cells);
    assert_int_equal(tc.air.n_fixed, POW_N_FIXED);
    assert_true(table_case_received(&tc, BUS_POW, 0, t));
    assert_true(t[0] == 37 && t[1] == 32 && t[2] == 2048 && t[3] == 2);
    table_case_fini(&tc);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_content),
        cmocka_unit_test(test_bus),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
