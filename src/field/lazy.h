/*
 * Sums of products that are reduced once, at the end. A factor w is split beforehand, as w and as
 * 2^32 w mod p, in limbs of 22 bits; then for v = v0 + 2^32 v1
 *   v w = sum_j 2^(22 j) (v0 w_j + v1 (2^32 w)_j)
 * takes six 32-bit multiplications and six additions into three sums of 64 bits, which hold
 * LAZY_TERMS terms.
 */
#ifndef CHERT_FIELD_LAZY_H
#define CHERT_FIELD_LAZY_H

#include "field/vec.h"

#define LAZY_LIMBS 3u
#define LAZY_BITS  22u
#define LAZY_TERMS 500u /* 2 * 500 * (2^32 - 1) * (2^22 - 1) < 2^64 */

typedef struct {
    wide limb[LAZY_LIMBS];
} lazy;

VEC_INLINE lazy lazy_zero(void)
{
    return (lazy){{wide_set1(0), wide_set1(0), wide_set1(0)}};
}

/* The limbs of w, then those of 2^32 w mod p. */
VEC_INLINE void lazy_split(fp w, uint64_t out[2 * LAZY_LIMBS])
{
    const fp high = fp_mul(w, UINT64_C(1) << 32);
    for (unsigned j = 0; j < LAZY_LIMBS; j++) {
        out[j] = w >> (LAZY_BITS * j) & ((1u << LAZY_BITS) - 1);
        out[LAZY_LIMBS + j] = high >> (LAZY_BITS * j) & ((1u << LAZY_BITS) - 1);
    }
}

/* 2^32 a mod p: a = a0 + 2^32 a1 gives 2^32 a0 + (2^32 - 1) a1, and both terms are canonical. */
VEC_INLINE vec vec_shift32(vec a)
{
    return vec_add(WIDE_SHL(a, 32), wide_mul32(WIDE_SHR(a, 32), wide_set1(FP_EPS)));
}

/* lazy_split in every lane. */
VEC_INLINE void lazy_split_vec(vec w, wide out[2 * LAZY_LIMBS])
{
    const wide mask = wide_set1((1u << LAZY_BITS) - 1);
    const vec high = vec_shift32(w);
    out[0] = wide_and(w, mask);
    out[1] = wide_and(WIDE_SHR(w, 22), mask);
    out[2] = WIDE_SHR(w, 44);
    out[3] = wide_and(high, mask);
    out[4] = wide_and(WIDE_SHR(high, 22), mask);
    out[5] = WIDE_SHR(high, 44);
}

/* s += v w, of which v and its upper half v1 and the limbs of w. */
VEC_INLINE void lazy_add(lazy *s, vec v, wide v1, const wide w[2 * LAZY_LIMBS])
{
    for (unsigned j = 0; j < LAZY_LIMBS; j++) {
        s->limb[j] = wide_add(s->limb[j], wide_mul32(v, w[j]));
        s->limb[j] = wide_add(s->limb[j], wide_mul32(v1, w[LAZY_LIMBS + j]));
    }
}

/* The sum mod p: as lo + 2^64 hi, hi < 2^45, first. */
VEC_INLINE vec lazy_reduce(lazy s)
{
    const wide one = wide_set1(1);
    const wide x = WIDE_SHL(s.limb[1], 22), y = WIDE_SHL(s.limb[2], 44);
    const wide t = wide_add(s.limb[0], x);
    const wide lo = wide_add(t, y);
    wide hi = wide_add(WIDE_SHR(s.limb[1], 42), WIDE_SHR(s.limb[2], 20));
    hi = wide_add_if_less(hi, one, t, x);
    hi = wide_add_if_less(hi, one, lo, y);
    return vec_reduce(lo, hi);
}

#endif
