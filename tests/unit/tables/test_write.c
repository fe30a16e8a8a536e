/*
 * Goal: WRITE commits the bytes of a call, in order, each once, and ends where it should.
 * Method: calls byte by byte, each row's token taken by the next; a forgery for every check.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "memory_case.h"
#include "tables/write.h"

static const uint64_t memory[4] = {UINT64_C(0x0706050403020100), UINT64_C(0x0f0e0d0c0b0a0908),
                                   UINT64_C(0x1716151413121110), UINT64_C(0xfffefdfcfbfaf9f8)};

/* Byte i of a call that writes `len` bytes from `first`. */
static struct write_event byte_of(uint32_t first, uint32_t len, uint32_t i)
{
    const uint32_t ptr = first + i;
    return (struct write_event){.clk = 0x20000 + 4 * i,
                                .prevm = 0x20000 + 4 * i - 3,
                                .ptr = ptr,
                                .remaining = len - i,
                                .position = 100 + i,
                                .next_pc = 0x10004,
                                .cell = memory[ptr / 8 % 4]};
}

static void assert_byte(struct table_case *tc, const struct write_event *ev)
{
    const fp state[5] = {ev->clk, ev->ptr, ev->remaining, ev->position, ev->next_pc};
    const fp next[5] = {ev->clk + 4, ev->ptr + 1, ev->remaining - 1, ev->position + 1, ev->next_pc};
    fp t[AIR_MAX_TUPLE];
    table_case_fill(tc, NULL, ev);
    table_case_assert_accepted(tc);
    assert_true(table_case_received(tc, BUS_OUT, 0, t));
    assert_memory_equal(t, state, sizeof state);
    table_case_assert_access(tc, 0, 1, ev->ptr & ~7u, ev->prevm, ev->clk + 2, ev->cell, ev->cell);
    assert_true(table_case_sent(tc, BUS_COMMIT, 0, t));
    assert_int_equal(t[0], ev->position);
    assert_int_equal(t[1], ev->cell >> 8 * (ev->ptr % 8) & 0xff);
    assert_int_equal(table_case_n_sent(tc, BUS_OUT), ev->remaining > 1);
    assert_int_equal(table_case_n_sent(tc, BUS_EXEC), ev->remaining == 1);
    if (ev->remaining > 1) {
        assert_true(table_case_sent(tc, BUS_OUT, 0, t));
        assert_memory_equal(t, next, sizeof next);
    } else {
        assert_true(table_case_sent(tc, BUS_EXEC, 0, t));
        assert_true(t[0] == ev->next_pc && t[1] == ev->clk + 4);
    }
}

static void commits_each_byte(void **state)
{
    struct table_case tc;
    (void)state;
    table_case_init(&tc, TABLE_WRITE);
    for (uint32_t first = 0x2000; first < 0x2010; first++) {
        for (uint32_t len = 1; len < 20; len++) {
            for (uint32_t i = 0; i < len; i++) {
                const struct write_event ev = byte_of(first, len, i);
                assert_byte(&tc, &ev);
            }
        }
    }
    table_case_clear(&tc);
    table_case_assert_accepted(&tc);
    assert_int_equal(table_case_n_sent(&tc, BUS_COMMIT), 0);
    table_case_fini(&tc);
}

static void every_check_has_teeth(void **state)
{
    struct table_case tc;
    struct write_event ev = byte_of(0x2019, 2, 0);
    (void)state;
    table_case_init(&tc, TABLE_WRITE);
    assert_byte(&tc, &ev);                                /* 0xf9 of 0xfbfaf9f8 */
    FORGE(&tc, "last", {WRITE_MORE, 0}, {WRITE_LAST, 1}); /* cut short */
    FORGE(&tc, "RANGE#5", {WRITE_PREVM, ev.clk + 2});
    FORGE(&tc, "AND#6", {WRITE_R, 0}, {WRITE_Q, 0xf9f8}, {WRITE_Z, 0});
    FORGE(&tc, "RANGE#7", {WRITE_Q, 0xf9}, {WRITE_Z, 0xf9}, {WRITE_U, memory_absorb(0xfbfa)});
    FORGE(&tc, "word", {WRITE_R, 0xf8}, {WRITE_Z, 0xf8});
    FORGE(&tc, "word", {WRITE_O0, 0});

    ev.remaining = 1;
    ev.cell = 0;
    assert_byte(&tc, &ev);
    FORGE(&tc, "MORE_bit", {WRITE_MORE, memory_int(-1)});
    FORGE(&tc, "LAST_bit", {WRITE_MORE, 1}, {WRITE_LAST, memory_int(-1)});
    FORGE(&tc, "real_bit", {WRITE_MORE, 1}); /* the state doubled */
    FORGE(&tc, "O0_bit", {WRITE_O0, 2});
    FORGE(&tc, "O1_bit", {WRITE_O1, 2});
    FORGE(&tc, "O2_bit", {WRITE_O2, 2});
    table_case_assert_covered(&tc, NULL, 0);
    table_case_fini(&tc);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(commits_each_byte),
        cmocka_unit_test(every_check_has_teeth),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
