/*
 * Many hashes of one shape at once: rows, leaves, tree layers, proofs of work. Host only.
 *
 * Every function equals hash_once() on each message, whatever `cpu_mask` (base/cpu.h; 0 is the
 * portable code): the mask picks how many messages share a vector. None allocates, none keeps
 * state: callers split [first, first + n) over threads as they like.
 * `out` must not overlap any input.
 */
#ifndef CHERT_HASH_BATCH_H
#define CHERT_HASH_BATCH_H

#include <stddef.h>
#include <stdint.h>

#include "field/fp.h"
#include "hash/hash.h"

/* out[i] = H_row(columns[0][first_row + i] || columns[1][first_row + i] || ...), 8 bytes little
 * endian each, i < n_rows. Column-major input is what the vectors want: nothing is transposed.
 * Up to 128 columns (one BLAKE3 chunk) on the vector path; wider rows are hashed one by one. */
void hash_rows(enum hash_kind kind, unsigned cpu_mask, const fp *const *columns, size_t n_columns,
               size_t first_row, size_t n_rows, struct digest *out);

/* out[i] = H_purpose(in[2 i] || in[2 i + 1]), i < n: a layer of nodes. */
void hash_pairs(enum hash_kind kind, enum hash_purpose purpose, unsigned cpu_mask,
                const struct digest *in, size_t n, struct digest *out);

/* out[i] = H_purpose(parts[0][i] || parts[1][i] || ...), i < n: leaves over the instances of a
 * height, joins with two parts. More than 32 parts (one BLAKE3 chunk) are hashed one by one. */
void hash_concat(enum hash_kind kind, enum hash_purpose purpose, unsigned cpu_mask,
                 const struct digest *const *parts, size_t n_parts, size_t n, struct digest *out);

/* FRI leaves: out[i] = H_leaf(v[i arity] || ... || v[i arity + arity - 1]) where the ext3 element
 * v[k] is the three field elements planes[0][k], planes[1][k], planes[2][k]; i < n_leaves. */
void hash_fri_leaves(enum hash_kind kind, unsigned cpu_mask, const fp *const planes[3],
                     size_t arity, size_t n_leaves, struct digest *out);

/* Proof of work: the least nonce in [start, start + count) such that
 * H_transcript(state || 0x04 || tag || bits || le64 nonce) begins with `bits` zero bits, the
 * highest bit of the first byte first; bits <= 64. Returns 1 and sets *nonce, or 0. */
int hash_grind(enum hash_kind kind, unsigned cpu_mask, const struct digest *state, uint8_t tag,
               uint8_t bits, uint64_t start, uint64_t count, uint64_t *nonce);

#endif
