/*
 * The prover's protocol (docs/proof-format.md): from filled tables to the bytes of a proof.
 *
 * Inside, every stage of every instance is a job for src/sched; groups are independent chains
 * after the shared challenges. Proof bytes depend on key, statement and trace alone.
 */
#ifndef CHERT_STARK_STARK_H
#define CHERT_STARK_STARK_H

#include "air/eval.h"
#include "proof/key.h"
#include "stark/matrix.h"

/* One instance's trace, column-major, 2^log_n values a column, columns_stride() apart. */
struct stark_trace {
    const struct air_program *program;
    const fp *fixed; /* [n_fixed], NULL if there are none */
    fp *main;        /* [n_main]; free for reuse once stark_prove has returned */
};

/* A preprocessed table, committed once a key. */
struct stark_fixed {
    struct matrix matrix;
    struct merkle tree;
};

enum chert_status stark_commit_fixed(struct stark_fixed *f, const struct stark_env *env,
                                     uint32_t n_columns, unsigned log_n, const fp *columns,
                                     struct arena *mem, struct err *e) CHERT_MUST_CHECK;
/* Bytes of `mem` for that. */
size_t stark_fixed_bytes(const struct stark_env *env, uint32_t n_columns, unsigned log_n);

/* Seconds by stage, wall time of this thread's phases. */
struct stark_times {
    double commit, logup, quotient, values, deep, fri, query;
};

struct stark_input {
    const struct key *key;
    const struct statement *statement;
    const struct layout *layout;
    const struct stark_trace *traces; /* [layout->n_instances] */
    const struct stark_fixed *fixed;  /* [N_FIXED_TABLES] */
};

/* Bytes of the arena that stark_prove takes: a bound that holds for the layout. */
size_t stark_prove_bytes(const struct stark_env *env, const struct layout *l);

/* Writes the proof into `out` (whose `at` is a buffer of stark_proof_bound() bytes). */
enum chert_status stark_prove(const struct stark_env *env, const struct stark_input *in,
                              struct arena *mem, struct writer *out, struct stark_times *times,
                              struct err *e) CHERT_MUST_CHECK;
size_t stark_proof_bound(const struct layout *l, const struct statement *s);

#endif
