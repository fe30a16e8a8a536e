/*
 * BLAKE3 in portable C: chunks of 16 blocks, a binary tree over the chunks. The stack holds the
 * roots of the complete subtrees to the left, one for each set bit of the chunk count; two of one
 * size merge as soon as another chunk begins, so none of the merged ones can be the root.
 */
#include "hash/blake3.h"

#include "base/bytes.h"

typedef uint32_t word;

static inline word word_add(word a, word b)
{
    return a + b;
}

static inline word word_xor(word a, word b)
{
    return a ^ b;
}

static inline word word_ror16(word a)
{
    return a >> 16 | a << 16;
}

static inline word word_ror12(word a)
{
    return a >> 12 | a << 20;
}

static inline word word_ror8(word a)
{
    return a >> 8 | a << 24;
}

static inline word word_ror7(word a)
{
    return a >> 7 | a << 25;
}

#include "hash/blake3_rounds.h"

static const uint32_t blake3_iv[8] = {BLAKE3_IV0, BLAKE3_IV1, BLAKE3_IV2, BLAKE3_IV3,
                                      BLAKE3_IV4, BLAKE3_IV5, BLAKE3_IV6, BLAKE3_IV7};

static void compress_words(uint32_t out[8], const uint32_t cv[8], const uint32_t m[16],
                           uint64_t counter, uint32_t len, uint32_t flags)
{
    uint32_t v[16] = {cv[0],
                      cv[1],
                      cv[2],
                      cv[3],
                      cv[4],
                      cv[5],
                      cv[6],
                      cv[7],
                      BLAKE3_IV0,
                      BLAKE3_IV1,
                      BLAKE3_IV2,
                      BLAKE3_IV3,
                      (uint32_t)counter,
                      (uint32_t)(counter >> 32),
                      len,
                      flags};
    blake3_rounds(v, m);
    for (size_t i = 0; i < 8; i++) {
        out[i] = v[i] ^ v[i + 8];
    }
}

void blake3_compress(uint32_t out[8], const uint32_t cv[8], const uint8_t block[BLAKE3_BLOCK_BYTES],
                     uint64_t counter, uint32_t len, uint32_t flags)
{
    uint32_t m[16];
    for (size_t i = 0; i < 16; i++) {
        m[i] = load_le32(block + 4 * i);
    }
    compress_words(out, cv, m, counter, len, flags);
}

static void compress_parent(uint32_t out[8], const struct blake3 *s, const uint32_t left[8],
                            const uint32_t right[8], uint32_t root)
{
    uint32_t m[16];
    __builtin_memcpy(m, left, 32);
    __builtin_memcpy(m + 8, right, 32);
    compress_words(out, s->key, m, 0, BLAKE3_BLOCK_BYTES, s->flags | BLAKE3_PARENT | root);
}

void blake3_init(struct blake3 *s, const uint8_t *key)
{
    /* Field by field: clearing the 1 KiB of stack would cost as much as a short hash. */
    s->flags = key == NULL ? 0 : BLAKE3_KEYED;
    for (size_t i = 0; i < 8; i++) {
        s->key[i] = key == NULL ? blake3_iv[i] : load_le32(key + 4 * i);
        s->cv[i] = s->key[i];
    }
    s->block_len = 0;
    s->blocks_done = 0;
    s->depth = 0;
    s->chunk = 0;
}

/* The flags of the current chunk's block under way, without those of its end. */
static uint32_t block_flags(const struct blake3 *s)
{
    return s->flags | (s->blocks_done == 0 ? (uint32_t)BLAKE3_CHUNK_START : 0);
}

/* Ends the current chunk, whose last block is full, knowing that another follows. */
static void finish_chunk(struct blake3 *s)
{
    uint32_t cv[8];
    blake3_compress(cv, s->cv, s->block, s->chunk, BLAKE3_BLOCK_BYTES,
                    block_flags(s) | BLAKE3_CHUNK_END);
    s->chunk++;
    for (uint64_t total = s->chunk; (total & 1) == 0; total >>= 1) {
        s->depth--;
        compress_parent(cv, s, s->stack[s->depth], cv, 0);
    }
    __builtin_memcpy(s->stack[s->depth], cv, 32);
    s->depth++;
    __builtin_memcpy(s->cv, s->key, 32);
    s->blocks_done = 0;
}

void blake3_update(struct blake3 *s, const uint8_t *data, size_t len)
{
    while (len > 0) {
        if (s->block_len == BLAKE3_BLOCK_BYTES) {
            if (s->blocks_done == BLAKE3_CHUNK_BYTES / BLAKE3_BLOCK_BYTES - 1) {
                finish_chunk(s);
            } else {
                blake3_compress(s->cv, s->cv, s->block, s->chunk, BLAKE3_BLOCK_BYTES,
                                block_flags(s));
                s->blocks_done++;
            }
            s->block_len = 0;
        }
        const size_t room = BLAKE3_BLOCK_BYTES - s->block_len;
        const size_t take = len < room ? len : room;
        __builtin_memcpy(s->block + s->block_len, data, take);
        s->block_len += (uint32_t)take;
        data += take;
        len -= take;
    }
}

void blake3_final(const struct blake3 *s, uint8_t out[32])
{
    uint8_t block[BLAKE3_BLOCK_BYTES] = {0};
    __builtin_memcpy(block, s->block, s->block_len);
    uint32_t cv[8];
    const uint32_t root = s->depth == 0 ? BLAKE3_ROOT : 0;
    blake3_compress(cv, s->cv, block, s->chunk, s->block_len,
                    block_flags(s) | BLAKE3_CHUNK_END | root);
    for (uint32_t d = s->depth; d > 0; d--) {
        compress_parent(cv, s, s->stack[d - 1], cv, d == 1 ? BLAKE3_ROOT : 0);
    }
    for (size_t i = 0; i < 8; i++) {
        store_le32(out + 4 * i, cv[i]);
    }
}
