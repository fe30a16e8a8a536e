/*
 * Products of 64-bit words by 16-bit limbs: what MUL, MULH and DIV share.
 *
 * Position k of a product is P_k = sum of a_i b_j over i + j = k, at most four terms, so below
 * 2^34. Two positions make a digit of 32 bits, D_k = P_2k + 2^16 P_2k+1 < 2^51, and
 *
 *     a b = D_0 + 2^32 D_1 + 2^64 D_2 + 2^96 D_3
 *
 * No sum of these tables comes near p, so that every equation of digits and carries is one over
 * the integers, which air_eq proves from the declared ranges.
 */
#ifndef CHERT_TABLES_PRODUCT_H
#define CHERT_TABLES_PRODUCT_H

#include "tables/row.h"
#include "tables/table.h"

struct product_limbs {
    expr limb[4]; /* each at most 2^16, lowest first */
};

/* P_k, k = 0..6. */
expr product_position(struct air *air, const struct product_limbs *a, const struct product_limbs *b,
                      unsigned k);
/* D_k, k = 0..3 (D_3 = P_6). */
expr product_digit(struct air *air, const struct product_limbs *a, const struct product_limbs *b,
                   unsigned k);
/* The word that the limbs make. */
struct row_word product_word(struct air *air, const struct product_limbs *a);

/* D_k of two words, for fillers. */
HD uint64_t product_digits(uint64_t a, uint64_t b, unsigned k)
{
    uint64_t even = 0, odd = 0;
    for (unsigned i = 0; i < 4; i++) {
        const uint64_t limb = a >> 16 * i & 0xffff;
        const unsigned j = 2 * k - i; /* wraps beyond 4 where there is no such limb */
        even += j < 4 ? limb * (b >> 16 * j & 0xffff) : 0;
        odd += j + 1 < 4 ? limb * (b >> 16 * (j + 1) & 0xffff) : 0;
    }
    return even + (odd << 16);
}

#endif
