/*
 * BLAKE3 (the plain hash, 32 bytes) of 16,000 bytes 0, 1, 2, ... mod 251, the pattern of the
 * published test vectors, or of as many as the input says (u64, little endian), or, if the input
 * is longer than eight bytes, of the input itself.
 */
#include "text.h"

#define BLOCK     64
#define CHUNK     1024
#define MAX_DEPTH 54

enum flag {
    CHUNK_START = 1,
    CHUNK_END = 2,
    PARENT = 4,
    ROOT = 8,
};

static const uint32_t iv[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                               0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};

/* A compression not yet made, because only its consumer knows whether it is the root. */
struct node {
    uint32_t cv[8];
    uint32_t m[16];
    uint64_t counter;
    uint32_t length;
    uint32_t flags;
};

static uint32_t rotate(uint32_t x, unsigned n)
{
    return x >> n | x << (32 - n);
}

static inline __attribute__((always_inline)) void mix(uint32_t *v, size_t a, size_t b, size_t c,
                                                      size_t d, uint32_t x, uint32_t y)
{
    v[a] += v[b] + x;
    v[d] = rotate(v[d] ^ v[a], 16);
    v[c] += v[d];
    v[b] = rotate(v[b] ^ v[c], 12);
    v[a] += v[b] + y;
    v[d] = rotate(v[d] ^ v[a], 8);
    v[c] += v[d];
    v[b] = rotate(v[b] ^ v[c], 7);
}

static void compress(const struct node *node, uint32_t extra_flags, uint32_t out[8])
{
    static const uint8_t order[16] = {2, 6, 3, 10, 7, 0, 4, 13, 1, 11, 12, 5, 9, 14, 15, 8};
    uint32_t v[16];
    uint32_t m[16];

    for (size_t i = 0; i < 8; i++) {
        v[i] = node->cv[i];
    }
    for (size_t i = 0; i < 4; i++) {
        v[8 + i] = iv[i];
    }
    v[12] = (uint32_t)node->counter;
    v[13] = (uint32_t)(node->counter >> 32);
    v[14] = node->length;
    v[15] = node->flags | extra_flags;
    for (size_t i = 0; i < 16; i++) {
        m[i] = node->m[i];
    }
    for (size_t round = 0;; round++) {
        uint32_t permuted[16];

        mix(v, 0, 4, 8, 12, m[0], m[1]);
        mix(v, 1, 5, 9, 13, m[2], m[3]);
        mix(v, 2, 6, 10, 14, m[4], m[5]);
        mix(v, 3, 7, 11, 15, m[6], m[7]);
        mix(v, 0, 5, 10, 15, m[8], m[9]);
        mix(v, 1, 6, 11, 12, m[10], m[11]);
        mix(v, 2, 7, 8, 13, m[12], m[13]);
        mix(v, 3, 4, 9, 14, m[14], m[15]);
        if (round == 6) {
            break;
        }
        for (size_t i = 0; i < 16; i++) {
            permuted[i] = m[order[i]];
        }
        for (size_t i = 0; i < 16; i++) {
            m[i] = permuted[i];
        }
    }
    for (size_t i = 0; i < 8; i++) {
        out[i] = v[i] ^ v[i + 8];
    }
}

static uint8_t message_byte(const uint8_t *input, uint64_t at)
{
    return input != NULL ? input[at] : (uint8_t)(at % 251);
}

static void load_block(struct node *node, const uint8_t *input, uint64_t at, uint64_t size)
{
    node->length = (uint32_t)(size - at < BLOCK ? size - at : BLOCK);
    for (size_t i = 0; i < 16; i++) {
        node->m[i] = 0;
    }
    for (size_t i = 0; i < node->length; i++) {
        node->m[i / 4] |= (uint32_t)message_byte(input, at + i) << (8 * (i % 4));
    }
}

/* The last compression of chunk number `chunk`, the others made. */
static struct node chunk_node(const uint8_t *input, uint64_t chunk, uint64_t size)
{
    uint64_t at = chunk * CHUNK;
    uint64_t end = size - at < CHUNK ? size : at + CHUNK;
    struct node node = {.counter = chunk, .flags = CHUNK_START};

    for (size_t i = 0; i < 8; i++) {
        node.cv[i] = iv[i];
    }
    for (;; at += BLOCK) {
        load_block(&node, input, at, end);
        if (end - at <= BLOCK) {
            node.flags |= CHUNK_END;
            return node;
        }
        compress(&node, 0, node.cv);
        node.flags = 0;
    }
}

static struct node parent_node(const uint32_t left[8], const uint32_t right[8])
{
    struct node node = {.length = BLOCK, .flags = PARENT};

    for (size_t i = 0; i < 8; i++) {
        node.cv[i] = iv[i];
        node.m[i] = left[i];
        node.m[8 + i] = right[i];
    }
    return node;
}

/* `waiting` holds the roots of complete subtrees, largest first: one for each 1 bit of the number
 * of chunks done. */
static void blake3(const uint8_t *input, uint64_t size, uint8_t digest[32])
{
    static uint32_t waiting[MAX_DEPTH][8];
    uint64_t last = size == 0 ? 0 : (size - 1) / CHUNK;
    size_t depth = 0;
    struct node node;
    uint32_t cv[8];

    for (uint64_t chunk = 0; chunk < last; chunk++) {
        node = chunk_node(input, chunk, size);
        compress(&node, 0, waiting[depth++]);
        for (uint64_t done = chunk + 1; (done & 1) == 0; done >>= 1) {
            node = parent_node(waiting[depth - 2], waiting[depth - 1]);
            compress(&node, 0, waiting[depth - 2]);
            depth--;
        }
    }
    node = chunk_node(input, last, size);
    while (depth > 0) {
        compress(&node, 0, cv);
        node = parent_node(waiting[--depth], cv);
    }
    compress(&node, ROOT, cv);
    for (size_t i = 0; i < 32; i++) {
        digest[i] = (uint8_t)(cv[i / 4] >> (8 * (i % 4)));
    }
}

int main(void)
{
    const uint8_t *input;
    size_t size;
    uint8_t digest[32];

    read_input(&input, &size);
    if (size > 8) {
        blake3(input, size, digest);
    } else {
        blake3(NULL, input_number(16000), digest);
    }
    put_hex(digest, sizeof(digest));
    put_text("\n");
    return 0;
}
