/* T16: the fixed content, row by row, and what each bus is given. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "support/table_case.h"
#include "tables/t16.h"

static void test_content(void **state)
{
    static fp columns[T16_N_FIXED << T16_LOG];
    const size_t n = (size_t)1 << T16_LOG;
    (void)state;
    t16_fixed(columns, n);
    for (size_t v = 0; v < n; v++) {
        assert_int_equal(columns[T16_V * n + v], v);
        assert_int_equal(columns[T16_MSB * n + v], (int16_t)(uint16_t)v < 0);
        assert_int_equal(columns[T16_X * n + v] + 256 * columns[T16_Y * n + v], v);
        assert_true(columns[T16_X * n + v] < 256);
        assert_int_equal(columns[T16_Z * n + v], columns[T16_X * n + v] & columns[T16_Y * n + v]);
    }
}

static void test_buses(void **state)
{
    fp t[AIR_MAX_TUPLE];
    struct table_case tc;
    (void)state;
    table_case_init(&tc, TABLE_T16);
    const fp fixed[T16_N_FIXED] = {0x8103, 1, 3, 0x81, 1};
    memcpy(tc.cells, fixed, sizeof fixed);
    assert_int_equal(tc.air.n_fixed, T16_N_FIXED);
    assert_int_equal(tc.air.n_interactions, 3);
    assert_true(table_case_received(&tc, BUS_RANGE, 0, t) && t[0] == 0x8103);
    assert_true(table_case_received(&tc, BUS_MSB, 0, t) && t[0] == 0x8103 && t[1] == 1);
    assert_true(table_case_received(&tc, BUS_AND, 0, t) && t[0] == 3 && t[1] == 0x81 && t[2] == 1);
    *table_case_cell(&tc, T16_M_MSB - T16_N_FIXED) = 5; /* each bus has its own counter */
    assert_true(table_case_accepts(&tc, NULL, NULL));
    assert_true(tc.mult[0] == 0 && tc.mult[1] == 5 && tc.mult[2] == 0);
    table_case_fini(&tc);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_content),
        cmocka_unit_test(test_buses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
