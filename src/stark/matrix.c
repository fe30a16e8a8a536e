#include "stark/matrix.h"

#include <string.h>

#include "hash/batch.h"

#define PIECE_CELLS ((size_t)1 << 18) /* cells of a job: some milliseconds of transforms */
#define TREE_LOG    12u               /* leaves of a job */

enum chert_status stark_env_init(struct stark_env *env, const struct set *set, enum hash_kind hash,
                                 unsigned cpu_mask, unsigned max_log, struct sched *sched,
                                 struct arena *mem, struct err *e)
{
    env->block = fp_block_get(cpu_mask);
    env->cpu_mask = cpu_mask;
    env->hash = hash;
    env->set = set;
    env->sched = sched;
    return ntt_init(&env->ntt, mem, max_log, cpu_mask, e);
}

size_t matrix_bytes(uint32_t n_columns, unsigned log_n, unsigned log_blowup)
{
    const size_t rows = (size_t)1 << (log_n + log_blowup);
    return arena_bytes(n_columns * columns_stride(rows), sizeof(fp)) +
           2 * arena_bytes(n_columns, sizeof(fp *));
}

size_t matrix_rows_bytes(unsigned log_n, unsigned log_blowup)
{
    return arena_bytes((size_t)1 << (log_n + log_blowup), sizeof(struct digest));
}

enum chert_status matrix_init(struct matrix *m, const struct stark_env *env, uint32_t n_columns,
                              unsigned log_n, struct arena *mem, struct err *e)
{
    *m = (struct matrix){
        .env = env,
        .log_n = (uint8_t)log_n,
        .log_blowup = env->set->log_blowup,
        .n_columns = n_columns,
        .stride = columns_stride((size_t)1 << (log_n + env->set->log_blowup)),
    };
    TRY(ARENA_NEW(mem, &m->columns, n_columns, e));
    return ARENA_NEW(mem, &m->from, n_columns, e);
}

enum chert_status matrix_carve(struct matrix *m, struct arena *mem, struct arena *rows,
                               struct err *e)
{
    TRY(ARENA_NEW(mem, &m->lde, m->n_columns * m->stride, e));
    for (uint32_t c = 0; c < m->n_columns; c++) {
        m->columns[c] = m->lde + c * m->stride;
    }
    return ARENA_NEW(rows, &m->rows, matrix_rows(m), e);
}

/* Columns [first, first + count). */
static enum chert_status extend(void *ctx, const struct task *t, struct arena *scratch,
                                struct err *e)
{
    struct matrix *m = ctx;
    const struct ntt *ntt = &m->env->ntt;
    const size_t n = (size_t)1 << m->log_n;
    fp *coefficients;
    TRY(ARENA_NEW(scratch, &coefficients, m->coefficients ? 0 : n, e));
    for (size_t c = t->first; c < t->first + t->count; c++) {
        const fp *from = m->from[c];
        if (!m->coefficients) {
            memcpy(coefficients, from, n * sizeof(fp));
            ntt_inverse(ntt, coefficients, m->log_n);
            from = coefficients;
        }
        ntt_lde(ntt, m->lde + c * m->stride, from, m->log_n, m->log_blowup);
    }
    return CHERT_OK;
}

/* Rows [first, first + count). */
static enum chert_status hash_range(void *ctx, const struct task *t, struct arena *scratch,
                                    struct err *e)
{
    struct matrix *m = ctx;
    (void)scratch, (void)e;
    hash_rows(m->env->hash, m->env->cpu_mask, m->columns, m->n_columns, t->first, t->count,
              m->rows + t->first);
    return CHERT_OK;
}

enum chert_status matrix_add(struct tasks *t, struct matrix *m, const char *table, uint32_t index,
                             struct task_span after, struct err *e)
{
    const size_t n = (size_t)1 << m->log_n;
    struct task_span extended;
    struct cut cut = {
        .stage = "extend",
        .table = table,
        .run = extend,
        .ctx = m,
        .index = index,
        .size = m->n_columns,
        .grain = tasks_grain(PIECE_CELLS, n),
        .weight = (uint64_t)m->n_columns << m->log_n,
        .run_bytes = m->coefficients ? 0 : arena_bytes(n, sizeof(fp)),
        .after = after,
    };
    TRY(tasks_add(t, &cut, &extended, e));
    cut.stage = "hash";
    cut.run = hash_range;
    cut.size = matrix_rows(m);
    cut.grain = (tasks_grain(2 * PIECE_CELLS, m->n_columns) + 63) & ~(size_t)63;
    cut.run_bytes = 0;
    cut.after = extended;
    return tasks_add(t, &cut, NULL, e);
}

size_t matrix_tree_bytes(const struct tree_shape *shape)
{
    return arena_bytes(shape->n_parts, sizeof(struct digest *));
}

enum chert_status matrix_tree(struct merkle *tree, const struct stark_env *env,
                              const struct tree_shape *shape, const struct matrix *const *parts,
                              struct arena *mem, struct err *e)
{
    struct merkle_level levels[MAX_LOG_HEIGHT + 1];
    size_t n_levels = 0;
    const struct digest **rows;
    TRY(ARENA_NEW(mem, &rows, shape->n_parts, e));
    for (uint32_t p = 0; p < shape->n_parts; p++) {
        const unsigned log_size = (unsigned)parts[p]->log_n + parts[p]->log_blowup;
        rows[p] = parts[p]->rows;
        if (n_levels == 0 || levels[n_levels - 1].log_size != log_size) {
            levels[n_levels++] = (struct merkle_level){log_size, 0, rows + p};
        }
        levels[n_levels - 1].n_parts++;
    }
    return merkle_init(tree, mem, env->hash, env->cpu_mask, levels, n_levels, e);
}

static unsigned tree_cut(const struct merkle *tree)
{
    return tree->log_size < TREE_LOG ? 0 : tree->log_size - TREE_LOG;
}

static enum chert_status hash_subtrees(void *ctx, const struct task *t, struct arena *scratch,
                                       struct err *e)
{
    (void)scratch, (void)e;
    merkle_hash_subtrees(ctx, tree_cut(ctx), t->first, t->count);
    return CHERT_OK;
}

static enum chert_status hash_top(void *ctx, const struct task *t, struct arena *scratch,
                                  struct err *e)
{
    (void)t, (void)scratch, (void)e;
    merkle_hash_top(ctx, tree_cut(ctx));
    return CHERT_OK;
}

enum chert_status matrix_add_tree(struct tasks *t, struct merkle *tree, const char *table,
                                  struct task_span after, struct err *e)
{
    struct task_span subtrees;
    struct cut cut = {
        .stage = "tree",
        .table = table,
        .run = hash_subtrees,
        .ctx = tree,
        .size = (size_t)1 << tree_cut(tree),
        .grain = 1,
        .weight = UINT64_C(1) << tree->log_size,
        .after = after,
    };
    TRY(tasks_add(t, &cut, &subtrees, e));
    cut.run = hash_top;
    cut.size = 1;
    cut.after = subtrees;
    return tasks_add(t, &cut, NULL, e);
}
