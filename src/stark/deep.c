/*
 * The DEEP word, as coefficients. Numerators are summed per height on s_n H_n (the first n rows of
 * the LDEs; their degree is below n), brought to coefficients, lifted by spreading them N/n apart,
 * and divided: (A(X) - A(z)) / (X - z) + (B(X) - B(gz)) / (X - gz), by Horner's rule.
 */
#include <string.h>

#include "proof/domain.h"
#include "stark/group.h"

static size_t deep_bytes(const struct chain *c, uint32_t i)
{
    const struct instance *in = &c->p->in->layout->instances[i];
    const uint32_t n = air_n_columns(in->air) + 3 * air_n_ext(in->air);
    return arena_bytes(n, sizeof(fp *)) + arena_bytes(n, sizeof(fp3)) +
           6 * arena_bytes((size_t)1 << in->log_n, sizeof(fp));
}

/* d, d omega, d omega^2: the coefficients of an ext column's planes. */
static void plane_weights(fp3 d, fp3 out[3])
{
    out[0] = d;
    out[1] = fp3_mul(d, (fp3){{0, 1, 0}});
    out[2] = fp3_mul(d, (fp3){{0, 0, 1}});
}

static enum chert_status deep_one(struct chain *c, uint32_t i, struct arena *scratch, struct err *e)
{
    const struct instance *in = &c->p->in->layout->instances[i];
    const size_t n = (size_t)1 << in->log_n;
    const uint32_t n_base = air_n_columns(in->air), n_ext = air_n_ext(in->air);
    const uint32_t total = n_base + 3 * n_ext;
    const fp3 *d = c->delta + in->value_at;
    const fp **columns;
    fp3 *weights, last[3];
    fp *sum[3], *next[3];
    TRY(ARENA_NEW(scratch, &columns, total, e));
    TRY(ARENA_NEW(scratch, &weights, total, e));
    for (unsigned k = 0; k < 3; k++) {
        TRY(ARENA_NEW(scratch, &sum[k], n, e));
        TRY(ARENA_NEW(scratch, &next[k], n, e));
        memset(sum[k], 0, n * sizeof(fp));
        memset(next[k], 0, n * sizeof(fp));
    }
    for (uint32_t k = 0; k < n_base; k++) {
        columns[k] = chain_column(c, i, k);
        weights[k] = d[k];
    }
    for (uint32_t k = 0; k < n_ext; k++) {
        plane_weights(d[n_base + k], weights + n_base + 3 * k);
        for (uint32_t j = 0; j < 3; j++) {
            columns[n_base + 3 * k + j] = matrix_column(&c->p->committed[i].aux, 3 * k + j);
        }
    }
    plane_weights(d[n_base + n_ext], last);
    const struct fp_block *block = c->p->env->block;
    block->lincomb3(sum[0], sum[1], sum[2], columns, weights, total, n);
    block->lincomb3(next[0], next[1], next[2], columns + total - 3, last, 3, n);
    pthread_mutex_lock(&c->lock);
    for (unsigned k = 0; k < 3; k++) {
        block->add(c->deep[in->log_n][k], c->deep[in->log_n][k], sum[k], n);
        block->add(c->deep_next[in->log_n][k], c->deep_next[in->log_n][k], next[k], n);
    }
    pthread_mutex_unlock(&c->lock);
    return CHERT_OK;
}

/* Adds the quotient's two columns, of height N. */
static void add_quotient(struct chain *c)
{
    const fp *columns[6];
    fp3 weights[6];
    for (uint32_t k = 0; k < 2; k++) {
        plane_weights(c->delta[c->group->n_values - 2 + k], weights + 3 * k);
    }
    for (uint32_t k = 0; k < 6; k++) {
        columns[k] = matrix_column(&c->quotient, k);
    }
    fp *const *at = c->deep[c->group->log_n];
    c->p->env->block->lincomb3(at[0], at[1], at[2], columns, weights, 6,
                               (size_t)1 << c->group->log_n);
}

/* Adds the coefficients of sum(X^(N/n)) for every height to `out`. */
static void lift(struct chain *c, fp *planes[MAX_LOG_HEIGHT + 1][3], fp *const out[3])
{
    for (unsigned h = 0; h <= c->group->log_n; h++) {
        const unsigned gap = (unsigned)c->group->log_n - h;
        for (unsigned k = 0; k < 3 && planes[h][k] != NULL; k++) {
            ntt_coset_inverse(&c->p->env->ntt, planes[h][k], h, domain_shift(h));
            for (size_t i = 0; i < (size_t)1 << h; i++) {
                out[k][i << gap] = fp_add(out[k][i << gap], planes[h][k][i]);
            }
        }
    }
}

/* word += (a(X) - a(z)) / (X - z). */
static void add_divided(fp *const word[3], fp *const a[3], size_t n, fp3 z)
{
    fp3 q = fp3_of(0);
    for (size_t i = n - 1; i > 0; i--) {
        const fp3 ai = {{a[0][i], a[1][i], a[2][i]}};
        q = fp3_add(fp3_mul(q, z), ai);
        for (unsigned k = 0; k < 3; k++) {
            word[k][i - 1] = fp_add(word[k][i - 1], q.c[k]);
        }
    }
}

enum chert_status chain_deep(struct chain *c, struct err *e)
{
    const struct group *g = c->group;
    fp3 delta;
    TRY(chain_grind(c, TAG_BATCH_GRIND, c->p->env->set->batch_bits, e));
    transcript_draw_fp3(&c->t, TAG_DEEP, &delta, 1);
    TRY(ARENA_NEW(c->mem, &c->delta, g->n_values, e));
    fp3_powers(delta, c->delta, g->n_values);
    for (uint32_t i = g->first; i < g->first + g->count; i++) {
        const unsigned log_n = c->p->in->layout->instances[i].log_n;
        if (c->deep[log_n][0] == NULL) {
            TRY(chain_planes(c, log_n, c->deep[log_n], e));
            TRY(chain_planes(c, log_n, c->deep_next[log_n], e));
        }
    }
    TRY(chain_run(c, "deep", deep_one, deep_bytes, e));
    add_quotient(c);
    fp *here[3], *next[3];
    TRY(chain_planes(c, g->log_n, here, e));
    TRY(chain_planes(c, g->log_n, next, e));
    TRY(chain_planes(c, g->log_n, c->word, e));
    lift(c, c->deep, here);
    lift(c, c->deep_next, next);
    const size_t n = (size_t)1 << g->log_n;
    add_divided(c->word, here, n, c->z);
    add_divided(c->word, next, n, fp3_mul_fp(c->z, fp_root(g->log_n)));
    return CHERT_OK;
}
