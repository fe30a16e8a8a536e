/*
 * BLAKE3 in portable C, 32 bytes of output: the plain and the keyed hash of the specification
 * (O'Connor, Aumasson, Neves, Wilcox-O'Hearn, "BLAKE3: one function, fast everywhere", 2020,
 * sections 2.1 to 2.5). Freestanding. hash.h is what the prover and the verifier call.
 */
#ifndef CHERT_HASH_BLAKE3_H
#define CHERT_HASH_BLAKE3_H

#include <stddef.h>
#include <stdint.h>

#define BLAKE3_BLOCK_BYTES 64u
#define BLAKE3_CHUNK_BYTES 1024u
#define BLAKE3_MAX_DEPTH   30u /* 2^30 chunks: 2^40 bytes */

/* Domain flags of the compression function (specification, table 3). */
enum blake3_flag {
    BLAKE3_CHUNK_START = 1,
    BLAKE3_CHUNK_END = 2,
    BLAKE3_PARENT = 4,
    BLAKE3_ROOT = 8,
    BLAKE3_KEYED = 16
};

struct blake3 {
    uint32_t key[8];
    uint32_t flags;                      /* BLAKE3_KEYED or 0 */
    uint32_t block_len;                  /* bytes waiting in `block`, 0..64 */
    uint32_t blocks_done;                /* blocks of the current chunk already compressed */
    uint32_t depth;                      /* subtree roots waiting in `stack` */
    uint64_t chunk;                      /* number of the current chunk */
    uint32_t cv[8];                      /* chaining value inside the current chunk */
    uint8_t block[BLAKE3_BLOCK_BYTES];   /* the last block is kept until more bytes follow */
    uint32_t stack[BLAKE3_MAX_DEPTH][8]; /* roots of complete subtrees, larger ones first */
};

/* `key` is 32 bytes, or NULL for the plain hash. */
void blake3_init(struct blake3 *s, const uint8_t *key);
void blake3_update(struct blake3 *s, const uint8_t *data, size_t len);
void blake3_final(const struct blake3 *s, uint8_t out[32]);

/* The eight chaining words: out = compress(cv, block, counter, len, flags); out may be cv. */
void blake3_compress(uint32_t out[8], const uint32_t cv[8], const uint8_t block[BLAKE3_BLOCK_BYTES],
                     uint64_t counter, uint32_t len, uint32_t flags);

#endif
