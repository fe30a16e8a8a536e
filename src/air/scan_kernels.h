/*
 * The two loops of air_logup that are no program: closing a chunk's fractions, and the prefix sum
 * in domain order. Written over field/vec.h, included by eval_portable.c and its variants.
 */
#include "air/program.h"
#include "field/vec.h"

/* c = numerator / product for every ext column; the pair columns go to ext, and the row's whole
 * sum to the accumulator's planes, whose prefix sum comes later. totals[j][t] gathers the sums of
 * rows that are t mod SCAN_LANES. rows is a multiple of SCAN_LANES. */
void VEC_NAME(air_close_terms)(const struct chunk *c, uint32_t n_ext, fp *const *ext,
                               fp totals[3][SCAN_LANES])
{
    const vec zero = vec_set1(0);
    for (uint32_t r = 0; r < c->rows; r += VEC_LANES) {
        vec3 sum = {zero, zero, zero};
        const uint32_t t = r % SCAN_LANES;
        for (uint32_t k = 0; k < n_ext; k++) {
            const size_t at = (size_t)k * c->rows + r;
            const vec3 inverse =
                vec3_load(c->product[0] + at, c->product[1] + at, c->product[2] + at);
            const vec3 numerator =
                vec3_load(c->numerator[0] + at, c->numerator[1] + at, c->numerator[2] + at);
            fp *const *to = ext + 3 * (size_t)k;
            vec3 x = vec3_mul(numerator, inverse);
            sum = vec3_add(sum, x);
            x = k + 1 < n_ext ? x : sum;
            vec3_store(to[0] + c->first + r, to[1] + c->first + r, to[2] + c->first + r, x);
        }
        sum = vec3_add(sum, vec3_load(&totals[0][t], &totals[1][t], &totals[2][t]));
        vec3_store(&totals[0][t], &totals[1][t], &totals[2][t], sum);
    }
}

/*
 * plane[p] becomes the accumulator: start[t] plus the sum of (plane[.] - share) over the rows
 * before p in its segment. Position p = 8 q + t is number i = bitrev(p): t gives the top three
 * bits, so the eight positions of a cache line belong to eight segments of the sum, which run side
 * by side; every line is visited once.
 */
void VEC_NAME(air_prefix_sum)(fp *plane, unsigned log_n, const fp start[SCAN_LANES], fp share)
{
    const unsigned bits = log_n - SCAN_LOG;
    const uint32_t lines = UINT32_C(1) << bits;
    const vec s = vec_set1(share);
    vec acc[SCAN_LANES / VEC_LANES];
    for (uint32_t i = 0; i < SCAN_LANES / VEC_LANES; i++) {
        acc[i] = vec_load(start + (size_t)i * VEC_LANES);
    }
    for (uint32_t j = 0; j < lines; j++) {
        fp *line = plane + (size_t)bit_reverse(j, bits) * SCAN_LANES;
        __builtin_prefetch(plane + (size_t)bit_reverse((j + 16) & (lines - 1), bits) * SCAN_LANES,
                           1);
        for (uint32_t i = 0; i < SCAN_LANES / VEC_LANES; i++) {
            const vec x = vec_load(line + (size_t)i * VEC_LANES);
            vec_store(line + (size_t)i * VEC_LANES, acc[i]);
            acc[i] = vec_add(acc[i], vec_sub(x, s));
        }
    }
}
