/*
 * FRI's commitments. The word is kept as coefficients: a fold by 2^a is
 *   g_j = sum_i beta^i F[2^a j + i]
 * and each layer is extended anew, which costs one small transform a layer.
 */
#include "hash/batch.h"
#include "proof/domain.h"
#include "stark/group.h"
#include "transcript/grind.h"

enum chert_status chain_grind(struct chain *c, enum transcript_tag tag, uint8_t bits, struct err *e)
{
    if (bits == 0) {
        return CHERT_OK;
    }
    uint64_t nonce = 0;
    TRY(transcript_grind(&c->t, tag, bits, c->p->env->cpu_mask, &nonce, e));
    write_u64(c->out, nonce);
    return CHERT_OK;
}

static enum chert_status commit_layer(struct chain *c, struct fri_layer *layer, unsigned log_n,
                                      unsigned log_arity, struct err *e)
{
    const struct stark_env *env = c->p->env;
    const unsigned log_size = log_n + env->set->log_blowup;
    layer->log_size = (uint8_t)log_size;
    layer->log_arity = (uint8_t)log_arity;
    for (unsigned k = 0; k < 3; k++) {
        TRY(ARENA_NEW(c->mem, &layer->word[k], (size_t)1 << log_size, e));
        ntt_lde(&env->ntt, layer->word[k], c->word[k], log_n, env->set->log_blowup);
    }
    const struct merkle_level level = {log_size - log_arity, 0, NULL};
    TRY(merkle_init(&layer->tree, c->mem, env->hash, env->cpu_mask, &level, 1, e));
    const fp *const planes[3] = {layer->word[0], layer->word[1], layer->word[2]};
    hash_fri_leaves(env->hash, env->cpu_mask, planes, (size_t)1 << log_arity,
                    (size_t)1 << (log_size - log_arity), merkle_leaves(&layer->tree));
    merkle_hash_subtrees(&layer->tree, 0, 0, 1);
    const struct digest *root = merkle_root(&layer->tree);
    write_digest(c->out, root);
    transcript_absorb(&c->t, TAG_FRI_ROOT, root->b, DIGEST_BYTES);
    return CHERT_OK;
}

/* c->word of 2^log_n coefficients becomes that of 2^(log_n - log_arity). */
static void fold(struct chain *c, unsigned log_n, unsigned log_arity, fp3 beta)
{
    const size_t arity = (size_t)1 << log_arity;
    fp3 powers[1u << FRI_LOG_ARITY];
    fp3_powers(beta, powers, arity);
    for (size_t j = 0; j < (size_t)1 << (log_n - log_arity); j++) {
        fp3 g = fp3_of(0);
        for (size_t i = 0; i < arity; i++) {
            const size_t at = arity * j + i;
            const fp3 f = {{c->word[0][at], c->word[1][at], c->word[2][at]}};
            g = fp3_add(g, fp3_mul(powers[i], f));
        }
        for (unsigned k = 0; k < 3; k++) {
            c->word[k][j] = g.c[k];
        }
    }
}

enum chert_status chain_fri(struct chain *c, struct err *e)
{
    const struct set *set = c->p->env->set;
    unsigned log_n = c->group->log_n;
    uint8_t arities[MAX_LAYERS];
    c->n_layers = fri_schedule(log_n, arities);
    for (unsigned i = 0; i < c->n_layers; i++) {
        TRY(commit_layer(c, &c->layers[i], log_n, arities[i], e));
        TRY(chain_grind(c, TAG_FOLD_GRIND, set->fold_bits, e));
        fp3 beta;
        transcript_draw_fp3(&c->t, TAG_BETA, &beta, 1);
        fold(c, log_n, arities[i], beta);
        log_n -= arities[i];
    }
    fp3 final[1u << FRI_LOG_FINAL];
    const size_t n_final = (size_t)1 << log_n;
    for (size_t i = 0; i < n_final; i++) {
        final[i] = (fp3){{c->word[0][i], c->word[1][i], c->word[2][i]}};
        write_fp3(c->out, final[i]);
    }
    transcript_absorb_fp3(&c->t, TAG_FINAL, final, n_final);
    return chain_grind(c, TAG_QUERY_GRIND, set->query_bits, e);
}
