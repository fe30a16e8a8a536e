/* The other side of airs_pack.c, for the verifier: bounds checked, no code of any table. */
#include <string.h>

#include "proof/airs_pack.h"
#include "tables/row.h"

/* A varint below `bound`; otherwise the reader fails and 0 is returned. */
static uint64_t get(struct reader *r, uint64_t bound)
{
    uint64_t v = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
        const uint8_t byte = read_u8(r);
        v |= (uint64_t)(byte & 0x7f) << shift;
        if ((byte & 0x80) == 0) {
            break;
        }
    }
    if (v >= bound) {
        r->failed = 1;
        return 0;
    }
    return v;
}

#define MANY 4096u /* more than any count of a table */

static enum chert_status unpack_nodes(struct reader *r, struct air *air, struct arena *mem,
                                      struct err *e)
{
    air->n_nodes = (uint32_t)get(r, MANY);
    TRY(ARENA_NEW(mem, &air->nodes, air->n_nodes, e));
    for (uint32_t i = 0; i < air->n_nodes; i++) {
        struct air_node n;
        memset(&n, 0, sizeof n);
        n.op = (uint32_t)get(r, AIR_MUL + 1);
        if (n.op == AIR_CONST) {
            n.k = get(r, FP_P);
        } else if (n.op == AIR_COL) {
            n.a = (uint32_t)get(r, air_n_columns(air));
        } else if (n.op == AIR_PARAM) {
            n.a = (uint32_t)get(r, AIR_MAX_PARAMS);
        } else {
            n.a = (uint32_t)get(r, i);
            n.b = (uint32_t)get(r, i);
        }
        air->nodes[i] = n;
    }
    return CHERT_OK;
}

static enum chert_status unpack_roots(struct reader *r, struct air *air, struct arena *mem,
                                      struct err *e)
{
    air->n_constraints = (uint32_t)get(r, MANY);
    TRY(ARENA_NEW(mem, &air->constraints, air->n_constraints, e));
    for (uint32_t i = 0; i < air->n_constraints; i++) {
        air->constraints[i] = (struct air_constraint){.e = {(uint32_t)get(r, air->n_nodes)}};
    }
    air->n_interactions = (uint32_t)get(r, MANY);
    TRY(ARENA_NEW(mem, &air->interactions, air->n_interactions, e));
    for (uint32_t i = 0; i < air->n_interactions; i++) {
        struct air_interaction *x = &air->interactions[i];
        memset(x, 0, sizeof *x);
        x->bus = (uint32_t)get(r, N_BUSES);
        const uint64_t flags = get(r, 4);
        x->sends = (int)(flags & 1);
        x->counter = (int)(flags >> 1);
        x->mult.id = (uint32_t)get(r, air->n_nodes);
        x->width = (uint32_t)get(r, AIR_MAX_TUPLE + 1);
        for (uint32_t k = 0; k < x->width; k++) {
            x->tuple[k].id = (uint32_t)get(r, air->n_nodes);
        }
    }
    return CHERT_OK;
}

enum chert_status airs_unpack(struct airs *airs, const uint8_t *bytes, size_t len,
                              struct arena *mem, struct err *e)
{
    struct reader r = reader_of(bytes, len);
    for (unsigned t = 0; t < N_TABLES; t++) {
        struct air *air = &airs->table[t];
        memset(air, 0, sizeof *air);
        air->buses = chert_buses;
        air->n_buses = N_BUSES;
        air->name = (const char *)read_bytes(&r, (size_t)get(&r, 64) + 1);
        air->n_fixed = (uint32_t)get(&r, MANY);
        air->n_main = (uint32_t)get(&r, MANY);
        air->n_params = (uint32_t)get(&r, AIR_MAX_PARAMS + 1);
        TRY(unpack_nodes(&r, air, mem, e));
        TRY(unpack_roots(&r, air, mem, e));
        if (r.failed) {
            return err_set(e, CHERT_E_INTERNAL, "the packed tables are damaged at table %u", t);
        }
    }
    return reader_left(&r) == 0 ? CHERT_OK
                                : err_set(e, CHERT_E_INTERNAL, "bytes follow the packed tables");
}
