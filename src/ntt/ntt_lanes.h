/* Lane permutations for the last layers of a transform, where partners share a vector. */
#ifndef CHERT_NTT_NTT_LANES_H
#define CHERT_NTT_NTT_LANES_H

#include "field/vec.h"

#if VEC_LANES == 8
#    define LOG_LANES 3u
#    define LOG_SMALL 5u /* up to this size there is no whole tile of vectors */

static inline vec lanes_reverse(vec a)
{
    return _mm512_permutexvar_epi64(_mm512_set_epi64(0, 1, 2, 3, 4, 5, 6, 7), a);
}

/* The 16 elements a, b: those at even and at odd positions. */
static inline void lanes_split(vec a, vec b, vec *even, vec *odd)
{
    *even = _mm512_permutex2var_epi64(a, _mm512_set_epi64(14, 12, 10, 8, 6, 4, 2, 0), b);
    *odd = _mm512_permutex2var_epi64(a, _mm512_set_epi64(15, 13, 11, 9, 7, 5, 3, 1), b);
}

/* v[i][j] <-> v[j][i]: lanes, then pairs, then halves. */
static inline void lanes_transpose(vec v[8])
{
    const __m512i pairs_lo = _mm512_set_epi64(13, 12, 5, 4, 9, 8, 1, 0);
    const __m512i pairs_hi = _mm512_set_epi64(15, 14, 7, 6, 11, 10, 3, 2);
    vec x[8], y[8];
    for (unsigned i = 0; i < 8; i += 2) {
        x[i] = _mm512_unpacklo_epi64(v[i], v[i + 1]);
        x[i + 1] = _mm512_unpackhi_epi64(v[i], v[i + 1]);
    }
    for (unsigned i = 0; i < 8; i += 4) {
        for (unsigned k = 0; k < 2; k++) {
            y[i + k] = _mm512_permutex2var_epi64(x[i + k], pairs_lo, x[i + k + 2]);
            y[i + k + 2] = _mm512_permutex2var_epi64(x[i + k], pairs_hi, x[i + k + 2]);
        }
    }
    for (unsigned k = 0; k < 4; k++) { /* y[k]: columns k and k + 4 of four rows */
        v[k] = _mm512_shuffle_i64x2(y[k], y[k + 4], 0x44);
        v[k + 4] = _mm512_shuffle_i64x2(y[k], y[k + 4], 0xee);
    }
}
#elif VEC_LANES == 4
#    define LOG_LANES 2u
#    define LOG_SMALL 3u

static inline vec lanes_reverse(vec a)
{
    return _mm256_permute4x64_epi64(a, 0x1b);
}

static inline void lanes_split(vec a, vec b, vec *even, vec *odd)
{
    *even = _mm256_permute4x64_epi64(_mm256_unpacklo_epi64(a, b), 0xd8);
    *odd = _mm256_permute4x64_epi64(_mm256_unpackhi_epi64(a, b), 0xd8);
}

static inline void lanes_transpose(vec v[4])
{
    const vec x0 = _mm256_unpacklo_epi64(v[0], v[1]), x1 = _mm256_unpackhi_epi64(v[0], v[1]);
    const vec x2 = _mm256_unpacklo_epi64(v[2], v[3]), x3 = _mm256_unpackhi_epi64(v[2], v[3]);
    v[0] = _mm256_permute2x128_si256(x0, x2, 0x20);
    v[1] = _mm256_permute2x128_si256(x1, x3, 0x20);
    v[2] = _mm256_permute2x128_si256(x0, x2, 0x31);
    v[3] = _mm256_permute2x128_si256(x1, x3, 0x31);
}
#else
#    define LOG_LANES 0u
#    define LOG_SMALL 0u
#endif

#endif
