/*
 * Building and opening. Hashing goes tile by tile (leaves, nodes and joins of a tile stay in the
 * first-level cache, so a join needs no memory of its own) and block by block (a subtree of 2^11
 * leaves stays in the second-level cache from its leaves to its top).
 */
#include "merkle/merkle.h"

#include <string.h>

#include "hash/batch.h"
#include "merkle/verify.h"

#define TILE      64u
#define BLOCK_LOG 11u

static size_t tree_digests(unsigned log_size)
{
    return ((size_t)2 << log_size) - 1;
}

size_t merkle_bytes(unsigned log_size)
{
    return arena_bytes(tree_digests(log_size), sizeof(struct digest));
}

static enum chert_status check_levels(const struct merkle_level *levels, size_t n_levels,
                                      struct err *e)
{
    if (n_levels == 0 || levels[0].log_size > MERKLE_MAX_LOG) {
        return err_set(e, CHERT_E_ARG, "merkle: %zu levels, the first of height 2^%u, at most 2^%u",
                       n_levels, n_levels == 0 ? 0 : levels[0].log_size, MERKLE_MAX_LOG);
    }
    for (size_t i = 1; i < n_levels; i++) {
        if (levels[i].log_size >= levels[i - 1].log_size || levels[i].n_parts == 0) {
            return err_set(e, CHERT_E_ARG,
                           "merkle: level %zu has height 2^%u and %zu parts after height 2^%u; "
                           "heights must fall and only the first level may have ready leaves",
                           i, levels[i].log_size, levels[i].n_parts, levels[i - 1].log_size);
        }
    }
    return CHERT_OK;
}

enum chert_status merkle_init(struct merkle *t, struct arena *arena, enum hash_kind kind,
                              unsigned cpu_mask, const struct merkle_level *levels, size_t n_levels,
                              struct err *e)
{
    TRY(check_levels(levels, n_levels, e));
    memset(t, 0, sizeof *t);
    t->kind = kind;
    t->cpu_mask = cpu_mask;
    t->log_size = levels[0].log_size;
    for (size_t i = 0; i < n_levels; i++) {
        t->levels[levels[i].log_size] = levels[i];
    }
    struct digest *digests = NULL;
    TRY(ARENA_NEW(arena, &digests, tree_digests(t->log_size), e));
    /* Leaves first: they keep the arena's alignment. */
    for (unsigned h = t->log_size + 1; h-- > 0;) {
        t->layer[h] = digests;
        digests += (size_t)1 << h;
    }
    return CHERT_OK;
}

struct digest *merkle_leaves(const struct merkle *t)
{
    return t->layer[t->log_size];
}

const struct digest *merkle_root(const struct merkle *t)
{
    return t->layer[0];
}

/* The leaves [first, first + n) of a level: its parts' row digests hashed together. */
static void hash_level(const struct merkle *t, const struct merkle_level *level, size_t first,
                       size_t n, struct digest *out)
{
    const struct digest *parts[TILE];
    if (level->n_parts <= TILE) {
        for (size_t p = 0; p < level->n_parts; p++) {
            parts[p] = level->rows[p] + first;
        }
        hash_concat(t->kind, HASH_LEAF, t->cpu_mask, parts, level->n_parts, n, out);
        return;
    }
    for (size_t i = 0; i < n; i++) { /* longer than any kernel's message anyhow */
        struct hasher h;
        hash_init(&h, t->kind, HASH_LEAF);
        for (size_t p = 0; p < level->n_parts; p++) {
            hash_update(&h, level->rows[p][first + i].b, DIGEST_BYTES);
        }
        hash_final(&h, &out[i]);
    }
}

static void hash_leaves(struct merkle *t, size_t first, size_t count)
{
    const struct merkle_level *level = &t->levels[t->log_size];
    if (level->n_parts > 0) {
        hash_level(t, level, first, count, merkle_leaves(t) + first);
    }
}

/* The nodes [first, first + count) of layer h, h < log_size. */
static void hash_layer(struct merkle *t, unsigned h, size_t first, size_t count)
{
    const struct merkle_level *level = &t->levels[h];
    const struct digest *children = t->layer[h + 1] + 2 * first;
    struct digest *out = t->layer[h] + first;
    if (level->n_parts == 0) {
        hash_pairs(t->kind, HASH_NODE, t->cpu_mask, children, count, out);
        return;
    }
    for (size_t i = 0; i < count; i += TILE) {
        const size_t n = count - i < TILE ? count - i : TILE;
        struct digest nodes[TILE], leaves[TILE];
        hash_pairs(t->kind, HASH_NODE, t->cpu_mask, children + 2 * i, n, nodes);
        hash_level(t, level, first + i, n, leaves);
        const struct digest *const both[2] = {nodes, leaves};
        hash_concat(t->kind, HASH_JOIN, t->cpu_mask, both, 2, n, out + i);
    }
}

/* The subtrees under the nodes [first, first + count) of layer `cut`, layer by layer. */
static void hash_block(struct merkle *t, unsigned cut, size_t first, size_t count)
{
    const unsigned depth = t->log_size - cut;
    hash_leaves(t, first << depth, count << depth);
    for (unsigned h = t->log_size; h-- > cut;) {
        hash_layer(t, h, first << (h - cut), count << (h - cut));
    }
}

void merkle_hash_subtrees(struct merkle *t, unsigned cut, size_t first, size_t count)
{
    const unsigned below = t->log_size - cut;
    ASSERT(cut <= t->log_size && below <= MERKLE_MAX_LOG && first <= (size_t)1 << cut &&
           count <= ((size_t)1 << cut) - first);
    /* A block is `step` neighbouring subtrees under layer `low`, of 2^BLOCK_LOG leaves together. */
    const unsigned rise = below < BLOCK_LOG ? 0 : below - BLOCK_LOG; /* from `cut` to `low` */
    const unsigned low = cut + rise;
    const size_t step = below < BLOCK_LOG ? (size_t)1 << (BLOCK_LOG - below) : 1;
    const size_t end = (first + count) << rise;
    for (size_t b = first << rise; b < end; b += step) {
        hash_block(t, low, b, end - b < step ? end - b : step);
    }
    for (unsigned h = low; h-- > cut;) {
        hash_layer(t, h, first << (h - cut), count << (h - cut));
    }
}

void merkle_hash_top(struct merkle *t, unsigned cut)
{
    ASSERT(cut <= t->log_size);
    for (unsigned h = cut; h-- > 0;) {
        hash_layer(t, h, 0, (size_t)1 << h);
    }
}

enum chert_status merkle_build(struct merkle *t, struct arena *arena, enum hash_kind kind,
                               unsigned cpu_mask, const struct merkle_level *levels,
                               size_t n_levels, struct err *e)
{
    TRY(check_levels(levels, n_levels, e));
    if (levels[0].n_parts == 0) {
        return err_set(e, CHERT_E_ARG,
                       "merkle: the first level has no parts; ready leaves need merkle_init() and "
                       "merkle_hash_subtrees()");
    }
    TRY(merkle_init(t, arena, kind, cpu_mask, levels, n_levels, e));
    merkle_hash_subtrees(t, 0, 0, 1);
    return CHERT_OK;
}

size_t merkle_open(const struct merkle *t, const uint32_t *indices, size_t n, struct digest *out,
                   size_t cap)
{
    const size_t total = merkle_opening_count(indices, n, t->log_size);
    if (total > cap) {
        return total;
    }
    size_t at = 0;
    for (unsigned h = t->log_size; h > 0; h--) {
        const unsigned shift = t->log_size - h;
        for (size_t k = 0; k < n;) {
            const uint32_t node = indices[k] >> shift;
            const uint32_t parent = node >> 1;
            int both = 0; /* whether the sibling is opened too */
            while (k < n && indices[k] >> shift >> 1 == parent) {
                both |= indices[k] >> shift != node;
                k++;
            }
            if (!both) {
                out[at++] = t->layer[h][node ^ 1u];
            }
        }
    }
    return total;
}
