/*
 * Out-of-domain values. A column of height n is known on s H_n, the first n rows of its LDE, and
 * for z outside of it
 *   f(z) = (z^n - s^n) / (n s^n)  sum_i f(x_i) x_i / (z - x_i)      (barycentric, on the coset)
 * so one vector of weights a height serves all columns, by dot products.
 */
#include "proof/domain.h"
#include "stark/group.h"

static enum chert_status make_weights(struct chain *c, unsigned log_n, fp3 z, fp *w[3],
                                      struct err *e)
{
    const size_t n = (size_t)1 << log_n;
    const fp s = domain_shift(log_n);
    const fp sn = fp_pow(s, n);
    TRY(chain_planes(c, log_n, w, e));
    for (size_t i = 0; i < n; i++) {
        w[0][i] = 1; /* becomes the points, in bit-reversed order */
    }
    /* Points s w^rev(i): double the list of powers, one bit of the index at a time. */
    w[0][0] = s;
    for (unsigned b = 0; b < log_n; b++) {
        const fp root = fp_root(b + 1u);
        for (size_t i = 0; i < (size_t)1 << b; i++) {
            w[0][((size_t)1 << b) + i] = fp_mul(w[0][i], root);
        }
    }
    fp *points;
    const size_t mark = arena_mark(c->mem);
    TRY(ARENA_NEW(c->mem, &points, n, e));
    for (size_t i = 0; i < n; i++) {
        points[i] = w[0][i];
        w[0][i] = fp_sub(z.c[0], points[i]);
        w[1][i] = z.c[1];
        w[2][i] = z.c[2];
    }
    c->p->env->block->inverse3(w[0], w[1], w[2], n);
    const fp3 scale =
        fp3_mul_fp(fp3_sub(fp3_pow2k(z, log_n), fp3_of(sn)), fp_inv(fp_mul(sn, (fp)n)));
    for (size_t i = 0; i < n; i++) {
        const fp3 v = {{w[0][i], w[1][i], w[2][i]}};
        const fp3 r = fp3_mul(scale, fp3_mul_fp(v, points[i]));
        w[0][i] = r.c[0], w[1][i] = r.c[1], w[2][i] = r.c[2];
    }
    arena_release(c->mem, mark);
    return CHERT_OK;
}

/* sum_i w_i a_i for an ext column, whose planes stand for 1, omega, omega^2. */
static fp3 dot_ext(const struct chain *c, fp *const w[3], const struct matrix *m, uint32_t ext,
                   size_t n)
{
    fp3 v[3];
    const fp *planes[3];
    for (uint32_t k = 0; k < 3; k++) {
        planes[k] = matrix_column(m, 3 * ext + k);
    }
    c->p->env->block->dot3(v, w[0], w[1], w[2], planes, 3, n);
    const fp3 x1 = {{0, 1, 0}}, x2 = {{0, 0, 1}};
    return fp3_add(v[0], fp3_add(fp3_mul(v[1], x1), fp3_mul(v[2], x2)));
}

static size_t values_bytes(const struct chain *c, uint32_t i)
{
    return arena_bytes(air_n_columns(c->p->in->layout->instances[i].air), sizeof(fp *));
}

static enum chert_status values_one(struct chain *c, uint32_t i, struct arena *scratch,
                                    struct err *e)
{
    const struct instance *in = &c->p->in->layout->instances[i];
    const size_t n = (size_t)1 << in->log_n;
    const uint32_t n_base = air_n_columns(in->air), n_ext = air_n_ext(in->air);
    fp *const *w = c->weights[in->log_n];
    fp3 *v = c->values + in->value_at;
    const fp **columns;
    TRY(ARENA_NEW(scratch, &columns, n_base, e));
    for (uint32_t k = 0; k < n_base; k++) {
        columns[k] = chain_column(c, i, k);
    }
    c->p->env->block->dot3(v, w[0], w[1], w[2], columns, n_base, n);
    for (uint32_t k = 0; k < n_ext; k++) {
        v[n_base + k] = dot_ext(c, w, &c->p->committed[i].aux, k, n);
    }
    v[n_base + n_ext] =
        dot_ext(c, c->weights_next[in->log_n], &c->p->committed[i].aux, n_ext - 1, n);
    return CHERT_OK;
}

enum chert_status chain_values(struct chain *c, struct err *e)
{
    const struct group *g = c->group;
    transcript_draw_fp3(&c->t, TAG_Z, &c->z, 1);
    if (c->z.c[1] == 0 && c->z.c[2] == 0) {
        return err_set(e, CHERT_REJECT_POINT, "the out-of-domain point is in the base field");
    }
    TRY(ARENA_NEW(c->mem, &c->values, g->n_values, e));
    for (uint32_t i = g->first; i < g->first + g->count; i++) {
        const unsigned log_n = c->p->in->layout->instances[i].log_n;
        if (c->weights[log_n][0] == NULL) {
            const fp3 z = fp3_pow2k(c->z, (unsigned)g->log_n - log_n);
            TRY(make_weights(c, log_n, z, c->weights[log_n], e));
            TRY(make_weights(c, log_n, fp3_mul_fp(z, fp_root(log_n)), c->weights_next[log_n], e));
        }
    }
    TRY(chain_run(c, "values", values_one, values_bytes, e));
    for (uint32_t k = 0; k < 2; k++) {
        c->values[g->n_values - 2 + k] =
            dot_ext(c, c->weights[g->log_n], &c->quotient, k, (size_t)1 << g->log_n);
    }
    for (uint32_t i = 0; i < g->n_values; i++) {
        write_fp3(c->out, c->values[i]);
    }
    transcript_absorb_fp3(&c->t, TAG_VALUES, c->values, g->n_values);
    return CHERT_OK;
}
