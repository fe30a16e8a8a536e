/*
 * Goal: BOUND ties a cell's first and last token of an epoch to the world, from earlier epochs
 * only. Method: random rows under every kind of label; a forgery for every check; all small worlds.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/table_case.h"
#include "tables/bound.h"

static void assert_token(struct table_case *tc, enum bus bus, int sends, const fp *expected,
                         size_t n)
{
    fp t[AIR_MAX_TUPLE];
    assert_true(sends ? table_case_sent(tc, bus, 0, t) : table_case_received(tc, bus, 0, t));
    assert_memory_equal(t, expected, n * sizeof *t);
}

static void ties_the_ends(void **state)
{
    struct table_case tc;
    uint64_t seed = 4;
    (void)state;
    table_case_init(&tc, TABLE_BOUND);
    for (unsigned i = 0; i < 10000; i++) {
        const uint32_t label = 1 + (uint32_t)(table_case_random(&seed) % 1024);
        const uint64_t init = table_case_word(&seed), fin = table_case_word(&seed);
        const struct bound_event ev = {.addr = (uint32_t)table_case_word(&seed) & ~7u,
                                       .init_clk = (uint32_t)table_case_word(&seed),
                                       .fin_clk = (uint32_t)table_case_word(&seed),
                                       .writer = (uint32_t)(table_case_random(&seed) % label),
                                       .init = init,
                                       .fin = fin};
        const fp init_lo = (uint32_t)init, init_hi = init >> 32;
        const fp fin_lo = (uint32_t)fin, fin_hi = fin >> 32;
        tc.params[0] = label;
        table_case_fill(&tc, NULL, &ev);
        table_case_assert_accepted(&tc);
        assert_token(&tc, BUS_CELL, 1, (const fp[]){1, ev.addr, ev.init_clk, init_lo, init_hi}, 5);
        assert_token(&tc, BUS_CELL, 0, (const fp[]){1, ev.addr, ev.fin_clk, fin_lo, fin_hi}, 5);
        assert_token(&tc, BUS_WORLD, 0, (const fp[]){ev.addr, ev.writer, init_lo, init_hi}, 4);
        assert_token(&tc, BUS_WORLD, 1, (const fp[]){ev.addr, label, fin_lo, fin_hi}, 4);
    }
    table_case_clear(&tc);
    table_case_assert_accepted(&tc);
    assert_int_equal(table_case_n_sent(&tc, BUS_WORLD), 0);
    table_case_fini(&tc);
}

static void every_check_has_teeth(void **state)
{
    const struct bound_event ev = {0x1000, 3, 9, 4, 7, 8};
    struct table_case tc;
    (void)state;
    table_case_init(&tc, TABLE_BOUND);
    tc.params[0] = 5;
    table_case_fill(&tc, NULL, &ev);
    table_case_assert_accepted(&tc);
    FORGE(&tc, "REAL_bit", {BOUND_REAL, 2});
    FORGE(&tc, "RANGE#4", {BOUND_WRITER, 5}); /* takes what it gives */
    FORGE(&tc, "RANGE#4", {BOUND_WRITER, 7}); /* reads the future */
    table_case_assert_covered(&tc, NULL, 0);
    table_case_fini(&tc);
}

/* The argument of bound.c on one cell, exhaustively: rows with labels 1..4, at most two a label,
 * each taking from a smaller label or 0, genesis giving 0 once and taking anything. If what is
 * given equals what is taken, each label has at most one row and takes from the one before. */
#define LABELS 4

struct world {
    unsigned rows[LABELS + 1]; /* of each label */
    unsigned taken[LABELS + 1];
    unsigned ordered; /* every row has taken the greatest smaller label that has one */
};

static void walk(const struct world *w, unsigned label, unsigned more, unsigned *balanced_worlds)
{
    if (label > LABELS) {
        for (unsigned last = 0; last <= LABELS; last++) { /* genesis takes `last` */
            int balanced = 1, single = 1;
            for (unsigned i = 0; i <= LABELS; i++) {
                balanced &= w->taken[i] + (i == last) == w->rows[i];
                single &= w->rows[i] <= 1;
            }
            if (balanced) {
                ++*balanced_worlds;
                assert_true(single && w->ordered);
                for (unsigned i = last + 1; i <= LABELS; i++) {
                    assert_int_equal(w->rows[i], 0);
                }
            }
        }
        return;
    }
    if (more == 0) {
        walk(w, label + 1, 2, balanced_worlds);
        return;
    }
    walk(w, label, 0, balanced_worlds);
    for (unsigned writer = 0; writer < label; writer++) {
        struct world next = *w;
        unsigned latest = label - 1;
        while (latest > 0 && w->rows[latest] == 0) {
            latest--;
        }
        next.rows[label]++;
        next.taken[writer]++;
        next.ordered &= writer == latest;
        walk(&next, label, more - 1, balanced_worlds);
    }
}

static void small_worlds_are_chains(void **state)
{
    const struct world none = {.rows = {1}, .ordered = 1};
    unsigned balanced_worlds = 0;
    (void)state;
    walk(&none, 1, 2, &balanced_worlds);
    assert_int_equal(balanced_worlds, 16); /* one for each set of labels */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ties_the_ends),
        cmocka_unit_test(every_check_has_teeth),
        cmocka_unit_test(small_worlds_are_chains),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
