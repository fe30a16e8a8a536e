/*
 * LogUp columns of one instance, from its trace. Host only.
 *
 * Row r of the table stands at position r of the bit-reversed domain, so the accumulator's prefix
 * sum walks the rows in the order bitrev(0), bitrev(1), ...: acc = 0 at the domain point 1
 * (position 0), and acc(w x) = acc(x) + (sum of the row's terms) - L/n.
 */
#ifndef CHERT_AIR_LOGUP_H
#define CHERT_AIR_LOGUP_H

#include "air/eval.h"

/*
 * Writes the 3 air_n_ext planes ext[k][0..2^log_n) and the sum L; log_n >= 3. `in` needs columns
 * and params only. scratch: air_logup_bytes(p, log_n), carved and released. A zero fingerprint
 * cannot be inverted: CHERT_REJECT_POINT (probability about 2^-160; prove again with another nonce
 * is not needed in practice, but it is an error and not a wrong proof).
 */
enum chert_status air_logup(const struct air_program *p, const struct air_rows *in, unsigned log_n,
                            const struct air_challenges *ch, fp *const *ext, fp3 *sum,
                            struct arena *scratch, struct err *e) CHERT_MUST_CHECK;
size_t air_logup_bytes(const struct air_program *p, unsigned log_n);

#endif
