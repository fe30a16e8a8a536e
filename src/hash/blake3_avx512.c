/* BLAKE3 over 16 messages with AVX-512. blake3_lanes.h has the hashing, this file the vectors. */
#include <immintrin.h>

#include "base/bytes.h"
#include "base/cpu.h"
#include "hash/batch_kernels.h"

#define LANES 16u

typedef __m512i word;

static inline word word_add(word a, word b)
{
    return _mm512_add_epi32(a, b);
}

static inline word word_xor(word a, word b)
{
    return _mm512_xor_si512(a, b);
}

static inline word word_ror16(word a)
{
    return _mm512_ror_epi32(a, 16);
}

static inline word word_ror12(word a)
{
    return _mm512_ror_epi32(a, 12);
}

static inline word word_ror8(word a)
{
    return _mm512_ror_epi32(a, 8);
}

static inline word word_ror7(word a)
{
    return _mm512_ror_epi32(a, 7);
}

static inline word word_set1(uint32_t x)
{
    return _mm512_set1_epi32((int)x);
}

static inline word word_load(const void *p)
{
    return _mm512_loadu_si512(p);
}

static inline void word_store(void *p, word a)
{
    _mm512_storeu_si512(p, a);
}

static const uint8_t digests_lane[LANES] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
#define columns_lane digests_lane

static inline void columns_load(word *lo, word *hi, const fp *p)
{
    const word even = _mm512_set_epi32(30, 28, 26, 24, 22, 20, 18, 16, 14, 12, 10, 8, 6, 4, 2, 0);
    const word odd = _mm512_set_epi32(31, 29, 27, 25, 23, 21, 19, 17, 15, 13, 11, 9, 7, 5, 3, 1);
    const word a = word_load(p);
    const word b = word_load(p + 8);
    *lo = _mm512_permutex2var_epi32(a, even, b);
    *hi = _mm512_permutex2var_epi32(a, odd, b);
}

/* Transposes the 8 x 8 matrices of words in the lower and in the upper halves. */
static inline void transpose(word w[8])
{
    word t[8], u[8];
    for (int i = 0; i < 8; i += 2) {
        t[i] = _mm512_unpacklo_epi32(w[i], w[i + 1]);
        t[i + 1] = _mm512_unpackhi_epi32(w[i], w[i + 1]);
    }
    for (int i = 0; i < 8; i += 4) {
        u[i] = _mm512_unpacklo_epi64(t[i], t[i + 2]);
        u[i + 1] = _mm512_unpackhi_epi64(t[i], t[i + 2]);
        u[i + 2] = _mm512_unpacklo_epi64(t[i + 1], t[i + 3]);
        u[i + 3] = _mm512_unpackhi_epi64(t[i + 1], t[i + 3]);
    }
    const word low = _mm512_set_epi64(13, 12, 5, 4, 9, 8, 1, 0);
    const word high = _mm512_set_epi64(15, 14, 7, 6, 11, 10, 3, 2);
    for (int i = 0; i < 4; i++) {
        w[i] = _mm512_permutex2var_epi64(u[i], low, u[i + 4]);
        w[i + 4] = _mm512_permutex2var_epi64(u[i], high, u[i + 4]);
    }
}

static inline void digests_load(word w[8], const struct digest *p, size_t stride)
{
    for (size_t l = 0; l < 8; l++) {
        const __m256i a = _mm256_loadu_si256((const void *)(p + l * stride));
        const __m256i b = _mm256_loadu_si256((const void *)(p + (l + 8) * stride));
        w[l] = _mm512_inserti64x4(_mm512_castsi256_si512(a), b, 1);
    }
    transpose(w);
}

static inline void digests_store(struct digest *p, const uint8_t lanes[LANES], word w[8])
{
    transpose(w);
    for (size_t l = 0; l < 8; l++) {
        _mm256_storeu_si256((void *)(p + lanes[l]), _mm512_castsi512_si256(w[l]));
        _mm256_storeu_si256((void *)(p + lanes[l + 8]), _mm512_extracti64x4_epi64(w[l], 1));
    }
}

#include "hash/blake3_lanes.h"

const struct batch_kernels blake3_avx512 = {CPU_AVX512, batch_columns, batch_concat, batch_grind};
