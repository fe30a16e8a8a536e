/* One group's chain: the state that its stages share. Internal to src/stark. */
#ifndef CHERT_STARK_GROUP_H
#define CHERT_STARK_GROUP_H

#include <pthread.h>

#include "stark/stark.h"
#include "transcript/transcript.h"

/* Committed columns of one instance. */
struct committed {
    struct matrix main, aux;
    fp *ext; /* LogUp columns on the trace domain, until `aux` is committed: [3 n_ext][n] */
    fp3 sum; /* L */
};

struct prover {
    const struct stark_env *env;
    const struct stark_input *in;
    struct committed *committed; /* [n_instances] */
    struct merkle *own_trees;    /* [n_instances]; used for tables with a tree of their own */
    struct merkle *main_trees;   /* [n_groups] */
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
    fp3 *values; /* [n_values] */
    fp3 *delta;  /* [n_values] */
    /* by log height: planes of 2^(h+1) resp. 2^h values; NULL where the group has no such height */
    fp *numerator[MAX_LOG_HEIGHT + 1][3];
    fp *weights[MAX_LOG_HEIGHT + 1][3];      /* barycentric, for z^(N/n) */
    fp *weights_next[MAX_LOG_HEIGHT + 1][3]; /* for g_n z^(N/n) */
    fp *deep[MAX_LOG_HEIGHT + 1][3];
    fp *deep_next[MAX_LOG_HEIGHT + 1][3];
    pthread_mutex_t lock; /* of the sums above */
    struct matrix quotient;
    fp *word[3]; /* coefficients of the DEEP word, then of each folded one */
    struct fri_layer layers[MAX_LAYERS];
    unsigned n_layers;
    uint32_t *indices;
    uint32_t n_indices;
};

/* Runs `stage` for every instance of the group as jobs; run_bytes says each one's scratch. */
typedef enum chert_status chain_stage(struct chain *c, uint32_t instance, struct arena *scratch,
                                      struct err *e);
enum chert_status chain_run(struct chain *c, const char *name, chain_stage *stage,
                            size_t (*run_bytes)(const struct chain *c, uint32_t instance),
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

/* Columns of an instance over its LDE, combined index: fixed, main. */
const fp *chain_column(const struct chain *c, uint32_t instance, uint32_t column);
/* 2^log planes from the chain's arena, zeroed. */
enum chert_status chain_planes(struct chain *c, unsigned log, fp *planes[3],
                               struct err *e) CHERT_MUST_CHECK;

#endif
