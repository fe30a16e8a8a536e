/*
 * Layers of butterflies on a dense block, for ntt_kernels.h: two at a time in registers, and the
 * last LOG_LANES of them, whose partners share a vector, on transposed tiles.
 *
 * Layer l of a transform has 2^l blocks; block k of the whole transform splits a remainder mod
 * X^2h - z^2 into those mod X^h - z and X^h + z, z = roots[k], with the butterfly
 *   (a, b) -> (a + z b, a - z b),
 * and the inverse joins them with (a, b) -> (a + b, (a - b) / z), a factor 2 left over a layer.
 */
#ifndef CHERT_NTT_NTT_LAYERS_H
#define CHERT_NTT_NTT_LAYERS_H

#include "ntt/ntt_lanes.h"
#include "ntt/variants.h"

/* Where a layer's factors are: block k of layer l has at[(layered << l) + k]. */
struct factors {
    const fp *at;
    size_t layered; /* 0 or 1 */
};

/* -1 / roots[k]. Reversed bits turn x -> -x into a mirror: in each range [2^j, 2^(j + 1)) the
 * inverses are the negated roots in reverse order. */
static inline size_t mirror(size_t k)
{
    const unsigned j = 63u - (unsigned)__builtin_clzll((unsigned long long)k);
    return ((size_t)3 << j) - 1 - k;
}

static inline fp inverse_root(const fp *roots, size_t k)
{
    return k == 0 ? FP_P - 1 : roots[mirror(k)];
}

VEC_INLINE void butterfly(vec *a, vec *b, vec z)
{
    vec_add_sub(*a, vec_mul(*b, z), a, b);
}

/* z is -1 / the block's factor. */
VEC_INLINE void unbutterfly(vec *a, vec *b, vec z)
{
    vec sum, difference;
    vec_add_sub(*b, *a, &sum, &difference);
    *a = sum;
    *b = vec_mul(difference, z);
}

/* The root of order 4 is 2^48. */
VEC_INLINE vec times_i(vec a)
{
    return vec_reduce(WIDE_SHL(a, 48), WIDE_SHR(a, 16));
}

/* Two layers on a block of 4 h elements: z1 is its factor, z2 and i z2 those of its halves, where
 * z1 = z2^2; so three products and a shift do for four. h is a multiple of VEC_LANES. */
static inline void forward4(fp *a, size_t h, fp z1, fp z2)
{
    const int trivial = z2 == 1; /* one block of each layer */
    const vec v1 = vec_set1(z1), v2 = vec_set1(z2), v3 = vec_set1(fp_mul(z1, z2));
    for (size_t i = 0; i < h; i += VEC_LANES) {
        vec x0 = vec_load(a + i), x1 = vec_load(a + h + i);
        vec x2 = vec_load(a + 2 * h + i), x3 = vec_load(a + 3 * h + i);
        if (!trivial) {
            x1 = vec_mul(x1, v2);
            x2 = vec_mul(x2, v1);
            x3 = vec_mul(x3, v3);
        }
        vec_add_sub(x0, x2, &x0, &x2);
        vec_add_sub(x1, x3, &x1, &x3);
        x3 = times_i(x3);
        vec_add_sub(x0, x1, &x0, &x1);
        vec_add_sub(x2, x3, &x2, &x3);
        vec_store(a + i, x0);
        vec_store(a + h + i, x1);
        vec_store(a + 2 * h + i, x2);
        vec_store(a + 3 * h + i, x3);
    }
}

/* Its inverse, with -1 / z1 and -1 / z2. */
static inline void inverse4(fp *a, size_t h, fp z1, fp z2)
{
    const int trivial = z2 == FP_P - 1;
    const vec v1 = vec_set1(z1), v2 = vec_set1(z2), v3 = vec_set1(fp_mul(z1, z2)); /* 1 / z2^3 */
    for (size_t i = 0; i < h; i += VEC_LANES) {
        vec x0 = vec_load(a + i), x1 = vec_load(a + h + i);
        vec x2 = vec_load(a + 2 * h + i), x3 = vec_load(a + 3 * h + i);
        vec_add_sub(x0, x1, &x0, &x1);
        vec_add_sub(x2, x3, &x2, &x3);
        x3 = times_i(x3); /* over i, negated */
        if (trivial) {
            vec_add_sub(x0, x2, &x0, &x2);
            vec_add_sub(x1, x3, &x3, &x1);
        } else {
            vec_add_sub(x2, x0, &x0, &x2); /* both differences negated, as z1 and z2 are */
            vec_add_sub(x3, x1, &x3, &x1);
            x1 = vec_mul(x1, v2);
            x2 = vec_mul(x2, v1);
            x3 = vec_mul(x3, v3);
        }
        vec_store(a + i, x0);
        vec_store(a + h + i, x1);
        vec_store(a + 2 * h + i, x2);
        vec_store(a + 3 * h + i, x3);
    }
}

static inline void forward2(fp *a, size_t h, fp z)
{
    const vec v = vec_set1(z);
    for (size_t i = 0; i < h; i += VEC_LANES) {
        vec x0 = vec_load(a + i), x1 = vec_load(a + h + i);
        butterfly(&x0, &x1, v);
        vec_store(a + i, x0);
        vec_store(a + h + i, x1);
    }
}

static inline void inverse2(fp *a, size_t h, fp z)
{
    const vec v = vec_set1(z);
    for (size_t i = 0; i < h; i += VEC_LANES) {
        vec x0 = vec_load(a + i), x1 = vec_load(a + h + i);
        unbutterfly(&x0, &x1, v);
        vec_store(a + i, x0);
        vec_store(a + h + i, x1);
    }
}

/* The first `layers` layers of block k of 2^m elements; the last has halves of VEC_LANES or more.
 */
static void forward_layers(struct factors f, fp *a, unsigned m, unsigned layers, size_t k)
{
    unsigned l = 0;
    if (layers & 1) {
        forward2(a, (size_t)1 << (m - 1), f.at[f.layered + k]);
        l = 1;
    }
    for (; l < layers; l += 2) {
        const size_t h = (size_t)1 << (m - l - 2);
        const fp *z1 = f.at + (f.layered << l) + (k << l);
        const fp *z2 = f.at + (f.layered << (l + 1)) + (k << (l + 1));
        for (size_t i = 0; i < (size_t)1 << l; i++) {
            forward4(a + 4 * h * i, h, z1[i], z2[2 * i]);
        }
    }
}

static inline fp inverse_factor(struct factors f, unsigned l, size_t k)
{
    return f.layered ? f.at[((size_t)1 << l) + k] : inverse_root(f.at, k);
}

static void inverse_layers(struct factors f, fp *a, unsigned m, unsigned layers, size_t k)
{
    for (unsigned l = layers; l >= 2; l -= 2) {
        const size_t h = (size_t)1 << (m - l);
        for (size_t i = 0; i < (size_t)1 << (l - 2); i++) {
            const size_t ki = (k << (l - 2)) + i;
            inverse4(a + 4 * h * i, h, inverse_factor(f, l - 2, ki),
                     inverse_factor(f, l - 1, 2 * ki));
        }
    }
    if (layers & 1) {
        inverse2(a, (size_t)1 << (m - 1), inverse_factor(f, 0, k));
    }
}

/* A whole transform too small for vectors. */
static void forward_small(const fp *roots, fp *a, unsigned m)
{
    for (unsigned l = 0; l < m; l++) {
        const size_t h = (size_t)1 << (m - l - 1);
        for (size_t i = 0; i < (size_t)1 << (m - 1); i++) {
            fp *x = a + (i / h * 2 * h + i % h);
            const fp y = fp_mul(x[h], roots[i / h]);
            x[h] = fp_sub(x[0], y);
            x[0] = fp_add(x[0], y);
        }
    }
}

static void inverse_small(const fp *roots, fp *a, unsigned m)
{
    for (unsigned l = m; l-- > 0;) {
        const size_t h = (size_t)1 << (m - l - 1);
        for (size_t i = 0; i < (size_t)1 << (m - 1); i++) {
            fp *x = a + (i / h * 2 * h + i % h);
            const fp y = fp_sub(x[h], x[0]);
            x[0] = fp_add(x[0], x[h]);
            x[h] = fp_mul(y, inverse_root(roots, i / h));
        }
    }
}

#if LOG_LANES > 0
#    define TILE ((size_t)VEC_LANES * VEC_LANES)

/* -1 / roots[k + i] in lane i; k is a multiple of VEC_LANES. */
static inline vec load_inverse(const struct ntt *t, size_t k)
{
    return k == 0 ? vec_load(t->inverse_low)
                  : lanes_reverse(vec_load(t->roots + mirror(k + VEC_LANES - 1)));
}

static inline vec load_factor(const struct ntt *t, size_t k, int inverse)
{
    return inverse ? load_inverse(t, k) : vec_load(t->roots + k);
}

/* The factors of the last LOG_LANES layers for the VEC_LANES blocks of VEC_LANES elements from
 * block q on, a lane each: z[2^l + i] is block i of layer l inside of each. */
static inline void load_factors(const struct ntt *t, size_t q, int inverse, vec z[VEC_LANES])
{
    z[1] = load_factor(t, q, inverse);
    lanes_split(load_factor(t, 2 * q, inverse), load_factor(t, 2 * q + VEC_LANES, inverse), &z[2],
                &z[3]);
#    if VEC_LANES == 8
    vec even[2], odd[2];
    for (unsigned i = 0; i < 2; i++) {
        lanes_split(load_factor(t, 4 * q + (size_t)16 * i, inverse),
                    load_factor(t, 4 * q + (size_t)16 * i + 8, inverse), &even[i], &odd[i]);
    }
    lanes_split(even[0], even[1], &z[4], &z[6]);
    lanes_split(odd[0], odd[1], &z[5], &z[7]);
#    endif
}

static inline void load_tile(const fp *a, vec x[VEC_LANES])
{
    for (unsigned i = 0; i < VEC_LANES; i++) {
        x[i] = vec_load(a + (size_t)i * VEC_LANES);
    }
    lanes_transpose(x);
}

static inline void store_tile(fp *a, vec x[VEC_LANES])
{
    lanes_transpose(x);
    for (unsigned i = 0; i < VEC_LANES; i++) {
        vec_store(a + (size_t)i * VEC_LANES, x[i]);
    }
}

/* The last LOG_LANES layers of n elements, whose first block of VEC_LANES elements is block q. */
static void forward_tiles(const struct ntt *t, fp *a, size_t n, size_t q)
{
    for (size_t at = 0; at < n; at += TILE, q += VEC_LANES) {
        vec x[VEC_LANES], z[VEC_LANES];
        load_tile(a + at, x);
        load_factors(t, q, 0, z);
        for (unsigned l = 0; l < LOG_LANES; l++) {
            const unsigned h = VEC_LANES >> (l + 1);
            for (unsigned i = 0; i < VEC_LANES / 2; i++) {
                const unsigned j = i / h * 2 * h + i % h;
                butterfly(&x[j], &x[j + h], z[(1u << l) + i / h]);
            }
        }
        store_tile(a + at, x);
    }
}

static void inverse_tiles(const struct ntt *t, fp *a, size_t n, size_t q)
{
    for (size_t at = 0; at < n; at += TILE, q += VEC_LANES) {
        vec x[VEC_LANES], z[VEC_LANES];
        load_tile(a + at, x);
        load_factors(t, q, 1, z);
        for (unsigned l = LOG_LANES; l-- > 0;) {
            const unsigned h = VEC_LANES >> (l + 1);
            for (unsigned i = 0; i < VEC_LANES / 2; i++) {
                const unsigned j = i / h * 2 * h + i % h;
                unbutterfly(&x[j], &x[j + h], z[(1u << l) + i / h]);
            }
        }
        store_tile(a + at, x);
    }
}
#else
/* The parameters are those of the other variants. NOLINTBEGIN(readability-non-const-parameter) */
static void forward_tiles(const struct ntt *t, fp *a, size_t n, size_t q)
{
    (void)t, (void)a, (void)n, (void)q;
}

static void inverse_tiles(const struct ntt *t, fp *a, size_t n, size_t q)
{
    (void)t, (void)a, (void)n, (void)q;
}
/* NOLINTEND(readability-non-const-parameter) */
#endif

#endif
