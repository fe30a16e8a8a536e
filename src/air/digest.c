#include "air/digest.h"

#include "base/bytes.h"

static void put32(struct hasher *h, uint32_t x)
{
    uint8_t bytes[4];
    store_le32(bytes, x);
    hash_update(h, bytes, sizeof bytes);
}

static void put64(struct hasher *h, uint64_t x)
{
    uint8_t bytes[8];
    store_le64(bytes, x);
    hash_update(h, bytes, sizeof bytes);
}

static void put_name(struct hasher *h, const char *name)
{
    uint32_t n = 0;
    while (name[n] != '\0') {
        n++;
    }
    put32(h, n);
    hash_update(h, name, n);
}

static void put_interaction(struct hasher *h, const struct air_interaction *it)
{
    put32(h, it->bus);
    put32(h, (uint32_t)it->sends);
    put32(h, (uint32_t)it->counter);
    put32(h, it->mult.id);
    put32(h, it->width);
    for (uint32_t i = 0; i < it->width; i++) {
        put32(h, it->tuple[i].id);
    }
}

struct digest air_digest(const struct air *air, enum hash_kind kind)
{
    struct hasher h;
    struct digest out;
    hash_init(&h, kind, HASH_KEY);
    put_name(&h, air->name);
    put32(&h, air->n_fixed);
    put32(&h, air->n_main);
    put32(&h, air->n_params);
    put32(&h, air->n_buses);
    for (uint32_t i = 0; i < air->n_buses; i++) {
        put32(&h, air->buses[i].id);
        put32(&h, (uint32_t)air->buses[i].kind);
        put32(&h, air->buses[i].width);
    }
    put32(&h, air->n_nodes);
    for (uint32_t i = 0; i < air->n_nodes; i++) {
        put32(&h, air->nodes[i].op);
        put32(&h, air->nodes[i].a);
        put32(&h, air->nodes[i].b);
        put64(&h, air->nodes[i].k);
    }
    put32(&h, air->n_constraints);
    for (uint32_t i = 0; i < air->n_constraints; i++) {
        put32(&h, air->constraints[i].e.id);
    }
    put32(&h, air->n_interactions);
    for (uint32_t k = 0; k < air->n_interactions; k++) {
        put_interaction(&h, &air->interactions[k]);
    }
    hash_final(&h, &out);
    return out;
}
