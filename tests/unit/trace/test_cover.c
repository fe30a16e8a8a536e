/* Covering rows by instances: enough, descending, bounded, and no dearer than other covers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "proof/params.h"
#include "trace/cover.h"

static const struct air narrow = {.n_main = 10, .n_interactions = 6};
static const struct air wide = {.n_main = 60, .n_interactions = 40};

static uint64_t cost(const struct air *air, const uint8_t *logs, size_t n, uint64_t instructions)
{
    uint64_t c = 0;
    for (size_t i = 0; i < n; i++) {
        c += 10000 * ((uint64_t)(air->n_main + 3 * air_n_ext(air)) << logs[i]) +
             COVER_RATE * (8u * air->n_main + 24u * air_n_ext(air)) * instructions;
    }
    return c;
}

static void check(const struct air *air, uint64_t rows, uint64_t instructions)
{
    uint8_t logs[64];
    const size_t n = cover_rows(air, rows, instructions, logs, 64);
    uint64_t covered = 0;
    for (size_t i = 0; i < n; i++) {
        assert_in_range(logs[i], MIN_LOG_HEIGHT, cover_max_log(instructions));
        assert_true(i == 0 || logs[i] <= logs[i - 1]);
        assert_true(covered < rows); /* no instance without a row */
        covered += UINT64_C(1) << logs[i];
    }
    assert_true(covered >= rows);
    /* One power of two that holds all rows is a cover too, where it is allowed. */
    for (uint8_t log = MIN_LOG_HEIGHT; log <= cover_max_log(instructions); log++) {
        if (rows != 0 && UINT64_C(1) << log >= rows) {
            assert_true(cost(air, logs, n, instructions) <= cost(air, &log, 1, instructions));
            break;
        }
    }
}

static void test_covers(void **state)
{
    (void)state;
    const uint64_t rows[] = {0,    1,     7,     8,      9,      100,    4095,   4096,
                             4097, 65536, 65537, 100000, 131072, 131073, 200000, 1000000};
    const uint64_t instructions[] = {100, 65536, 1048576, 1048577, 4194304};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        for (size_t k = 0; k < sizeof instructions / sizeof instructions[0]; k++) {
            check(&narrow, rows[i], instructions[k]);
            check(&wide, rows[i], instructions[k]);
        }
    }
}

static void test_limits(void **state)
{
    (void)state;
    uint8_t logs[64];
    assert_int_equal(cover_rows(&narrow, 0, 1000, logs, 64), 0);
    assert_int_equal(cover_max_log(1u << 20), 17);
    assert_int_equal(cover_max_log(1u << 22), 19);
    assert_int_equal(cover_max_log(100), 16);
    assert_true(cover_max_log(UINT64_C(1) << 40) <= MAX_LOG_HEIGHT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_covers),
        cmocka_unit_test(test_limits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
