/* Cuts: their pieces cover every item once, within bounds, after what they wait for. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdatomic.h>
#include <string.h>

#include "sched/tasks.h"

#define N_ITEMS 1000u

struct work {
    _Atomic uint32_t seen[2][N_ITEMS]; /* by index of the cut */
    _Atomic uint32_t done[2];
    uint32_t wait_for; /* items of cut 0 that must be done when cut 1 starts */
    size_t largest;
};

static enum chert_status visit(void *ctx, const struct task *t, struct arena *scratch,
                               struct err *e)
{
    struct work *w = ctx;
    uint8_t *bytes;
    TRY(ARENA_NEW(scratch, &bytes, 64, e));
    if (t->count == 0 || t->count > w->largest) {
        return err_set(e, CHERT_E_INTERNAL, "a piece of %zu items", t->count);
    }
    if (t->index == 1 && w->done[0] < w->wait_for) {
        return err_set(e, CHERT_E_INTERNAL, "started too early");
    }
    for (size_t i = t->first; i < t->first + t->count; i++) {
        w->seen[t->index][i]++;
    }
    w->done[t->index] += (uint32_t)t->count;
    return CHERT_OK;
}

static struct cut cut_of(struct work *w, uint32_t index, size_t first, size_t size, size_t grain)
{
    return (struct cut){.stage = "visit",
                        .table = "items",
                        .run = visit,
                        .ctx = w,
                        .index = index,
                        .first = first,
                        .size = size,
                        .grain = grain,
                        .weight = index, /* what waits is heavier */
                        .run_bytes = 64};
}

/* Cut 0 over [0, size), cut 1 over [size / 2, N_ITEMS) after it. */
static void run_both(unsigned workers, size_t size, size_t grain, size_t largest)
{
    struct work w;
    struct sched s;
    struct arena mem;
    struct tasks t;
    struct task_span span;
    struct err e = {0};
    memset(&w, 0, sizeof w);
    w.wait_for = (uint32_t)size;
    w.largest = largest;
    assert_int_equal(sched_init(&s, workers, 0, &e), CHERT_OK);
    assert_int_equal(arena_init(&mem, tasks_bytes(2), &e), CHERT_OK);
    assert_int_equal(tasks_init(&t, 2, &mem, &e), CHERT_OK);
    assert_int_equal(mem.used, tasks_bytes(2));
    struct cut first = cut_of(&w, 0, 0, size, grain);
    struct cut second = cut_of(&w, 1, size / 2, N_ITEMS - size / 2, grain);
    assert_int_equal(tasks_add(&t, &first, &span, &e), CHERT_OK);
    assert_int_equal(span.first, 0);
    assert_int_equal(span.count, size == 0 ? 0 : (size + largest - 1) / largest);
    second.after = span;
    w.largest = N_ITEMS; /* the second cut is larger */
    assert_int_equal(tasks_add(&t, &second, &span, &e), CHERT_OK);
    assert_true(span.count <= TASKS_MAX_PIECES);
    if (tasks_run(&t, &s, &e) != CHERT_OK) {
        fail_msg("%s", e.msg);
    }
    for (uint32_t i = 0; i < N_ITEMS; i++) {
        assert_int_equal(w.seen[0][i], i < size);
        assert_int_equal(w.seen[1][i], i >= size / 2);
    }
    arena_fini(&mem);
    sched_fini(&s);
}

static void test_pieces(void **state)
{
    (void)state;
    for (unsigned workers = 1; workers <= 5; workers += 2) {
        run_both(workers, 100, 7, 7);
        run_both(workers, 100, 1000, 100);
        run_both(workers, 1, 1, 1);
        run_both(workers, 0, 5, 1);
        run_both(workers, N_ITEMS, 1, 8); /* at most TASKS_MAX_PIECES */
    }
}

static void test_grain(void **state)
{
    (void)state;
    assert_int_equal(tasks_grain(1024, 8), 128);
    assert_int_equal(tasks_grain(1024, 4096), 1);
    assert_int_equal(tasks_grain(1024, 0), 1);
    assert_int_equal(tasks_piece(1024, 1), 1024 / TASKS_MAX_PIECES);
    assert_int_equal(tasks_piece(1024, 100), 100);
    assert_int_equal(tasks_piece(10, 100), 10);
}

static void test_more_cuts_than_planned(void **state)
{
    (void)state;
    struct work w;
    struct arena mem;
    struct tasks t;
    struct err e = {0};
    memset(&w, 0, sizeof w);
    assert_int_equal(arena_init(&mem, tasks_bytes(1), &e), CHERT_OK);
    assert_int_equal(tasks_init(&t, 1, &mem, &e), CHERT_OK);
    const struct cut cut = cut_of(&w, 0, 0, TASKS_MAX_PIECES, 1);
    assert_int_equal(tasks_add(&t, &cut, NULL, &e), CHERT_OK);
    assert_int_equal(tasks_add(&t, &cut, NULL, &e), CHERT_E_INTERNAL);
    arena_fini(&mem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pieces),
        cmocka_unit_test(test_grain),
        cmocka_unit_test(test_more_cuts_than_planned),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
