/*
 * Four lanes with AVX2; field/vec.h has the contract. There are no unsigned comparisons and no
 * masks: both sides of a comparison have their top bit flipped, and since subtraction does not
 * care (the flips cancel), the difference comes out unflipped.
 */
#ifndef CHERT_FIELD_VEC_AVX2_H
#define CHERT_FIELD_VEC_AVX2_H

#include <immintrin.h>

#include "field/fp.h"
#include "field/vec_inline.h"

#define VEC_LANES   4u
#define VEC_SET     "avx2"
#define VEC_NAME(f) f##_avx2

typedef __m256i vec;
typedef __m256i wide; /* plain 64-bit lanes, for sums that are reduced later (field/lazy.h) */

#define VEC_TOP (UINT64_C(1) << 63)

VEC_INLINE wide wide_load(const uint64_t *p)
{
    return _mm256_loadu_si256((const __m256i *)(const void *)p);
}

VEC_INLINE void wide_store(uint64_t *p, wide a)
{
    _mm256_storeu_si256((__m256i *)(void *)p, a);
}

VEC_INLINE wide wide_set1(uint64_t a)
{
    return _mm256_set1_epi64x((long long)a);
}

VEC_INLINE wide wide_add(wide a, wide b)
{
    return _mm256_add_epi64(a, b);
}

VEC_INLINE wide wide_sub(wide a, wide b)
{
    return _mm256_sub_epi64(a, b);
}

VEC_INLINE wide wide_and(wide a, wide b)
{
    return _mm256_and_si256(a, b);
}

VEC_INLINE wide wide_or(wide a, wide b)
{
    return _mm256_or_si256(a, b);
}

/* The product of the lower halves. */
VEC_INLINE wide wide_mul32(wide a, wide b)
{
    return _mm256_mul_epu32(a, b);
}

/* a + k where x < y as unsigned numbers, else a. */
VEC_INLINE wide wide_add_if_less(wide a, wide k, wide x, wide y)
{
    const wide top = wide_set1(VEC_TOP);
    const wide less = _mm256_cmpgt_epi64(_mm256_xor_si256(y, top), _mm256_xor_si256(x, top));
    return _mm256_add_epi64(a, _mm256_and_si256(less, k));
}

/* 1 where a is 0, else 0. */
VEC_INLINE wide wide_is_zero(wide a)
{
    return _mm256_srli_epi64(_mm256_cmpeq_epi64(a, _mm256_setzero_si256()), 63);
}

#define WIDE_SHL(a, n) _mm256_slli_epi64((a), (n))
#define WIDE_SHR(a, n) _mm256_srli_epi64((a), (n))

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

/* a - b, and p more where a < b; both arguments with their top bits flipped, the result not. */
VEC_INLINE vec vec_sub_flipped(__m256i a, __m256i b)
{
    const __m256i p = wide_set1(FP_P);
    const __m256i less = _mm256_cmpgt_epi64(b, a);
    return _mm256_add_epi64(_mm256_sub_epi64(a, b), _mm256_and_si256(less, p));
}

/* a + b = a - (p - b) */
VEC_INLINE vec vec_add(vec a, vec b)
{
    const __m256i minus_b = _mm256_sub_epi64(wide_set1(FP_P ^ VEC_TOP), b);
    return vec_sub_flipped(_mm256_xor_si256(a, wide_set1(VEC_TOP)), minus_b);
}

VEC_INLINE vec vec_sub(vec a, vec b)
{
    const __m256i top = wide_set1(VEC_TOP);
    return vec_sub_flipped(_mm256_xor_si256(a, top), _mm256_xor_si256(b, top));
}

VEC_INLINE vec vec_neg(vec a)
{
    return vec_sub(_mm256_setzero_si256(), a);
}

/* a + b and a - b together. */
VEC_INLINE void vec_add_sub(vec a, vec b, vec *sum, vec *difference)
{
    const __m256i top = wide_set1(VEC_TOP);
    const __m256i flipped = _mm256_xor_si256(a, top);
    *sum = vec_sub_flipped(flipped, _mm256_sub_epi64(wide_set1(FP_P ^ VEC_TOP), b));
    *difference = vec_sub_flipped(flipped, _mm256_xor_si256(b, top));
}

/* The upper halves as lower halves, on the shuffle unit: shifts are the scarcer. */
VEC_INLINE __m256i vec_high(__m256i a)
{
    return _mm256_castps_si256(_mm256_movehdup_ps(_mm256_castsi256_ps(a)));
}

/* lo + 2^64 hi mod p. */
VEC_INLINE vec vec_reduce(__m256i lo, __m256i hi)
{
    const __m256i flipped = _mm256_xor_si256(lo, wide_set1(VEC_TOP));
    const __m256i t = _mm256_sub_epi64(flipped, _mm256_srli_epi64(hi, 32));
    const __m256i borrow = _mm256_cmpgt_epi64(t, flipped);
    const __m256i u = _mm256_sub_epi64(t, _mm256_srli_epi64(borrow, 32)); /* 2^32 - 1 or 0 */
    const __m256i m = _mm256_mul_epu32(hi, wide_set1(FP_EPS));
    return vec_sub_flipped(u, _mm256_sub_epi64(wide_set1(FP_P ^ VEC_TOP), m));
}

VEC_INLINE vec vec_mul(vec a, vec b)
{
    const __m256i a1 = vec_high(a), b1 = vec_high(b);
    const __m256i p00 = _mm256_mul_epu32(a, b), p10 = _mm256_mul_epu32(a1, b);
    const __m256i p01 = _mm256_mul_epu32(a, b1), p11 = _mm256_mul_epu32(a1, b1);
    const __m256i s = _mm256_add_epi64(p10, _mm256_srli_epi64(p00, 32));
    const __m256i t = _mm256_add_epi64(p01, _mm256_and_si256(s, wide_set1(FP_EPS)));
    const __m256i hi =
        _mm256_add_epi64(_mm256_add_epi64(p11, _mm256_srli_epi64(s, 32)), _mm256_srli_epi64(t, 32));
    const __m256i lo = _mm256_blend_epi32(p00, _mm256_slli_epi64(t, 32), 0xaa);
    return vec_reduce(lo, hi);
}

#endif
