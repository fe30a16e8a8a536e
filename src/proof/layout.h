/*
 * What follows from key and statement alone: instances, groups, trees, and where every opened
 * value stands. Prover and verifier both work from this, so a proof carries no layout.
 * Freestanding.
 *
 * The values of a group, one fp3 each, in this order; a value's index is also its power of the
 * DEEP challenge:
 *   for each instance of the group, in registry order:
 *     fixed columns, main columns, ext columns at z^(N/n); the accumulator at g_n z^(N/n)
 *   both quotient parts at z
 * N is the height of the group's tallest instance.
 */
#ifndef CHERT_PROOF_LAYOUT_H
#define CHERT_PROOF_LAYOUT_H

#include "air/air.h"
#include "proof/airs.h"
#include "proof/statement.h"

struct instance {
    const struct air *air;
    uint16_t table; /* enum table_id */
    uint16_t nth;   /* among the table's instances */
    uint8_t log_n;
    uint32_t group;
    uint32_t value_at;  /* index of its first value in the group's */
    uint32_t lambda_at; /* index of its first constraint in the group's powers of lambda */
    fp params[AIR_MAX_PARAMS];
};

enum tree_kind {
    TREE_FIXED,   /* one preprocessed table's columns; root in the key */
    TREE_OWN,     /* main columns of one instance with a tree of its own */
    TREE_MAIN,    /* main columns of the group's other instances */
    TREE_AUX,     /* ext columns of all instances, three planes each */
    TREE_QUOTIENT /* two ext columns of height N */
};

/* One instance's rows in a tree. */
struct tree_part {
    uint32_t instance;  /* index into layout's; the first of the group for TREE_QUOTIENT */
    uint32_t n_columns; /* base-field elements a row */
    uint8_t log_n;
};

struct tree_shape {
    enum tree_kind kind;
    uint32_t n_parts;
    struct tree_part *parts; /* descending height; registry order within a height */
};

struct group {
    uint32_t first, count; /* instances */
    uint8_t log_n;
    uint32_t n_values, n_constraints;
    uint32_t n_trees;
    struct tree_shape *trees; /* in the order in which they are opened */
};

struct layout {
    const struct set *set;
    uint32_t n_instances, n_groups;
    struct instance *instances;
    struct group *groups;
};

/* Everything is carved from `mem`. Key and statement have been checked. */
enum chert_status layout_make(struct layout *l, const struct airs *airs, const struct key *k,
                              const struct statement *s, struct arena *mem,
                              struct err *e) CHERT_MUST_CHECK;

/* FRI of a group of height 2^log_n: the folds' log arities, in order; returns how many. */
unsigned fri_schedule(unsigned log_n, uint8_t arities[MAX_LAYERS]);
static inline unsigned fri_log_final(unsigned log_n)
{
    return log_n < FRI_LOG_FINAL ? log_n : FRI_LOG_FINAL;
}

#endif
