#include "sched/sched.h"

#include <pthread.h>
#include <string.h>

enum job_state { JOB_WAITING, JOB_RUNNING, JOB_DONE };

/* What the scheduler knows of a job. Those that wait for it are a list of (job, next) pairs. */
struct entry {
    uint32_t job;   /* its position; entries are sorted, heaviest first, ties by position */
    uint32_t waits; /* dependencies not yet done */
    uint32_t first; /* of the links of those that wait for it, or NONE */
    uint8_t state;  /* enum job_state */
};

struct link {
    uint32_t entry, next;
};

#define NONE UINT32_MAX

/* All under `lock` but for the jobs themselves. */
struct gate {
    const struct sched_job *jobs;
    struct entry *entries;
    struct link *links; /* one a dependency */
    size_t n, left;     /* left: not yet done */
    size_t start;       /* entries before it are running or done */
    size_t budget;
    size_t running, running_bytes;
    pthread_mutex_t lock;
    pthread_cond_t changed; /* a job ended, or an error stopped admissions */
    unsigned asleep;        /* workers that wait for that */
    enum chert_status status;
    struct err *err;
};

static int fits(const struct gate *g, size_t bytes)
{
    return g->running == 0 || g->budget == 0 ||
           (bytes <= g->budget && g->running_bytes <= g->budget - bytes);
}

/* The heaviest ready job that fits, as an entry, or n. */
static size_t next_job(struct gate *g)
{
    while (g->start < g->n && g->entries[g->start].state != JOB_WAITING) {
        g->start++;
    }
    for (size_t i = g->start; i < g->n; i++) {
        const struct entry *x = &g->entries[i];
        if (x->state == JOB_WAITING && x->waits == 0 && fits(g, g->jobs[x->job].run_bytes)) {
            return i;
        }
    }
    return g->n;
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
    struct entry *x = &g->entries[i];
    const struct sched_job *job = &g->jobs[x->job];
    x->state = JOB_RUNNING;
    g->running++;
    g->running_bytes += job->run_bytes;
    pthread_mutex_unlock(&g->lock);
    struct err err = {0};
    const enum chert_status s = run_job(job, scratch, &err);
    pthread_mutex_lock(&g->lock);
    x->state = JOB_DONE;
    g->running--;
    g->running_bytes -= job->run_bytes;
    g->left--;
    for (uint32_t k = x->first; k != NONE; k = g->links[k].next) {
        g->entries[g->links[k].entry].waits--;
    }
    if (s != CHERT_OK && g->status == CHERT_OK) {
        g->status = err_set(g->err, s, "%s of %s %u: %s", job->stage, job->table, job->index,
                            err.msg[0] != '\0' ? err.msg : chert_status_text(s));
    }
    if (g->asleep != 0) {
        pthread_cond_broadcast(&g->changed);
    }
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
            g->asleep++;
            pthread_cond_wait(&g->changed, &g->lock);
            g->asleep--;
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

static const struct sched_job *job_of(const struct gate *g, size_t entry)
{
    return &g->jobs[g->entries[entry].job];
}

/* Whether entry b goes before entry a. */
static int goes_before(const struct entry *b, const struct entry *a, const struct sched_job *jobs)
{
    const uint64_t wa = jobs[a->job].weight, wb = jobs[b->job].weight;
    return wb > wa || (wb == wa && b->job < a->job);
}

/* Moves entry `at` of the heap [0, n) down to its place: what goes last is on top. */
static void sift(struct gate *g, size_t at, size_t n)
{
    const struct entry moved = g->entries[at];
    for (size_t child; (child = 2 * at + 1) < n; at = child) {
        if (child + 1 < n && goes_before(&g->entries[child], &g->entries[child + 1], g->jobs)) {
            child++;
        }
        if (!goes_before(&moved, &g->entries[child], g->jobs)) {
            break;
        }
        g->entries[at] = g->entries[child];
    }
    g->entries[at] = moved;
}

/* Heapsort: no recursion and no memory, and qsort has no place for the jobs. */
static void sort_entries(struct gate *g)
{
    for (size_t i = g->n / 2; i-- > 0;) {
        sift(g, i, g->n);
    }
    for (size_t n = g->n; n-- > 1;) {
        const struct entry last = g->entries[0];
        g->entries[0] = g->entries[n];
        g->entries[n] = last;
        sift(g, 0, n);
    }
}

/* Sorts the jobs and turns their dependencies around. */
static enum chert_status gate_init(struct gate *g, struct arena *mem, struct err *e)
{
    size_t n_links = 0;
    uint32_t *entry_of, at = 0;
    for (size_t i = 0; i < g->n; i++) {
        n_links += g->jobs[i].n_deps;
    }
    TRY(arena_init(mem,
                   arena_bytes(g->n, sizeof *g->entries) + arena_bytes(n_links, sizeof *g->links) +
                       arena_bytes(g->n, sizeof *entry_of),
                   e));
    TRY(ARENA_NEW(mem, &g->entries, g->n, e));
    TRY(ARENA_NEW(mem, &g->links, n_links, e));
    TRY(ARENA_NEW(mem, &entry_of, g->n, e));
    for (size_t i = 0; i < g->n; i++) {
        g->entries[i] = (struct entry){(uint32_t)i, g->jobs[i].n_deps, NONE, (uint8_t)JOB_WAITING};
    }
    sort_entries(g);
    for (size_t i = 0; i < g->n; i++) {
        entry_of[g->entries[i].job] = (uint32_t)i;
    }
    for (size_t i = 0; i < g->n; i++) {
        const struct sched_job *job = job_of(g, i);
        for (uint32_t d = 0; d < job->n_deps; d++, at++) {
            struct entry *to = &g->entries[entry_of[job->deps[d]]];
            g->links[at] = (struct link){(uint32_t)i, to->first};
            to->first = at;
        }
    }
    return CHERT_OK;
}

enum chert_status sched_run(struct sched *s, const struct sched_job *jobs, size_t n, struct err *e)
{
    if (n == 0) {
        return CHERT_OK;
    }
    struct arena mem = {0};
    struct gate g = {.jobs = jobs, .n = n, .left = n, .budget = s->budget, .err = e};
    enum chert_status status = gate_init(&g, &mem, e);
    if (status == CHERT_OK) {
        run_workers(s, &g);
        status = g.status;
    }
    arena_fini(&mem);
    return status;
}
