/*
 * The verifier's side of mixed-height Merkle trees (merkle.h has the shape). Freestanding: no
 * allocation, no recursion, every array bounded by a length that the caller gives.
 */
#ifndef CHERT_MERKLE_VERIFY_H
#define CHERT_MERKLE_VERIFY_H

#include <stddef.h>
#include <stdint.h>

#include "base/status.h"
#include "hash/hash.h"

/* The opened leaves of one height: one for each distinct indices[k] >> (L - log_size), in order. */
struct merkle_opened {
    unsigned log_size;
    size_t n_leaves;
    const struct digest *leaves;
};

/* How many sibling digests open `indices` (sorted, distinct, below 2^log_size). */
size_t merkle_opening_count(const uint32_t *indices, size_t n, unsigned log_size);

/* How many distinct indices[k] >> shift there are: the n_leaves of a level; shift <= 31. */
size_t merkle_distinct(const uint32_t *indices, size_t n, unsigned shift);

/*
 * CHERT_OK if the opened leaves and `siblings` (n_siblings digests of 32 bytes, exactly as many as
 * the indices ask for) lead to *root; otherwise CHERT_REJECT_MERKLE. `levels` in strictly
 * descending log_size, the tallest first: heights and their order come from the statement.
 * `indices` sorted, distinct, n >= 1. `scratch` holds n digests. Wrong shapes (unsorted or too
 * large indices, another number of leaves or siblings) are rejected, never read past.
 */
enum chert_status merkle_verify(enum hash_kind kind, const struct digest *root,
                                const struct merkle_opened *levels, size_t n_levels,
                                const uint32_t *indices, size_t n, const uint8_t *siblings,
                                size_t n_siblings, struct digest *scratch) CHERT_MUST_CHECK;

#endif
