/*
 * Goal: IMAGE gives each cell once, with its value; padding gives nothing.
 * Method: rows written as the loader does, read back as tokens.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/table_case.h"
#include "tables/image.h"

static void gives_its_cells(void **state)
{
    struct table_case tc;
    uint64_t seed = 7;
    (void)state;
    table_case_init(&tc, TABLE_IMAGE);
    assert_int_equal(tc.air.n_fixed, image_rows.n_fixed);
    assert_int_equal(tc.air.n_main, image_rows.n_main);
    table_case_assert_accepted(&tc);
    assert_int_equal(table_case_n_sent(&tc, BUS_IMG), 0);
    for (unsigned i = 0; i < 1000; i++) {
        const uint32_t addr = (uint32_t)table_case_word(&seed) & ~7u;
        const uint64_t value = table_case_word(&seed);
        const fp expected[3] = {addr, (uint32_t)value, value >> 32};
        fp t[AIR_MAX_TUPLE];
        image_fixed_row(tc.cells, 1, addr, value);
        table_case_assert_accepted(&tc);
        assert_int_equal(table_case_n_sent(&tc, BUS_IMG), 1);
        assert_true(table_case_sent(&tc, BUS_IMG, 0, t));
        assert_memory_equal(t, expected, sizeof expected);
    }
    table_case_assert_covered(&tc, NULL, 0);
    table_case_fini(&tc);
}

static void rows_are_strided(void **state)
{
    fp columns[4 * 3] = {0};
    (void)state;
    image_fixed_row(columns + 1, 3, 0x1000, UINT64_C(0x500000004));
    assert_int_equal(columns[1], 0x1000);
    assert_int_equal(columns[4], 4);
    assert_int_equal(columns[7], 5);
    assert_int_equal(columns[10], 1);
    for (unsigned i = 0; i < 12; i++) {
        assert_true(i % 3 == 1 || columns[i] == 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gives_its_cells),
        cmocka_unit_test(rows_are_strided),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
