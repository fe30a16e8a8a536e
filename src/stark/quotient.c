/*
 * The lifted quotient of a group. For each instance of height n the batched constraints divided by
 * X^n - 1 are a polynomial q of degree below 2n, computed on s_n H_{2n}, the first 2n rows of its
 * LDE. With X^(N/n) for X all of them have the divisor X^N - 1, so
 *   Q(X) = sum over instances q(X^(N/n)) = Q0(X) + X^N Q1(X)
 * and index i of the large domain is index i >> log2(N/n) of a small one.
 */
#include <string.h>

#include "proof/domain.h"
#include "stark/group.h"

/* The accumulator's planes one trace row further, over s_n H_{2n} in bit-reversed order. */
static void shift_by_row(const struct matrix *aux, fp *out[3])
{
    const unsigned log_size = aux->log_n + 1u;
    const uint32_t size = UINT32_C(1) << log_size;
    for (unsigned k = 0; k < 3; k++) {
        const fp *from = matrix_column(aux, aux->n_columns - 3 + k);
        for (uint32_t i = 0; i < size; i++) {
            const uint32_t next = (bit_reverse(i, log_size) + 2) & (size - 1);
            out[k][i] = from[bit_reverse(next, log_size)];
        }
    }
}

static size_t quotient_bytes(const struct chain *c, uint32_t i)
{
    const struct instance *in = &c->p->in->layout->instances[i];
    const size_t planes = 6 * arena_bytes((size_t)2 << in->log_n, sizeof(fp));
    return planes + arena_bytes(air_n_columns(in->air), sizeof(fp *)) +
           arena_bytes(3 * air_n_ext(in->air), sizeof(fp *)) +
           air_eval_bytes(c->p->in->traces[i].program);
}

static enum chert_status quotient_one(struct chain *c, uint32_t i, struct arena *scratch,
                                      struct err *e)
{
    const struct instance *in = &c->p->in->layout->instances[i];
    const struct committed *com = &c->p->committed[i];
    const size_t size = (size_t)2 << in->log_n;
    const uint32_t planes = 3 * air_n_ext(in->air);
    const fp **columns, **ext;
    fp *out[3], *next[3];
    TRY(ARENA_NEW(scratch, &columns, air_n_columns(in->air), e));
    TRY(ARENA_NEW(scratch, &ext, planes, e));
    for (unsigned k = 0; k < 3; k++) {
        TRY(ARENA_NEW(scratch, &out[k], size, e));
        TRY(ARENA_NEW(scratch, &next[k], size, e));
    }
    for (uint32_t k = 0; k < air_n_columns(in->air); k++) {
        columns[k] = chain_column(c, i, k);
    }
    for (uint32_t k = 0; k < planes; k++) {
        ext[k] = matrix_column(&com->aux, k);
    }
    shift_by_row(&com->aux, next);
    const struct air_rows rows = {columns, ext, {next[0], next[1], next[2]}, in->params};
    const fp3 share = fp3_mul_fp(com->sum, fp_inv((fp)1 << in->log_n));
    TRY(air_eval_rows(c->p->in->traces[i].program, &rows, &c->p->ch, share,
                      c->lambda + in->lambda_at, 0, size, out, 0, scratch, e));
    pthread_mutex_lock(&c->lock);
    for (unsigned k = 0; k < 3; k++) {
        fp *sum = c->numerator[in->log_n][k];
        c->p->env->block->add(sum, sum, out[k], size);
    }
    pthread_mutex_unlock(&c->lock);
    return CHERT_OK;
}

/* Divides by X^n - 1: on s_n H_{2n} in bit-reversed order x^n is s^n on the first half of the
 * indices and -s^n on the second. Then adds the next lower height, lifted. */
static void divide_and_lift(struct chain *c, unsigned log_n, fp *const *below)
{
    const size_t n = (size_t)1 << log_n;
    const fp sn = fp_pow(domain_shift(log_n), n);
    const fp inverse[2] = {fp_inv(fp_sub(sn, 1)), fp_inv(fp_sub(fp_sub(0, sn), 1))};
    for (unsigned k = 0; k < 3; k++) {
        fp *q = c->numerator[log_n][k];
        for (unsigned half = 0; half < 2; half++) {
            c->p->env->block->mul_const(q + half * n, q + half * n, inverse[half], n);
        }
        if (below != NULL) {
            for (size_t i = 0; i < 2 * n; i++) {
                q[i] = fp_add(q[i], below[k][i >> 1]);
            }
        }
    }
}

static enum chert_status make_numerators(struct chain *c, struct err *e)
{
    const struct group *g = c->group;
    unsigned lowest = g->log_n;
    for (uint32_t i = g->first; i < g->first + g->count; i++) {
        const unsigned log_n = c->p->in->layout->instances[i].log_n;
        lowest = log_n < lowest ? log_n : lowest;
    }
    for (unsigned h = lowest; h <= g->log_n; h++) {
        TRY(chain_planes(c, h + 1, c->numerator[h], e));
    }
    return CHERT_OK;
}

enum chert_status chain_quotient(struct chain *c, struct err *e)
{
    const struct group *g = c->group;
    fp3 lambda;
    transcript_draw_fp3(&c->t, TAG_LAMBDA, &lambda, 1);
    TRY(ARENA_NEW(c->mem, &c->lambda, g->n_constraints, e));
    fp3_powers(lambda, c->lambda, g->n_constraints);
    TRY(make_numerators(c, e));
    TRY(chain_run(c, "quotient", quotient_one, quotient_bytes, e));
    fp *const *below = NULL;
    for (unsigned h = 0; h <= g->log_n; h++) {
        if (c->numerator[h][0] != NULL) {
            divide_and_lift(c, h, below);
            below = c->numerator[h];
        }
    }
    const size_t n = (size_t)1 << g->log_n;
    fp *coefficients;
    TRY(ARENA_NEW(c->mem, &coefficients, 6 * n, e));
    for (unsigned k = 0; k < 3; k++) {
        fp *q = c->numerator[g->log_n][k];
        ntt_coset_inverse(&c->p->env->ntt, q, g->log_n + 1u, domain_shift(g->log_n));
        memcpy(coefficients + k * n, q, n * sizeof(fp));
        memcpy(coefficients + (3 + k) * n, q + n, n * sizeof(fp));
    }
    TRY(matrix_alloc(&c->quotient, c->p->env, 6, g->log_n, c->mem, e));
    TRY(matrix_commit_coefficients(&c->quotient, c->p->env, coefficients, c->mem, e));
    const struct matrix *part = &c->quotient;
    TRY(matrix_tree(&c->quotient_tree, c->p->env, &g->trees[g->n_trees - 1], &part, c->mem, e));
    const struct digest *root = merkle_root(&c->quotient_tree);
    write_digest(c->out, root);
    transcript_absorb(&c->t, TAG_QUOTIENT_ROOT, root->b, DIGEST_BYTES);
    return CHERT_OK;
}
