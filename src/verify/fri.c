/* Folds the word at the queried indices, layer by layer, down to the final polynomial. */
#include "merkle/verify.h"
#include "proof/domain.h"
#include "verify/group.h"

#define MAX_ARITY (1u << FRI_LOG_ARITY)

/* One layer: every queried value must be in its leaf, the leaves must lead to the layer's root.
 * Afterwards s->indices and s->word are those of the next layer. */
static enum chert_status read_layer(struct group_state *s, struct reader *r, unsigned layer,
                                    unsigned log_n)
{
    const struct verify_context *c = s->c;
    const unsigned log_arity = s->arities[layer];
    const unsigned log_blowup = c->layout->set->log_blowup;
    const size_t arity = (size_t)1 << log_arity;
    struct digest *digests, *scratch;
    TRY(ARENA_NEW(c->arena, &digests, s->n_indices, c->err));
    TRY(ARENA_NEW(c->arena, &scratch, s->n_indices, c->err));
    uint32_t n = 0;
    for (uint32_t j = 0; j < s->n_indices; n++) {
        const uint32_t leaf = s->indices[j] >> log_arity;
        struct reader bytes = *r;
        const uint8_t *start = read_bytes(&bytes, 24 * arity);
        fp3 v[MAX_ARITY];
        for (size_t i = 0; i < arity; i++) {
            v[i] = read_fp3(r);
        }
        TRY(reader_status(r, "FRI leaves", c->err));
        hash_once((enum hash_kind)c->key->hash, HASH_LEAF, start, 24 * arity, &digests[n]);
        for (; j < s->n_indices && s->indices[j] >> log_arity == leaf; j++) {
            if (!fp3_equal(v[s->indices[j] & (arity - 1)], s->word[j])) {
                return err_set(c->err, CHERT_REJECT_FRI,
                               "layer %u of FRI does not hold the folded value at index %u", layer,
                               s->indices[j]);
            }
        }
        const fp x = domain_point(log_n, log_blowup, leaf << log_arity);
        s->word[n] = fri_fold(v, log_arity, s->betas[layer], fp_inv(x));
        s->indices[n] = leaf;
    }
    s->n_indices = n;
    const unsigned log_leaves = log_n + log_blowup - log_arity;
    const size_t siblings = merkle_opening_count(s->indices, n, log_leaves);
    const uint8_t *path = read_bytes(r, siblings * DIGEST_BYTES);
    TRY(reader_status(r, "FRI paths", c->err));
    const struct merkle_opened level = {log_leaves, n, digests};
    return merkle_verify((enum hash_kind)c->key->hash, &s->layer_roots[layer], &level, 1,
                         s->indices, n, path, siblings, scratch) == CHERT_OK
               ? CHERT_OK
               : err_set(c->err, CHERT_REJECT_MERKLE, "layer %u of FRI does not lead to its root",
                         layer);
}

static enum chert_status check_final(const struct group_state *s, unsigned log_n)
{
    for (uint32_t j = 0; j < s->n_indices; j++) {
        const fp x = domain_point(log_n, s->c->layout->set->log_blowup, s->indices[j]);
        fp3 v = fp3_of(0);
        for (size_t i = (size_t)1 << log_n; i-- > 0;) {
            v = fp3_add(fp3_mul_fp(v, x), s->final[i]);
        }
        if (!fp3_equal(v, s->word[j])) {
            return err_set(s->c->err, CHERT_REJECT_FINAL,
                           "the final polynomial misses the word at index %u", s->indices[j]);
        }
    }
    return CHERT_OK;
}

enum chert_status verify_fri(struct group_state *s, struct reader *r)
{
    unsigned log_n = s->group->log_n;
    for (unsigned i = 0; i < s->n_layers; i++) {
        const size_t mark = arena_mark(s->c->arena);
        TRY(read_layer(s, r, i, log_n));
        arena_release(s->c->arena, mark);
        log_n -= s->arities[i];
    }
    return check_final(s, log_n);
}
