/* Jobs: order, dependencies, the gate, errors, many workers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "sched/sched.h"

#define N_JOBS 64u

struct world {
    _Atomic uint32_t clock;
    uint32_t started[N_JOBS], ended[N_JOBS]; /* by the clock, 0: never */
    _Atomic size_t running_bytes, most_bytes;
    size_t bytes[N_JOBS];
    uint32_t failing; /* this job fails; N_JOBS: none */
};

static enum chert_status job(void *ctx, uint32_t i, struct arena *scratch, struct err *e)
{
    struct world *w = ctx;
    uint8_t *p = NULL;
    w->started[i] = atomic_fetch_add(&w->clock, 1) + 1;
    const size_t now = atomic_fetch_add(&w->running_bytes, w->bytes[i]) + w->bytes[i];
    size_t most = w->most_bytes;
    while (now > most && !atomic_compare_exchange_weak(&w->most_bytes, &most, now)) {
    }
    if (w->bytes[i] != 0) {
        const enum chert_status s = arena_alloc(scratch, w->bytes[i], 1, (void **)&p, e);
        if (s != CHERT_OK) {
            return s;
        }
        memset(p, 1, w->bytes[i]);
    }
    for (volatile int k = 0; k < 20000; k++) {
    }
    atomic_fetch_sub(&w->running_bytes, w->bytes[i]);
    w->ended[i] = atomic_fetch_add(&w->clock, 1) + 1;
    return i == w->failing ? err_set(e, CHERT_E_DEVICE, "job %u was told to fail", i) : CHERT_OK;
}

static void make_jobs(struct world *w, struct sched_job jobs[N_JOBS])
{
    memset(w, 0, sizeof *w);
    w->failing = N_JOBS;
    for (uint32_t i = 0; i < N_JOBS; i++) {
        w->bytes[i] = 64 * (1 + i % 7);
        jobs[i] = (struct sched_job){.stage = "stage",
                                     .table = "TABLE",
                                     .index = i,
                                     .weight = i % 5,
                                     .run_bytes = w->bytes[i],
                                     .run = job,
                                     .ctx = w};
    }
}

static enum chert_status run(struct sched_job *jobs, unsigned workers, size_t budget, struct err *e)
{
    struct sched s;
    enum chert_status status = sched_init(&s, workers, budget, e);
    if (status == CHERT_OK) {
        status = sched_run(&s, jobs, N_JOBS, e);
    }
    sched_fini(&s);
    return status;
}

static void test_all_run(void **state)
{
    (void)state;
    for (unsigned workers = 1; workers <= 8; workers++) {
        struct world w;
        struct sched_job jobs[N_JOBS];
        struct err e = {0};
        make_jobs(&w, jobs);
        assert_int_equal(run(jobs, workers, 0, &e), CHERT_OK);
        for (uint32_t i = 0; i < N_JOBS; i++) {
            assert_true(w.ended[i] != 0);
        }
    }
}

static void test_heaviest_first(void **state)
{
    (void)state;
    struct world w;
    struct sched_job jobs[N_JOBS];
    struct err e = {0};
    make_jobs(&w, jobs);
    assert_int_equal(run(jobs, 1, 0, &e), CHERT_OK);
    for (uint32_t i = 0; i < N_JOBS; i++) {
        for (uint32_t k = 0; k < N_JOBS; k++) {
            if (jobs[i].weight > jobs[k].weight || (jobs[i].weight == jobs[k].weight && i < k)) {
                assert_true(w.started[i] < w.started[k]);
            }
        }
    }
}

static void test_dependencies(void **state)
{
    (void)state;
    for (unsigned workers = 1; workers <= 4; workers++) {
        struct world w;
        struct sched_job jobs[N_JOBS];
        uint32_t deps[N_JOBS][2];
        struct err e = {0};
        make_jobs(&w, jobs);
        for (uint32_t i = 2; i < N_JOBS; i++) {
            deps[i][0] = i / 2, deps[i][1] = i - 1 - i % 2;
            jobs[i].deps = deps[i];
            jobs[i].n_deps = 2;
        }
        assert_int_equal(run(jobs, workers, 0, &e), CHERT_OK);
        for (uint32_t i = 2; i < N_JOBS; i++) {
            assert_true(w.ended[deps[i][0]] < w.started[i]);
            assert_true(w.ended[deps[i][1]] < w.started[i]);
        }
    }
}

static void test_circle_is_an_error(void **state)
{
    (void)state;
    struct world w;
    struct sched_job jobs[N_JOBS];
    const uint32_t to_last = N_JOBS - 1, to_first = 0;
    struct err e = {0};
    make_jobs(&w, jobs);
    jobs[0].deps = &to_last, jobs[0].n_deps = 1;
    jobs[N_JOBS - 1].deps = &to_first, jobs[N_JOBS - 1].n_deps = 1;
    assert_int_equal(run(jobs, 3, 0, &e), CHERT_E_INTERNAL);
}

static void test_budget(void **state)
{
    (void)state;
    struct world w;
    struct sched_job jobs[N_JOBS];
    struct err e = {0};
    make_jobs(&w, jobs);
    assert_int_equal(run(jobs, 8, 700, &e), CHERT_OK);
    assert_true(w.most_bytes <= 700);
    /* An over-budget job runs alone. */
    make_jobs(&w, jobs);
    w.bytes[9] = jobs[9].run_bytes = 5000;
    assert_int_equal(run(jobs, 8, 700, &e), CHERT_OK);
    assert_true(w.ended[9] != 0);
    assert_int_equal(w.most_bytes, 5000);
}

static void test_small_plan_is_an_error(void **state)
{
    (void)state;
    struct world w;
    struct sched_job jobs[N_JOBS];
    struct err e = {0};
    make_jobs(&w, jobs);
    jobs[17].run_bytes = 64;
    w.bytes[17] = 4096;
    assert_int_equal(run(jobs, 2, 0, &e), CHERT_E_MEMORY);
    assert_non_null(strstr(e.msg, "TABLE 17"));
}

static void test_first_error_wins(void **state)
{
    (void)state;
    for (unsigned workers = 1; workers <= 8; workers++) {
        struct world w;
        struct sched_job jobs[N_JOBS];
        struct err e = {0};
        make_jobs(&w, jobs);
        w.failing = 3;
        assert_int_equal(run(jobs, workers, 0, &e), CHERT_E_DEVICE);
        assert_non_null(strstr(e.msg, "job 3 was told to fail"));
        if (workers == 1) {
            for (uint32_t i = 0; i < N_JOBS; i++) {
                assert_true(w.started[i] == 0 || w.started[i] <= w.started[3]);
            }
        }
    }
}

static void test_workers_refused(void **state)
{
    (void)state;
    struct sched s;
    struct err e = {0};
    assert_int_equal(sched_init(&s, 0, 0, &e), CHERT_E_ARG);
    sched_fini(&s);
    e = (struct err){0};
    assert_int_equal(sched_init(&s, SCHED_MAX_WORKERS + 1, 0, &e), CHERT_E_ARG);
    sched_fini(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_run),          cmocka_unit_test(test_heaviest_first),
        cmocka_unit_test(test_dependencies),     cmocka_unit_test(test_circle_is_an_error),
        cmocka_unit_test(test_budget),           cmocka_unit_test(test_small_plan_is_an_error),
        cmocka_unit_test(test_first_error_wins), cmocka_unit_test(test_workers_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
