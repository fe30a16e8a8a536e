/*
 * Filling columns from events. A row touches every column, so rows are made in small blocks with
 * their own stride and then copied out, column by column.
 */
#include <string.h>

#include "sched/tasks.h"
#include "tables/table.h"
#include "trace/trace.h"

#define BLOCK        128u
#define PIECE_ROWS   8192u        /* of a job */
#define BLOCK_STRIDE (BLOCK + 8u) /* not a power of two: columns must not share a cache set */

size_t trace_bytes(const struct layout *l)
{
    size_t bytes = 0;
    for (uint32_t i = 0; i < l->n_instances; i++) {
        const struct instance *in = &l->instances[i];
        bytes += arena_bytes(in->air->n_main * columns_stride((size_t)1 << in->log_n), sizeof(fp));
    }
    return bytes;
}

struct filler {
    const struct trace_rows *rows;
    const struct layout *layout;
    struct trace_filled *filled;
};

/* Rows [first, first + count) of the instance's height, zeros after its real rows. */
static enum chert_status fill_rows(void *ctx, const struct task *task, struct arena *scratch,
                                   struct err *e)
{
    const struct filler *f = ctx;
    const struct instance *in = &f->layout->instances[task->index];
    const struct trace_filled *t = &f->filled[task->index];
    const struct table_rows *table = chert_tables[in->table].rows;
    const size_t stride = columns_stride((size_t)1 << in->log_n), end = task->first + task->count;
    const size_t real = t->rows < end ? t->rows : end;
    fp *block;
    TRY(ARENA_NEW(scratch, &block, (size_t)BLOCK_STRIDE * in->air->n_main, e));
    for (size_t r = task->first; r < real; r += BLOCK) {
        const size_t count = real - r < BLOCK ? real - r : BLOCK;
        table->fill(block, BLOCK_STRIDE, count, f->rows->events->program->insns,
                    trace_event(f->rows, in->table, t->first + r));
        for (uint32_t c = 0; c < in->air->n_main; c++) {
            memcpy(t->main + c * stride + r, block + (size_t)c * BLOCK_STRIDE, count * sizeof(fp));
        }
    }
    const size_t from = task->first < real ? real : task->first;
    for (uint32_t c = 0; c < in->air->n_main; c++) {
        memset(t->main + c * stride + from, 0, (end - from) * sizeof(fp));
    }
    return CHERT_OK;
}

/* Hands each instance its range of rows and its columns. */
static enum chert_status place(const struct trace_rows *r, const struct layout *l,
                               const struct air_program *const programs[N_TABLES],
                               const fp *const fixed[N_FIXED_TABLES], struct trace_filled *filled,
                               struct arena *mem, struct err *e)
{
    uint64_t next[N_TABLES] = {0};
    for (uint32_t i = 0; i < l->n_instances; i++) {
        const struct instance *in = &l->instances[i];
        const uint64_t n = UINT64_C(1) << in->log_n;
        const uint64_t left = r->rows[in->table] - next[in->table];
        const int f = table_fixed_index(in->table);
        filled[i] = (struct trace_filled){
            .program = programs[in->table],
            .fixed = f < 0 ? NULL : fixed[f],
            .rows = f >= 0     ? 0
                    : left < n ? left
                               : n,
            .first = next[in->table],
        };
        next[in->table] += filled[i].rows;
        TRY(ARENA_NEW(mem, &filled[i].main, in->air->n_main * columns_stride(n), e));
    }
    return CHERT_OK;
}

/* An instance's first rows fault in all of its columns: the others wait for them, since threads
 * that fault one huge page at once clear it once each. */
static enum chert_status add_instance(struct filler *f, uint32_t i, struct tasks *tasks,
                                      struct err *e)
{
    const struct instance *in = &f->layout->instances[i];
    const size_t n = (size_t)1 << in->log_n;
    struct cut cut = {
        .stage = "fill",
        .table = in->air->name,
        .run = fill_rows,
        .ctx = f,
        .index = i,
        .size = n < PIECE_ROWS ? n : PIECE_ROWS,
        .grain = PIECE_ROWS,
        .weight = (uint64_t)in->air->n_main << in->log_n,
        .run_bytes = arena_bytes((size_t)BLOCK_STRIDE * in->air->n_main, sizeof(fp)),
    };
    TRY(tasks_add(tasks, &cut, &cut.after, e));
    cut.first = cut.size;
    cut.size = n - cut.first;
    return tasks_add(tasks, &cut, NULL, e);
}

static enum chert_status run_filler(struct filler *f, struct sched *sched, struct arena *mem,
                                    struct err *e)
{
    struct tasks tasks;
    TRY(tasks_init(&tasks, 2 * f->layout->n_instances, mem, e));
    for (uint32_t i = 0; i < f->layout->n_instances; i++) {
        if (table_fixed_index(f->layout->instances[i].table) < 0) {
            TRY(add_instance(f, i, &tasks, e));
        }
    }
    return tasks_run(&tasks, sched, e);
}

enum chert_status trace_fill(const struct trace_rows *r, const struct layout *l,
                             const struct air_program *const programs[N_TABLES],
                             const fp *const fixed[N_FIXED_TABLES], struct trace_filled *filled,
                             struct sched *sched, struct arena *mem, struct err *e)
{
    struct filler f = {r, l, filled};
    struct arena own;
    uint64_t missing = 0;
    TRY(place(r, l, programs, fixed, filled, mem, e));
    TRY(arena_init(&own, tasks_bytes(2 * l->n_instances), e));
    const enum chert_status status = run_filler(&f, sched, &own, e);
    arena_fini(&own);
    TRY(status);
    TRY(trace_count(l, filled, sched, &missing, e));
    return missing == 0 ? CHERT_OK
                        : err_set(e, CHERT_E_INTERNAL,
                                  "%llu lookups of the trace have no row: run `chert check`",
                                  (unsigned long long)missing);
}
