/*
 * A prover of one small group that may lie about words and values, for statistics: parameters are
 * the test's, so that lies pass often enough to be counted. The one table is all padding, so an
 * honest group is all zeros; what a lie adds stands in the quotient, which nothing else constrains.
 */
#ifndef CHERT_TESTS_SOUNDNESS_TOY_GROUP_H
#define CHERT_TESTS_SOUNDNESS_TOY_GROUP_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "merkle/merkle.h"
#include "verify/group.h"

enum toy_lie {
    TOY_TRUTH,
    TOY_COLUMN, /* Q0 is 1 at the points `spoilt`, and 0 elsewhere: no polynomial */
    TOY_VALUES  /* Q0(z) and Q1(z) are other than the columns', and satisfy the identity */
};

/* What FRI's first layer holds, if there is one. */
enum toy_layer {
    TOY_LAYER_WORD, /* DEEP's word as it is */
    TOY_LAYER_ZERO  /* the nearest codeword */
};

/* And the final polynomial. */
enum toy_final {
    TOY_FINAL_ZERO,
    TOY_FINAL_THROUGH /* through the first 1 / blowup of the points */
};

#define TOY_MAX_DOMAIN 2048u

struct toy_spec {
    unsigned log_n; /* 7: no fold; 10: one, by 8 */
    struct set set; /* queries, blowup, grinding */
    enum toy_lie lie;
    enum toy_layer layer;
    enum toy_final final;
    int (*spoilt)(uint32_t index); /* of TOY_COLUMN */
};

struct toy {
    struct toy_spec spec;
    struct arena mem, scratch;
    struct airs *airs;
    struct key key;
    struct statement statement;
    struct layout layout;
    struct merkle main, aux, quotient;
    fp x[TOY_MAX_DOMAIN];
    fp leaf_x_inv[TOY_MAX_DOMAIN / 8];
    uint8_t *proof;
    struct err err;
};

void toy_open(struct toy *t, const struct toy_spec *spec);
void toy_close(struct toy *t);
/* Makes the group's proof after a transcript that begins with `seed`, every nonce 0, and lets
 * verify_group judge it. */
enum chert_status toy_try(struct toy *t, uint64_t seed);

#endif
