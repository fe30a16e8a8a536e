/* Stages over the rows of a group's heights, and the lifting of their sums to the tallest. */
#include "base/bytes.h"
#include "proof/domain.h"
#include "stark/group.h"

#define PIECE_CELLS ((size_t)1 << 20)
#define PIECE_ROWS  ((size_t)1 << 11) /* at least: every piece sets up each instance */

uint32_t chain_n_columns(const struct chain *c, uint32_t instance)
{
    const struct air *air = c->p->in->layout->instances[instance].air;
    return air_n_columns(air) + 3 * air_n_ext(air);
}

const fp *chain_column(const struct chain *c, uint32_t instance, uint32_t column)
{
    const struct instance *in = &c->p->in->layout->instances[instance];
    const uint32_t n_fixed = in->air->n_fixed, n_base = air_n_columns(in->air);
    return column < n_fixed
               ? matrix_column(&c->p->in->fixed[table_fixed_index(in->table)].matrix, column)
           : column < n_base ? matrix_column(&c->p->committed[instance].main, column - n_fixed)
                             : matrix_column(&c->p->committed[instance].aux, column - n_base);
}

/* Columns of all instances of a height, and of the widest. */
static uint64_t height_columns(const struct chain *c, unsigned log_n, uint32_t *most)
{
    uint64_t sum = 0;
    *most = 0;
    for (uint32_t i = c->group->first; i < c->group->first + c->group->count; i++) {
        if (c->p->in->layout->instances[i].log_n == log_n) {
            const uint32_t n = chain_n_columns(c, i);
            sum += n;
            *most = n > *most ? n : *most;
        }
    }
    return sum;
}

uint32_t chain_most_columns(const struct chain *c, unsigned log_n)
{
    uint32_t most;
    height_columns(c, log_n, &most);
    return most;
}

enum chert_status chain_rows(struct chain *c, const struct row_stage *stage, struct err *e)
{
    struct tasks t;
    const size_t mark = arena_mark(c->mem);
    TRY(tasks_init(&t, MAX_LOG_HEIGHT + 1, c->mem, e));
    for (unsigned h = 0; h <= c->group->log_n; h++) {
        uint32_t most;
        const uint64_t columns = height_columns(c, h, &most);
        if (columns == 0) {
            continue;
        }
        const size_t rows = (size_t)1 << (h + stage->extra_log);
        const size_t fair = (size_t)1 << log2_floor(tasks_grain(PIECE_CELLS, columns));
        const size_t grain = fair < PIECE_ROWS ? PIECE_ROWS : fair;
        TRY(tasks_add(&t,
                      &(struct cut){
                          .stage = stage->name,
                          .table = "height",
                          .run = stage->run,
                          .ctx = c,
                          .index = h,
                          .size = rows,
                          .grain = grain,
                          .weight = columns << h,
                          .run_bytes = stage->run_bytes(c, h, most, tasks_piece(rows, grain)),
                      },
                      NULL, e));
    }
    TRY(tasks_run(&t, c->p->env->sched, e));
    arena_release(c->mem, mark);
    return CHERT_OK;
}

enum chert_status chain_planes(struct chain *c, unsigned log, fp *planes[3], struct err *e)
{
    for (unsigned k = 0; k < 3; k++) {
        TRY(ARENA_NEW(c->mem, &planes[k], (size_t)1 << log, e));
    }
    return CHERT_OK;
}

enum chert_status chain_sums(struct chain *c, unsigned set, unsigned extra_log, struct err *e)
{
    for (unsigned h = 0; h <= c->group->log_n; h++) {
        fp **planes = c->sums[set][h];
        planes[0] = planes[1] = planes[2] = NULL;
        if (chain_most_columns(c, h) != 0) {
            TRY(chain_planes(c, h + extra_log, planes, e));
        }
    }
    return CHERT_OK;
}

struct lift {
    struct chain *c;
    unsigned extra_log;
};

/* The planes 3 set + k of one height to coefficients. */
static enum chert_status interpolate(void *ctx, const struct task *t, struct arena *scratch,
                                     struct err *e)
{
    const struct lift *l = ctx;
    (void)scratch, (void)e;
    for (size_t k = t->first; k < t->first + t->count; k++) {
        ntt_coset_inverse(&l->c->p->env->ntt, l->c->sums[k / 3][t->index][k % 3],
                          t->index + l->extra_log, domain_shift(t->index));
    }
    return CHERT_OK;
}

/* Spreads a lower height's coefficients N / n apart. */
static enum chert_status spread(void *ctx, const struct task *t, struct arena *scratch,
                                struct err *e)
{
    const struct lift *l = ctx;
    const unsigned top = l->c->group->log_n;
    (void)scratch, (void)e;
    for (size_t k = t->first; k < t->first + t->count; k++) {
        fp *to = l->c->sums[k / 3][top][k % 3];
        for (unsigned h = 0; h < top; h++) {
            const fp *from = l->c->sums[k / 3][h][k % 3];
            for (size_t i = 0; from != NULL && i < (size_t)1 << (h + l->extra_log); i++) {
                to[i << (top - h)] = fp_add(to[i << (top - h)], from[i]);
            }
        }
    }
    return CHERT_OK;
}

enum chert_status chain_lift(struct chain *c, unsigned sets, unsigned extra_log, struct err *e)
{
    struct lift l = {c, extra_log};
    struct tasks t;
    const size_t mark = arena_mark(c->mem);
    struct cut cut = {
        .stage = "lift",
        .table = "height",
        .run = interpolate,
        .ctx = &l,
        .size = 3 * (size_t)sets,
        .grain = 1,
    };
    TRY(tasks_init(&t, MAX_LOG_HEIGHT + 2, c->mem, e));
    for (unsigned h = 0; h <= c->group->log_n; h++) {
        if (c->sums[0][h][0] != NULL) {
            cut.index = h;
            cut.weight = UINT64_C(1) << h;
            TRY(tasks_add(&t, &cut, NULL, e));
        }
    }
    cut.run = spread;
    cut.after = (struct task_span){0, t.n};
    TRY(tasks_add(&t, &cut, NULL, e));
    TRY(tasks_run(&t, c->p->env->sched, e));
    arena_release(c->mem, mark);
    return CHERT_OK;
}
