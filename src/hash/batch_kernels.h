/*
 * The seam between batch.c and the vector kernels: what one instruction set does for one hash.
 * Internal to src/hash.
 */
#ifndef CHERT_HASH_BATCH_KERNELS_H
#define CHERT_HASH_BATCH_KERNELS_H

#include <stddef.h>
#include <stdint.h>

#include "field/fp.h"
#include "hash/hash.h"

/* The longest messages of the vector kernels: one BLAKE3 chunk. */
#define BATCH_MAX_COLUMNS 128u
#define BATCH_MAX_PARTS   32u

/* A kernel handles whole vectors of messages and returns how many that were, at most n; the next
 * narrower set, at last the portable code, does the rest. */
struct batch_kernels {
    unsigned cpu; /* the enum cpu_features bit it needs */
    /* out[i] = H(columns[0][first + i] || ...), n_columns <= BATCH_MAX_COLUMNS */
    size_t (*columns)(enum hash_purpose purpose, const fp *const *columns, size_t n_columns,
                      size_t first, size_t n, struct digest *out);
    /* out[i] = H(parts[0][(first + i) stride] || ...), n_parts <= BATCH_MAX_PARTS */
    size_t (*concat)(enum hash_purpose purpose, const struct digest *const *parts, size_t n_parts,
                     size_t stride, size_t first, size_t n, struct digest *out);
    /* Tries nonces start.., as many as it returns; stops after a vector with a hit and sets *found
     * and *nonce, the least of that vector. */
    uint64_t (*grind)(const struct digest *state, uint8_t tag, uint8_t bits, uint64_t start,
                      uint64_t count, int *found, uint64_t *nonce);
};

#if defined(__x86_64__)
extern const struct batch_kernels blake3_avx2, blake3_avx512, keccak_avx2, keccak_avx512;
#endif

#endif
