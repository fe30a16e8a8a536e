/*
 * The verifier: freestanding C17, no allocation but the caller's arena, no recursion, no libc
 * beyond memcpy, memset and memcmp. docs/proof-format.md describes every byte that it reads.
 *
 * It trusts nothing in a proof: the key is hashed and compared with the program id that the
 * caller trusts, everything else follows from key and statement or is authenticated.
 */
#ifndef CHERT_VERIFY_VERIFY_H
#define CHERT_VERIFY_VERIFY_H

#include "proof/airs.h"
#include "proof/statement.h"

struct verify_options {
    struct digest program_id; /* trusted: from `chert id`, never from the proof */
    int any_exit;             /* 1: accept every exit code */
    uint64_t exit_code;       /* otherwise this one */
    const uint8_t *output;    /* expected public output, or NULL: any */
    size_t output_len;
    int accept_test_set;     /* 1: accept the set without security; tests only */
    const struct airs *airs; /* to verify many proofs: from airs_unpack; NULL: unpacked here */
};

/* What an accepted proof proves. `statement.output` points into the proof. */
struct verified {
    struct key key;
    struct statement statement;
};

/* Bytes of arena that suffice for every proof within the limits of proof/params.h that has at most
 * `instances` table instances: 1.5 MiB and 12 KiB an instance, 7.5 MiB at the limit of 512. */
size_t chert_verify_arena_bytes(uint32_t instances);

/*
 * CHERT_OK only if the proof proves the statement that *out then holds. Otherwise a
 * CHERT_REJECT_* code that names the check, or CHERT_E_MEMORY for a small arena. Reads the proof
 * once, front to back. The arena is given back as it came.
 */
enum chert_status chert_verify(const uint8_t *proof, size_t len, const struct verify_options *opt,
                               struct arena *arena, struct verified *out,
                               struct err *e) CHERT_MUST_CHECK;

#endif
