/* One group's chain: the state that its stages share. Internal to src/stark. */
#ifndef CHERT_STARK_GROUP_H
#define CHERT_STARK_GROUP_H

#include <pthread.h>

#include "sched/tasks.h"
#include "stark/stark.h"
#include "transcript/transcript.h"

/* Committed columns of one instance. */
struct committed {
    struct matrix main, aux;
    fp3 sum; /* L */
};

struct prover {
    const struct stark_env *env;
    const struct stark_input *in;
    struct committed *committed; /* [n_instances] */
    struct merkle *own_trees;    /* [n_instances]; used for tables with a tree of their own */
    struct merkle *main_trees;   /* [n_groups] */
    struct arena rows;           /* row digests, of one stage at a time */
    struct air_challenges ch;
    struct stark_times *times;
};

struct fri_layer {
    struct merkle tree;
    fp *word[3]; /* planes over the layer's domain */
    uint8_t log_size, log_arity;
};

struct chain {
    struct prover *p;
    const struct group *group;
    uint32_t index;
    struct arena *mem;
    struct transcript t;
    struct writer *out;
    struct merkle aux_tree, quotient_tree;
    fp3 *lambda; /* [n_constraints] */
    fp3 z;
    fp3 *values;          /* [n_values] */
    fp3 *delta;           /* [n_values] */
    pthread_mutex_t lock; /* of `values` while they are summed */
    /* By log height, NULL where the group has no such height. Quotient: planes of 2^(h+1). DEEP:
     * two sets of planes of 2^h, for z and g z. */
    fp *sums[2][MAX_LOG_HEIGHT + 1][3];
    struct matrix quotient;
    fp *word[3]; /* coefficients of the DEEP word, then of each folded one */
    struct fri_layer layers[MAX_LAYERS];
    unsigned n_layers;
    uint32_t *indices;
    uint32_t n_indices;
};

/*
 * A stage over rows: one cut a height, whose pieces each do a range of rows of all instances of
 * that height (task.index is its log). So sums over a height need no lock and no copy. Ranges are
 * powers of two, aligned to their size.
 */
struct row_stage {
    const char *name;
    enum chert_status (*run)(void *ctx, const struct task *t, struct arena *scratch, struct err *e);
    unsigned extra_log; /* rows are 2^(h + extra_log) */
    /* Scratch for `rows` rows, where the widest instance of the height has `columns` planes. */
    size_t (*run_bytes)(const struct chain *c, unsigned log_n, uint32_t columns, size_t rows);
};
enum chert_status chain_rows(struct chain *c, const struct row_stage *stage,
                             struct err *e) CHERT_MUST_CHECK;

/* Base-field planes of an instance: fixed, main, ext. */
uint32_t chain_n_columns(const struct chain *c, uint32_t instance);
const fp *chain_column(const struct chain *c, uint32_t instance, uint32_t column);
/* Of the widest instance of this height; 0 if the group has none. */
uint32_t chain_most_columns(const struct chain *c, unsigned log_n);

/* Takes planes of all heights, c->sums[set][h] of 2^(h + extra_log), values on the coset of that
 * size with the shift of height h, to coefficients, and adds those of sum(X^(N/n)) to the planes
 * of height N, for all `sets`. */
enum chert_status chain_lift(struct chain *c, unsigned sets, unsigned extra_log,
                             struct err *e) CHERT_MUST_CHECK;

/* The stages, one file each. */
enum chert_status chain_logup(struct chain *c, struct err *e) CHERT_MUST_CHECK;
enum chert_status chain_quotient(struct chain *c, struct err *e) CHERT_MUST_CHECK;
enum chert_status chain_values(struct chain *c, struct err *e) CHERT_MUST_CHECK;
enum chert_status chain_deep(struct chain *c, struct err *e) CHERT_MUST_CHECK;
enum chert_status chain_fri(struct chain *c, struct err *e) CHERT_MUST_CHECK;
enum chert_status chain_query(struct chain *c, struct err *e) CHERT_MUST_CHECK;

/* A proof of work of `bits` (0: none): searched, absorbed, written. */
enum chert_status chain_grind(struct chain *c, enum transcript_tag tag, uint8_t bits,
                              struct err *e) CHERT_MUST_CHECK;

/* Planes of every height, c->sums[set][h] of 2^(h + extra_log), not cleared. */
enum chert_status chain_sums(struct chain *c, unsigned set, unsigned extra_log,
                             struct err *e) CHERT_MUST_CHECK;
/* Three planes of 2^log from the chain's arena, not cleared. */
enum chert_status chain_planes(struct chain *c, unsigned log, fp *planes[3],
                               struct err *e) CHERT_MUST_CHECK;
/* Fills a matrix and hashes the tree of which it is the only part; both have been carved. */
enum chert_status stark_commit_alone(struct matrix *m, struct merkle *tree, struct arena *mem,
                                     struct err *e) CHERT_MUST_CHECK;

#endif
