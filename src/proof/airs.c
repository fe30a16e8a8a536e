#include "proof/airs.h"

#include "air/digest.h"
#include "tables/table.h"

#ifndef CHERT_FREESTANDING /* the verifier unpacks them: proof/airs_pack.h */
enum chert_status airs_record(struct airs *airs, struct arena *mem, struct err *e)
{
    for (unsigned t = 0; t < N_TABLES; t++) {
        TRY(chert_tables[t].record(&airs->table[t], mem, e));
    }
    return CHERT_OK;
}
#endif

void airs_digest(const struct airs *airs, enum hash_kind kind, struct digest *out)
{
    struct hasher h;
    hash_init(&h, kind, HASH_KEY);
    for (unsigned t = 0; t < N_TABLES; t++) {
        const struct digest d = air_digest(&airs->table[t], kind);
        hash_update(&h, d.b, sizeof d.b);
    }
    hash_final(&h, out);
}
