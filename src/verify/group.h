/* One group's chain, from its forked transcript to its openings. Internal to src/verify. */
#ifndef CHERT_VERIFY_GROUP_H
#define CHERT_VERIFY_GROUP_H

#include "proof/layout.h"
#include "proof/wire.h"
#include "transcript/transcript.h"

struct verify_context {
    const struct key *key;
    const struct layout *layout;
    const struct digest *own_roots;  /* [n_instances]; set for instances with a tree of their own */
    const struct digest *main_roots; /* [n_groups] */
    const struct air_challenges *challenges;
    struct arena *arena;
    struct err *err;
};

/* State of one group. Arrays are in the arena. */
struct group_state {
    const struct verify_context *c;
    const struct group *group;
    struct transcript t;
    struct digest aux_root, quotient_root;
    fp3 z, delta;
    fp3 *sums;         /* [count] */
    fp3 *values;       /* [n_values] */
    fp3 *delta_powers; /* [n_values] */
    unsigned n_layers;
    uint8_t arities[MAX_LAYERS];
    struct digest layer_roots[MAX_LAYERS];
    fp3 betas[MAX_LAYERS];
    fp3 final[1u << FRI_LOG_FINAL];
    uint32_t *indices; /* sorted, distinct, below 2^(log_n + log_blowup) */
    uint32_t n_indices;
    fp3 *word; /* [n_indices]: the folded word at the indices, starting with DEEP's */
};

/* Reads and checks one group; adds its tables' sums to *total. */
enum chert_status verify_group(const struct verify_context *c, uint32_t index,
                               const struct transcript *root, struct reader *r, fp3 *total);

/* openings.c: rows against roots; leaves DEEP's values in s->word. */
enum chert_status verify_openings(struct group_state *s, struct reader *r);
/* fri.c: folds s->word down to the final polynomial. */
enum chert_status verify_fri(struct group_state *s, struct reader *r);

#endif
