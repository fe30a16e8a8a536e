/*
 * The verification key: everything that fixes machine and program. program_id is its hash, and a
 * verifier trusts a key only because its caller trusts the id. Freestanding.
 */
#ifndef CHERT_PROOF_KEY_H
#define CHERT_PROOF_KEY_H

#include "base/status.h"
#include "hash/hash.h"
#include "proof/params.h"
#include "proof/wire.h"

/* The preprocessed tables, in registry order: IMAGE, PROGRAM, T16, POW. */
#define N_FIXED_TABLES 4u

/* Cells [start, end) of memory exist; both are multiples of 8, end <= 2^32 - 4096. */
struct region {
    uint32_t start, end;
    uint32_t kind; /* 0: zero unless in the image; 1: input, the prover's choice */
};

struct key {
    uint8_t set, hash, modes; /* enum set_id, enum hash_kind, mask of MODE_BIT */
    uint8_t n_regions;
    uint32_t entry;
    struct digest air; /* air_set_digest() */
    struct digest root[N_FIXED_TABLES];
    uint8_t log_height[N_FIXED_TABLES];
    struct region regions[MAX_REGIONS];
};

void key_write(struct writer *w, const struct key *k);
/* Rejects what no key can be: unknown set, hash, heights out of range, regions that are empty,
 * misaligned, out of order or overlapping. */
enum chert_status key_read(struct reader *r, struct key *k, struct err *e) CHERT_MUST_CHECK;

#define KEY_MAX_BYTES 512u
/* The id: H_key of the key's bytes. */
void key_id(const struct key *k, struct digest *id);

#endif
