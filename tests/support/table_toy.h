/*
 * A table's own AIR over a field so small that every assignment can be tried.
 *
 * Limbs of 16 bits become limbs of base t = 2 or 4, and the field becomes the one of
 * p = t^4 - t^2 + 1 elements (13 or 241): Goldilocks with 2^16 replaced by t. Nothing of the table
 * is written a second time; the recorded constants are translated (2^16 -> t, 2^32 -> t^2,
 * 2^32 - 1 -> t^2 - 1, 2^-32 -> t^-2, small integers stay). A word of the machine is two halves of
 * t^2, so a word of base 4 has 256 values.
 *
 * Columns are constants (the same in all runs), inputs (set before each run), or free: a run tries
 * every field element in every free column, depth first, and leaves a branch as soon as a
 * constraint or a lookup whose columns are all known fails. The judge sees each assignment that
 * the proof would accept on a real row. An argument that needs ranges of 16 bits thus meets every
 * witness, odd ones like fractions included.
 *
 * Bytes (bus AND) and shift powers (bus POW) have no toy form: such tables cannot be run.
 */
#ifndef CHERT_TESTS_SUPPORT_TABLE_TOY_H
#define CHERT_TESTS_SUPPORT_TABLE_TOY_H

#include "support/table_case.h"

#define TABLE_TOY_FREE 24u
#define TABLE_TOY_P    241u

struct table_toy;
/* Called for every accepted assignment. */
typedef void table_toy_judge(struct table_toy *toy, void *ctx);

struct table_toy {
    struct table_case tc; /* the recorded table; tc.insn is the program */
    uint32_t t, p;
    uint32_t columns[128];                 /* values */
    uint32_t input[128];                   /* 1: an input */
    uint32_t free[TABLE_TOY_FREE], n_free; /* free columns, in the order of the search */
    uint32_t *value;                       /* [n_nodes] */
    uint64_t *support;                     /* [n_nodes]: bit 0 inputs, bit 1 + i free column i */
    uint32_t *order, level_at[TABLE_TOY_FREE + 3];   /* nodes by the level that completes them */
    uint32_t *checks, checks_at[TABLE_TOY_FREE + 3]; /* checks likewise */
    uint8_t domain[TABLE_TOY_FREE][TABLE_TOY_P];     /* values that pass the checks of one column */
    uint32_t n_domain[TABLE_TOY_FREE];
    uint32_t skip; /* a check that is left out: its index, or UINT32_MAX */
    uint64_t accepted;
    table_toy_judge *judge;
    void *ctx;
};

/* t is 2 or 4. Columns are constants 0 until told otherwise; `in` is the program's instruction. */
void table_toy_init(struct table_toy *toy, enum table_id id, uint32_t t, const struct insn *in);
void table_toy_fini(struct table_toy *toy);
/* By the column's name; 0 if the table has none of that name. */
int table_toy_has(const struct table_toy *toy, const char *name);
/* A constant, or the value of an input; negative numbers are taken mod p. */
void table_toy_set(struct table_toy *toy, const char *name, int64_t value);
uint32_t table_toy_get(const struct table_toy *toy, const char *name);
void table_toy_input(struct table_toy *toy, const char *name);
void table_toy_free(struct table_toy *toy, const char *name);
/* A free column of which only two values are tried: the others fail a lookup whatever the rest. */
void table_toy_choice(struct table_toy *toy, const char *name, int64_t x, int64_t y);
/* Leaves a check out, to see whether it has teeth; before table_toy_prepare. Checks are numbered as
 * in table_case: constraints, then interactions. */
void table_toy_skip(struct table_toy *toy, uint32_t check);
/* After all constants, inputs and free columns are declared. */
void table_toy_prepare(struct table_toy *toy);
/* Searches; returns the number of accepted assignments. */
uint64_t table_toy_run(struct table_toy *toy, table_toy_judge *judge, void *ctx);

/* In a judge: the k-th token with multiplicity 1, as table_case_sent. */
int table_toy_sent(struct table_toy *toy, enum bus bus, uint32_t k, uint32_t tuple[AIR_MAX_TUPLE]);

#endif
