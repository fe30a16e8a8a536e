/*
 * A committed matrix: the columns of one instance, extended and hashed row by row.
 *
 * trace values (bit-reversed over H_n) -> coefficients -> LDE on s_n H_{Bn} -> row digests.
 * Ext columns are three adjacent planes, so a matrix knows base columns only.
 */
#ifndef CHERT_STARK_MATRIX_H
#define CHERT_STARK_MATRIX_H

#include "field/columns.h"
#include "merkle/merkle.h"
#include "stark/env.h"

struct matrix {
    uint8_t log_n, log_blowup;
    uint32_t n_columns;
    size_t stride;       /* columns_stride(B n) */
    fp *lde;             /* [n_columns][stride] */
    struct digest *rows; /* [B n] */
};

/* Bytes that a matrix takes from an arena, and the scratch that committing takes: exact. */
size_t matrix_bytes(uint32_t n_columns, unsigned log_n, unsigned log_blowup);
size_t matrix_scratch_bytes(uint32_t n_columns, unsigned log_n);

enum chert_status matrix_alloc(struct matrix *m, const struct stark_env *env, uint32_t n_columns,
                               unsigned log_n, struct arena *mem, struct err *e) CHERT_MUST_CHECK;
/* From trace values: column c at columns + c columns_stride(n). */
enum chert_status matrix_commit(struct matrix *m, const struct stark_env *env, const fp *columns,
                                struct arena *scratch, struct err *e) CHERT_MUST_CHECK;
/* From coefficients in natural order, column c at coefficients + c n. */
enum chert_status matrix_commit_coefficients(struct matrix *m, const struct stark_env *env,
                                             const fp *coefficients, struct arena *scratch,
                                             struct err *e) CHERT_MUST_CHECK;

static inline size_t matrix_rows(const struct matrix *m)
{
    return (size_t)1 << (m->log_n + m->log_blowup);
}
static inline const fp *matrix_column(const struct matrix *m, uint32_t c)
{
    return m->lde + c * m->stride;
}

/* The tree of a shape whose parts' matrices are given (same order as shape->parts). */
enum chert_status matrix_tree(struct merkle *tree, const struct stark_env *env,
                              const struct tree_shape *shape, const struct matrix *const *parts,
                              struct arena *mem, struct err *e) CHERT_MUST_CHECK;

#endif
