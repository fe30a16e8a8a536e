/* BLAKE3 over 8 messages with AVX2. blake3_lanes.h has the hashing, this file the vectors. */
#include <immintrin.h>

#include "base/bytes.h"
#include "base/cpu.h"
#include "hash/batch_kernels.h"

#define LANES 8u

typedef __m256i word;

static inline word word_add(word a, word b)
{
    return _mm256_add_epi32(a, b);
}

static inline word word_xor(word a, word b)
{
    return _mm256_xor_si256(a, b);
}

/* Rotations by whole bytes are one shuffle. */
static inline word word_ror16(word a)
{
    return _mm256_shuffle_epi8(a, _mm256_set_epi8(13, 12, 15, 14, 9, 8, 11, 10, 5, 4, 7, 6, 1, 0, 3,
                                                  2, 13, 12, 15, 14, 9, 8, 11, 10, 5, 4, 7, 6, 1, 0,
                                                  3, 2));
}

static inline word word_ror8(word a)
{
    return _mm256_shuffle_epi8(a, _mm256_set_epi8(12, 15, 14, 13, 8, 11, 10, 9, 4, 7, 6, 5, 0, 3, 2,
                                                  1, 12, 15, 14, 13, 8, 11, 10, 9, 4, 7, 6, 5, 0, 3,
                                                  2, 1));
}

static inline word word_ror12(word a)
{
    return _mm256_or_si256(_mm256_srli_epi32(a, 12), _mm256_slli_epi32(a, 20));
}

static inline word word_ror7(word a)
{
    return _mm256_or_si256(_mm256_srli_epi32(a, 7), _mm256_slli_epi32(a, 25));
}

static inline word word_set1(uint32_t x)
{
    return _mm256_set1_epi32((int)x);
}

static inline word word_load(const void *p)
{
    return _mm256_loadu_si256(p);
}

static inline void word_store(void *p, word a)
{
    _mm256_storeu_si256(p, a);
}

/* The in-lane shuffle leaves the elements in this order, which costs nothing to undo at the end. */
static const uint8_t columns_lane[LANES] = {0, 1, 4, 5, 2, 3, 6, 7};
static const uint8_t digests_lane[LANES] = {0, 1, 2, 3, 4, 5, 6, 7};

static inline void columns_load(word *lo, word *hi, const fp *p)
{
    const __m256 a = _mm256_castsi256_ps(word_load(p));
    const __m256 b = _mm256_castsi256_ps(word_load(p + 4));
    *lo = _mm256_castps_si256(_mm256_shuffle_ps(a, b, 0x88));
    *hi = _mm256_castps_si256(_mm256_shuffle_ps(a, b, 0xdd));
}

/* Transposes an 8 x 8 matrix of words. */
static inline void transpose(word w[8])
{
    word t[8], u[8];
    for (int i = 0; i < 8; i += 2) {
        t[i] = _mm256_unpacklo_epi32(w[i], w[i + 1]);
        t[i + 1] = _mm256_unpackhi_epi32(w[i], w[i + 1]);
    }
    for (int i = 0; i < 8; i += 4) {
        u[i] = _mm256_unpacklo_epi64(t[i], t[i + 2]);
        u[i + 1] = _mm256_unpackhi_epi64(t[i], t[i + 2]);
        u[i + 2] = _mm256_unpacklo_epi64(t[i + 1], t[i + 3]);
        u[i + 3] = _mm256_unpackhi_epi64(t[i + 1], t[i + 3]);
    }
    for (int i = 0; i < 4; i++) {
        w[i] = _mm256_permute2x128_si256(u[i], u[i + 4], 0x20);
        w[i + 4] = _mm256_permute2x128_si256(u[i], u[i + 4], 0x31);
    }
}

static inline void digests_load(word w[8], const struct digest *p, size_t stride)
{
    for (size_t l = 0; l < LANES; l++) {
        w[l] = word_load(p + l * stride);
    }
    transpose(w);
}

static inline void digests_store(struct digest *p, const uint8_t lanes[LANES], word w[8])
{
    transpose(w);
    for (size_t l = 0; l < LANES; l++) {
        word_store(p + lanes[l], w[l]);
    }
}

#include "hash/blake3_lanes.h"

const struct batch_kernels blake3_avx2 = {CPU_AVX2, batch_columns, batch_concat, batch_grind};
