/* Little-endian loads and stores: the byte order of everything Chert hashes or writes. */
#ifndef CHERT_BASE_BYTES_H
#define CHERT_BASE_BYTES_H

#include <stdint.h>

static inline uint32_t load_le32(const uint8_t *p)
{
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static inline uint64_t load_le64(const uint8_t *p)
{
    return (uint64_t)load_le32(p) | (uint64_t)load_le32(p + 4) << 32;
}

static inline void store_le32(uint8_t *p, uint32_t x)
{
    for (int i = 0; i < 4; i++) {
        p[i] = (uint8_t)(x >> (8 * i));
    }
}

static inline void store_le64(uint8_t *p, uint64_t x)
{
    for (int i = 0; i < 8; i++) {
        p[i] = (uint8_t)(x >> (8 * i));
    }
}

/* The number of the highest set bit, 0 for x = 1; x must not be 0. */
static inline unsigned log2_floor(uint64_t x)
{
    return 63u - (unsigned)__builtin_clzll(x);
}

/* The lowest `bits` bits of x in reverse order; bits is 0 to 32. */
static inline uint32_t bit_reverse(uint32_t x, unsigned bits)
{
    x = (x >> 1 & 0x55555555u) | (x & 0x55555555u) << 1;
    x = (x >> 2 & 0x33333333u) | (x & 0x33333333u) << 2;
    x = (x >> 4 & 0x0f0f0f0fu) | (x & 0x0f0f0f0fu) << 4;
    x = __builtin_bswap32(x);
    return bits == 0 ? 0 : x >> (32 - bits);
}

#endif
