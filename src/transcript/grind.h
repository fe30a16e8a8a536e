/* The prover's search for proofs of work. Host only. */
#ifndef CHERT_TRANSCRIPT_GRIND_H
#define CHERT_TRANSCRIPT_GRIND_H

#include <stdint.h>

#include "base/status.h"
#include "transcript/transcript.h"

/* Finds the least nonce with transcript_grind_check(), on this thread, and absorbs it. For several
 * threads, split hash_grind() (hash/batch.h) over consecutive ranges and take the first hit.
 * CHERT_E_LIMIT if bits > 64 or no nonce exists. */
enum chert_status transcript_grind(struct transcript *t, enum transcript_tag tag, uint8_t bits,
                                   unsigned cpu_mask, uint64_t *nonce,
                                   struct err *e) CHERT_MUST_CHECK;

#endif
