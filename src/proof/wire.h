/*
 * Reading and writing the bytes of a proof: little-endian, no padding. Freestanding.
 *
 * A reader never passes its end: a read that does not fit marks it failed and yields zeros, so a
 * parser checks once per section. Field elements that are not canonical mark it `not_canonical`.
 */
#ifndef CHERT_PROOF_WIRE_H
#define CHERT_PROOF_WIRE_H

#include <stddef.h>
#include <stdint.h>

#include "base/status.h"
#include "field/fp.h"
#include "hash/hash.h"

struct reader {
    const uint8_t *at, *end;
    int failed, not_canonical;
};

struct reader reader_of(const uint8_t *bytes, size_t len);
size_t reader_left(const struct reader *r);
/* The next `len` bytes, or NULL. */
const uint8_t *read_bytes(struct reader *r, size_t len);
uint8_t read_u8(struct reader *r);
uint16_t read_u16(struct reader *r);
uint32_t read_u32(struct reader *r);
uint64_t read_u64(struct reader *r);
fp read_fp(struct reader *r);
fp3 read_fp3(struct reader *r);
void read_digest(struct reader *r, struct digest *out);
/* CHERT_OK, or CHERT_REJECT_FORMAT / CHERT_REJECT_CANONICAL; `what` names the section. */
enum chert_status reader_status(const struct reader *r, const char *what,
                                struct err *e) CHERT_MUST_CHECK;

/* Writes into a caller's buffer; with at = NULL it only counts. Over `cap`: overflowed. */
struct writer {
    uint8_t *at;
    size_t cap, len;
    int overflowed;
};

void write_bytes(struct writer *w, const void *bytes, size_t len);
void write_u8(struct writer *w, uint8_t v);
void write_u16(struct writer *w, uint16_t v);
void write_u32(struct writer *w, uint32_t v);
void write_u64(struct writer *w, uint64_t v);
void write_fp(struct writer *w, fp v);
void write_fp3(struct writer *w, fp3 v);
void write_digest(struct writer *w, const struct digest *d);

#endif
