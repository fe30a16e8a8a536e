/*
 * Jobs, their dependencies and their memory. The prover's work is cut into jobs (a stage of a
 * table or of a group); this runs them on worker threads, heaviest first, under a gate that
 * admits a job only when its memory plan fits.
 *
 *   - A job's plan is `run_bytes`: what it carves from its scratch arena while it runs, reserved at
 *     admission. A plan that is too small is a bug, reported with the job's name.
 *   - A job is admitted when running plans + its own fit `budget`, or when nothing is running
 *     (it then runs alone). budget 0: unlimited.
 *   - Among ready jobs the heaviest that fits is next; ties by index. Results never depend on it.
 *   - The first error stops admissions; running jobs end; that error is returned.
 */
#ifndef CHERT_SCHED_SCHED_H
#define CHERT_SCHED_SCHED_H

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/status.h"

struct sched_job {
    const char *stage;    /* "commit", "logup", ...: static storage */
    const char *table;    /* table or group name, for messages */
    uint32_t index;       /* instance or group */
    uint64_t weight;      /* relative cost; decides the order only */
    size_t run_bytes;     /* scratch while it runs */
    const uint32_t *deps; /* jobs that must have ended, by position in the array */
    uint32_t n_deps;
    enum chert_status (*run)(void *ctx, uint32_t index, struct arena *scratch, struct err *e);
    void *ctx;
};

/* Workers and their scratch, kept from one sched_run to the next. One run at a time. */
struct sched {
    unsigned workers;      /* at least 1; 1 runs everything on the caller's thread */
    size_t budget;         /* bytes of all running plans together; 0: unlimited */
    struct arena *scratch; /* [workers] */
    struct arena mem;      /* owns the array */
};

#define SCHED_MAX_WORKERS 256u

/* Release with sched_fini. CHERT_E_ARG for 0 or too many workers. */
enum chert_status sched_init(struct sched *s, unsigned workers, size_t budget,
                             struct err *e) CHERT_MUST_CHECK;
void sched_fini(struct sched *s);

enum chert_status sched_run(struct sched *s, const struct sched_job *jobs, size_t n,
                            struct err *e) CHERT_MUST_CHECK;

#endif
