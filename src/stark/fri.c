/*
 * FRI's commitments. The word is kept as coefficients: a fold by 2^a is
 *   g_j = sum_i beta^i F[2^a j + i]
 * and each layer is extended anew, which costs one small transform a layer.
 */
#include <stdatomic.h>

#include "hash/batch.h"
#include "proof/domain.h"
#include "stark/group.h"

#define GRIND_PIECE (UINT64_C(1) << 14) /* nonces of a job */
#define FRI_PIECE   ((size_t)1 << 12)   /* values of a job */

/* The search for the least nonce: jobs go up in order, and give up above the best so far. */
struct search {
    struct chain *c;
    uint64_t start;
    _Atomic uint64_t best; /* UINT64_MAX: none yet */
    uint8_t tag, bits;
};

static enum chert_status search_piece(void *ctx, const struct task *t, struct arena *scratch,
                                      struct err *e)
{
    struct search *s = ctx;
    const struct stark_env *env = s->c->p->env;
    const uint64_t from = s->start + t->first * GRIND_PIECE;
    uint64_t nonce, best = s->best;
    (void)scratch, (void)e;
    if (from < best && hash_grind(env->hash, env->cpu_mask, &s->c->t.state, s->tag, s->bits, from,
                                  GRIND_PIECE, &nonce)) {
        while (nonce < best && !atomic_compare_exchange_weak(&s->best, &best, nonce)) {
        }
    }
    return CHERT_OK;
}

enum chert_status chain_grind(struct chain *c, enum transcript_tag tag, uint8_t bits, struct err *e)
{
    if (bits == 0) {
        return CHERT_OK;
    }
    struct search s = {c, 0, UINT64_MAX, (uint8_t)tag, bits};
    struct tasks t;
    const size_t mark = arena_mark(c->mem);
    const struct cut cut = {
        .stage = "grind",
        .table = "nonce",
        .run = search_piece,
        .ctx = &s,
        .size = TASKS_MAX_PIECES,
        .grain = 1,
    };
    TRY(tasks_init(&t, 1, c->mem, e));
    TRY(tasks_add(&t, &cut, NULL, e));
    for (; s.best == UINT64_MAX; s.start += TASKS_MAX_PIECES * GRIND_PIECE) {
        TRY(tasks_run(&t, c->p->env->sched, e));
    }
    arena_release(c->mem, mark);
    transcript_grind_absorb(&c->t, tag, s.best);
    write_u64(c->out, s.best);
    return CHERT_OK;
}

/* What the jobs of a layer share. */
struct layer_work {
    struct chain *c;
    struct fri_layer *layer;
    unsigned log_n; /* of the word's coefficients */
    fp *folded[3];
    fp3 powers[1u << FRI_LOG_ARITY]; /* of beta */
};

static enum chert_status extend_planes(void *ctx, const struct task *t, struct arena *scratch,
                                       struct err *e)
{
    const struct layer_work *w = ctx;
    const struct stark_env *env = w->c->p->env;
    (void)scratch, (void)e;
    for (size_t k = t->first; k < t->first + t->count; k++) {
        ntt_lde(&env->ntt, w->layer->word[k], w->c->word[k], w->log_n, env->set->log_blowup);
    }
    return CHERT_OK;
}

static enum chert_status hash_leaves(void *ctx, const struct task *t, struct arena *scratch,
                                     struct err *e)
{
    const struct layer_work *w = ctx;
    const struct stark_env *env = w->c->p->env;
    const fp *planes[3];
    (void)scratch, (void)e;
    for (unsigned k = 0; k < 3; k++) {
        planes[k] = w->layer->word[k] + (t->first << w->layer->log_arity);
    }
    hash_fri_leaves(env->hash, env->cpu_mask, planes, (size_t)1 << w->layer->log_arity, t->count,
                    merkle_leaves(&w->layer->tree) + t->first);
    return CHERT_OK;
}

static enum chert_status commit_layer(struct layer_work *w, struct err *e)
{
    struct chain *c = w->c;
    const struct stark_env *env = c->p->env;
    struct tasks t;
    struct task_span done;
    const unsigned log_leaves = (unsigned)w->layer->log_size - w->layer->log_arity;
    for (unsigned k = 0; k < 3; k++) {
        TRY(ARENA_NEW(c->mem, &w->layer->word[k], (size_t)1 << w->layer->log_size, e));
    }
    const struct merkle_level level = {log_leaves, 0, NULL};
    TRY(merkle_init(&w->layer->tree, c->mem, env->hash, env->cpu_mask, &level, 1, e));
    const size_t mark = arena_mark(c->mem);
    struct cut cut = {
        .stage = "fri",
        .table = "layer",
        .run = extend_planes,
        .ctx = w,
        .size = 3,
        .grain = 1,
    };
    TRY(tasks_init(&t, 2 + TREE_CUTS, c->mem, e));
    TRY(tasks_add(&t, &cut, &done, e));
    cut.run = hash_leaves;
    cut.size = (size_t)1 << log_leaves;
    cut.grain = FRI_PIECE >> w->layer->log_arity;
    cut.after = done;
    TRY(tasks_add(&t, &cut, &done, e));
    TRY(matrix_add_tree(&t, &w->layer->tree, "layer", done, e));
    TRY(tasks_run(&t, env->sched, e));
    arena_release(c->mem, mark);
    const struct digest *root = merkle_root(&w->layer->tree);
    write_digest(c->out, root);
    transcript_absorb(&c->t, TAG_FRI_ROOT, root->b, DIGEST_BYTES);
    return CHERT_OK;
}

/* Coefficients [first, first + count) of the folded word. */
static enum chert_status fold_range(void *ctx, const struct task *t, struct arena *scratch,
                                    struct err *e)
{
    const struct layer_work *w = ctx;
    fp *const *word = w->c->word;
    const size_t arity = (size_t)1 << w->layer->log_arity;
    (void)scratch, (void)e;
    for (size_t j = t->first; j < t->first + t->count; j++) {
        fp3 g = fp3_of(0);
        for (size_t i = 0; i < arity; i++) {
            const size_t at = arity * j + i;
            g = fp3_add(g, fp3_mul(w->powers[i], (fp3){{word[0][at], word[1][at], word[2][at]}}));
        }
        for (unsigned k = 0; k < 3; k++) {
            w->folded[k][j] = g.c[k];
        }
    }
    return CHERT_OK;
}

/* c->word of 2^log_n coefficients becomes that of 2^(log_n - log_arity). */
static enum chert_status fold(struct layer_work *w, fp3 beta, struct err *e)
{
    struct chain *c = w->c;
    struct tasks t;
    const unsigned log_out = w->log_n - w->layer->log_arity;
    fp3_powers(beta, w->powers, (size_t)1 << w->layer->log_arity);
    TRY(chain_planes(c, log_out, w->folded, e));
    const size_t mark = arena_mark(c->mem);
    const struct cut cut = {
        .stage = "fold",
        .table = "layer",
        .run = fold_range,
        .ctx = w,
        .size = (size_t)1 << log_out,
        .grain = FRI_PIECE >> w->layer->log_arity,
    };
    TRY(tasks_init(&t, 1, c->mem, e));
    TRY(tasks_add(&t, &cut, NULL, e));
    TRY(tasks_run(&t, c->p->env->sched, e));
    arena_release(c->mem, mark);
    for (unsigned k = 0; k < 3; k++) {
        c->word[k] = w->folded[k];
    }
    return CHERT_OK;
}

enum chert_status chain_fri(struct chain *c, struct err *e)
{
    const struct set *set = c->p->env->set;
    unsigned log_n = c->group->log_n;
    uint8_t arities[MAX_LAYERS];
    c->n_layers = fri_schedule(log_n, arities);
    for (unsigned i = 0; i < c->n_layers; i++) {
        struct fri_layer *layer = &c->layers[i];
        layer->log_size = (uint8_t)(log_n + set->log_blowup);
        layer->log_arity = arities[i];
        struct layer_work work = {.c = c, .layer = layer, .log_n = log_n};
        TRY(commit_layer(&work, e));
        TRY(chain_grind(c, TAG_FOLD_GRIND, set->fold_bits, e));
        fp3 beta;
        transcript_draw_fp3(&c->t, TAG_BETA, &beta, 1);
        TRY(fold(&work, beta, e));
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
