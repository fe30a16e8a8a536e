/*
 * Out-of-domain values. A column of height n is known on s H_n, the first n rows of its LDE, and
 * for z outside of it
 *   f(z) = (z^n - s^n) / (n s^n)  sum_i f(x_i) x_i / (z - x_i)      (barycentric, on the coset)
 * so one vector of weights a height serves all columns, by dot products. A range of rows makes its
 * own weights, uses them for every column of the height, and adds what it gets to the values.
 */
#include <string.h>

#include "proof/domain.h"
#include "stark/group.h"

/* Points s w^rev(first + i), i < count = 2^k, first a multiple of it: each bit of the index is a
 * factor of its own, so the list doubles with every bit. */
static void range_points(unsigned log_n, size_t first, size_t count, fp *points)
{
    points[0] = domain_shift(log_n);
    for (unsigned b = 0; b < log_n; b++) {
        const size_t have = (size_t)1 << b;
        const fp root = fp_root(b + 1u);
        if (have >= count) {
            points[0] = first >> b & 1 ? fp_mul(points[0], root) : points[0];
        }
    }
    for (unsigned b = 0; (size_t)1 << b < count; b++) {
        const size_t have = (size_t)1 << b;
        const fp root = fp_root(b + 1u);
        for (size_t i = 0; i < have; i++) {
            points[have + i] = fp_mul(points[i], root);
        }
    }
}

/* The weights of these points for z. */
static void range_weights(const struct chain *c, unsigned log_n, fp3 z, const fp *points,
                          size_t count, fp *const w[3])
{
    const fp sn = fp_pow(domain_shift(log_n), UINT64_C(1) << log_n);
    for (size_t i = 0; i < count; i++) {
        w[0][i] = fp_sub(z.c[0], points[i]);
        w[1][i] = z.c[1];
        w[2][i] = z.c[2];
    }
    c->p->env->block->inverse3(w[0], w[1], w[2], count);
    const fp3 scale =
        fp3_mul_fp(fp3_sub(fp3_pow2k(z, log_n), fp3_of(sn)), fp_inv(fp_mul(sn, (fp)1 << log_n)));
    for (size_t i = 0; i < count; i++) {
        const fp3 v = {{w[0][i], w[1][i], w[2][i]}};
        const fp3 r = fp3_mul(scale, fp3_mul_fp(v, points[i]));
        w[0][i] = r.c[0], w[1][i] = r.c[1], w[2][i] = r.c[2];
    }
}

/* The value of an ext column, whose planes stand for 1, omega, omega^2. */
static fp3 join_planes(const fp3 v[3])
{
    const fp3 x1 = {{0, 1, 0}}, x2 = {{0, 0, 1}};
    return fp3_add(v[0], fp3_add(fp3_mul(v[1], x1), fp3_mul(v[2], x2)));
}

static void add_values(struct chain *c, uint32_t at, const fp3 *v, uint32_t n)
{
    pthread_mutex_lock(&c->lock);
    for (uint32_t k = 0; k < n; k++) {
        c->values[at + k] = fp3_add(c->values[at + k], v[k]);
    }
    pthread_mutex_unlock(&c->lock);
}

/* What a range of rows has: weights for z and for g z, room for pointers and values. */
struct range {
    fp *w[3], *next[3];
    const fp **columns;
    fp3 *v;
};

static size_t values_bytes(const struct chain *c, unsigned log_n, uint32_t columns, size_t rows)
{
    (void)c, (void)log_n;
    return 7 * arena_bytes(rows, sizeof(fp)) + arena_bytes(columns + 6, sizeof(fp *)) +
           arena_bytes(columns + 6, sizeof(fp3));
}

static void add_instance(struct chain *c, uint32_t i, const struct task *t, const struct range *r)
{
    const struct fp_block *block = c->p->env->block;
    const struct instance *in = &c->p->in->layout->instances[i];
    const uint32_t n_base = air_n_columns(in->air), n_ext = air_n_ext(in->air);
    const uint32_t total = n_base + 3 * n_ext;
    for (uint32_t k = 0; k < total; k++) {
        r->columns[k] = chain_column(c, i, k) + t->first;
    }
    block->dot3(r->v, r->w[0], r->w[1], r->w[2], r->columns, total, t->count);
    block->dot3(r->v + total, r->next[0], r->next[1], r->next[2], r->columns + total - 3, 3,
                t->count);
    for (uint32_t k = 0; k <= n_ext; k++) {
        r->v[n_base + k] = join_planes(r->v + n_base + (size_t)3 * k);
    }
    add_values(c, in->value_at, r->v, n_base + n_ext + 1);
}

static void add_quotient(struct chain *c, const struct task *t, const struct range *r)
{
    for (uint32_t k = 0; k < 6; k++) {
        r->columns[k] = matrix_column(&c->quotient, k) + t->first;
    }
    c->p->env->block->dot3(r->v, r->w[0], r->w[1], r->w[2], r->columns, 6, t->count);
    for (uint32_t k = 0; k < 2; k++) {
        r->v[k] = join_planes(r->v + (size_t)3 * k);
    }
    add_values(c, c->group->n_values - 2, r->v, 2);
}

static enum chert_status values_rows(void *ctx, const struct task *t, struct arena *scratch,
                                     struct err *e)
{
    struct chain *c = ctx;
    const struct group *g = c->group;
    const unsigned log_n = t->index;
    const fp3 z = fp3_pow2k(c->z, g->log_n - log_n);
    struct range r;
    fp *points;
    TRY(ARENA_NEW(scratch, &points, t->count, e));
    for (unsigned k = 0; k < 3; k++) {
        TRY(ARENA_NEW(scratch, &r.w[k], t->count, e));
        TRY(ARENA_NEW(scratch, &r.next[k], t->count, e));
    }
    const uint32_t most = chain_most_columns(c, log_n);
    TRY(ARENA_NEW(scratch, &r.columns, most + 6, e));
    TRY(ARENA_NEW(scratch, &r.v, most + 6, e));
    range_points(log_n, t->first, t->count, points);
    range_weights(c, log_n, z, points, t->count, r.w);
    range_weights(c, log_n, fp3_mul_fp(z, fp_root(log_n)), points, t->count, r.next);
    for (uint32_t i = g->first; i < g->first + g->count; i++) {
        if (c->p->in->layout->instances[i].log_n == log_n) {
            add_instance(c, i, t, &r);
        }
    }
    if (log_n == g->log_n) {
        add_quotient(c, t, &r);
    }
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
    memset(c->values, 0, g->n_values * sizeof *c->values);
    const struct row_stage stage = {"values", values_rows, 0, values_bytes};
    TRY(chain_rows(c, &stage, e));
    for (uint32_t i = 0; i < g->n_values; i++) {
        write_fp3(c->out, c->values[i]);
    }
    transcript_absorb_fp3(&c->t, TAG_VALUES, c->values, g->n_values);
    return CHERT_OK;
}
