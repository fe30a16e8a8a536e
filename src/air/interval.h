/*
 * Integer ranges of expressions over the declared ranges of their columns: the proof that a
 * recomposition mod p is one over the integers. Host only; used by air/check.c.
 */
#ifndef CHERT_AIR_INTERVAL_H
#define CHERT_AIR_INTERVAL_H

#include "air/air.h"

__extension__ typedef __int128 i128;

/* Why a range could not be had. */
enum interval_fault {
    INTERVAL_OK,
    INTERVAL_FIELD, /* `column` has no integer range */
    INTERVAL_WIDE   /* beyond 2^120: no use anyway */
};

struct interval {
    i128 lo, hi; /* inclusive */
    enum interval_fault fault;
    uint32_t column; /* of INTERVAL_FIELD */
};

/* An expression as a sum of weights on leaves: columns, parameters, the constant, and products of
 * two expressions that are no constants. weight[] is indexed by node; entries of other nodes are
 * 0. Returns 0 if a weight grows beyond 2^100. */
int linear_form(const struct air *air, expr e, i128 *weight /* [e.id + 1] */);

/* The range of `e` as integers, constants above p / 2 taken as negative. one_hot[c] marks columns
 * of which at most one is 1. weight: scratch [n_nodes]; memo: scratch [n_nodes], for the products,
 * filled as far as e.id; start with *done = 0. */
struct interval interval_of(const struct air *air, const uint8_t *one_hot, expr e, i128 *weight,
                            struct interval *memo, uint32_t *done);

#endif
