/*
 * The lifted quotient of a group. For each instance of height n the batched constraints divided by
 * X^n - 1 are a polynomial q of degree below 2n, computed on s_n H_{2n}, the first 2n rows of its
 * LDE. With X^(N/n) for X all of them have the divisor X^N - 1, so
 *   Q(X) = sum over instances q(X^(N/n)) = Q0(X) + X^N Q1(X),
 * added up as coefficients.
 */
#include <string.h>

#include "proof/domain.h"
#include "stark/group.h"

/* Where the value one trace row further stands, over s_n H_{2n} in bit-reversed order. */
static uint32_t next_row(uint32_t i, unsigned log_size)
{
    const uint32_t size = UINT32_C(1) << log_size;
    return bit_reverse((bit_reverse(i, log_size) + 2) & (size - 1), log_size);
}

/* The accumulator's planes one trace row further, rows [first, first + count). The step carries
 * from the index's high bits down: unless it gets to the low ones, the range stays together. */
static void shift_by_row(const struct matrix *aux, size_t first, size_t count, fp *const out[3])
{
    const unsigned log_size = aux->log_n + 1u;
    const uint32_t to = next_row((uint32_t)first, log_size);
    const uint32_t last = next_row((uint32_t)(first + count - 1), log_size);
    for (unsigned k = 0; k < 3; k++) {
        const fp *from = matrix_column(aux, aux->n_columns - 3 + k);
        if (last - to == count - 1) {
            memcpy(out[k], from + to, count * sizeof(fp));
            continue;
        }
        for (size_t i = 0; i < count; i++) {
            out[k][i] = from[next_row((uint32_t)(first + i), log_size)];
        }
    }
}

static size_t quotient_bytes(const struct chain *c, unsigned log_n, uint32_t columns, size_t rows)
{
    size_t eval = 0;
    for (uint32_t i = c->group->first; i < c->group->first + c->group->count; i++) {
        if (c->p->in->layout->instances[i].log_n == log_n) {
            const size_t bytes = air_eval_bytes(c->p->in->traces[i].program);
            eval = bytes > eval ? bytes : eval;
        }
    }
    return 3 * arena_bytes(rows, sizeof(fp)) + arena_bytes(columns, sizeof(fp *)) + eval;
}

/* Adds the batched constraints of instance i to out, or starts with them. */
static enum chert_status add_constraints(const struct chain *c, uint32_t i, const struct task *t,
                                         fp *const out[3], fp *const next[3], int add,
                                         struct arena *scratch, struct err *e)
{
    const struct instance *in = &c->p->in->layout->instances[i];
    const struct committed *com = &c->p->committed[i];
    const fp **columns;
    const size_t mark = arena_mark(scratch);
    TRY(ARENA_NEW(scratch, &columns, chain_n_columns(c, i), e));
    for (uint32_t k = 0; k < chain_n_columns(c, i); k++) {
        columns[k] = chain_column(c, i, k) + t->first;
    }
    shift_by_row(&com->aux, t->first, t->count, next);
    const struct air_rows rows = {columns,
                                  columns + air_n_columns(in->air),
                                  {next[0], next[1], next[2]},
                                  in->params};
    const fp3 share = fp3_mul_fp(com->sum, fp_inv((fp)1 << in->log_n));
    TRY(air_eval_rows(c->p->in->traces[i].program, &rows, &c->p->ch, share,
                      c->lambda + in->lambda_at, 0, t->count, out, add, scratch, e));
    arena_release(scratch, mark);
    return CHERT_OK;
}

/* Divides rows by X^n - 1: on s_n H_{2n} in bit-reversed order x^n is s^n on the first half of
 * the indices and -s^n on the second. */
static void divide(const struct chain *c, unsigned log_n, const struct task *t, fp *const q[3])
{
    const size_t n = (size_t)1 << log_n, part = t->count < n ? t->count : n;
    const fp sn = fp_pow(domain_shift(log_n), n);
    const fp inverse[2] = {fp_inv(fp_sub(sn, 1)), fp_inv(fp_sub(fp_sub(0, sn), 1))};
    for (unsigned k = 0; k < 3; k++) {
        for (size_t at = 0; at < t->count; at += part) {
            c->p->env->block->mul_const(q[k] + at, q[k] + at, inverse[t->first + at >= n], part);
        }
    }
}

static enum chert_status quotient_rows(void *ctx, const struct task *t, struct arena *scratch,
                                       struct err *e)
{
    struct chain *c = ctx;
    const struct group *g = c->group;
    fp *out[3], *next[3];
    int add = 0;
    for (unsigned k = 0; k < 3; k++) {
        out[k] = c->sums[0][t->index][k] + t->first;
        TRY(ARENA_NEW(scratch, &next[k], t->count, e));
    }
    for (uint32_t i = g->first; i < g->first + g->count; i++) {
        if (c->p->in->layout->instances[i].log_n == t->index) {
            TRY(add_constraints(c, i, t, out, next, add, scratch, e));
            add = 1;
        }
    }
    divide(c, t->index, t, out);
    return CHERT_OK;
}

/* The planes of Q, in the arena until the matrix has been filled from them. */
static enum chert_status make_quotient(struct chain *c, struct err *e)
{
    const struct group *g = c->group;
    fp3 lambda;
    transcript_draw_fp3(&c->t, TAG_LAMBDA, &lambda, 1);
    TRY(ARENA_NEW(c->mem, &c->lambda, g->n_constraints, e));
    fp3_powers(lambda, c->lambda, g->n_constraints);
    TRY(chain_sums(c, 0, 1, e));
    const struct row_stage stage = {"quotient", quotient_rows, 1, quotient_bytes};
    TRY(chain_rows(c, &stage, e));
    TRY(chain_lift(c, 1, 1, e));
    for (unsigned k = 0; k < 3; k++) {
        c->quotient.from[k] = c->sums[0][g->log_n][k];
        c->quotient.from[3 + k] = c->sums[0][g->log_n][k] + ((size_t)1 << g->log_n);
    }
    c->quotient.coefficients = 1;
    return stark_commit_alone(&c->quotient, &c->quotient_tree, c->mem, e);
}

enum chert_status chain_quotient(struct chain *c, struct err *e)
{
    const struct group *g = c->group;
    const struct matrix *part = &c->quotient;
    TRY(matrix_init(&c->quotient, c->p->env, 6, g->log_n, c->mem, e));
    TRY(matrix_carve(&c->quotient, c->mem, &c->p->rows, e));
    TRY(matrix_tree(&c->quotient_tree, c->p->env, &g->trees[g->n_trees - 1], &part, c->mem, e));
    const size_t mark = arena_mark(c->mem);
    TRY(make_quotient(c, e));
    arena_release(c->mem, mark);
    arena_release(&c->p->rows, 0);
    const struct digest *root = merkle_root(&c->quotient_tree);
    write_digest(c->out, root);
    transcript_absorb(&c->t, TAG_QUOTIENT_ROOT, root->b, DIGEST_BYTES);
    return CHERT_OK;
}
