/*
 * Proofs of nothing: every table's rows are padding, all zero, so that trees, LogUp columns,
 * quotient and FRI need no prover. They can have any legal shape, up to 512 instances of height
 * 2^24, and pass every check of the verifier but the last one: the buses do not balance, because
 * the public terms have no rows behind them. What a hostile prover can do with shapes, memory and
 * time is tried with them.
 */
#ifndef CHERT_TESTS_ATTACK_ZERO_PROOF_H
#define CHERT_TESTS_ATTACK_ZERO_PROOF_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "proof/airs.h"
#include "verify/verify.h"

struct zero_spec {
    enum set_id set;
    enum hash_kind hash;
    enum grouping grouping;
    uint8_t fixed_log[N_FIXED_TABLES];
    uint16_t n_instances[N_TABLES];    /* of preprocessed tables: ignored */
    uint8_t log_height[MAX_INSTANCES]; /* of those instances alone, in registry order */
    uint32_t output_len;
    size_t mem_bytes; /* reserved to make it; 0: 2 GiB of address space */
    /* 1: the column PC of the first instance of CONST, whose height must be half of the group's, is
     * no polynomial of X^2 but X: at index i of the group it has x_i, whose sign is forgotten. */
    int unlifted;
};

struct zero_proof {
    struct arena mem;
    uint8_t *bytes;
    size_t len;
    uint32_t n_instances;
    struct digest id;
};

/* Makes the proof; release with zero_proof_fini. */
void zero_proof_init(struct zero_proof *p, const struct airs *airs, const struct zero_spec *spec);
void zero_proof_fini(struct zero_proof *p);

/* Adds n instances of a table to a spec whose instances so far are of tables before it. */
void zero_add(struct zero_spec *spec, enum table_id table, unsigned n, unsigned log_height);

#endif
