/*
 * Goal: ECALL makes the three calls that can be proven, sends the state on the right bus, and
 * nothing else.
 * Method: random calls with their tokens; a forgery for every check.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/table_case.h"
#include "tables/ecall.h"

#define AT(column) (*table_case_cell(&tc, (column)))

static const struct insn insn = {.pc = 0x10000, .next = 0x10004, .op = OP_ECALL};

static struct ecall_event call(uint64_t a7, uint64_t a0, uint64_t a1, uint64_t a2,
                               uint64_t position)
{
    struct ecall_event ev = {.clk = 0x20000, .value = {a7, a0, a1, a2, position}};
    for (uint32_t i = 0; i < 5; i++) {
        ev.prev[i] = ev.clk - 1 - i;
    }
    ev.result = a2;
    return ev;
}

static void assert_call(struct table_case *tc, const struct ecall_event *ev, const char *name)
{
    fp t[AIR_MAX_TUPLE];
    table_case_fill(tc, &insn, ev);
    table_case_assert_accepted(tc);
    assert_true(table_case_received(tc, BUS_EXEC, 0, t));
    assert_true(t[0] == insn.pc && t[1] == ev->clk);
    assert_int_equal(table_case_n_sent(tc, BUS_EXEC), *name == 'p' || *name == '0');
    assert_int_equal(table_case_n_sent(tc, BUS_HALT), *name == 'e');
    assert_int_equal(table_case_n_sent(tc, BUS_OUT), *name == 'w');
    table_case_assert_access(tc, 0, 0, 17, ev->prev[0], ev->clk, ev->value[0], ev->value[0]);
}

static void exits(void **state)
{
    struct table_case tc;
    fp t[AIR_MAX_TUPLE];
    uint64_t seed = 1;
    (void)state;
    table_case_init(&tc, TABLE_ECALL);
    for (unsigned i = 0; i < 1000; i++) {
        const struct ecall_event ev =
            call(93, table_case_word(&seed), table_case_word(&seed), table_case_word(&seed), i);
        assert_call(&tc, &ev, "exit");
        table_case_assert_access(&tc, 1, 0, 10, ev.prev[1], ev.clk + 1, ev.value[1], ev.value[1]);
        assert_int_equal(table_case_n_sent(&tc, BUS_CELL), 2);
        assert_true(table_case_sent(&tc, BUS_HALT, 0, t));
        assert_true(t[0] == ev.clk && (t[1] | t[2] << 32) == ev.value[1]);
    }
    table_case_fini(&tc);
}

static void assert_write(struct table_case *tc, const struct ecall_event *ev)
{
    const uint64_t a1 = ev->value[2], a2 = ev->value[3], position = ev->value[4];
    assert_call(tc, ev, a2 == 0 ? "0" : "write");
    table_case_assert_access(tc, 1, 0, 11, ev->prev[2], ev->clk + 1, a1, a1);
    table_case_assert_access(tc, 2, 0, 12, ev->prev[3], ev->clk + 2, a2, a2);
    table_case_assert_access(tc, 3, 0, 10, ev->prev[1], ev->clk + 3, 1, a2);
    table_case_assert_access(tc, 4, 0, REG_POSITION, ev->prev[4], ev->clk + 3, position,
                             position + a2);
    assert_int_equal(table_case_n_sent(tc, BUS_CELL), 5);
}

static void writes(void **state)
{
    struct table_case tc;
    fp t[AIR_MAX_TUPLE];
    uint64_t seed = 2;
    (void)state;
    table_case_init(&tc, TABLE_ECALL);
    for (unsigned i = 0; i < 1000; i++) {
        const uint64_t len = 1 + (table_case_random(&seed) & 0xffffff);
        const struct ecall_event ev = call(64, 1, table_case_word(&seed) & 0xffffffff, len,
                                           table_case_word(&seed) & 0xffffff);
        assert_write(&tc, &ev);
        assert_true(table_case_sent(&tc, BUS_OUT, 0, t));
        assert_true(t[0] == ev.clk + 4 && t[1] == ev.value[2] && t[2] == len);
        assert_true(t[3] == ev.value[4] && t[4] == insn.pc + 4);
    }
    for (unsigned i = 0; i < 1000; i++) { /* no byte: the pointer may be anything */
        const struct ecall_event ev = call(64, 1, table_case_word(&seed), 0, i);
        assert_write(&tc, &ev);
        assert_true(table_case_sent(&tc, BUS_EXEC, 0, t));
        assert_true(t[0] == insn.pc + 4 && t[1] == ev.clk + 4);
    }
    table_case_fini(&tc);
}

static void prints_and_pads(void **state)
{
    const struct ecall_event ev = call(1, 5, 6, 7, 8);
    struct table_case tc;
    (void)state;
    table_case_init(&tc, TABLE_ECALL);
    assert_call(&tc, &ev, "print");
    table_case_assert_step(&tc, insn.pc, ev.clk, insn.pc + 4);
    assert_int_equal(table_case_n_sent(&tc, BUS_CELL), 1);
    table_case_clear(&tc);
    table_case_assert_accepted(&tc);
    assert_int_equal(table_case_n_sent(&tc, BUS_CELL), 0);
    table_case_fini(&tc);
}

/* Panic and unknown numbers: the row that the filler makes of them claims another a7. */
static void other_calls_fit_no_row(void **state)
{
    static const uint64_t numbers[] = {0, 2, 63, 65, 92, 94, 157, UINT64_C(0x10000005d)};
    struct table_case tc;
    (void)state;
    table_case_init(&tc, TABLE_ECALL);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        const struct ecall_event ev = call(numbers[i], 1, 2, 3, 4);
        fp t[AIR_MAX_TUPLE];
        table_case_fill(&tc, &insn, &ev);
        for (unsigned flag = ECALL_EXIT; flag <= ECALL_PRINT; flag++) {
            for (unsigned other = ECALL_EXIT; other <= ECALL_PRINT; other++) {
                AT(other) = flag == other;
            }
            assert_true(table_case_received(&tc, BUS_CELL, 0, t));
            assert_true(t[1] == 17 && (t[3] | t[4] << 32) != numbers[i]);
        }
    }
    table_case_fini(&tc);
}

static void every_check_has_teeth(void **state)
{
    const fp minus_one = table_signed(-1);
    struct table_case tc;
    struct ecall_event ev = call(93, 0, 0, 0, 0);
    (void)state;
    table_case_init(&tc, TABLE_ECALL);
    table_case_fill(&tc, &insn, &ev);
    FORGE(&tc, "EXIT_bit", {ECALL_EXIT, minus_one}, {ECALL_PRINT, 1});
    FORGE(&tc, "real_bit", {ECALL_PRINT, 1}); /* the run ends and goes on */
    FORGE(&tc, "PROG#1", {ECALL_PC, 0x20000});
    FORGE(&tc, "RANGE#4", {ECALL_PREV7, ev.clk});
    FORGE(&tc, "RANGE#7", {ECALL_PREVX, ev.clk + 1});

    ev = call(64, 1, 0x1000, 8, 0);
    table_case_fill(&tc, &insn, &ev);
    FORGE(&tc, "WRITE_bit", {ECALL_WRITE, minus_one}, {ECALL_PRINT, 1});
    FORGE(&tc, "RANGE#10", {ECALL_PREV2, ev.clk + 2});
    FORGE(&tc, "RANGE#13", {ECALL_PREV0, ev.clk + 3});
    FORGE(&tc, "RANGE#16", {ECALL_PREVP, ev.clk + 3});
    FORGE(&tc, "pointer_upper", {ECALL_X_HI, 1});
    FORGE(&tc, "empty_length", {ECALL_WRITE, 0}, {ECALL_EMPTY, 1}); /* 8 bytes not written */

    ev = call(64, 1, 0x1000, 0, 0);
    table_case_fill(&tc, &insn, &ev);
    FORGE(&tc, "EMPTY_bit", {ECALL_EMPTY, minus_one}, {ECALL_PRINT, 1});
    FORGE(&tc, "PRINT_bit", {ECALL_PRINT, minus_one});
    table_case_assert_covered(&tc, NULL, 0);
    table_case_fini(&tc);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exits),
        cmocka_unit_test(writes),
        cmocka_unit_test(prints_and_pads),
        cmocka_unit_test(other_calls_fit_no_row),
        cmocka_unit_test(every_check_has_teeth),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
