/* Eight lanes with AVX-512 F and DQ; field/vec.h has the contract. */
#ifndef CHERT_FIELD_VEC_AVX512_H
#define CHERT_FIELD_VEC_AVX512_H

#include <immintrin.h>

#include "field/fp.h"
#include "field/vec_inline.h"

#define VEC_LANES   8u
#define VEC_SET     "avx512"
#define VEC_NAME(f) f##_avx512

typedef __m512i vec;
typedef __m512i wide; /* plain 64-bit lanes, for sums that are reduced later (field/lazy.h) */

VEC_INLINE wide wide_load(const uint64_t *p)
{
    return _mm512_loadu_si512((const void *)p);
}

VEC_INLINE void wide_store(uint64_t *p, wide a)
{
    _mm512_storeu_si512((void *)p, a);
}

VEC_INLINE wide wide_set1(uint64_t a)
{
    return _mm512_set1_epi64((long long)a);
}

VEC_INLINE wide wide_add(wide a, wide b)
{
    return _mm512_add_epi64(a, b);
}

VEC_INLINE wide wide_sub(wide a, wide b)
{
    return _mm512_sub_epi64(a, b);
}

VEC_INLINE wide wide_and(wide a, wide b)
{
    return _mm512_and_si512(a, b);
}

VEC_INLINE wide wide_or(wide a, wide b)
{
    return _mm512_or_si512(a, b);
}

/* The product of the lower halves. */
VEC_INLINE wide wide_mul32(wide a, wide b)
{
    return _mm512_mul_epu32(a, b);
}

/* a + k where x < y as unsigned numbers, else a. */
VEC_INLINE wide wide_add_if_less(wide a, wide k, wide x, wide y)
{
    return _mm512_mask_add_epi64(a, _mm512_cmplt_epu64_mask(x, y), a, k);
}

/* 1 where a is 0, else 0. */
VEC_INLINE wide wide_is_zero(wide a)
{
    return _mm512_maskz_set1_epi64(_mm512_cmpeq_epi64_mask(a, _mm512_setzero_si512()), 1);
}

#define WIDE_SHL(a, n) _mm512_slli_epi64((a), (n))
#define WIDE_SHR(a, n) _mm512_srli_epi64((a), (n))

VEC_INLINE vec vec_load(const fp *p)
{
    return wide_load(p);
}

VEC_INLINE void vec_store(fp *p, vec a)
{
    wide_store(p, a);
}

VEC_INLINE vec vec_set1(fp a)
{
    return wide_set1(a);
}

VEC_INLINE vec vec_sub(vec a, vec b)
{
    return wide_add_if_less(_mm512_sub_epi64(a, b), wide_set1(FP_P), a, b);
}

/* a + b = a - (p - b) */
VEC_INLINE vec vec_add(vec a, vec b)
{
    return vec_sub(a, _mm512_sub_epi64(wide_set1(FP_P), b));
}

VEC_INLINE vec vec_neg(vec a)
{
    return vec_sub(_mm512_setzero_si512(), a);
}

/* a + b and a - b together. */
VEC_INLINE void vec_add_sub(vec a, vec b, vec *sum, vec *difference)
{
    *sum = vec_add(a, b);
    *difference = vec_sub(a, b);
}

/* lo + 2^64 hi mod p. */
VEC_INLINE vec vec_reduce(__m512i lo, __m512i hi)
{
    const __m512i eps = wide_set1(FP_EPS);
    const __m512i h1 = _mm512_srli_epi64(hi, 32);
    const __m512i t = _mm512_sub_epi64(lo, h1);
    const __m512i u = _mm512_mask_sub_epi64(t, _mm512_cmplt_epu64_mask(lo, h1), t, eps);
    return vec_add(u, _mm512_mul_epu32(hi, eps));
}

VEC_INLINE vec vec_mul(vec a, vec b)
{
    const __m512i a1 = _mm512_srli_epi64(a, 32), b1 = _mm512_srli_epi64(b, 32);
    const __m512i p00 = _mm512_mul_epu32(a, b), p10 = _mm512_mul_epu32(a1, b);
    const __m512i p01 = _mm512_mul_epu32(a, b1), p11 = _mm512_mul_epu32(a1, b1);
    const __m512i s = _mm512_add_epi64(p10, _mm512_srli_epi64(p00, 32));
    const __m512i t = _mm512_add_epi64(p01, _mm512_and_si512(s, wide_set1(FP_EPS)));
    const __m512i hi =
        _mm512_add_epi64(_mm512_add_epi64(p11, _mm512_srli_epi64(s, 32)), _mm512_srli_epi64(t, 32));
    const __m512i lo = _mm512_mask_mov_epi32(p00, 0xaaaa, _mm512_slli_epi64(t, 32));
    return vec_reduce(lo, hi);
}

#endif
