#include "sched/sched.h"

#include <pthread.h>
#include <string.h>

enum job_state { JOB_WAITING, JOB_RUNNING, JOB_DONE };

/* All under `lock` but for the jobs themselves. */
struct gate {
    const struct sched_job *jobs;
    size_t n, left; /* left: not yet done */
    size_t budget;
    uint8_t *state; /* enum job_state, one a job */
    size_t running, running_bytes;
    pthread_mutex_t lock;
    pthread_cond_t changed; /* a job ended, or an error stopped admissions */
    enum chert_status status;
    struct err *err;
};

static int is_ready(const struct gate *g, size_t i)
{
    if (g->state[i] != JOB_WAITING) {
        return 0;
    }
    for (uint32_t d = 0; d < g->jobs[i].n_deps; d++) {
        if (g->state[g->jobs[i].deps[d]] != JOB_DONE) {
            return 0;
        }
    }
    return 1;
}

static int fits(const struct gate *g, size_t bytes)
{
    return g->running == 0 || g->budget == 0 ||
           (bytes <= g->budget && g->running_bytes <= g->budget - bytes);
}

/* The heaviest ready job that fits, or n. */
static size_t next_job(const struct gate *g)
{
    size_t best = g->n;
    for (size_t i = 0; i < g->n; i++) {
        if (is_ready(g, i) && fits(g, g->jobs[i].run_bytes) &&
            (best == g->n || g->jobs[i].weight > g->jobs[best].weight)) {
            best = i;
        }
    }
    return best;
}

/* The worker's arena, cut to the plan exactly: a job that needs more than it said fails. */
static enum chert_status run_job(const struct sched_job *job, struct arena *own, struct err *e)
{
    if (own->size < job->run_bytes) {
        arena_fini(own);
        TRY(arena_init(own, job->run_bytes, e));
    }
    struct arena scratch = *own;
    scratch.size = arena_bytes(job->run_bytes, 1);
    return job->run(job->ctx, job->index, &scratch, e);
}

/* Called with the lock held; gives it up while the job runs. */
static void run_one(struct gate *g, struct arena *scratch, size_t i)
{
    const struct sched_job *job = &g->jobs[i];
    g->state[i] = JOB_RUNNING;
    g->running++;
    g->running_bytes += job->run_bytes;
    pthread_mutex_unlock(&g->lock);
    struct err err = {0};
    const enum chert_status s = run_job(job, scratch, &err);
    pthread_mutex_lock(&g->lock);
    g->state[i] = JOB_DONE;
    g->running--;
    g->running_bytes -= job->run_bytes;
    g->left--;
    if (s != CHERT_OK && g->status == CHERT_OK) {
        g->status = err_set(g->err, s, "%s of %s %u: %s", job->stage, job->table, job->index,
                            err.msg[0] != '\0' ? err.msg : chert_status_text(s));
    }
    pthread_cond_broadcast(&g->changed);
}

struct worker {
    struct gate *gate;
    struct arena *scratch;
};

static void *work(void *arg)
{
    const struct worker *worker = arg;
    struct gate *g = worker->gate;
    pthread_mutex_lock(&g->lock);
    while (g->left != 0 && g->status == CHERT_OK) {
        const size_t i = next_job(g);
        if (i != g->n) {
            run_one(g, worker->scratch, i);
        } else if (g->running != 0) {
            pthread_cond_wait(&g->changed, &g->lock);
        } else {
            g->status =
                err_set(g->err, CHERT_E_INTERNAL, "the jobs wait for each other in a circle");
        }
    }
    pthread_cond_broadcast(&g->changed);
    pthread_mutex_unlock(&g->lock);
    return NULL;
}

enum chert_status sched_init(struct sched *s, unsigned workers, size_t budget, struct err *e)
{
    *s = (struct sched){.workers = workers, .budget = budget};
    if (workers < 1 || workers > SCHED_MAX_WORKERS) {
        return err_set(e, CHERT_E_ARG, "%u workers: there may be 1 to %u", workers,
                       SCHED_MAX_WORKERS);
    }
    TRY(arena_init(&s->mem, arena_bytes(workers, sizeof *s->scratch), e));
    TRY(ARENA_NEW(&s->mem, &s->scratch, workers, e));
    memset(s->scratch, 0, workers * sizeof *s->scratch);
    return CHERT_OK;
}

void sched_fini(struct sched *s)
{
    for (unsigned i = 0; s->scratch != NULL && i < s->workers; i++) {
        arena_fini(&s->scratch[i]);
    }
    arena_fini(&s->mem);
    *s = (struct sched){0};
}

/* Runs the workers to the end; the caller is the first. A thread that cannot start is no error:
 * the others do its work. */
static void run_workers(struct sched *s, struct gate *g)
{
    struct worker workers[SCHED_MAX_WORKERS];
    pthread_t threads[SCHED_MAX_WORKERS];
    unsigned n = 1;
    pthread_mutex_init(&g->lock, NULL);
    pthread_cond_init(&g->changed, NULL);
    for (; n < s->workers && n < g->n; n++) {
        workers[n] = (struct worker){g, &s->scratch[n]};
        if (pthread_create(&threads[n], NULL, work, &workers[n]) != 0) {
            break;
        }
    }
    workers[0] = (struct worker){g, &s->scratch[0]};
    work(&workers[0]);
    for (unsigned i = 1; i < n; i++) {
        pthread_join(threads[i], NULL);
    }
    pthread_cond_destroy(&g->changed);
    pthread_mutex_destroy(&g->lock);
}

enum chert_status sched_run(struct sched *s, const struct sched_job *jobs, size_t n, struct err *e)
{
    if (n == 0) {
        return CHERT_OK;
    }
    struct arena mem;
    TRY(arena_init(&mem, arena_bytes(n, 1), e));
    struct gate g = {.jobs = jobs, .n = n, .left = n, .budget = s->budget, .err = e};
    enum chert_status status = arena_alloc(&mem, n, 1, (void **)&g.state, e);
    if (status == CHERT_OK) {
        memset(g.state, JOB_WAITING, n);
        run_workers(s, &g);
        status = g.status;
    }
    arena_fini(&mem);
    return status;
}
