/*
 * A committed matrix: the columns of one instance, extended and hashed row by row.
 *
 * trace values (bit-reversed over H_n) -> coefficients -> LDE on s_n H_{Bn} -> row digests.
 * Ext columns are three adjacent planes, so a matrix knows base columns only. The work is added to
 * a list of jobs (sched/tasks.h): columns are extended a few at a time, then rows are hashed by
 * ranges. Row digests are needed until their tree is built, so stages take turns in their memory.
 */
#ifndef CHERT_STARK_MATRIX_H
#define CHERT_STARK_MATRIX_H

#include "field/columns.h"
#include "merkle/merkle.h"
#include "sched/tasks.h"
#include "stark/env.h"

struct matrix {
    const struct stark_env *env;
    uint8_t log_n, log_blowup;
    uint32_t n_columns;
    size_t stride;      /* columns_stride(B n) */
    fp *lde;            /* [n_columns][stride] */
    const fp **columns; /* [n_columns] into lde */
    const fp **from;    /* [n_columns] trace values, by whoever commits; may be columns[c] itself */
    int coefficients;   /* `from` has coefficients in natural order instead, outside of lde */
    struct digest *rows; /* [B n], until the tree is built */
};

/* Bytes that a matrix takes from an arena, and its row digests: exact. */
size_t matrix_bytes(uint32_t n_columns, unsigned log_n, unsigned log_blowup);
size_t matrix_rows_bytes(unsigned log_n, unsigned log_blowup);

/* Carves the two lists; then, in a second round, columns and row digests. Apart, because writing
 * lists between the columns of many tables would fault a huge page for each, on one thread. */
enum chert_status matrix_init(struct matrix *m, const struct stark_env *env, uint32_t n_columns,
                              unsigned log_n, struct arena *mem, struct err *e) CHERT_MUST_CHECK;
enum chert_status matrix_carve(struct matrix *m, struct arena *mem, struct arena *rows,
                               struct err *e) CHERT_MUST_CHECK;

static inline size_t matrix_rows(const struct matrix *m)
{
    return (size_t)1 << (m->log_n + m->log_blowup);
}
static inline const fp *matrix_column(const struct matrix *m, uint32_t c)
{
    return m->columns[c];
}

/* Cuts that matrix_add and matrix_add_tree make. */
#define MATRIX_CUTS 2u
#define TREE_CUTS   2u

/* Adds the jobs that fill columns and row digests, to run after `after`. `table` and `index` name
 * them in messages. */
enum chert_status matrix_add(struct tasks *t, struct matrix *m, const char *table, uint32_t index,
                             struct task_span after, struct err *e) CHERT_MUST_CHECK;

/* The tree of a shape whose parts' matrices are given (same order as shape->parts), carved but
 * not hashed; and the jobs that hash it. */
enum chert_status matrix_tree(struct merkle *tree, const struct stark_env *env,
                              const struct tree_shape *shape, const struct matrix *const *parts,
                              struct arena *mem, struct err *e) CHERT_MUST_CHECK;
enum chert_status matrix_add_tree(struct tasks *t, struct merkle *tree, const char *table,
                                  struct task_span after, struct err *e) CHERT_MUST_CHECK;
/* Besides merkle_bytes(). */
size_t matrix_tree_bytes(const struct tree_shape *shape);

#endif
