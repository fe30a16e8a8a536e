#include "proof/airs.h"

#include "air/digest.h"
#include "tables/table.h"

#ifndef CHERT_FREESTANDING /* the verifier unpacks them: proof/airs_pack.h */
enum chert_status airs_record(struct airs *airs, struct arena *mem, struct err *e)
{
    for (unsigned t = 0; t < N_TABLES; t++) {
        const enum chert_status s = chert_tables[t].record(&airs->table[t], mem, e);
        if (s != CHERT_OK) { /* a table that breaks a static check is a bug of this build */
            e->status = s == CHERT_E_MEMORY ? s : CHERT_E_INTERNAL;
            return e->status;
        }
        if (airs->table[t].n_interactions == 0) { /* its sum would meet no constraint */
            return err_set(e, CHERT_E_INTERNAL, "table %s has no interaction",
                           chert_tables[t].name);
        }
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
