/*
 * Filling columns from events. A row touches every column, so rows are made in small blocks with
 * their own stride and then copied out, column by column.
 */
#include <string.h>

#include "tables/table.h"
#include "trace/trace.h"

#define BLOCK        128u
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

static enum chert_status fill_one(void *ctx, uint32_t i, struct arena *scratch, struct err *e)
{
    const struct filler *f = ctx;
    const struct instance *in = &f->layout->instances[i];
    const struct trace_filled *t = &f->filled[i];
    const struct table_rows *table = chert_tables[in->table].rows;
    const size_t n = (size_t)1 << in->log_n, stride = columns_stride(n);
    fp *block;
    TRY(ARENA_NEW(scratch, &block, (size_t)BLOCK_STRIDE * in->air->n_main, e));
    for (size_t r = 0; r < t->rows; r += BLOCK) {
        const size_t count = t->rows - r < BLOCK ? t->rows - r : BLOCK;
        table->fill(block, BLOCK_STRIDE, count, f->rows->events->program->insns,
                    trace_event(f->rows, in->table, t->first + r));
        for (uint32_t c = 0; c < in->air->n_main; c++) {
            memcpy(t->main + c * stride + r, block + (size_t)c * BLOCK_STRIDE, count * sizeof(fp));
        }
    }
    for (uint32_t c = 0; c < in->air->n_main; c++) {
        memset(t->main + c * stride + t->rows, 0, (n - t->rows) * sizeof(fp));
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

enum chert_status trace_fill(const struct trace_rows *r, const struct layout *l,
                             const struct air_program *const programs[N_TABLES],
                             const fp *const fixed[N_FIXED_TABLES], struct trace_filled *filled,
                             struct sched *sched, struct arena *mem, struct err *e)
{
    TRY(place(r, l, programs, fixed, filled, mem, e));
    struct filler f = {r, l, filled};
    struct sched_job *jobs;
    size_t n_jobs = 0;
    uint64_t missing = 0;
    const size_t mark = arena_mark(mem);
    TRY(ARENA_NEW(mem, &jobs, l->n_instances, e));
    for (uint32_t i = 0; i < l->n_instances; i++) {
        const struct instance *in = &l->instances[i];
        if (table_fixed_index(in->table) < 0) {
            jobs[n_jobs++] = (struct sched_job){
                .stage = "fill",
                .table = in->air->name,
                .index = i,
                .weight = (uint64_t)in->air->n_main << in->log_n,
                .run_bytes = arena_bytes((size_t)BLOCK_STRIDE * in->air->n_main, sizeof(fp)),
                .run = fill_one,
                .ctx = &f,
            };
        }
    }
    TRY(sched_run(sched, jobs, n_jobs, e));
    arena_release(mem, mark);
    TRY(trace_count(l, filled, sched, &missing, e));
    return missing == 0 ? CHERT_OK
                        : err_set(e, CHERT_E_INTERNAL,
                                  "%llu lookups of the trace have no row: run `chert check`",
                                  (unsigned long long)missing);
}
