/*
 * The seven rounds of BLAKE3's compression (specification, section 2.2), once for all word types:
 * the includer defines `word` and word_add, word_xor, word_ror16, word_ror12, word_ror8, word_ror7
 * on it: one uint32_t, or a vector with one message a lane. No include guard needed: each
 * translation unit has one word type.
 */
#define BLAKE3_G(a, b, c, d, x, y)                   \
    do {                                             \
        v[a] = word_add(word_add(v[a], m[x]), v[b]); \
        v[d] = word_ror16(word_xor(v[d], v[a]));     \
        v[c] = word_add(v[c], v[d]);                 \
        v[b] = word_ror12(word_xor(v[b], v[c]));     \
        v[a] = word_add(word_add(v[a], m[y]), v[b]); \
        v[d] = word_ror8(word_xor(v[d], v[a]));      \
        v[c] = word_add(v[c], v[d]);                 \
        v[b] = word_ror7(word_xor(v[b], v[c]));      \
    } while (0)

/* Columns, then diagonals; the arguments are the message schedule of the round. */
#define BLAKE3_ROUND(s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11, s12, s13, s14, s15) \
    do {                                                                                   \
        BLAKE3_G(0, 4, 8, 12, s0, s1);                                                     \
        BLAKE3_G(1, 5, 9, 13, s2, s3);                                                     \
        BLAKE3_G(2, 6, 10, 14, s4, s5);                                                    \
        BLAKE3_G(3, 7, 11, 15, s6, s7);                                                    \
        BLAKE3_G(0, 5, 10, 15, s8, s9);                                                    \
        BLAKE3_G(1, 6, 11, 12, s10, s11);                                                  \
        BLAKE3_G(2, 7, 8, 13, s12, s13);                                                   \
        BLAKE3_G(3, 4, 9, 14, s14, s15);                                                   \
    } while (0)

/* clang-format off */
/* Each schedule is the one before under the fixed permutation (table 2). Written out, because the
 * indices must be constants for the state to stay in registers; and always inlined, because a
 * compiler that cannot tell v from m stores the state in every step (gcc 12: 20 % slower). */
__attribute__((always_inline)) static inline void blake3_rounds(word v[16], const word m[16])
{
    BLAKE3_ROUND( 0,  1,  2,  3,  4,  5,  6,  7,  8,  9, 10, 11, 12, 13, 14, 15);
    BLAKE3_ROUND( 2,  6,  3, 10,  7,  0,  4, 13,  1, 11, 12,  5,  9, 14, 15,  8);
    BLAKE3_ROUND( 3,  4, 10, 12, 13,  2,  7, 14,  6,  5,  9,  0, 11, 15,  8,  1);
    BLAKE3_ROUND(10,  7, 12,  9, 14,  3, 13, 15,  4,  0, 11,  2,  5,  8,  1,  6);
    BLAKE3_ROUND(12, 13,  9, 11, 15, 10, 14,  8,  7,  2,  5,  3,  0,  1,  6,  4);
    BLAKE3_ROUND( 9, 14, 11,  5,  8, 12, 15,  1, 13,  3,  0, 10,  2,  6,  4,  7);
    BLAKE3_ROUND(11, 15,  5,  0,  1,  9,  8,  6, 14, 10,  2, 12,  3,  4,  7, 13);
}
/* clang-format on */

/* The initialisation vector: SHA-256's. */
#define BLAKE3_IV0 UINT32_C(0x6a09e667)
#define BLAKE3_IV1 UINT32_C(0xbb67ae85)
#define BLAKE3_IV2 UINT32_C(0x3c6ef372)
#define BLAKE3_IV3 UINT32_C(0xa54ff53a)
#define BLAKE3_IV4 UINT32_C(0x510e527f)
#define BLAKE3_IV5 UINT32_C(0x9b05688c)
#define BLAKE3_IV6 UINT32_C(0x1f83d9ab)
#define BLAKE3_IV7 UINT32_C(0x5be0cd19)
