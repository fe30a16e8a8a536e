/*
 * Verification walks the layers upwards and, in each, the opened indices from left to right. Which
 * nodes of a layer are known follows from the indices alone: those that some index passes through.
 * So the known digests stand packed in `scratch`, and only their number changes from layer to
 * layer.
 */
#include "merkle/verify.h"

/* Indices sorted, distinct and below 2^log_size. */
static int indices_valid(const uint32_t *indices, size_t n, unsigned log_size)
{
    if (n == 0 || log_size > 31 || indices[n - 1] >> log_size != 0) {
        return 0;
    }
    for (size_t k = 1; k < n; k++) {
        if (indices[k] <= indices[k - 1]) {
            return 0;
        }
    }
    return 1;
}

size_t merkle_distinct(const uint32_t *indices, size_t n, unsigned shift)
{
    size_t count = n > 0 ? 1 : 0;
    for (size_t k = 1; k < n; k++) {
        count += indices[k] >> shift != indices[k - 1] >> shift;
    }
    return count;
}

size_t merkle_opening_count(const uint32_t *indices, size_t n, unsigned log_size)
{
    /* A layer with a known nodes, b of them after pairing, has 2 b - a unknown siblings. */
    size_t total = 0;
    size_t below = n;
    for (unsigned shift = 1; shift <= log_size; shift++) {
        const size_t here = merkle_distinct(indices, n, shift);
        total += 2 * here - below;
        below = here;
    }
    return total;
}

/* The siblings not yet consumed. */
struct siblings {
    const uint8_t *next;
    size_t left;
};

static int take_sibling(struct siblings *s, struct digest *out)
{
    if (s->left == 0) {
        return 0;
    }
    __builtin_memcpy(out->b, s->next, DIGEST_BYTES);
    s->next += DIGEST_BYTES;
    s->left--;
    return 1;
}

/* Replaces the known nodes `shift` layers above the leaves by their parents; 0 if a sibling is
 * missing. nodes[] is read at or after the place that is written. */
static int climb(enum hash_kind kind, const uint32_t *indices, size_t n, unsigned shift,
                 struct siblings *s, struct digest *nodes)
{
    size_t from = 0;
    size_t to = 0;
    for (size_t k = 0; k < n;) {
        const uint32_t node = indices[k] >> shift;
        const uint32_t parent = node >> 1;
        int both = 0;
        while (k < n && indices[k] >> shift >> 1 == parent) {
            both |= indices[k] >> shift != node;
            k++;
        }
        struct digest left = nodes[from++];
        struct digest right;
        if (both) {
            right = nodes[from++];
        } else if (!take_sibling(s, &right)) {
            return 0;
        } else if ((node & 1u) != 0) {
            const struct digest known = left;
            left = right;
            right = known;
        }
        hash_pair(kind, HASH_NODE, &left, &right, &nodes[to++]);
    }
    return 1;
}

/* Joins the known nodes of a layer with its level's opened leaves; 0 if they are not as many. */
static int join(enum hash_kind kind, const struct merkle_opened *level, size_t known,
                struct digest *nodes)
{
    if (level->n_leaves != known) {
        return 0;
    }
    for (size_t k = 0; k < known; k++) {
        hash_pair(kind, HASH_JOIN, &nodes[k], &level->leaves[k], &nodes[k]);
    }
    return 1;
}

/* Four arrays with their lengths, and nothing that belongs together. */
/* NOLINTNEXTLINE(readability-function-size) */
enum chert_status merkle_verify(enum hash_kind kind, const struct digest *root,
                                const struct merkle_opened *levels, size_t n_levels,
                                const uint32_t *indices, size_t n, const uint8_t *siblings,
                                size_t n_siblings, struct digest *scratch)
{
    if (n_levels == 0 || !indices_valid(indices, n, levels[0].log_size) ||
        levels[0].n_leaves != n) {
        return CHERT_REJECT_MERKLE;
    }
    struct siblings s = {siblings, n_siblings};
    const unsigned log_size = levels[0].log_size;
    size_t level = 1;
    for (size_t k = 0; k < n; k++) {
        scratch[k] = levels[0].leaves[k];
    }
    for (unsigned h = log_size; h-- > 0;) {
        if (!climb(kind, indices, n, log_size - h - 1, &s, scratch)) {
            return CHERT_REJECT_MERKLE;
        }
        if (level < n_levels && levels[level].log_size == h) {
            if (!join(kind, &levels[level], merkle_distinct(indices, n, log_size - h), scratch)) {
                return CHERT_REJECT_MERKLE;
            }
            level++;
        }
    }
    /* A level out of order was never reached: it is as bad as a sibling too many. */
    if (level != n_levels || s.left != 0 || !digest_equal(&scratch[0], root)) {
        return CHERT_REJECT_MERKLE;
    }
    return CHERT_OK;
}
