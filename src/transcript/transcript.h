/*
 * Fiat-Shamir: a hash chain with a 32-byte state. H is the transcript hash of hash.h.
 *
 *   init     state = H("chert transcript v1")
 *   absorb   state = H(state || 0x01 || tag || le64 length || data)
 *   draw     stream of u64: the four little-endian words of H(state || 0x02 || tag || le64 k),
 *            k = 0, 1, ...; what is left of the last digest is thrown away; then
 *            state = H(state || 0x03 || tag)
 *   grind    H(state || 0x04 || tag || bits || le64 nonce) begins with `bits` zero bits; the nonce
 *            is then absorbed under the tag
 *
 * Field elements are words of the stream below p, others are skipped (rejection: no bias); an fp3
 * takes three. Indices are the low bits of one word each, with replacement.
 * Freestanding. grind.h (host) searches nonces.
 */
#ifndef CHERT_TRANSCRIPT_TRANSCRIPT_H
#define CHERT_TRANSCRIPT_TRANSCRIPT_H

#include <stddef.h>
#include <stdint.h>

#include "field/fp.h"
#include "hash/hash.h"

enum transcript_tag {
#define XX(name, number) TAG_##name = (number),
#include "transcript/tags.def"
#undef XX
};

/* Copying the struct copies the transcript. */
struct transcript {
    enum hash_kind kind;
    struct digest state;
};

/* An absorb under way. */
struct transcript_absorber {
    struct transcript *t;
    struct hasher h;
    uint64_t left; /* bytes announced and not yet given */
};

void transcript_init(struct transcript *t, enum hash_kind kind);

void transcript_absorb(struct transcript *t, enum transcript_tag tag, const void *data, size_t len);
void transcript_absorb_fp(struct transcript *t, enum transcript_tag tag, const fp *v, size_t n);
void transcript_absorb_fp3(struct transcript *t, enum transcript_tag tag, const fp3 *v, size_t n);

/* The same in pieces: exactly `len` bytes must follow (ASSERT). `t` must not be used in between. */
void transcript_absorb_begin(struct transcript_absorber *a, struct transcript *t,
                             enum transcript_tag tag, uint64_t len);
void transcript_absorb_update(struct transcript_absorber *a, const void *data, size_t len);
void transcript_absorb_end(struct transcript_absorber *a);

/* Draws n elements of the base field, or of the extension, under one tag. */
void transcript_draw_fp(struct transcript *t, enum transcript_tag tag, fp *out, size_t n);
void transcript_draw_fp3(struct transcript *t, enum transcript_tag tag, fp3 *out, size_t n);

/* Draws n indices of `bits` bits (0..32), in the order drawn, with replacement. */
void transcript_draw_indices(struct transcript *t, enum transcript_tag tag, uint32_t *out, size_t n,
                             unsigned bits);

/* A copy that has absorbed the group's index (le64, tag FORK). */
struct transcript transcript_fork(const struct transcript *t, uint64_t index);

/* 1 if the nonce is a proof of work of `bits` <= 64 bits for the state as it is now. */
int transcript_grind_check(const struct transcript *t, enum transcript_tag tag, uint8_t bits,
                           uint64_t nonce);
/* Absorbs a nonce that has been checked (le64). */
void transcript_grind_absorb(struct transcript *t, enum transcript_tag tag, uint64_t nonce);

#endif
