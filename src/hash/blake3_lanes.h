/*
 * BLAKE3 over LANES messages at once, one message a 32-bit lane; included once by blake3_avx2.c and
 * once by blake3_avx512.c, which define before:
 *   LANES, word and the functions of blake3_rounds.h, word_set1(uint32_t), word_load(uint32_t *),
 *   word_store(uint32_t *, word);
 *   columns_load(lo, hi, p): LANES field elements as low and high words, lane l holding element
 *     columns_lane[l];
 *   digests_load(w, p, stride), digests_store(p, lanes, w): LANES digests p[l stride] as eight
 *     vectors of words and back, out[lanes[l]] taking lane l.
 * All messages here are at most one chunk, so there is no tree.
 */
#include "hash/blake3_rounds.h"

static inline void chunk_begin(word cv[8], enum hash_purpose purpose)
{
    const uint8_t *key = hash_key(purpose);
    for (size_t i = 0; i < 8; i++) {
        cv[i] = word_set1(load_le32(key + 4 * i));
    }
}

static inline void chunk_block(word cv[8], const word m[16], uint32_t len, uint32_t flags)
{
    word v[16] = {cv[0],
                  cv[1],
                  cv[2],
                  cv[3],
                  cv[4],
                  cv[5],
                  cv[6],
                  cv[7],
                  word_set1(BLAKE3_IV0),
                  word_set1(BLAKE3_IV1),
                  word_set1(BLAKE3_IV2),
                  word_set1(BLAKE3_IV3),
                  word_set1(0),
                  word_set1(0),
                  word_set1(len),
                  word_set1(flags | BLAKE3_KEYED)};
    blake3_rounds(v, m);
    for (size_t i = 0; i < 8; i++) {
        cv[i] = word_xor(v[i], v[i + 8]);
    }
}

/* The flags of the block that begins `begin` bytes into a message of `len`. */
static inline uint32_t block_flags(size_t begin, size_t len)
{
    return (begin == 0 ? (uint32_t)BLAKE3_CHUNK_START : 0) |
           (begin + BLAKE3_BLOCK_BYTES >= len ? (uint32_t)(BLAKE3_CHUNK_END | BLAKE3_ROOT) : 0);
}

/* Up to eight columns of LANES rows as a message block. */
static inline void columns_block(word m[16], const fp *const *columns, size_t n_columns, size_t row)
{
    for (size_t c = 0; c < n_columns; c++) {
        columns_load(&m[2 * c], &m[2 * c + 1], columns[c] + row);
    }
    for (size_t c = n_columns; c < 8; c++) {
        m[2 * c] = word_set1(0);
        m[2 * c + 1] = word_set1(0);
    }
}

/* Columns of a power-of-two length all map to the same few cache sets, so a walk along whole rows
 * would evict each line that the prefetcher brings. Instead, a tile of rows takes eight columns
 * (the ways of a set) at a time, and the tile's chaining values wait in the cache. */
#define TILE_VECTORS 16u

static size_t batch_columns(enum hash_purpose purpose, const fp *const *columns, size_t n_columns,
                            size_t first, size_t n, struct digest *out)
{
    const size_t len = 8 * n_columns;
    const size_t vectors = n / LANES;
    for (size_t t = 0; t < vectors; t += TILE_VECTORS) {
        const size_t tile = vectors - t < TILE_VECTORS ? vectors - t : TILE_VECTORS;
        word cv[TILE_VECTORS][8];
        for (size_t k = 0; k < tile; k++) {
            chunk_begin(cv[k], purpose);
        }
        size_t begin = 0;
        do {
            const size_t left = n_columns - begin / 8;
            const size_t take = left < 8 ? left : 8;
            for (size_t k = 0; k < tile; k++) {
                word m[16];
                columns_block(m, columns + begin / 8, take, first + (t + k) * LANES);
                chunk_block(cv[k], m, (uint32_t)(8 * take), block_flags(begin, len));
            }
            begin += BLAKE3_BLOCK_BYTES;
        } while (begin < len);
        for (size_t k = 0; k < tile; k++) {
            digests_store(out + (t + k) * LANES, columns_lane, cv[k]);
        }
    }
    return vectors * LANES;
}

/* Up to two digests of LANES messages as a message block; `at` is the first message's digest. */
static inline void parts_block(word m[16], const struct digest *const *parts, size_t n_parts,
                               size_t at, size_t stride)
{
    for (size_t p = 0; p < n_parts; p++) {
        digests_load(m + 8 * p, parts[p] + at, stride);
    }
    for (size_t i = 8 * n_parts; i < 16; i++) {
        m[i] = word_set1(0);
    }
}

static size_t batch_concat(enum hash_purpose purpose, const struct digest *const *parts,
                           size_t n_parts, size_t stride, size_t first, size_t n,
                           struct digest *out)
{
    const size_t len = DIGEST_BYTES * n_parts;
    size_t done = 0;
    for (; done + LANES <= n; done += LANES) {
        word cv[8];
        chunk_begin(cv, purpose);
        size_t begin = 0;
        do {
            const size_t left = n_parts - begin / DIGEST_BYTES;
            const size_t take = left < 2 ? left : 2;
            word m[16];
            parts_block(m, parts + begin / DIGEST_BYTES, take, (first + done) * stride, stride);
            chunk_block(cv, m, (uint32_t)(DIGEST_BYTES * take), block_flags(begin, len));
            begin += BLAKE3_BLOCK_BYTES;
        } while (begin < len);
        digests_store(out + done, digests_lane, cv);
    }
    return done;
}

static uint64_t batch_grind(const struct digest *state, uint8_t tag, uint8_t bits, uint64_t start,
                            uint64_t count, int *found, uint64_t *nonce)
{
    word m[16];
    for (size_t i = 0; i < 8; i++) {
        m[i] = word_set1(load_le32(state->b + 4 * i));
    }
    for (size_t i = 11; i < 16; i++) {
        m[i] = word_set1(0);
    }
    const uint32_t head = (uint32_t)HASH_GRIND_OP | (uint32_t)tag << 8 | (uint32_t)bits << 16;
    uint64_t done = 0;
    for (; count - done >= LANES; done += LANES) {
        uint32_t w[3][LANES];
        for (uint32_t l = 0; l < LANES; l++) {
            const uint64_t x = start + done + l;
            w[0][l] = head | (uint32_t)x << 24;
            w[1][l] = (uint32_t)(x >> 8);
            w[2][l] = (uint32_t)(x >> 40);
        }
        for (size_t i = 0; i < 3; i++) {
            m[8 + i] = word_load(w[i]);
        }
        word cv[8];
        chunk_begin(cv, HASH_TRANSCRIPT);
        chunk_block(cv, m, HASH_GRIND_BYTES, block_flags(0, HASH_GRIND_BYTES));
        word_store(w[0], cv[0]);
        word_store(w[1], cv[1]);
        for (uint32_t l = 0; l < LANES; l++) {
            const uint64_t top = __builtin_bswap64((uint64_t)w[1][l] << 32 | w[0][l]);
            if (bits == 0 || top >> (64 - bits) == 0) {
                *found = 1;
                *nonce = start + done + l;
                return done + LANES;
            }
        }
    }
    return done;
}
