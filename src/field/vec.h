/*
 * Field arithmetic on vectors, as wide as the translation unit's instruction set:
 *
 *   __AVX512F__ and __AVX512DQ__   8 lanes
 *   __AVX2__                       4 lanes
 *   otherwise                      1 lane
 *
 * Every lane of every `vec` is canonical (< p), always: so a vector may be stored as it is, and
 * all widths give the same bytes. (Measured: a lazy representation in [0, 2^64) saves one
 * instruction in a multiplication and two in a butterfly, and adds four to an addition.)
 *
 * A kernel is written once, in foo_kernels.h, in terms of this header, with its external names
 * wrapped in VEC_NAME(), and compiled as foo_portable.c, foo_avx2.c and foo_avx512.c; cmake adds
 * the flags by the file's name, base/cpu.h says at run time which may be called.
 *
 * The arithmetic of a product x = lo + 2^64 (h0 + 2^32 h1), x = lo - h1 + h0 (2^32 - 1) mod p,
 * comes in two steps, each a subtraction and one correction:
 *   u = lo - h1, and 2^32 - 1 less if that borrows;
 *   u + m = u - (p - m) for m = h0 (2^32 - 1) < p - 2^32, and p more if that borrows: canonical,
 *   as u - (p - m) < 2^64 - 2^32.
 */
#ifndef CHERT_FIELD_VEC_H
#define CHERT_FIELD_VEC_H

#include "field/fp.h"

#if defined(__AVX512F__) && defined(__AVX512DQ__)
#    include "field/vec_avx512.h"
#elif defined(__AVX2__)
#    include "field/vec_avx2.h"
#else
#    include "field/vec_portable.h"
#endif

VEC_INLINE vec vec_sqr(vec a)
{
    return vec_mul(a, a);
}

VEC_INLINE vec vec_dbl(vec a)
{
    return vec_add(a, a);
}

/* c0 + c1 w + c2 w^2 in each lane */
typedef struct {
    vec c0, c1, c2;
} vec3;

VEC_INLINE vec3 vec3_set1(fp3 a)
{
    return (vec3){vec_set1(a.c[0]), vec_set1(a.c[1]), vec_set1(a.c[2])};
}

VEC_INLINE vec3 vec3_load(const fp *p0, const fp *p1, const fp *p2)
{
    return (vec3){vec_load(p0), vec_load(p1), vec_load(p2)};
}

VEC_INLINE void vec3_store(fp *p0, fp *p1, fp *p2, vec3 a)
{
    vec_store(p0, a.c0);
    vec_store(p1, a.c1);
    vec_store(p2, a.c2);
}

VEC_INLINE vec3 vec3_add(vec3 a, vec3 b)
{
    return (vec3){vec_add(a.c0, b.c0), vec_add(a.c1, b.c1), vec_add(a.c2, b.c2)};
}

VEC_INLINE vec3 vec3_sub(vec3 a, vec3 b)
{
    return (vec3){vec_sub(a.c0, b.c0), vec_sub(a.c1, b.c1), vec_sub(a.c2, b.c2)};
}

VEC_INLINE vec3 vec3_neg(vec3 a)
{
    return (vec3){vec_neg(a.c0), vec_neg(a.c1), vec_neg(a.c2)};
}

VEC_INLINE vec3 vec3_mul_vec(vec3 a, vec b)
{
    return (vec3){vec_mul(a.c0, b), vec_mul(a.c1, b), vec_mul(a.c2, b)};
}

/* As fp3_mul: Karatsuba, 6 products. */
VEC_INLINE vec3 vec3_mul(vec3 a, vec3 b)
{
    const vec v0 = vec_mul(a.c0, b.c0), v1 = vec_mul(a.c1, b.c1), v2 = vec_mul(a.c2, b.c2);
    const vec m01 = vec_mul(vec_add(a.c0, a.c1), vec_add(b.c0, b.c1));
    const vec m02 = vec_mul(vec_add(a.c0, a.c2), vec_add(b.c0, b.c2));
    const vec m12 = vec_mul(vec_add(a.c1, a.c2), vec_add(b.c1, b.c2));
    const vec x01 = vec_sub(m01, vec_add(v0, v1));
    const vec x02 = vec_sub(m02, vec_add(v0, v2));
    const vec x12 = vec_sub(m12, vec_add(v1, v2));
    return (vec3){vec_add(v0, vec_dbl(x12)), vec_add(x01, vec_dbl(v2)), vec_add(x02, v1)};
}

VEC_INLINE vec3 vec3_sqr(vec3 a)
{
    const vec v0 = vec_sqr(a.c0), v1 = vec_sqr(a.c1), v2 = vec_sqr(a.c2);
    const vec m01 = vec_mul(a.c0, a.c1), m02 = vec_mul(a.c0, a.c2), m12 = vec_mul(a.c1, a.c2);
    return (vec3){vec_add(v0, vec_dbl(vec_dbl(m12))), vec_dbl(vec_add(m01, v2)),
                  vec_add(vec_dbl(m02), v1)};
}

#endif
