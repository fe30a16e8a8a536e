/* All tables' AIRs, recorded once at start-up; what a key's `air` digest pins. Freestanding. */
#ifndef CHERT_PROOF_AIRS_H
#define CHERT_PROOF_AIRS_H

#include "air/air.h"
#include "hash/hash.h"
#include "isa/insn.h"

struct airs {
    struct air table[N_TABLES];
};

enum chert_status airs_record(struct airs *airs, struct arena *mem, struct err *e) CHERT_MUST_CHECK;
/* H_key over the digests of all tables in registry order. */
void airs_digest(const struct airs *airs, enum hash_kind kind, struct digest *out);

#endif
