/* Keccak-256 over 8 messages with AVX-512. keccak_lanes.h has the hashing, this file the vectors.
 */
#include <immintrin.h>

#include "base/bytes.h"
#include "base/cpu.h"
#include "hash/batch_kernels.h"

#define LANES 8u

typedef __m512i lane;

static inline lane lane_xor(lane a, lane b)
{
    return _mm512_xor_si512(a, b);
}

/* The immediates are truth tables: bit 4 a + 2 b + c is the result for those bits. */
static inline lane lane_xor3(lane a, lane b, lane c)
{
    return _mm512_ternarylogic_epi64(a, b, c, 0x96);
}

static inline lane lane_chi(lane a, lane b, lane c)
{
    return _mm512_ternarylogic_epi64(a, b, c, 0xd2);
}

static inline lane lane_set1(uint64_t x)
{
    return _mm512_set1_epi64((long long)x);
}

#define LANE_ROL(x, n) _mm512_rol_epi64(x, n)

static inline lane lane_load(const void *p)
{
    return _mm512_loadu_si512(p);
}

static inline void lane_store(void *p, lane a)
{
    _mm512_storeu_si512(p, a);
}

/* Transposes the 4 x 4 matrices of words in the lower and in the upper halves. */
static inline void transpose(lane to[4], const lane w[4])
{
    const lane low = _mm512_set_epi64(13, 12, 5, 4, 9, 8, 1, 0);
    const lane high = _mm512_set_epi64(15, 14, 7, 6, 11, 10, 3, 2);
    const lane a = _mm512_unpacklo_epi64(w[0], w[1]);
    const lane b = _mm512_unpackhi_epi64(w[0], w[1]);
    const lane c = _mm512_unpacklo_epi64(w[2], w[3]);
    const lane d = _mm512_unpackhi_epi64(w[2], w[3]);
    to[0] = _mm512_permutex2var_epi64(a, low, c);
    to[1] = _mm512_permutex2var_epi64(b, low, d);
    to[2] = _mm512_permutex2var_epi64(a, high, c);
    to[3] = _mm512_permutex2var_epi64(b, high, d);
}

static inline void digests_load(lane w[4], const struct digest *p, size_t stride)
{
    lane rows[4];
    for (size_t l = 0; l < 4; l++) {
        const __m256i a = _mm256_loadu_si256((const void *)(p + l * stride));
        const __m256i b = _mm256_loadu_si256((const void *)(p + (l + 4) * stride));
        rows[l] = _mm512_inserti64x4(_mm512_castsi256_si512(a), b, 1);
    }
    transpose(w, rows);
}

static inline void digests_store(struct digest *p, const lane *w)
{
    lane rows[4];
    transpose(rows, w);
    for (size_t l = 0; l < 4; l++) {
        _mm256_storeu_si256((void *)(p + l), _mm512_castsi512_si256(rows[l]));
        _mm256_storeu_si256((void *)(p + l + 4), _mm512_extracti64x4_epi64(rows[l], 1));
    }
}

#include "hash/keccak_lanes.h"

const struct batch_kernels keccak_avx512 = {CPU_AVX512, batch_columns, batch_concat, batch_grind};
