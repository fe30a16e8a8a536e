/* Nonces are tried in order, so the first hit is the least: proof bytes depend on it. */
#include "transcript/grind.h"

#include "hash/batch.h"

enum chert_status transcript_grind(struct transcript *t, enum transcript_tag tag, uint8_t bits,
                                   unsigned cpu_mask, uint64_t *nonce, struct err *e)
{
    if (bits > 64) {
        return err_set(e, CHERT_E_LIMIT, "grind: %u bits asked for, at most 64", bits);
    }
    if (!hash_grind(t->kind, cpu_mask, &t->state, (uint8_t)tag, bits, 0, UINT64_MAX, nonce)) {
        return err_set(e, CHERT_E_LIMIT, "grind: no 64-bit nonce gives %u bits", bits);
    }
    transcript_grind_absorb(t, tag, *nonce);
    return CHERT_OK;
}
