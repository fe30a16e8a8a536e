/* Keccak-256 over 4 messages with AVX2. keccak_lanes.h has the hashing, this file the vectors. */
#include <immintrin.h>

#include "base/bytes.h"
#include "base/cpu.h"
#include "hash/batch_kernels.h"

#define LANES 4u

typedef __m256i lane;

static inline lane lane_xor(lane a, lane b)
{
    return _mm256_xor_si256(a, b);
}

static inline lane lane_xor3(lane a, lane b, lane c)
{
    return lane_xor(lane_xor(a, b), c);
}

static inline lane lane_chi(lane a, lane b, lane c)
{
    return lane_xor(a, _mm256_andnot_si256(b, c));
}

static inline lane lane_set1(uint64_t x)
{
    return _mm256_set1_epi64x((long long)x);
}

/* Vector shifts by 64 give 0, so n = 0 needs no case of its own. */
#define LANE_ROL(x, n) _mm256_or_si256(_mm256_slli_epi64(x, n), _mm256_srli_epi64(x, 64 - (n)))

static inline lane lane_load(const void *p)
{
    return _mm256_loadu_si256(p);
}

static inline void lane_store(void *p, lane a)
{
    _mm256_storeu_si256(p, a);
}

/* Transposes a 4 x 4 matrix of words. */
static inline void transpose(lane to[4], const lane w[4])
{
    const lane a = _mm256_unpacklo_epi64(w[0], w[1]);
    const lane b = _mm256_unpackhi_epi64(w[0], w[1]);
    const lane c = _mm256_unpacklo_epi64(w[2], w[3]);
    const lane d = _mm256_unpackhi_epi64(w[2], w[3]);
    to[0] = _mm256_permute2x128_si256(a, c, 0x20);
    to[1] = _mm256_permute2x128_si256(b, d, 0x20);
    to[2] = _mm256_permute2x128_si256(a, c, 0x31);
    to[3] = _mm256_permute2x128_si256(b, d, 0x31);
}

static inline void digests_load(lane w[4], const struct digest *p, size_t stride)
{
    const lane rows[4] = {lane_load(p), lane_load(p + stride), lane_load(p + 2 * stride),
                          lane_load(p + 3 * stride)};
    transpose(w, rows);
}

static inline void digests_store(struct digest *p, const lane *w)
{
    lane rows[4];
    transpose(rows, w);
    for (size_t l = 0; l < LANES; l++) {
        lane_store(p + l, rows[l]);
    }
}

#include "hash/keccak_lanes.h"

const struct batch_kernels keccak_avx2 = {CPU_AVX2, batch_columns, batch_concat, batch_grind};
