/*
 * The transforms, written once over field/vec.h and compiled for each instruction set.
 *
 * A block of 2^m elements goes, by size:
 *   m > LOG_NEAR   along strips of STRIP columns: the first layers are done in a local buffer, so
 *                  that memory sees one pass for all of them; then each of its blocks
 *   m > LOG_L1     two layers at once, then each of its four blocks
 *   else           two layers at a time over the whole block, the last LOG_LANES in registers
 *
 * A scaled transform (coefficient j times ratio^j) is one on a coset, where the factor of a block
 * of layer l is roots[k] ratio^h. The strips' layers use such factors from a table of their own
 * (`layered`), after which only ratio^column is left to multiply by.
 */
#include <string.h>

#include "ntt/ntt_layers.h"
#include "ntt/variants.h"

#define LOG_NEAR  14u /* 128 KiB: within L2, with room for its roots */
#define LOG_L1    11u /* 16 KiB */
#define LOG_STRIP 4u
#define STRIP     ((size_t)1 << LOG_STRIP)
#define LOG_ROWS  10u /* rows of a strip, at most */
#define ROWS_MAX  ((size_t)1 << LOG_ROWS)

/* Block k of 2^m elements, m <= LOG_NEAR and at least 2 LOG_LANES. */
static void forward_near(const struct ntt *t, fp *a, unsigned m, size_t k)
{
    const struct factors f = {t->roots, 0};
    if (m > LOG_L1) {
        forward_layers(f, a, m, 2, k);
        for (size_t i = 0; i < 4; i++) {
            forward_near(t, a + (i << (m - 2)), m - 2, 4 * k + i);
        }
    } else {
        forward_layers(f, a, m, m - LOG_LANES, k);
        forward_tiles(t, a, (size_t)1 << m, k << (m - LOG_LANES));
    }
}

static void inverse_near(const struct ntt *t, fp *a, unsigned m, size_t k)
{
    const struct factors f = {t->roots, 0};
    if (m > LOG_L1) {
        for (size_t i = 0; i < 4; i++) {
            inverse_near(t, a + (i << (m - 2)), m - 2, 4 * k + i);
        }
        inverse_layers(f, a, m, 2, k);
    } else {
        inverse_tiles(t, a, (size_t)1 << m, k << (m - LOG_LANES));
        inverse_layers(f, a, m, m - LOG_LANES, k);
    }
}

/* start ratio^i for the columns of a strip, and how to get to the next strip. */
struct column_powers {
    vec at[STRIP / VEC_LANES];
    vec step;
};

static struct column_powers column_powers(fp start, fp ratio)
{
    struct column_powers p;
    fp x[STRIP];
    for (size_t i = 0; i < STRIP; i++) {
        x[i] = start;
        start = fp_mul(start, ratio);
    }
    for (size_t i = 0; i < STRIP / VEC_LANES; i++) {
        p.at[i] = vec_load(x + i * VEC_LANES);
    }
    p.step = vec_set1(fp_pow(ratio, STRIP));
    return p;
}

static void next_strip(struct column_powers *p)
{
    for (size_t i = 0; i < STRIP / VEC_LANES; i++) {
        p->at[i] = vec_mul(p->at[i], p->step);
    }
}

/* Rows `stride` elements apart; the strip itself is dense. With p, times the column's power. */
static void copy_strip(fp *to, size_t to_stride, const fp *from, size_t from_stride, size_t rows,
                       const struct column_powers *p)
{
    for (size_t r = 0; r < rows; r++) {
        for (size_t i = 0; i < STRIP / VEC_LANES; i++) {
            const vec x = vec_load(from + r * from_stride + i * VEC_LANES);
            vec_store(to + r * to_stride + i * VEC_LANES, p == NULL ? x : vec_mul(x, p->at[i]));
        }
    }
}

/* The factors of the first r layers of a whole transform of 2^m with coefficient j times
 * ratio^j; those of the inverse with `inverse`. */
static void scaled_factors(const struct ntt *t, fp *out, unsigned m, unsigned r, fp ratio,
                           int inverse)
{
    fp power = fp_pow(ratio, (uint64_t)1 << (m - r)); /* ratio^h of layer r - 1 */
    for (unsigned l = r; l-- > 0;) {
        for (size_t i = 0; i < (size_t)1 << l; i++) {
            const fp z = inverse ? inverse_root(t->roots, i) : t->roots[i];
            out[((size_t)1 << l) + i] = fp_mul(z, power);
        }
        power = fp_sqr(power);
    }
}

/* Layers to do in strips for a block of 2^m. */
static unsigned strip_layers(unsigned m)
{
    const unsigned far = m - LOG_NEAR;
    return far <= LOG_ROWS ? far : (far + 1) / 2;
}

/* Block k of 2^m elements, from `in` to `out`; ratio other than 1 only in block 0. */
static void forward_block(const struct ntt *t, fp *out, const fp *in, unsigned m, size_t k,
                          fp ratio)
{
    const unsigned r = strip_layers(m);
    const size_t rows = (size_t)1 << r, stride = (size_t)1 << (m - r);
    fp buffer[ROWS_MAX * STRIP], scaled[ROWS_MAX];
    struct factors f = {t->roots, 0};
    struct column_powers p = column_powers(1, ratio);
    if (ratio != 1) {
        scaled_factors(t, scaled, m, r, ratio, 0);
        f = (struct factors){scaled, 1};
    }
    for (size_t c = 0; c < stride; c += STRIP) {
        copy_strip(buffer, STRIP, in + c, stride, rows, ratio == 1 ? NULL : &p);
        forward_layers(f, buffer, r + LOG_STRIP, r, k);
        copy_strip(out + c, stride, buffer, STRIP, rows, NULL);
        next_strip(&p);
    }
    for (size_t i = 0; i < rows; i++) {
        fp *sub = out + i * stride;
        if (m - r > LOG_NEAR) {
            forward_block(t, sub, sub, m - r, (k << r) + i, 1);
        } else {
            forward_near(t, sub, m - r, (k << r) + i);
        }
    }
}

/* a[j] times start ratio^j at the end; either other than 1 only in block 0. */
static void inverse_block(const struct ntt *t, fp *a, unsigned m, size_t k, fp start, fp ratio)
{
    const unsigned r = strip_layers(m);
    const size_t rows = (size_t)1 << r, stride = (size_t)1 << (m - r);
    fp buffer[ROWS_MAX * STRIP], scaled[ROWS_MAX];
    struct factors f = {t->roots, 0};
    struct column_powers p = column_powers(start, ratio);
    if (ratio != 1) {
        scaled_factors(t, scaled, m, r, ratio, 1);
        f = (struct factors){scaled, 1};
    }
    for (size_t i = 0; i < rows; i++) {
        fp *sub = a + i * stride;
        if (m - r > LOG_NEAR) {
            inverse_block(t, sub, m - r, (k << r) + i, 1, 1);
        } else {
            inverse_near(t, sub, m - r, (k << r) + i);
        }
    }
    for (size_t c = 0; c < stride; c += STRIP) {
        copy_strip(buffer, STRIP, a + c, stride, rows, NULL);
        inverse_layers(f, buffer, r + LOG_STRIP, r, k);
        copy_strip(a + c, stride, buffer, STRIP, rows, start == 1 && ratio == 1 ? NULL : &p);
        next_strip(&p);
    }
}

/* out[j] = start ratio^j in[j] */
static void scale(fp *out, const fp *in, size_t n, fp start, fp ratio)
{
    if (n < STRIP) {
        for (size_t i = 0; i < n; i++, start = fp_mul(start, ratio)) {
            out[i] = fp_mul(in[i], start);
        }
        return;
    }
    struct column_powers p = column_powers(start, ratio);
    for (size_t c = 0; c < n; c += STRIP) {
        copy_strip(out + c, 0, in + c, 0, 1, &p);
        if (ratio != 1) {
            next_strip(&p);
        }
    }
}

static void forward(const struct ntt *t, fp *out, const fp *in, unsigned log_n, fp ratio)
{
    if (log_n > LOG_NEAR) {
        forward_block(t, out, in, log_n, 0, ratio);
        return;
    }
    if (ratio != 1) {
        scale(out, in, (size_t)1 << log_n, 1, ratio);
    } else if (out != in) {
        memcpy(out, in, sizeof(fp) << log_n);
    }
    if (log_n <= LOG_SMALL) {
        forward_small(t->roots, out, log_n);
    } else {
        forward_near(t, out, log_n, 0);
    }
}

static void inverse(const struct ntt *t, fp *a, unsigned log_n, fp ratio)
{
    const fp start = fp_inv((fp)1 << log_n);
    if (log_n > LOG_NEAR) {
        inverse_block(t, a, log_n, 0, start, ratio);
        return;
    }
    if (log_n <= LOG_SMALL) {
        inverse_small(t->roots, a, log_n);
    } else {
        inverse_near(t, a, log_n, 0);
    }
    scale(a, a, (size_t)1 << log_n, start, ratio);
}

const struct ntt_kernels VEC_NAME(ntt_kernels) = {forward, inverse};
