/*
 * Arithmetic on whole arrays, in the widest instruction set that the caller allows.
 *
 * Every array holds canonical elements and so does every result: all tables give the same bytes.
 * `n` is any number of elements, 0 too; no alignment is asked for. Extension arrays are three
 * planes p0, p1, p2 of base elements. An output may be the very array of an input (in place), but
 * must not overlap one otherwise; columns of lincomb3 and dot3 never overlap the outputs.
 * Nothing allocates or keeps state: callers split [0, n) over threads as they like.
 */
#ifndef CHERT_FIELD_BLOCK_H
#define CHERT_FIELD_BLOCK_H

#include <stddef.h>

#include "field/fp.h"

struct fp_block {
    const char *name; /* "portable", "avx2", "avx512" */

    void (*add)(fp *out, const fp *a, const fp *b, size_t n); /* out[i] = a[i] + b[i] */
    void (*sub)(fp *out, const fp *a, const fp *b, size_t n);
    void (*mul)(fp *out, const fp *a, const fp *b, size_t n);
    void (*axpy)(fp *out, fp c, const fp *a, size_t n);      /* out[i] += c a[i] */
    void (*mul_const)(fp *out, const fp *a, fp c, size_t n); /* out[i] = c a[i] */
    /* out[i] = start ratio^i a[i] */
    void (*geo)(fp *out, const fp *a, fp start, fp ratio, size_t n);

    /* o[i] += c a[i] */
    void (*axpy3)(fp *o0, fp *o1, fp *o2, fp3 c, const fp *a, size_t n);
    /* o[i] += sum_k c[k] columns[k][i], k < n_columns. One pass over each column; products are
     * added up unreduced: from cache this takes a third of the time of n_columns axpy3. */
    void (*lincomb3)(fp *o0, fp *o1, fp *o2, const fp *const *columns, const fp3 *c,
                     size_t n_columns, size_t n);
    /* out[k] = sum_i w[i] columns[k][i], k < n_columns, i < n. Best with many columns at once. */
    void (*dot3)(fp3 *out, const fp *w0, const fp *w1, const fp *w2, const fp *const *columns,
                 size_t n_columns, size_t n);
    /* o[i] = a[i] b[i]; o may be a or b, plane by plane */
    void (*mul3)(fp *o0, fp *o1, fp *o2, const fp *const a[3], const fp *const b[3], size_t n);
    /* p[i] = 1 / p[i] in place; zero stays zero */
    void (*inverse3)(fp *p0, fp *p1, fp *p2, size_t n);
};

/* The table for the widest set in `cpu_mask` (base/cpu.h), which must be a subset of
 * cpu_detect(); 0 is the portable one. Never NULL. */
const struct fp_block *fp_block_get(unsigned cpu_mask);

#endif
