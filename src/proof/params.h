/*
 * The constants of the proof system: the one source for prover, verifier and `chert security`.
 * Freestanding. proof/security.h turns them into bits per round.
 */
#ifndef CHERT_PROOF_PARAMS_H
#define CHERT_PROOF_PARAMS_H

#include <stddef.h>
#include <stdint.h>

#define PROOF_VERSION 1u
#define PROOF_MAGIC   "CHERTPRF" /* 8 bytes, no NUL in the file */

/* How instances are put into groups; bits of a key's mode mask. */
enum grouping { GROUPING_JOINT = 0, GROUPING_PER_TABLE = 1 };
#define MODE_BIT(grouping) (1u << (grouping))

/* What a proof is of. Epoch and global proofs (continuations) have numbers reserved. */
enum proof_kind { PROOF_RUN = 1 };

enum set_id { SET_FAST = 1, SET_COMPACT = 2, SET_TEST = 3 };

struct set {
    const char *name;
    uint8_t id;
    uint8_t log_blowup;
    uint16_t queries;
    uint8_t query_bits, batch_bits, fold_bits; /* grinding */
    uint8_t modes;                             /* groupings that the verifier accepts with it */
    uint8_t johnson;   /* 1: list decoding up to the Johnson bound; 0: unique decoding */
    uint8_t for_tests; /* 1: refused unless the caller asks for it */
};

/* NULL for a number or name that is none. */
const struct set *set_by_id(unsigned id);
const struct set *set_by_name(const char *name);

#define FRI_LOG_ARITY  3u /* every fold but a last smaller one */
#define FRI_LOG_FINAL  7u /* coefficients of the final polynomial: 2^min(7, log N) */
#define MIN_LOG_HEIGHT 3u
#define MAX_LOG_HEIGHT 24u
#define MAX_LOG_DOMAIN 27u
#define MAX_INSTANCES  512u
#define MAX_GROUPS     1024u      /* groups x epochs: soundness loses its logarithm */
#define MAX_TOTAL_ROWS (1u << 30) /* soundness rule S14 */
#define MAX_OUTPUT     (1u << 24) /* bytes of public output: each costs the verifier a fraction */
#define MAX_REGIONS    8u
#define MAX_LAYERS     8u /* FRI layers of a group */

#endif
