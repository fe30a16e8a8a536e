#include "proof/key.h"

#include <string.h>

void key_write(struct writer *w, const struct key *k)
{
    write_u32(w, PROOF_VERSION);
    write_u8(w, k->set);
    write_u8(w, k->hash);
    write_u8(w, k->modes);
    write_u8(w, k->n_regions);
    write_u32(w, k->entry);
    write_digest(w, &k->air);
    for (unsigned i = 0; i < N_FIXED_TABLES; i++) {
        write_digest(w, &k->root[i]);
        write_u8(w, k->log_height[i]);
    }
    for (unsigned i = 0; i < k->n_regions; i++) {
        write_u32(w, k->regions[i].start);
        write_u32(w, k->regions[i].end);
        write_u32(w, k->regions[i].kind);
    }
}

static enum chert_status check_regions(const struct key *k, struct err *e)
{
    for (unsigned i = 0; i < k->n_regions; i++) {
        const struct region *g = &k->regions[i];
        const uint32_t floor = i == 0 ? 0x1000u : k->regions[i - 1].end;
        if (g->start < floor || g->start >= g->end || g->end > 0xfffff000u ||
            (g->start | g->end) % 8 != 0 || g->kind > 1) {
            return err_set(e, CHERT_REJECT_FORMAT, "region %u of the key is not allowed", i);
        }
    }
    return CHERT_OK;
}

enum chert_status key_read(struct reader *r, struct key *k, struct err *e)
{
    memset(k, 0, sizeof *k);
    const uint32_t version = read_u32(r);
    k->set = read_u8(r);
    k->hash = read_u8(r);
    k->modes = read_u8(r);
    k->n_regions = read_u8(r);
    k->entry = read_u32(r);
    read_digest(r, &k->air);
    for (unsigned i = 0; i < N_FIXED_TABLES; i++) {
        read_digest(r, &k->root[i]);
        k->log_height[i] = read_u8(r);
    }
    TRY(reader_status(r, "key", e));
    if (version != PROOF_VERSION) {
        return err_set(e, CHERT_REJECT_VERSION, "format version %u, this is %u", version,
                       PROOF_VERSION);
    }
    if (set_by_id(k->set) == NULL) {
        return err_set(e, CHERT_REJECT_SET, "security set %u does not exist", k->set);
    }
    if (k->hash > HASH_KECCAK) {
        return err_set(e, CHERT_REJECT_HASH, "hash function %u does not exist", k->hash);
    }
    if (k->n_regions == 0 || k->n_regions > MAX_REGIONS) {
        return err_set(e, CHERT_REJECT_FORMAT, "the key has %u regions", k->n_regions);
    }
    for (unsigned i = 0; i < N_FIXED_TABLES; i++) {
        if (k->log_height[i] < MIN_LOG_HEIGHT || k->log_height[i] > MAX_LOG_HEIGHT) {
            return err_set(e, CHERT_REJECT_HEIGHT, "fixed table %u has height 2^%u", i,
                           k->log_height[i]);
        }
    }
    for (unsigned i = 0; i < k->n_regions; i++) {
        k->regions[i].start = read_u32(r);
        k->regions[i].end = read_u32(r);
        k->regions[i].kind = read_u32(r);
    }
    TRY(reader_status(r, "key", e));
    return check_regions(k, e);
}

void key_id(const struct key *k, struct digest *id)
{
    uint8_t bytes[KEY_MAX_BYTES];
    struct writer w = {bytes, sizeof bytes, 0, 0};
    key_write(&w, k);
    hash_once((enum hash_kind)k->hash, HASH_KEY, bytes, w.len, id);
}
