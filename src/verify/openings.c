/*
 * Opened rows against their roots, and the DEEP word that follows from them:
 *
 *   F(x) = (sum_k d^k c_k(x^(N/n)) - sum_k d^k v_k) / (x - z)       over values at z
 *        + the same over values at g_N z                            / (x - g_N z)
 *
 * with d^k the power of each value's index (proof/layout.h). In the Johnson regime a word that is
 * constant where x^(N/n) is need not be near a polynomial in X^(N/n) alone: so every height below N
 * is also divided at w z, w of order N/n, with the same claimed values times d^(number of values):
 * P(w z) = P(z) at a random z makes P(w X) = P(X). (Unique decoding has it without: agreement of
 * 3/4 leaves P(w X) = P(X) on N points.) Numerators are summed per height, at the distinct rows of
 * that height, and lifted by index.
 */
#include <string.h>

#include "merkle/verify.h"
#include "proof/domain.h"
#include "verify/group.h"

/* sum_k d^k c_k at the opened rows of one height: `here` for values at z, `next` at g z. */
struct numerators {
    fp3 *here, *next;
};

/* The distinct indices >> shift, in order; returns their number. */
static uint32_t shifted(const struct group_state *s, unsigned shift, uint32_t *out)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < s->n_indices; i++) {
        const uint32_t v = s->indices[i] >> shift;
        if (n == 0 || out[n - 1] != v) {
            out[n++] = v;
        }
    }
    return n;
}

/* Adds the row's elements times their powers. Ext columns come as three elements. */
static void add_row(const struct group_state *s, const struct tree_shape *tree,
                    const struct tree_part *part, const fp *row, fp3 *here, fp3 *next)
{
    const struct instance *in = &s->c->layout->instances[part->instance];
    const fp3 *d = s->delta_powers + in->value_at;
    if (tree->kind == TREE_AUX || tree->kind == TREE_QUOTIENT) {
        d = tree->kind == TREE_AUX ? d + air_n_columns(in->air)
                                   : s->delta_powers + s->group->n_values - 2;
        const uint32_t n = part->n_columns / 3;
        for (uint32_t k = 0; k < n; k++) {
            const fp *plane = row + (size_t)3 * k;
            const fp3 v = {{plane[0], plane[1], plane[2]}};
            *here = fp3_add(*here, fp3_mul(d[k], v));
            if (tree->kind == TREE_AUX && k + 1 == n) {
                *next = fp3_add(*next, fp3_mul(d[n], v));
            }
        }
        return;
    }
    d += tree->kind == TREE_FIXED ? 0 : in->air->n_fixed;
    for (uint32_t k = 0; k < part->n_columns; k++) {
        *here = fp3_add(*here, fp3_mul_fp(d[k], row[k]));
    }
}

/* Reads one part's rows at n distinct indices and adds their digests to the leaves under way. */
static enum chert_status read_part(struct group_state *s, struct reader *r,
                                   const struct tree_shape *tree, const struct tree_part *part,
                                   uint32_t n, struct numerators *num, struct hasher *leaves)
{
    const struct verify_context *c = s->c;
    const struct numerators *at = &num[part->log_n]; /* verify_openings made those of each height */
    fp *row;
    ASSERT(at->here != NULL && at->next != NULL);
    const size_t mark = arena_mark(c->arena);
    TRY(ARENA_NEW(c->arena, &row, part->n_columns, c->err));
    for (uint32_t j = 0; j < n; j++) {
        struct reader bytes = *r;
        const uint8_t *start = read_bytes(&bytes, 8 * (size_t)part->n_columns);
        for (uint32_t k = 0; k < part->n_columns; k++) {
            row[k] = read_fp(r);
        }
        TRY(reader_status(r, "opened rows", c->err));
        struct digest digest;
        hash_once((enum hash_kind)c->key->hash, HASH_ROW, start, 8 * (size_t)part->n_columns,
                  &digest);
        hash_update(&leaves[j], digest.b, DIGEST_BYTES);
        add_row(s, tree, part, row, &at->here[j], &at->next[j]);
    }
    arena_release(c->arena, mark);
    return CHERT_OK;
}

static const struct digest *root_of(const struct group_state *s, const struct tree_shape *tree)
{
    const struct verify_context *c = s->c;
    const uint32_t i = tree->parts[0].instance;
    switch (tree->kind) {
    case TREE_FIXED:
        return &c->key->root[table_fixed_index(c->layout->instances[i].table)];
    case TREE_OWN:
        return &c->own_roots[i];
    case TREE_MAIN:
        return &c->main_roots[c->layout->instances[i].group];
    case TREE_AUX:
        return &s->aux_root;
    case TREE_QUOTIENT:
    default:
        return &s->quotient_root;
    }
}

/* The parts [first, last) have one height: their rows' digests become that height's leaves. A leaf
 * is hashed as its parts come, so memory does not grow with their number. */
static enum chert_status read_level(struct group_state *s, struct reader *r,
                                    const struct tree_shape *tree, uint32_t first, uint32_t last,
                                    struct numerators *num, struct merkle_opened *level)
{
    const struct verify_context *c = s->c;
    const unsigned log_n = tree->parts[first].log_n;
    const uint32_t n = (uint32_t)merkle_distinct(s->indices, s->n_indices, s->group->log_n - log_n);
    struct hasher *leaves;
    struct digest *out;
    TRY(ARENA_NEW(c->arena, &out, n, c->err));
    const size_t mark = arena_mark(c->arena);
    TRY(ARENA_NEW(c->arena, &leaves, n, c->err));
    for (uint32_t j = 0; j < n; j++) {
        hash_init(&leaves[j], (enum hash_kind)c->key->hash, HASH_LEAF);
    }
    for (uint32_t p = first; p < last; p++) {
        TRY(read_part(s, r, tree, &tree->parts[p], n, num, leaves));
    }
    for (uint32_t j = 0; j < n; j++) {
        hash_final(&leaves[j], &out[j]);
    }
    arena_release(c->arena, mark);
    *level = (struct merkle_opened){log_n + c->layout->set->log_blowup, n, out};
    return CHERT_OK;
}

static enum chert_status read_tree(struct group_state *s, struct reader *r,
                                   const struct tree_shape *tree, struct numerators *num)
{
    const struct verify_context *c = s->c;
    struct merkle_opened levels[MAX_LOG_HEIGHT + 1];
    size_t n_levels = 0;
    const size_t mark = arena_mark(c->arena);
    for (uint32_t p = 0, next; p < tree->n_parts; p = next) {
        for (next = p + 1;
             next < tree->n_parts && tree->parts[next].log_n == tree->parts[p].log_n;) {
            next++;
        }
        TRY(read_level(s, r, tree, p, next, num, &levels[n_levels++]));
    }
    ASSERT(n_levels > 0); /* no tree without a part */
    uint32_t *indices;
    struct digest *scratch;
    TRY(ARENA_NEW(c->arena, &indices, s->n_indices, c->err));
    TRY(ARENA_NEW(c->arena, &scratch, s->n_indices, c->err));
    const uint32_t n = shifted(s, (unsigned)s->group->log_n - tree->parts[0].log_n, indices);
    const size_t siblings = merkle_opening_count(indices, n, levels[0].log_size);
    const uint8_t *path = read_bytes(r, siblings * DIGEST_BYTES);
    TRY(reader_status(r, "Merkle paths", c->err));
    if (merkle_verify((enum hash_kind)c->key->hash, root_of(s, tree), levels, n_levels, indices, n,
                      path, siblings, scratch) != CHERT_OK) {
        return err_set(c->err, CHERT_REJECT_MERKLE,
                       "opened rows do not lead to their root (tree %u)", (unsigned)tree->kind);
    }
    arena_release(c->arena, mark);
    return CHERT_OK;
}

/* What the values make of each height's numerator, at z, and of all accumulators', at g z. */
static void claimed(const struct group_state *s, fp3 here[MAX_LOG_HEIGHT + 1], fp3 *next)
{
    const uint32_t n = s->group->n_values;
    memset(here, 0, (MAX_LOG_HEIGHT + 1) * sizeof *here);
    *next = fp3_of(0);
    for (uint32_t i = 0; i < s->group->count; i++) {
        const struct instance *in = &s->c->layout->instances[s->group->first + i];
        const uint32_t at = in->value_at + air_n_columns(in->air) + air_n_ext(in->air);
        for (uint32_t k = in->value_at; k < at; k++) {
            here[in->log_n] = fp3_add(here[in->log_n], fp3_mul(s->delta_powers[k], s->values[k]));
        }
        *next = fp3_add(*next, fp3_mul(s->delta_powers[at], s->values[at]));
    }
    for (uint32_t k = n - 2; k < n; k++) {
        fp3 *at = &here[s->group->log_n];
        *at = fp3_add(*at, fp3_mul(s->delta_powers[k], s->values[k]));
    }
}

/* Puts the heights together: s->word[j] = F at s->indices[j]. */
static void deep_word(struct group_state *s, const struct numerators *num)
{
    const struct set *set = s->c->layout->set;
    const unsigned log_n = s->group->log_n;
    const fp3 gz = fp3_mul_fp(s->z, fp_root(log_n));
    const fp3 again = fp3_mul(s->delta_powers[s->group->n_values - 1], s->delta);
    fp3 here_v[MAX_LOG_HEIGHT + 1], next_v;
    uint32_t row[MAX_LOG_HEIGHT + 1] = {0};
    claimed(s, here_v, &next_v);
    for (uint32_t j = 0; j < s->n_indices; j++) {
        const fp3 x = fp3_of(domain_point(log_n, set->log_blowup, s->indices[j]));
        fp3 a = fp3_of(0), b = fp3_sub(fp3_of(0), next_v), lifted = fp3_of(0);
        for (unsigned h = MIN_LOG_HEIGHT; h <= log_n; h++) {
            const unsigned shift = log_n - h;
            row[h] += j > 0 && s->indices[j] >> shift != s->indices[j - 1] >> shift;
            if (num[h].here == NULL) {
                continue;
            }
            const fp3 at_h = fp3_sub(num[h].here[row[h]], here_v[h]);
            a = fp3_add(a, at_h);
            b = fp3_add(b, num[h].next[row[h]]);
            if (set->johnson && shift > 0) {
                const fp3 turned = fp3_mul_fp(s->z, fp_root(shift));
                lifted = fp3_add(lifted, fp3_mul(at_h, fp3_inv(fp3_sub(x, turned))));
            }
        }
        s->word[j] = fp3_add(fp3_add(fp3_mul(a, fp3_inv(fp3_sub(x, s->z))),
                                     fp3_mul(b, fp3_inv(fp3_sub(x, gz)))),
                             fp3_mul(again, lifted));
    }
}

enum chert_status verify_openings(struct group_state *s, struct reader *r)
{
    const struct verify_context *c = s->c;
    struct numerators num[MAX_LOG_HEIGHT + 1];
    memset(num, 0, sizeof num);
    for (uint32_t i = 0; i < s->group->count; i++) {
        struct numerators *at = &num[c->layout->instances[s->group->first + i].log_n];
        if (at->here == NULL) {
            TRY(ARENA_NEW(c->arena, &at->here, s->n_indices, c->err));
            TRY(ARENA_NEW(c->arena, &at->next, s->n_indices, c->err));
            memset(at->here, 0, s->n_indices * sizeof *at->here);
            memset(at->next, 0, s->n_indices * sizeof *at->next);
        }
    }
    for (uint32_t i = 0; i < s->group->n_trees; i++) {
        TRY(read_tree(s, r, &s->group->trees[i], num));
    }
    deep_word(s, num);
    return CHERT_OK;
}
