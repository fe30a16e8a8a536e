/* Elements for tests: the edges first, then a seeded stream (SplitMix64). */
#ifndef CHERT_TESTS_FIELD_SAMPLE_H
#define CHERT_TESTS_FIELD_SAMPLE_H

#include "field/fp.h"

#define N_EDGES 15u

static inline fp edge(size_t i)
{
    static const fp edges[N_EDGES] = {
        0,
        1,
        2,
        FP_P - 1,
        FP_P - 2,
        FP_EPS - 1,
        FP_EPS,
        FP_EPS + 1,
        FP_EPS + 2,
        UINT64_C(1) << 31,
        UINT64_C(1) << 63,
        (UINT64_C(1) << 63) - 1,
        (FP_P + 1) / 2,
        FP_P - FP_EPS,
        UINT64_C(0xfffffffe00000002),
    };
    return edges[i % N_EDGES];
}

static inline fp random_fp(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return (z ^ z >> 31) % FP_P;
}

/* One in four is an edge. */
static inline fp sample_fp(uint64_t *state)
{
    const fp r = random_fp(state);
    return (r & 3) == 0 ? edge((size_t)(r >> 8)) : r;
}

static inline fp3 sample_fp3(uint64_t *state)
{
    const fp a = sample_fp(state), b = sample_fp(state), c = sample_fp(state);
    return (fp3){{a, b, c}};
}

#endif
