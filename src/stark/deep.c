/*
 * The DEEP word, as coefficients. Numerators are summed per height on s_n H_n (the first n rows of
 * the LDEs; their degree is below n), brought to coefficients, lifted by spreading them N/n apart,
 * and divided: (A(X) - A(z)) / (X - z) + (B(X) - B(gz)) / (X - gz), by Horner's rule.
 */
#include <string.h>

#include "proof/domain.h"
#include "stark/group.h"

static size_t deep_bytes(const struct chain *c, unsigned log_n, uint32_t columns, size_t rows)
{
    (void)c, (void)log_n, (void)rows;
    return arena_bytes(columns + 6, sizeof(fp *)) + arena_bytes(columns + 6, sizeof(fp3));
}

/* d, d omega, d omega^2: the coefficients of an ext column's planes. */
static void plane_weights(fp3 d, fp3 out[3])
{
    out[0] = d;
    out[1] = fp3_mul(d, (fp3){{0, 1, 0}});
    out[2] = fp3_mul(d, (fp3){{0, 0, 1}});
}

/* Planes and weights of one sum, over the rows of a task. */
struct sum {
    const fp **columns;
    fp3 *weights;
};

static void add_instance(const struct chain *c, uint32_t i, const struct task *t,
                         const struct sum *s, fp *const here[3], fp *const next[3])
{
    const struct fp_block *block = c->p->env->block;
    const struct instance *in = &c->p->in->layout->instances[i];
    const uint32_t n_base = air_n_columns(in->air), n_ext = air_n_ext(in->air);
    const uint32_t total = n_base + 3 * n_ext;
    const fp3 *d = c->delta + in->value_at;
    fp3 last[3];
    for (uint32_t k = 0; k < total; k++) {
        s->columns[k] = chain_column(c, i, k) + t->first;
    }
    memcpy(s->weights, d, n_base * sizeof *d);
    for (uint32_t k = 0; k < n_ext; k++) {
        plane_weights(d[n_base + k], s->weights + n_base + (size_t)3 * k);
    }
    plane_weights(d[n_base + n_ext], last);
    block->lincomb3(here[0], here[1], here[2], s->columns, s->weights, total, t->count);
    block->lincomb3(next[0], next[1], next[2], s->columns + total - 3, last, 3, t->count);
}

/* The quotient's two columns, of height N. */
static void add_quotient(const struct chain *c, const struct task *t, const struct sum *s,
                         fp *const here[3])
{
    for (uint32_t k = 0; k < 2; k++) {
        plane_weights(c->delta[c->group->n_values - 2 + k], s->weights + (size_t)3 * k);
    }
    for (uint32_t k = 0; k < 6; k++) {
        s->columns[k] = matrix_column(&c->quotient, k) + t->first;
    }
    c->p->env->block->lincomb3(here[0], here[1], here[2], s->columns, s->weights, 6, t->count);
}

static enum chert_status deep_rows(void *ctx, const struct task *t, struct arena *scratch,
                                   struct err *e)
{
    const struct chain *c = ctx;
    const struct group *g = c->group;
    const uint32_t most = chain_most_columns(c, t->index);
    struct sum s;
    fp *planes[2][3];
    TRY(ARENA_NEW(scratch, &s.columns, most + 6, e));
    TRY(ARENA_NEW(scratch, &s.weights, most + 6, e));
    for (unsigned k = 0; k < 6; k++) {
        planes[k / 3][k % 3] = c->sums[k / 3][t->index][k % 3] + t->first;
        memset(planes[k / 3][k % 3], 0, t->count * sizeof(fp));
    }
    for (uint32_t i = g->first; i < g->first + g->count; i++) {
        if (c->p->in->layout->instances[i].log_n == t->index) {
            add_instance(c, i, t, &s, planes[0], planes[1]);
        }
    }
    if (t->index == g->log_n) {
        add_quotient(c, t, &s, planes[0]);
    }
    return CHERT_OK;
}

/*
 * Division by X - z is q_(i-1) = q_i z + a_i from the top down. To do it by segments, each is
 * first evaluated alone; what enters a segment from above then follows from those values.
 */
struct division {
    struct chain *c;
    fp3 z[2];         /* z and g z, divided in one go: two chains of products instead of one */
    fp3 (*enters)[2]; /* by segment: first its value alone */
    size_t segment;   /* coefficients of one */
};

#define SEGMENT ((size_t)1 << 11)

static fp3 coefficient(const struct division *d, unsigned set, size_t i)
{
    fp *const *a = d->c->sums[set][d->c->group->log_n];
    return (fp3){{a[0][i], a[1][i], a[2][i]}};
}

static enum chert_status evaluate_segment(void *ctx, const struct task *t, struct arena *scratch,
                                          struct err *e)
{
    const struct division *d = ctx;
    fp3 q[2] = {fp3_of(0), fp3_of(0)};
    (void)scratch, (void)e;
    for (size_t i = t->first + t->count; i-- > t->first;) {
        q[0] = fp3_add(fp3_mul(q[0], d->z[0]), coefficient(d, 0, i));
        q[1] = fp3_add(fp3_mul(q[1], d->z[1]), coefficient(d, 1, i));
    }
    memcpy(d->enters[t->first / d->segment], q, sizeof q);
    return CHERT_OK;
}

static enum chert_status divide_segment(void *ctx, const struct task *t, struct arena *scratch,
                                        struct err *e)
{
    const struct division *d = ctx;
    fp3 q[2];
    (void)scratch, (void)e;
    memcpy(q, d->enters[t->first / d->segment], sizeof q);
    for (size_t i = t->first + t->count; i-- > t->first && i > 0;) {
        q[0] = fp3_add(fp3_mul(q[0], d->z[0]), coefficient(d, 0, i));
        q[1] = fp3_add(fp3_mul(q[1], d->z[1]), coefficient(d, 1, i));
        const fp3 sum = fp3_add(q[0], q[1]);
        for (unsigned k = 0; k < 3; k++) {
            d->c->word[k][i - 1] = sum.c[k];
        }
    }
    return CHERT_OK;
}

static enum chert_status run_segments(struct division *d,
                                      enum chert_status (*run)(void *ctx, const struct task *t,
                                                               struct arena *scratch,
                                                               struct err *e),
                                      struct err *e)
{
    struct arena *mem = d->c->mem;
    struct tasks t;
    const size_t mark = arena_mark(mem);
    const struct cut cut = {
        .stage = "divide",
        .table = "word",
        .run = run,
        .ctx = d,
        .size = (size_t)1 << d->c->group->log_n,
        .grain = d->segment,
    };
    TRY(tasks_init(&t, 1, mem, e));
    TRY(tasks_add(&t, &cut, NULL, e));
    TRY(tasks_run(&t, d->c->p->env->sched, e));
    arena_release(mem, mark);
    return CHERT_OK;
}

static enum chert_status divide(struct chain *c, struct err *e)
{
    const size_t n = (size_t)1 << c->group->log_n;
    struct division d = {c, {c->z, fp3_mul_fp(c->z, fp_root(c->group->log_n))}, NULL, 0};
    d.segment = tasks_piece(n, SEGMENT);
    const size_t n_segments = n / d.segment;
    const size_t mark = arena_mark(c->mem);
    TRY(ARENA_NEW(c->mem, &d.enters, n_segments, e));
    TRY(run_segments(&d, evaluate_segment, e));
    for (unsigned set = 0; set < 2; set++) {
        fp3 power = d.z[set], from_above = fp3_of(0);
        for (size_t i = 1; i < d.segment; i *= 2) {
            power = fp3_mul(power, power);
        }
        for (size_t s = n_segments; s-- > 0;) {
            const fp3 alone = d.enters[s][set];
            d.enters[s][set] = from_above;
            from_above = fp3_add(alone, fp3_mul(from_above, power));
        }
    }
    TRY(run_segments(&d, divide_segment, e));
    for (unsigned k = 0; k < 3; k++) {
        c->word[k][n - 1] = 0;
    }
    arena_release(c->mem, mark);
    return CHERT_OK;
}

/* word += by (a(X^m) - a(z^m)) / (X - z), m = 2^gap, by Horner's rule. */
static void add_divided(fp *const word[3], fp *const a[3], size_t n, unsigned gap, fp3 z, fp3 by)
{
    fp3 q = fp3_of(0);
    for (size_t i = n - 1; i > 0; i--) {
        q = fp3_mul(q, z);
        if ((i & (((size_t)1 << gap) - 1)) == 0) {
            const fp3 ai = {{a[0][i >> gap], a[1][i >> gap], a[2][i >> gap]}};
            q = fp3_add(q, fp3_mul(by, ai));
        }
        for (unsigned k = 0; k < 3; k++) {
            word[k][i - 1] = fp_add(word[k][i - 1], q.c[k]);
        }
    }
}

/* Johnson regime: shorter columns are polynomials in X^(N/n) (verify/openings.c). The sums are
 * coefficients by now. */
static void add_lifting(struct chain *c, fp3 delta)
{
    const struct group *g = c->group;
    const fp3 again = fp3_mul(c->delta[g->n_values - 1], delta);
    for (unsigned h = 0; h < g->log_n; h++) {
        if (c->sums[0][h][0] != NULL) {
            const unsigned gap = (unsigned)g->log_n - h;
            add_divided(c->word, c->sums[0][h], (size_t)1 << g->log_n, gap,
                        fp3_mul_fp(c->z, fp_root(gap)), again);
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
    TRY(chain_planes(c, g->log_n, c->word, e));
    const size_t mark = arena_mark(c->mem);
    TRY(chain_sums(c, 0, 0, e));
    TRY(chain_sums(c, 1, 0, e));
    const struct row_stage stage = {"deep", deep_rows, 0, deep_bytes};
    TRY(chain_rows(c, &stage, e));
    TRY(chain_lift(c, 2, 0, e));
    TRY(divide(c, e));
    if (c->p->env->set->johnson) {
        add_lifting(c, delta);
    }
    arena_release(c->mem, mark);
    return CHERT_OK;
}
