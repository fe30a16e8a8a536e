#include "stark/matrix.h"

#include <string.h>

#include "hash/batch.h"

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
           arena_bytes(rows, sizeof(struct digest));
}

size_t matrix_scratch_bytes(uint32_t n_columns, unsigned log_n)
{
    return arena_bytes((size_t)1 << log_n, sizeof(fp)) + arena_bytes(n_columns, sizeof(fp *));
}

enum chert_status matrix_alloc(struct matrix *m, const struct stark_env *env, uint32_t n_columns,
                               unsigned log_n, struct arena *mem, struct err *e)
{
    const size_t stride = columns_stride((size_t)1 << (log_n + env->set->log_blowup));
    *m = (struct matrix){(uint8_t)log_n, env->set->log_blowup, n_columns, stride, NULL, NULL};
    TRY(ARENA_NEW(mem, &m->lde, n_columns * stride, e));
    return ARENA_NEW(mem, &m->rows, matrix_rows(m), e);
}

static enum chert_status hash_matrix(struct matrix *m, const struct stark_env *env,
                                     struct arena *scratch, struct err *e)
{
    const fp **columns;
    TRY(ARENA_NEW(scratch, &columns, m->n_columns, e));
    for (uint32_t c = 0; c < m->n_columns; c++) {
        columns[c] = matrix_column(m, c);
    }
    hash_rows(env->hash, env->cpu_mask, columns, m->n_columns, 0, matrix_rows(m), m->rows);
    return CHERT_OK;
}

enum chert_status matrix_commit(struct matrix *m, const struct stark_env *env, const fp *columns,
                                struct arena *scratch, struct err *e)
{
    const size_t n = (size_t)1 << m->log_n;
    const size_t mark = arena_mark(scratch);
    fp *coefficients;
    TRY(ARENA_NEW(scratch, &coefficients, n, e));
    for (uint32_t c = 0; c < m->n_columns; c++) {
        memcpy(coefficients, columns + c * columns_stride(n), n * sizeof(fp));
        ntt_inverse(&env->ntt, coefficients, m->log_n);
        ntt_lde(&env->ntt, m->lde + c * m->stride, coefficients, m->log_n, m->log_blowup);
    }
    TRY(hash_matrix(m, env, scratch, e));
    arena_release(scratch, mark);
    return CHERT_OK;
}

enum chert_status matrix_commit_coefficients(struct matrix *m, const struct stark_env *env,
                                             const fp *coefficients, struct arena *scratch,
                                             struct err *e)
{
    const size_t n = (size_t)1 << m->log_n;
    const size_t mark = arena_mark(scratch);
    for (uint32_t c = 0; c < m->n_columns; c++) {
        ntt_lde(&env->ntt, m->lde + c * m->stride, coefficients + c * n, m->log_n, m->log_blowup);
    }
    TRY(hash_matrix(m, env, scratch, e));
    arena_release(scratch, mark);
    return CHERT_OK;
}

enum chert_status matrix_tree(struct merkle *tree, const struct stark_env *env,
                              const struct tree_shape *shape, const struct matrix *const *parts,
                              struct arena *mem, struct err *e)
{
    struct merkle_level levels[MAX_LOG_HEIGHT + 1];
    size_t n_levels = 0;
    const struct digest *rows[MAX_INSTANCES];
    for (uint32_t p = 0; p < shape->n_parts; p++) {
        const unsigned log_size = (unsigned)parts[p]->log_n + parts[p]->log_blowup;
        rows[p] = parts[p]->rows;
        if (n_levels == 0 || levels[n_levels - 1].log_size != log_size) {
            levels[n_levels++] = (struct merkle_level){log_size, 0, rows + p};
        }
        levels[n_levels - 1].n_parts++;
    }
    return merkle_build(tree, mem, env->hash, env->cpu_mask, levels, n_levels, e);
}
