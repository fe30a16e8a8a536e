/* One lane in plain C: the specification of field/vec.h, and its width where nothing else is. */
#ifndef CHERT_FIELD_VEC_PORTABLE_H
#define CHERT_FIELD_VEC_PORTABLE_H

#include "field/fp.h"
#include "field/vec_inline.h"

#define VEC_LANES   1u
#define VEC_SET     "portable"
#define VEC_NAME(f) f##_portable

typedef fp vec;

VEC_INLINE vec vec_load(const fp *p)
{
    return *p;
}

VEC_INLINE void vec_store(fp *p, vec a)
{
    *p = a;
}

VEC_INLINE vec vec_set1(fp a)
{
    return a;
}

VEC_INLINE vec vec_add(vec a, vec b)
{
    return fp_add(a, b);
}

VEC_INLINE vec vec_sub(vec a, vec b)
{
    return fp_sub(a, b);
}

VEC_INLINE vec vec_neg(vec a)
{
    return fp_neg(a);
}

VEC_INLINE vec vec_mul(vec a, vec b)
{
    return fp_mul(a, b);
}

/* lo + 2^64 hi mod p. */
VEC_INLINE vec vec_reduce(uint64_t lo, uint64_t hi)
{
    return fp_reduce(lo, hi);
}

/* a + b and a - b together. */
VEC_INLINE void vec_add_sub(vec a, vec b, vec *sum, vec *difference)
{
    *sum = fp_add(a, b);
    *difference = fp_sub(a, b);
}

/* Plain 64-bit lanes, for sums that are reduced later (field/lazy.h). */
typedef uint64_t wide;

VEC_INLINE wide wide_load(const uint64_t *p)
{
    return *p;
}

VEC_INLINE void wide_store(uint64_t *p, wide a)
{
    *p = a;
}

VEC_INLINE wide wide_set1(uint64_t a)
{
    return a;
}

VEC_INLINE wide wide_add(wide a, wide b)
{
    return a + b;
}

VEC_INLINE wide wide_sub(wide a, wide b)
{
    return a - b;
}

VEC_INLINE wide wide_and(wide a, wide b)
{
    return a & b;
}

VEC_INLINE wide wide_or(wide a, wide b)
{
    return a | b;
}

/* The product of the lower halves. */
VEC_INLINE wide wide_mul32(wide a, wide b)
{
    return (a & FP_EPS) * (b & FP_EPS);
}

/* a + k where x < y as unsigned numbers, else a. */
VEC_INLINE wide wide_add_if_less(wide a, wide k, wide x, wide y)
{
    return x < y ? a + k : a;
}

/* 1 where a is 0, else 0. */
VEC_INLINE wide wide_is_zero(wide a)
{
    return a == 0;
}

#define WIDE_SHL(a, n) ((a) << (n))
#define WIDE_SHR(a, n) ((a) >> (n))

#endif
