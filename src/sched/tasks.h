/*
 * A stage cut into jobs. What a stage does to a table or a height is a range (of rows, columns,
 * nodes, whatever the stage counts); a cut is one such range with the size of its pieces, and
 * every piece becomes a job. So the largest table does not bound a stage.
 *
 *   struct tasks t;
 *   TRY(tasks_init(&t, cuts, mem, e));
 *   TRY(tasks_add(&t, &(struct cut){.stage = "commit", ...}, &transforms, e));
 *   TRY(tasks_add(&t, &(struct cut){.stage = "hash", ..., .after = transforms}, NULL, e));
 *   TRY(tasks_run(&t, sched, e));
 */
#ifndef CHERT_SCHED_TASKS_H
#define CHERT_SCHED_TASKS_H

#include "sched/sched.h"

/* A cut makes at most this many pieces, whatever its grain. */
#define TASKS_MAX_PIECES 128u

/* Neighbouring jobs of one list. */
struct task_span {
    uint32_t first, count;
};

/* One piece: items [first, first + count) of what `index` names. */
struct task {
    enum chert_status (*run)(void *ctx, const struct task *t, struct arena *scratch, struct err *e);
    void *ctx;
    uint32_t index;
    size_t first, count;
};

struct cut {
    const char *stage, *table; /* for messages; static storage */
    enum chert_status (*run)(void *ctx, const struct task *t, struct arena *scratch, struct err *e);
    void *ctx;
    uint32_t index;         /* instance, height or tree */
    size_t first, size;     /* items [first, first + size); none: no job */
    size_t grain;           /* items a piece; the last may be smaller */
    uint64_t weight;        /* of the whole: heavier cuts go first, in order */
    size_t run_bytes;       /* scratch of one piece */
    struct task_span after; /* jobs that must have ended */
};

struct tasks {
    struct sched_job *jobs;
    struct task *tasks;
    uint32_t *position; /* position[i] = i: a span as a list of dependencies */
    uint32_t n, cap;
};

/* Room for `cuts` cuts, carved from `mem`, which must outlive the run. */
enum chert_status tasks_init(struct tasks *t, uint32_t cuts, struct arena *mem,
                             struct err *e) CHERT_MUST_CHECK;
size_t tasks_bytes(uint32_t cuts);

/* Adds the cut's pieces; tells their span, if asked. CHERT_E_INTERNAL for more than `cuts`. */
enum chert_status tasks_add(struct tasks *t, const struct cut *cut, struct task_span *span,
                            struct err *e) CHERT_MUST_CHECK;

enum chert_status tasks_run(const struct tasks *t, struct sched *sched,
                            struct err *e) CHERT_MUST_CHECK;

/* Items a piece of this many cells (values read or written) has, if an item is `cells` wide. */
static inline size_t tasks_grain(size_t piece_cells, size_t cells)
{
    return cells == 0 || piece_cells <= cells ? 1 : piece_cells / cells;
}

/* What tasks_add makes of a grain: at most TASKS_MAX_PIECES pieces of `size`. */
static inline size_t tasks_piece(size_t size, size_t grain)
{
    const size_t least = (size + TASKS_MAX_PIECES - 1) / TASKS_MAX_PIECES;
    return grain < least ? least : grain < size ? grain : size;
}

#endif
