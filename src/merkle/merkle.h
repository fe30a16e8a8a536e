/*
 * Mixed-height Merkle trees: one tree commits to tables of several heights. Host only; verify.h
 * is the freestanding other side.
 *
 * Leaves stand in bit-reversed LDE order, so the row of a table of height 2^h that belongs to
 * index i of the tallest height 2^L is i >> (L - h).
 *   leaf of a level i  = H_leaf(row digest i of the level's first part || second part || ...)
 *   node i             = H_node(left, right), the nodes 2 i and 2 i + 1 one layer down
 *   where a layer has the size of a shorter level, node i = H_join(node i, that level's leaf i).
 * Layer h has 2^h nodes; layer L the leaves of the tallest level, layer 0 the root.
 *
 * Two ways to build:
 *   merkle_build()                             everything, on this thread;
 *   merkle_init(), merkle_hash_subtrees() for disjoint ranges on any threads, merkle_hash_top().
 * FRI layers: one level with n_parts = 0, whose leaf digests the caller writes into
 * merkle_leaves() after merkle_init() and before hashing.
 */
#ifndef CHERT_MERKLE_MERKLE_H
#define CHERT_MERKLE_MERKLE_H

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/status.h"
#include "hash/hash.h"

#define MERKLE_MAX_LOG 31u

/* One height: the row digests (2^log_size each) of its instances, in registry order. */
struct merkle_level {
    unsigned log_size;
    size_t n_parts; /* 0 only in the first level: the leaf digests come ready made */
    const struct digest *const *rows; /* n_parts arrays; needed until the tree is hashed */
};

struct merkle {
    enum hash_kind kind;
    unsigned cpu_mask;
    unsigned log_size;                              /* L */
    struct digest *layer[MERKLE_MAX_LOG + 1];       /* layer[h]: 2^h digests after joining */
    struct merkle_level levels[MERKLE_MAX_LOG + 1]; /* indexed by log_size; n_parts 0: none */
};

/* Bytes that a tree of 2^log_size leaves takes from an arena: exact. */
size_t merkle_bytes(unsigned log_size);

/* Carves the layers. `levels` in strictly descending log_size, at least one, the tallest first;
 * the struct is copied, the row digests (and the array `rows`) stay the caller's.
 * CHERT_E_ARG for other shapes, CHERT_E_MEMORY. */
enum chert_status merkle_init(struct merkle *t, struct arena *arena, enum hash_kind kind,
                              unsigned cpu_mask, const struct merkle_level *levels, size_t n_levels,
                              struct err *e) CHERT_MUST_CHECK;

/* Where the 2^log_size leaf digests of the tallest level lie. */
struct digest *merkle_leaves(const struct merkle *t);

/* Hashes the subtrees whose tops are the nodes [first, first + count) of layer `cut`, leaves,
 * joins and tops included. Disjoint ranges may run on different threads. cut <= log_size. */
void merkle_hash_subtrees(struct merkle *t, unsigned cut, size_t first, size_t count);

/* Hashes layers cut - 1 down to 0, after all of layer `cut`; nothing for cut = 0. */
void merkle_hash_top(struct merkle *t, unsigned cut);

/* merkle_init() and all hashing. Not for levels with ready leaves (CHERT_E_ARG). */
enum chert_status merkle_build(struct merkle *t, struct arena *arena, enum hash_kind kind,
                               unsigned cpu_mask, const struct merkle_level *levels,
                               size_t n_levels, struct err *e) CHERT_MUST_CHECK;

const struct digest *merkle_root(const struct merkle *t);

/* Writes to out[0..cap) the sibling digests that open the leaves `indices` (sorted, distinct, at
 * the tallest level, n >= 1), in the order merkle_verify() consumes them: layer by layer from the
 * leaves up, left to right; a sibling that follows from opened leaves is left out. Returns how
 * many there are (merkle_opening_count()); nothing is written if that exceeds `cap`. */
size_t merkle_open(const struct merkle *t, const uint32_t *indices, size_t n, struct digest *out,
                   size_t cap);

#endif
