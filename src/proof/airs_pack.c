#include "proof/airs_pack.h"

#include <string.h>

static void put(struct writer *w, uint64_t v)
{
    for (; v >= 0x80; v >>= 7) {
        write_u8(w, (uint8_t)(v | 0x80));
    }
    write_u8(w, (uint8_t)v);
}

static void pack_node(const struct air_node *n, struct writer *w)
{
    put(w, n->op);
    if (n->op == AIR_CONST) {
        put(w, n->k);
        return;
    }
    put(w, n->a);
    if (n->op != AIR_COL && n->op != AIR_PARAM) {
        put(w, n->b);
    }
}

static void pack(const struct air *air, struct writer *w)
{
    put(w, strlen(air->name));
    write_bytes(w, air->name, strlen(air->name) + 1);
    put(w, air->n_fixed);
    put(w, air->n_main);
    put(w, air->n_params);
    put(w, air->n_nodes);
    for (uint32_t i = 0; i < air->n_nodes; i++) {
        pack_node(&air->nodes[i], w);
    }
    put(w, air->n_constraints);
    for (uint32_t i = 0; i < air->n_constraints; i++) {
        put(w, air->constraints[i].e.id);
    }
    put(w, air->n_interactions);
    for (uint32_t i = 0; i < air->n_interactions; i++) {
        const struct air_interaction *x = &air->interactions[i];
        put(w, x->bus);
        put(w, (uint64_t)x->sends + 2 * (uint64_t)x->counter);
        put(w, x->mult.id);
        put(w, x->width);
        for (uint32_t k = 0; k < x->width; k++) {
            put(w, x->tuple[k].id);
        }
    }
}

void airs_pack(const struct airs *airs, struct writer *w)
{
    for (unsigned t = 0; t < N_TABLES; t++) {
        pack(&airs->table[t], w);
    }
}
