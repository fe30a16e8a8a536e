/*
 * What prover and verifier do with the transcript, and what the verifier does with a proof's bytes:
 * their calls are wrapped by the linker (CMakeLists.txt) and written to a log.
 *
 *   steps   every init, absorb, draw, fork, in order, with the bytes absorbed or drawn and the
 *           state after; a log can be replayed with one byte flipped
 *   spans   the proof's bytes, in the order in which the verifier accounts for them: absorbed, or
 *           hashed on the way to a root. Only while `proof` is set.
 */
#ifndef CHERT_TESTS_SOUNDNESS_LOG_H
#define CHERT_TESTS_SOUNDNESS_LOG_H

#include <stddef.h>
#include <stdint.h>

#include "transcript/transcript.h"

enum step_kind { STEP_INIT, STEP_ABSORB, STEP_DRAW, STEP_INDICES, STEP_FORK };

struct step {
    enum step_kind kind;
    enum transcript_tag tag;
    uint32_t n, bits; /* elements drawn; bits of an index */
    uint64_t index;   /* of a fork */
    size_t at, len;   /* in log's bytes: what was absorbed or drawn */
    size_t proof_at;  /* where the verifier stood in the proof after it */
    struct digest after;
};

enum span_kind { SPAN_ABSORBED, SPAN_ROW, SPAN_TREE_PATH, SPAN_LEAF, SPAN_LAYER_PATH };

struct span {
    enum span_kind kind;
    enum transcript_tag tag; /* of SPAN_ABSORBED */
    size_t at, len;          /* in the proof */
};

#define LOG_STEPS 8192u
#define LOG_SPANS 32768u
#define LOG_BYTES ((size_t)8 << 20)

struct log {
    int on;
    size_t n_steps, n_spans, n_bytes;
    const uint8_t *proof; /* NULL: no spans */
    size_t proof_len, proof_at;
    size_t gap_at; /* where a byte was left out or taken twice; SIZE_MAX: nowhere */
    struct step steps[LOG_STEPS];
    struct span spans[LOG_SPANS];
    uint8_t bytes[LOG_BYTES];
};

extern struct log the_log;

/* What the next draw of fp3 under `tag` yields instead, whether the log is on or not; n = 0: as is.
 */
struct forced_draw {
    enum transcript_tag tag;
    size_t n;
    fp3 v[2];
};
extern struct forced_draw forced_draw;

/* Empties the log and starts it. `proof`: the bytes that are about to be verified, or NULL. */
void log_start(const uint8_t *proof, size_t len);
void log_stop(void);

/* The operations of steps [first, n) as letters, a draw in upper case, a fork as '/'. */
void log_letters(const struct log *log, char *out, size_t cap);

/*
 * Runs steps [first, last) again, from the state *t and, for forks, *root, with byte `flip` of the
 * log's bytes changed (SIZE_MAX: none). Draws go to `drawn`, at the offsets at which the log has
 * its own. Does not touch the log.
 */
void log_replay(const struct log *log, size_t first, size_t last, struct transcript *t,
                struct transcript *root, size_t flip, uint8_t *drawn);

#endif
