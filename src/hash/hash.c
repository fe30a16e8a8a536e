/* The purposes, and the choice between the two functions. */
#include "hash/hash.h"

#include "base/bytes.h"

/* Arrays longer than the strings: the rest is the zero padding; no room is kept for a NUL. */
static const char purpose_keys[HASH_PURPOSES][HASH_KEY_BYTES] = {
#define XX(name, number, key, tag) \
    [number] = key, /* NOLINT(bugprone-macro-parentheses): a string literal initialises */
#include "hash/purposes.def"
#undef XX
};

static const char purpose_tags[HASH_PURPOSES][HASH_TAG_BYTES] = {
#define XX(name, number, key, tag) [number] = tag, /* NOLINT(bugprone-macro-parentheses) */
#include "hash/purposes.def"
#undef XX
};

#define XX(name, number, key, tag)                                                     \
    _Static_assert(sizeof(key) <= HASH_KEY_BYTES && sizeof(tag) == HASH_TAG_BYTES + 1, \
                   "a purpose's key or tag has the wrong length");
#include "hash/purposes.def"
#undef XX

const uint8_t *hash_key(enum hash_purpose purpose)
{
    return (const uint8_t *)purpose_keys[purpose];
}

const uint8_t *hash_tag(enum hash_purpose purpose)
{
    return (const uint8_t *)purpose_tags[purpose];
}

void hash_init(struct hasher *h, enum hash_kind kind, enum hash_purpose purpose)
{
    h->kind = kind;
    if (kind == HASH_KECCAK) {
        keccak_init(&h->u.keccak);
        keccak_update(&h->u.keccak, hash_tag(purpose), HASH_TAG_BYTES);
    } else {
        blake3_init(&h->u.blake3, hash_key(purpose));
    }
}

void hash_update(struct hasher *h, const void *data, size_t len)
{
    if (h->kind == HASH_KECCAK) {
        keccak_update(&h->u.keccak, data, len);
    } else {
        blake3_update(&h->u.blake3, data, len);
    }
}

void hash_final(const struct hasher *h, struct digest *out)
{
    if (h->kind == HASH_KECCAK) {
        keccak_final(&h->u.keccak, out->b);
    } else {
        blake3_final(&h->u.blake3, out->b);
    }
}

/* A message of one block, as most of the verifier's are: a single compression. */
static void blake3_one_block(enum hash_purpose purpose, const void *data, size_t len,
                             struct digest *out)
{
    const uint8_t *key = hash_key(purpose);
    uint8_t block[BLAKE3_BLOCK_BYTES] = {0};
    uint32_t cv[8];
    if (len > 0) { /* data may be NULL */
        __builtin_memcpy(block, data, len);
    }
    for (size_t i = 0; i < 8; i++) {
        cv[i] = load_le32(key + 4 * i);
    }
    blake3_compress(cv, cv, block, 0, (uint32_t)len,
                    BLAKE3_CHUNK_START | BLAKE3_CHUNK_END | BLAKE3_ROOT | BLAKE3_KEYED);
    for (size_t i = 0; i < 8; i++) {
        store_le32(out->b + 4 * i, cv[i]);
    }
}

void hash_once(enum hash_kind kind, enum hash_purpose purpose, const void *data, size_t len,
               struct digest *out)
{
    if (kind == HASH_BLAKE3 && len <= BLAKE3_BLOCK_BYTES) {
        blake3_one_block(purpose, data, len, out);
        return;
    }
    struct hasher h;
    hash_init(&h, kind, purpose);
    hash_update(&h, data, len);
    hash_final(&h, out);
}

void hash_pair(enum hash_kind kind, enum hash_purpose purpose, const struct digest *left,
               const struct digest *right, struct digest *out)
{
    struct digest both[2] = {*left, *right};
    hash_once(kind, purpose, both, sizeof both, out);
}

int hash_grind_check(enum hash_kind kind, const struct digest *state, uint8_t tag, uint8_t bits,
                     uint64_t nonce)
{
    uint8_t message[HASH_GRIND_BYTES];
    __builtin_memcpy(message, state->b, DIGEST_BYTES);
    message[DIGEST_BYTES] = HASH_GRIND_OP;
    message[DIGEST_BYTES + 1] = tag;
    message[DIGEST_BYTES + 2] = bits;
    store_le64(message + DIGEST_BYTES + 3, nonce);
    struct digest d;
    hash_once(kind, HASH_TRANSCRIPT, message, sizeof message, &d);
    if (bits > 64) {
        return 0;
    }
    unsigned ones = 0; /* among the first `bits` bits */
    for (unsigned i = 0; i < bits / 8u; i++) {
        ones |= d.b[i];
    }
    return (ones | (unsigned)d.b[bits / 8u] >> (8 - bits % 8u)) == 0;
}

int digest_equal(const struct digest *a, const struct digest *b)
{
    return __builtin_memcmp(a->b, b->b, DIGEST_BYTES) == 0;
}
