/* A real proof and a copy to spoil, for tests that read proofs with the log of log.h. */
#ifndef CHERT_TESTS_SOUNDNESS_FIXTURE_H
#define CHERT_TESTS_SOUNDNESS_FIXTURE_H

#include "e2e/e2e.h"
#include "soundness/log.h"

struct subject {
    const char *elf, *input;
    enum set_id set;
    enum hash_kind hash;
    enum grouping grouping;
};

#define FIXTURE_SLACK 4096u

struct fixture {
    struct guest guest;
    struct proof_result proof;
    struct arena mem, arena; /* arena: the verifier's */
    struct airs *airs;
    struct verify_options opt; /* any output; exit code 0 */
    struct digest id;          /* what opt.program_id is when restored */
    uint8_t *copy;             /* proof_bytes + FIXTURE_SLACK */
    size_t len;
    struct err err; /* of the last verdict */
};

void fixture_open(struct fixture *f, const struct subject *s);
void fixture_close(struct fixture *f);
/* The copy is the proof again, and the id the program's. */
void fixture_restore(struct fixture *f);
/* The caller trusts the key as it stands in the copy. 0 if it is no key. */
int fixture_trust_copy(struct fixture *f);
enum chert_status fixture_verify(struct fixture *f, const uint8_t *proof, size_t len);

#endif
