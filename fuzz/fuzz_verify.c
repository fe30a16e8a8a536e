/*
 * chert_verify on hostile bytes, under the sanitizers. An input is
 *
 *   byte 0, bit 0   0: what follows is a proof; its key is trusted, with this build's tables
 *                   1: what follows describes a zero proof (tests/attack/zero_proof.h) and edits
 *           bit 1   Merkle paths are checked, but the verdict is ignored: the checks behind them
 *                   are reached with rows that no tree holds
 *           bit 2   the arena is small
 *
 * A description: hash, grouping and length of the output; four heights; a count and as many triples
 * (table, log height, instances); then edits of five bytes, an offset and what to add there.
 */
#include <stdlib.h>
#include <string.h>

#include "attack/zero_proof.h"
#include "base/bytes.h"
#include "merkle/verify.h"
#include "proof/wire.h"

#define MAKE_BYTES  ((size_t)24 << 20)
#define KEY_AT      8u
#define KEY_AIR_AT  (KEY_AT + 12u)
#define KEY_HASH_AT (KEY_AT + 5u)
#define MAX_LOG     12u

static int ignore_paths;

enum chert_status real_verify(enum hash_kind kind, const struct digest *root,
                              const struct merkle_opened *levels, size_t n_levels,
                              const uint32_t *indices, size_t n, const uint8_t *siblings,
                              size_t n_siblings,
                              struct digest *scratch) __asm__("__real_merkle_verify");
enum chert_status lax_verify(enum hash_kind kind, const struct digest *root,
                             const struct merkle_opened *levels, size_t n_levels,
                             const uint32_t *indices, size_t n, const uint8_t *siblings,
                             size_t n_siblings,
                             struct digest *scratch) __asm__("__wrap_merkle_verify");
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum chert_status lax_verify(enum hash_kind kind, const struct digest *root,
                             const struct merkle_opened *levels, size_t n_levels,
                             const uint32_t *indices, size_t n, const uint8_t *siblings,
                             size_t n_siblings, struct digest *scratch)
{
    const enum chert_status s =
        real_verify(kind, root, levels, n_levels, indices, n, siblings, n_siblings, scratch);
    return ignore_paths ? CHERT_OK : s;
}

/* The tables never change, and hashing them takes longer than all the rest. */
void real_digest(const struct airs *airs, enum hash_kind kind,
                 struct digest *out) __asm__("__real_airs_digest");
void cached_digest(const struct airs *airs, enum hash_kind kind,
                   struct digest *out) __asm__("__wrap_airs_digest");

void cached_digest(const struct airs *airs, enum hash_kind kind, struct digest *out)
{
    static struct digest known[2];
    static int is_known[2];
    if (!is_known[kind]) {
        real_digest(airs, kind, &known[kind]);
        is_known[kind] = 1;
    }
    *out = known[kind];
}

static const struct airs *the_airs(void)
{
    static struct arena mem;
    static struct airs *airs;
    struct err e = {0};
    if (airs == NULL &&
        (arena_init(&mem, (size_t)32 << 20, &e) != CHERT_OK ||
         ARENA_NEW(&mem, &airs, 1, &e) != CHERT_OK || airs_record(airs, &mem, &e) != CHERT_OK)) {
        abort();
    }
    return airs;
}

/* The key's bytes are taken for what the caller trusts. */
static void verify(uint8_t *proof, size_t len, int small)
{
    struct arena arena;
    struct err e = {0};
    struct verified v;
    struct key key = {0};
    struct verify_options opt = {.any_exit = 1, .accept_test_set = 1, .airs = the_airs()};
    if (len >= KEY_AIR_AT + DIGEST_BYTES && proof[KEY_HASH_AT] <= HASH_KECCAK) {
        struct digest air;
        airs_digest(opt.airs, (enum hash_kind)proof[KEY_HASH_AT], &air);
        memcpy(proof + KEY_AIR_AT, air.b, DIGEST_BYTES);
        struct reader r = reader_of(proof + KEY_AT, len - KEY_AT);
        if (key_read(&r, &key, &e) == CHERT_OK) {
            key_id(&key, &opt.program_id);
        }
        e = (struct err){0};
    }
    if (arena_init(&arena, small ? (size_t)96 << 10 : chert_verify_arena_bytes(64), &e) !=
        CHERT_OK) {
        abort();
    }
    (void)chert_verify(proof, len, &opt, &arena, &v, &e);
    arena_fini(&arena);
}

/* An exact copy, so that a read past the end is seen. */
static void verify_copy(const uint8_t *bytes, size_t len, int small)
{
    uint8_t *copy = malloc(len + (len == 0));
    if (copy == NULL) {
        abort();
    }
    memcpy(copy, bytes, len);
    verify(copy, len, small);
    free(copy);
}

static void describe(struct zero_spec *spec, struct reader *r)
{
    const uint8_t mode = read_u8(r);
    spec->set = SET_TEST; /* the others grind for a second; their shapes are test_shapes.c's */
    spec->hash = (enum hash_kind)(mode & 1);
    spec->grouping = (enum grouping)(mode >> 1 & 1);
    spec->output_len = mode >> 2;
    spec->mem_bytes = MAKE_BYTES;
    for (unsigned i = 0; i < N_FIXED_TABLES; i++) {
        spec->fixed_log[i] = (uint8_t)(MIN_LOG_HEIGHT + read_u8(r) % (MAX_LOG - 2));
    }
    unsigned last = 0, total = 0;
    for (unsigned n = read_u8(r) % 8; n > 0; n--) {
        unsigned table = last + read_u8(r) % 8u;
        const unsigned log = MIN_LOG_HEIGHT + read_u8(r) % (MAX_LOG - 2);
        const unsigned count = 1u + read_u8(r) % 4u;
        while (table < N_TABLES && table_fixed_index(table) >= 0) {
            table++;
        }
        if (table < N_TABLES && total + count < 32) {
            zero_add(spec, (enum table_id)table, count, log);
            last = table;
            total += count;
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0) {
        return 0;
    }
    ignore_paths = data[0] >> 1 & 1;
    const int small = data[0] >> 2 & 1;
    if ((data[0] & 1) == 0) {
        verify_copy(data + 1, size - 1, small);
        return 0;
    }
    struct reader r = reader_of(data + 1, size - 1);
    struct zero_spec spec = {.set = SET_TEST};
    struct zero_proof p;
    describe(&spec, &r);
    zero_proof_init(&p, the_airs(), &spec);
    while (reader_left(&r) >= 5) {
        const uint32_t at = read_u32(&r);
        const uint8_t by = read_u8(&r);
        if (at >= UINT32_C(0xffff0000)) { /* cut the end off */
            p.len -= by < p.len ? by : p.len;
        } else if (p.len > 0) {
            p.bytes[at % p.len] = (uint8_t)(p.bytes[at % p.len] + by);
        }
    }
    verify_copy(p.bytes, p.len, small);
    zero_proof_fini(&p);
    return 0;
}
