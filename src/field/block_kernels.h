/*
 * field/block.h, written once over field/vec.h and compiled for each instruction set. The loops go
 * a vector at a time and finish with scalars.
 */
#include <string.h>

#include "base/cpu.h"
#include "field/block.h"
#include "field/lazy.h"

/* for each full vector at i, then for each remaining element at i */
#define VECTORS(i, n) for (; (n) - (i) >= VEC_LANES; (i) += VEC_LANES)
#define REST(i, n)    for (; (i) < (n); (i)++)

static void add(fp *out, const fp *a, const fp *b, size_t n)
{
    size_t i = 0;
    VECTORS(i, n)
    {
        vec_store(out + i, vec_add(vec_load(a + i), vec_load(b + i)));
    }
    REST(i, n)
    {
        out[i] = fp_add(a[i], b[i]);
    }
}

static void sub(fp *out, const fp *a, const fp *b, size_t n)
{
    size_t i = 0;
    VECTORS(i, n)
    {
        vec_store(out + i, vec_sub(vec_load(a + i), vec_load(b + i)));
    }
    REST(i, n)
    {
        out[i] = fp_sub(a[i], b[i]);
    }
}

static void mul(fp *out, const fp *a, const fp *b, size_t n)
{
    size_t i = 0;
    VECTORS(i, n)
    {
        vec_store(out + i, vec_mul(vec_load(a + i), vec_load(b + i)));
    }
    REST(i, n)
    {
        out[i] = fp_mul(a[i], b[i]);
    }
}

static void axpy(fp *out, fp c, const fp *a, size_t n)
{
    const vec cv = vec_set1(c);
    size_t i = 0;
    VECTORS(i, n)
    {
        vec_store(out + i, vec_add(vec_load(out + i), vec_mul(cv, vec_load(a + i))));
    }
    REST(i, n)
    {
        out[i] = fp_add(out[i], fp_mul(c, a[i]));
    }
}

static void mul_const(fp *out, const fp *a, fp c, size_t n)
{
    const vec cv = vec_set1(c);
    size_t i = 0;
    VECTORS(i, n)
    {
        vec_store(out + i, vec_mul(cv, vec_load(a + i)));
    }
    REST(i, n)
    {
        out[i] = fp_mul(c, a[i]);
    }
}

#define GEO_STREAMS 4u /* running powers that do not wait for each other */
#define GEO_TERMS   ((size_t)GEO_STREAMS * VEC_LANES)

static void geo(fp *out, const fp *a, fp start, fp ratio, size_t n)
{
    fp first[GEO_TERMS], p = start;
    vec power[GEO_STREAMS];
    size_t i = 0;
    for (size_t k = 0; k < GEO_TERMS; k++) {
        first[k] = p;
        p = fp_mul(p, ratio);
    }
    const vec step = vec_set1(fp_pow(ratio, GEO_TERMS));
    for (size_t k = 0; k < GEO_STREAMS; k++) {
        power[k] = vec_load(first + k * VEC_LANES);
    }
    for (; n - i >= GEO_TERMS; i += GEO_TERMS) {
        for (size_t k = 0; k < GEO_STREAMS; k++) {
            const size_t at = i + k * VEC_LANES;
            vec_store(out + at, vec_mul(vec_load(a + at), power[k]));
            power[k] = vec_mul(power[k], step);
        }
    }
    for (size_t k = 0; k < GEO_STREAMS; k++) {
        vec_store(first + k * VEC_LANES, power[k]);
    }
    for (size_t k = 0; i < n; i++, k++) {
        out[i] = fp_mul(a[i], first[k]);
    }
}

static void axpy3(fp *o0, fp *o1, fp *o2, fp3 c, const fp *a, size_t n)
{
    axpy(o0, c.c[0], a, n);
    axpy(o1, c.c[1], a, n);
    axpy(o2, c.c[2], a, n);
}

static void mul3(fp *o0, fp *o1, fp *o2, const fp *const a[3], const fp *const b[3], size_t n)
{
    size_t i = 0;
    VECTORS(i, n)
    {
        const vec3 x = vec3_load(a[0] + i, a[1] + i, a[2] + i);
        const vec3 y = vec3_load(b[0] + i, b[1] + i, b[2] + i);
        vec3_store(o0 + i, o1 + i, o2 + i, vec3_mul(x, y));
    }
    REST(i, n)
    {
        const fp3 x = {{a[0][i], a[1][i], a[2][i]}}, y = {{b[0][i], b[1][i], b[2][i]}};
        const fp3 r = fp3_mul(x, y);
        o0[i] = r.c[0], o1[i] = r.c[1], o2[i] = r.c[2];
    }
}

/* Columns whose weights are split at a time; their sums stay below LAZY_TERMS. */
#define LINCOMB_COLUMNS 96u
/* Vectors that share the loads of a weight, in the registers there are: 3 sums each. */
#define LINCOMB_VECTORS 4u
#define LINCOMB_ROWS    ((size_t)LINCOMB_VECTORS * VEC_LANES)

/* out[i] += sum_k w[k] columns[k][i], i < LINCOMB_ROWS: one plane. */
static inline void lincomb_rows(fp *out, const fp *const *columns, size_t at,
                                uint64_t (*w)[2 * LAZY_LIMBS], size_t n_columns)
{
    lazy sum[LINCOMB_VECTORS];
    for (unsigned i = 0; i < LINCOMB_VECTORS; i++) {
        sum[i] = lazy_zero();
    }
    for (size_t k = 0; k < n_columns; k++) {
        const fp *v = columns[k] + at;
        for (unsigned i = 0; i < LINCOMB_VECTORS; i++) {
            const vec v0 = vec_load(v + (size_t)i * VEC_LANES);
            const wide v1 = WIDE_SHR(v0, 32);
            for (unsigned j = 0; j < LAZY_LIMBS; j++) {
                const wide wj = wide_set1(w[k][j]), wh = wide_set1(w[k][LAZY_LIMBS + j]);
                sum[i].limb[j] = wide_add(sum[i].limb[j], wide_mul32(v0, wj));
                sum[i].limb[j] = wide_add(sum[i].limb[j], wide_mul32(v1, wh));
            }
        }
    }
    for (unsigned i = 0; i < LINCOMB_VECTORS; i++) {
        fp *to = out + at + (size_t)i * VEC_LANES;
        vec_store(to, vec_add(vec_load(to), lazy_reduce(sum[i])));
    }
}

static void lincomb3(fp *o0, fp *o1, fp *o2, const fp *const *columns, const fp3 *c,
                     size_t n_columns, size_t n)
{
    fp *const out[3] = {o0, o1, o2};
    for (size_t first = 0; first < n_columns; first += LINCOMB_COLUMNS) {
        const size_t left = n_columns - first;
        const size_t count = left < LINCOMB_COLUMNS ? left : LINCOMB_COLUMNS;
        uint64_t w[3][LINCOMB_COLUMNS][2 * LAZY_LIMBS];
        size_t i = 0;
        for (size_t k = 0; k < count; k++) {
            for (unsigned p = 0; p < 3; p++) {
                lazy_split(c[first + k].c[p], w[p][k]);
            }
        }
        for (; n - i >= LINCOMB_ROWS; i += LINCOMB_ROWS) {
            for (unsigned p = 0; p < 3; p++) {
                lincomb_rows(out[p], columns + first, i, w[p], count);
            }
        }
        for (size_t k = 0; k < count; k++) {
            const fp *a = columns[first + k];
            axpy3(o0 + i, o1 + i, o2 + i, c[first + k], a + i, n - i);
        }
    }
}

/* dot3: the weights of DOT_VECTORS vectors are split once and used for DOT_COLUMNS columns. */
#define DOT_COLUMNS 64u
#define DOT_VECTORS 32u
#define DOT_ROWS    ((size_t)DOT_VECTORS * VEC_LANES)

/* The weights of DOT_ROWS rows from `at`, split. */
static inline void dot_weights(wide (*w)[3][2 * LAZY_LIMBS], const fp *const weights[3], size_t at)
{
    for (unsigned i = 0; i < DOT_VECTORS; i++) {
        for (unsigned p = 0; p < 3; p++) {
            lazy_split_vec(vec_load(weights[p] + at + (size_t)i * VEC_LANES), w[i][p]);
        }
    }
}

/* sum[p] += w[p][i] v[i] in each lane, i < DOT_ROWS */
static inline void dot_rows(vec sum[3], wide (*w)[3][2 * LAZY_LIMBS], const fp *v)
{
    lazy s[3] = {lazy_zero(), lazy_zero(), lazy_zero()};
    for (unsigned i = 0; i < DOT_VECTORS; i++) {
        const vec v0 = vec_load(v + (size_t)i * VEC_LANES);
        const wide v1 = WIDE_SHR(v0, 32);
        for (unsigned p = 0; p < 3; p++) {
            lazy_add(&s[p], v0, v1, w[i][p]);
        }
    }
    for (unsigned p = 0; p < 3; p++) {
        sum[p] = vec_add(sum[p], lazy_reduce(s[p]));
    }
}

static fp sum_lanes(vec a)
{
    fp lane[VEC_LANES], s = 0;
    vec_store(lane, a);
    for (unsigned i = 0; i < VEC_LANES; i++) {
        s = fp_add(s, lane[i]);
    }
    return s;
}

static void dot3(fp3 *out, const fp *w0, const fp *w1, const fp *w2, const fp *const *columns,
                 size_t n_columns, size_t n)
{
    const fp *const weights[3] = {w0, w1, w2};
    for (size_t first = 0; first < n_columns; first += DOT_COLUMNS) {
        const size_t left = n_columns - first;
        const size_t count = left < DOT_COLUMNS ? left : DOT_COLUMNS;
        wide w[DOT_VECTORS][3][2 * LAZY_LIMBS];
        vec sum[DOT_COLUMNS][3];
        size_t at = 0;
        for (size_t k = 0; k < count; k++) {
            sum[k][0] = sum[k][1] = sum[k][2] = vec_set1(0);
        }
        for (; n - at >= DOT_ROWS; at += DOT_ROWS) {
            dot_weights(w, weights, at);
            for (size_t k = 0; k < count; k++) {
                dot_rows(sum[k], w, columns[first + k] + at);
            }
        }
        for (size_t k = 0; k < count; k++) {
            const fp *a = columns[first + k];
            fp3 r = {{sum_lanes(sum[k][0]), sum_lanes(sum[k][1]), sum_lanes(sum[k][2])}};
            for (size_t i = at; i < n; i++) {
                const fp3 wi = {{w0[i], w1[i], w2[i]}};
                r = fp3_add(r, fp3_mul_fp(wi, a[i]));
            }
            out[first + k] = r;
        }
    }
}

/* Vectors that share one inversion. */
#define INVERSE_VECTORS 64u

/* Zeros become ones and are marked by a one in the result. */
static inline vec mark_zeros(vec3 *a)
{
    const vec zero = wide_is_zero(wide_or(wide_or(a->c0, a->c1), a->c2));
    a->c0 = wide_add(a->c0, zero);
    return zero;
}

/* The inverse in every lane; no lane is zero. */
static vec3 inverse_lanes(vec3 a)
{
    fp planes[3][VEC_LANES];
    fp3 lane[VEC_LANES];
    vec3_store(planes[0], planes[1], planes[2], a);
    for (unsigned i = 0; i < VEC_LANES; i++) {
        lane[i] = (fp3){{planes[0][i], planes[1][i], planes[2][i]}};
    }
    fp3_batch_inverse(lane, VEC_LANES);
    for (unsigned i = 0; i < VEC_LANES; i++) {
        planes[0][i] = lane[i].c[0], planes[1][i] = lane[i].c[1], planes[2][i] = lane[i].c[2];
    }
    return vec3_load(planes[0], planes[1], planes[2]);
}

/* Montgomery's trick in every lane of `count` vectors. */
static void inverse_vectors(fp *p0, fp *p1, fp *p2, size_t count)
{
    vec3 before[INVERSE_VECTORS], r = vec3_set1(fp3_of(1));
    for (size_t i = 0; i < count; i++) {
        const size_t at = i * VEC_LANES;
        vec3 a = vec3_load(p0 + at, p1 + at, p2 + at);
        (void)mark_zeros(&a);
        before[i] = r;
        r = vec3_mul(r, a);
    }
    r = inverse_lanes(r);
    for (size_t i = count; i-- > 0;) {
        const size_t at = i * VEC_LANES;
        vec3 a = vec3_load(p0 + at, p1 + at, p2 + at);
        const vec zero = mark_zeros(&a);
        vec3 inverse = vec3_mul(r, before[i]);
        inverse.c0 = wide_sub(inverse.c0, zero); /* 1/1 becomes 0 again */
        vec3_store(p0 + at, p1 + at, p2 + at, inverse);
        r = vec3_mul(r, a);
    }
}

static void inverse3(fp *p0, fp *p1, fp *p2, size_t n)
{
    const size_t vectors = n / VEC_LANES;
    for (size_t v = 0; v < vectors; v += INVERSE_VECTORS) {
        const size_t at = v * VEC_LANES;
        const size_t left = vectors - v;
        inverse_vectors(p0 + at, p1 + at, p2 + at, left < INVERSE_VECTORS ? left : INVERSE_VECTORS);
    }
    for (size_t i = vectors * VEC_LANES; i < n; i++) {
        const fp3 a = fp3_inv((fp3){{p0[i], p1[i], p2[i]}});
        p0[i] = a.c[0], p1[i] = a.c[1], p2[i] = a.c[2];
    }
}

extern const struct fp_block VEC_NAME(fp_block);
const struct fp_block VEC_NAME(fp_block) = {
    VEC_SET, add, sub, mul, axpy, mul_const, geo, axpy3, lincomb3, dot3, mul3, inverse3,
};
