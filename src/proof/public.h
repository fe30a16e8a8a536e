/*
 * The public terms of LogUp: the machine's ends, which the verifier puts on the buses itself.
 * Made from key and statement alone, both absorbed before alpha and gamma (soundness rule S1).
 * Freestanding.
 *
 *   EXEC    sends (entry, 4)                        HALT  receives (halt_clk, exit_lo, exit_hi)
 *   CELL    sends (0, r, 0, 0, 0), receives (0, r, clk, lo, hi), r < 34
 *   COMMIT  receives (i, output[i])
 *   CHAIN   sends (kind, start - 8), receives (kind + 2, end), each region
 */
#ifndef CHERT_PROOF_PUBLIC_H
#define CHERT_PROOF_PUBLIC_H

#include "air/air.h"
#include "proof/statement.h"

/* Called for every public token; sends is 1 or 0. */
typedef void public_token_fn(void *ctx, uint32_t bus, int sends, const fp *tuple, uint32_t width);
void public_tokens(const struct key *k, const struct statement *s, public_token_fn *fn, void *ctx);

/* The sum of sign / fingerprint over all public tokens. A zero denominator is
 * CHERT_REJECT_POINT. */
enum chert_status public_sum(const struct key *k, const struct statement *s,
                             const struct air_challenges *ch, fp3 *sum,
                             struct err *e) CHERT_MUST_CHECK;

#endif
