/*
 * The hash functions of a proof: BLAKE3 or Keccak-256, one function for each purpose.
 *
 * BLAKE3 is the standard keyed hash under a fixed 32-byte key a purpose; Keccak-256 (padding 0x01,
 * as Ethereum's) is the standard function on an 8-byte tag of the purpose and the data.
 * purposes.def lists keys and tags. Any input length up to 2^40 bytes.
 *
 * Freestanding: hash.c, blake3.c and keccak.c need no libc beyond memcpy, memset and memcmp, keep
 * no state outside the caller's struct, and are the oracle of the SIMD kernels of batch.h.
 */
#ifndef CHERT_HASH_HASH_H
#define CHERT_HASH_HASH_H

#include <stddef.h>
#include <stdint.h>

#include "hash/blake3.h"
#include "hash/keccak.h"

/* Values are part of the proof format. */
enum hash_kind { HASH_BLAKE3 = 0, HASH_KECCAK = 1 };

enum hash_purpose {
#define XX(name, number, key, tag) HASH_##name = (number),
#include "hash/purposes.def"
#undef XX
};
#define HASH_PURPOSES 6u

#define DIGEST_BYTES   32u
#define HASH_TAG_BYTES 8u  /* Keccak-256's purpose prefix */
#define HASH_KEY_BYTES 32u /* BLAKE3's key */

struct digest {
    uint8_t b[DIGEST_BYTES];
};

#define HASH_GRIND_OP    4u  /* keeps the message apart from the transcript's other steps */
#define HASH_GRIND_BYTES 43u /* 32 state, op, tag, bits, 8 nonce */

/* A hash under way: about 1.2 KiB, on the caller's stack; copying it copies the state. */
struct hasher {
    enum hash_kind kind;
    union {
        struct blake3 blake3;
        struct keccak keccak;
    } u;
};

void hash_init(struct hasher *h, enum hash_kind kind, enum hash_purpose purpose);
void hash_update(struct hasher *h, const void *data, size_t len);
void hash_final(const struct hasher *h, struct digest *out);

/* out = H_purpose(data[0..len)); `out` may lie in `data`. */
void hash_once(enum hash_kind kind, enum hash_purpose purpose, const void *data, size_t len,
               struct digest *out);

/* out = H_purpose(left || right); `out` may be either input. */
void hash_pair(enum hash_kind kind, enum hash_purpose purpose, const struct digest *left,
               const struct digest *right, struct digest *out);

/* The constants of a purpose, static storage: HASH_KEY_BYTES and HASH_TAG_BYTES bytes. */
const uint8_t *hash_key(enum hash_purpose purpose);
const uint8_t *hash_tag(enum hash_purpose purpose);

/* The proof of work of the transcript: 1 if H_transcript(state || 0x04 || tag || bits || le64
 * nonce) begins with `bits` <= 64 zero bits, the highest bit of the first byte first. */
int hash_grind_check(enum hash_kind kind, const struct digest *state, uint8_t tag, uint8_t bits,
                     uint64_t nonce);

/* 1 if equal. Not constant time: nothing here is secret. */
int digest_equal(const struct digest *a, const struct digest *b);

#endif
