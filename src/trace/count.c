/*
 * Multiplicities of the preprocessed tables: every lookup that a filled row makes is added to the
 * counter of the row that provides it.
 *
 * T16 and POW are indexed by the looked-up value itself. PROGRAM rows are found by pc, of which
 * there are one or two neighbours. A tuple that its row does not hold is counted as missing, so
 * the buses would not balance.
 */
#include <stdatomic.h>
#include <string.h>

#include "sched/tasks.h"
#include "tables/pow.h"
#include "tables/program.h"
#include "tables/row.h"
#include "tables/t16.h"
#include "trace/trace.h"

#define PIECE_ROWS 8192u /* of a job */

/* Where a lookup bus is provided. */
struct provider {
    const struct instance *in;
    struct trace_filled *filled;
    size_t stride, n;
};

struct counter {
    const struct layout *layout;
    struct trace_filled *filled;
    struct provider of[N_TABLES];
    _Atomic uint64_t missing;
};

/* NOLINTNEXTLINE(readability-non-const-parameter): the builtin writes to it */
static void add(fp *count, fp by)
{
    __atomic_fetch_add(count, by, __ATOMIC_RELAXED);
}

static const fp *fixed_column(const struct provider *p, uint32_t c)
{
    return p->filled->fixed + c * p->stride;
}

static fp *main_column(const struct provider *p, uint32_t c)
{
    return p->filled->main + c * p->stride;
}

/* The first program row with this pc, or n. Rows are sorted by pc, zero rows at the end. */
static size_t find_pc(const struct provider *p, fp pc)
{
    const fp *pcs = fixed_column(p, PROGRAM_PC), *ops = fixed_column(p, PROGRAM_OP);
    size_t lo = 0, hi = p->n;
    while (lo < hi) {
        const size_t mid = (lo + hi) / 2;
        if (ops[mid] != 0 && pcs[mid] < pc) {
            lo = mid + 1;
        } else {
            hi = mid;
        }
    }
    return lo;
}

static uint64_t count_program(const struct provider *p, size_t n, const fp *const *tuple,
                              const fp *mult)
{
    uint64_t missing = 0;
    for (size_t r = 0; r < n; r++) {
        if (mult[r] == 0) {
            continue;
        }
        size_t row = find_pc(p, tuple[0][r]), end = row + 2;
        for (; row < end && row < p->n; row++) {
            int same = 1;
            for (uint32_t k = 0; k < 7; k++) {
                same &= fixed_column(p, PROGRAM_PC + k)[row] == tuple[k][r];
            }
            if (same) {
                break;
            }
        }
        if (row < end && row < p->n) {
            add(main_column(p, 0) + row, mult[r]);
        } else {
            missing++;
        }
    }
    return missing;
}

/* Tables whose row is the first tuple entry, or x + 256 y for AND. */
static uint64_t count_indexed(const struct provider *p, uint32_t bus, uint32_t counter,
                              uint32_t first, uint32_t width, size_t n, const fp *const *tuple,
                              const fp *mult)
{
    uint64_t missing = 0;
    for (size_t r = 0; r < n; r++) {
        if (mult[r] == 0) {
            continue;
        }
        const fp row = bus == BUS_AND ? tuple[0][r] + 256 * tuple[1][r] : tuple[0][r];
        int same = row < p->n;
        for (uint32_t k = 0; same && k < width; k++) {
            same = fixed_column(p, first + k)[row] == tuple[k][r];
        }
        if (same) {
            add(main_column(p, counter) + row, mult[r]);
        } else {
            missing++;
        }
    }
    return missing;
}

static void count_block(void *ctx, uint32_t bus, size_t n, const fp *const *tuple, const fp *mult)
{
    struct counter *c = ctx;
    const struct provider *t16 = &c->of[TABLE_T16];
    uint64_t missing = 0;
    switch (bus) {
    case BUS_PROG:
        missing = count_program(&c->of[TABLE_PROGRAM], n, tuple, mult);
        break;
    case BUS_RANGE:
        /* NOLINTNEXTLINE(misc-redundant-expression): the first main column */
        missing = count_indexed(t16, bus, T16_M_RANGE - T16_N_FIXED, T16_V, 1, n, tuple, mult);
        break;
    case BUS_MSB:
        missing = count_indexed(t16, bus, T16_M_MSB - T16_N_FIXED, T16_V, 2, n, tuple, mult);
        break;
    case BUS_AND:
        missing = count_indexed(t16, bus, T16_M_AND - T16_N_FIXED, T16_X, 3, n, tuple, mult);
        break;
    case BUS_POW:
        missing = count_indexed(&c->of[TABLE_POW], bus, 0, 0, 4, n, tuple, mult);
        break;
    default:
        break;
    }
    c->missing += missing;
}

/* The real ones of rows [first, first + count). */
static enum chert_status count_rows(void *ctx, const struct task *task, struct arena *scratch,
                                    struct err *e)
{
    struct counter *c = ctx;
    const struct instance *in = &c->layout->instances[task->index];
    const struct trace_filled *t = &c->filled[task->index];
    const size_t stride = columns_stride((size_t)1 << in->log_n);
    const fp **columns;
    TRY(ARENA_NEW(scratch, &columns, in->air->n_main, e));
    for (uint32_t k = 0; k < in->air->n_main; k++) {
        columns[k] = t->main + k * stride;
    }
    const struct air_rows rows = {.columns = columns, .params = in->params};
    return air_lookups(t->program, &rows, task->first, task->count, count_block, c, scratch, e);
}

/* Where the tables that provide are, their counters cleared. */
static void find_providers(struct counter *c)
{
    for (uint32_t i = 0; i < c->layout->n_instances; i++) {
        const struct instance *in = &c->layout->instances[i];
        const size_t n = (size_t)1 << in->log_n, stride = columns_stride(n);
        if (table_fixed_index(in->table) >= 0) {
            c->of[in->table] = (struct provider){in, &c->filled[i], stride, n};
            memset(c->filled[i].main, 0, in->air->n_main * stride * sizeof(fp));
        }
    }
}

static enum chert_status run_counter(struct counter *c, struct sched *sched, struct arena *mem,
                                     struct err *e)
{
    struct tasks tasks;
    TRY(tasks_init(&tasks, c->layout->n_instances, mem, e));
    for (uint32_t i = 0; i < c->layout->n_instances; i++) {
        const struct instance *in = &c->layout->instances[i];
        const struct trace_filled *t = &c->filled[i];
        const struct cut cut = {
            .stage = "count",
            .table = in->air->name,
            .run = count_rows,
            .ctx = c,
            .index = i,
            .size = table_fixed_index(in->table) < 0 ? t->rows : 0,
            .grain = PIECE_ROWS,
            .weight = (uint64_t)in->air->n_interactions << in->log_n,
            .run_bytes = arena_bytes(in->air->n_main, sizeof(fp *)) + air_lookups_bytes(t->program),
        };
        TRY(tasks_add(&tasks, &cut, NULL, e));
    }
    return tasks_run(&tasks, sched, e);
}

enum chert_status trace_count(const struct layout *l, struct trace_filled *filled,
                              struct sched *sched, uint64_t *missing, struct err *e)
{
    struct counter c = {.layout = l, .filled = filled};
    struct arena mem;
    find_providers(&c);
    TRY(arena_init(&mem, tasks_bytes(l->n_instances), e));
    const enum chert_status status = run_counter(&c, sched, &mem, e);
    arena_fini(&mem);
    *missing = c.missing;
    return status;
}
