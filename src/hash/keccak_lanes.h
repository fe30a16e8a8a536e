/*
 * Keccak-256 over LANES messages at once, one message a 64-bit lane; included once by
 * keccak_avx2.c and once by keccak_avx512.c, which define before:
 *   LANES, lane and the functions of keccak_rounds.h, lane_load(const void *),
 *   lane_store(void *, lane);
 *   digests_load(w, p, stride), digests_store(p, w): LANES digests p[l stride] as four vectors of
 *   words and back.
 */
#include "hash/keccak_rounds.h"

struct sponge {
    lane a[25];
    size_t pos; /* words absorbed into the current block, 0..16 */
};

static inline void sponge_absorb(struct sponge *s, lane x)
{
    s->a[s->pos] = lane_xor(s->a[s->pos], x);
    s->pos++;
    if (s->pos == KECCAK_RATE_WORDS) {
        keccak_rounds(s->a);
        s->pos = 0;
    }
}

static inline void sponge_begin(struct sponge *s, enum hash_purpose purpose)
{
    for (size_t i = 0; i < 25; i++) {
        s->a[i] = lane_set1(0);
    }
    s->pos = 0;
    sponge_absorb(s, lane_set1(load_le64(hash_tag(purpose))));
}

/* `pad` is the first padding bit, after any bytes of a last partial word. */
static inline void sponge_finish(struct sponge *s, lane pad)
{
    s->a[s->pos] = lane_xor(s->a[s->pos], pad);
    s->a[KECCAK_RATE_WORDS - 1] =
        lane_xor(s->a[KECCAK_RATE_WORDS - 1], lane_set1(UINT64_C(0x80) << 56));
    keccak_rounds(s->a);
}

/* Columns of a power-of-two length all map to the same few cache sets, so a walk along whole rows
 * would evict each line that the prefetcher brings. Instead, a tile of rows absorbs one column at
 * a time, and the tile's states wait in the cache. */
#define TILE_VECTORS 8u

static size_t batch_columns(enum hash_purpose purpose, const fp *const *columns, size_t n_columns,
                            size_t first, size_t n, struct digest *out)
{
    const size_t vectors = n / LANES;
    for (size_t t = 0; t < vectors; t += TILE_VECTORS) {
        const size_t tile = vectors - t < TILE_VECTORS ? vectors - t : TILE_VECTORS;
        struct sponge s[TILE_VECTORS];
        for (size_t k = 0; k < tile; k++) {
            sponge_begin(&s[k], purpose);
        }
        for (size_t c = 0; c < n_columns; c++) {
            for (size_t k = 0; k < tile; k++) {
                sponge_absorb(&s[k], lane_load(columns[c] + first + (t + k) * LANES));
            }
        }
        for (size_t k = 0; k < tile; k++) {
            sponge_finish(&s[k], lane_set1(1));
            digests_store(out + (t + k) * LANES, s[k].a);
        }
    }
    return vectors * LANES;
}

static size_t batch_concat(enum hash_purpose purpose, const struct digest *const *parts,
                           size_t n_parts, size_t stride, size_t first, size_t n,
                           struct digest *out)
{
    size_t done = 0;
    for (; done + LANES <= n; done += LANES) {
        struct sponge s;
        sponge_begin(&s, purpose);
        for (size_t p = 0; p < n_parts; p++) {
            lane w[4];
            digests_load(w, parts[p] + (first + done) * stride, stride);
            for (size_t i = 0; i < 4; i++) {
                sponge_absorb(&s, w[i]);
            }
        }
        sponge_finish(&s, lane_set1(1));
        digests_store(out + done, s.a);
    }
    return done;
}

static uint64_t batch_grind(const struct digest *state, uint8_t tag, uint8_t bits, uint64_t start,
                            uint64_t count, int *found, uint64_t *nonce)
{
    const uint64_t head = (uint64_t)HASH_GRIND_OP | (uint64_t)tag << 8 | (uint64_t)bits << 16;
    uint64_t done = 0;
    for (; count - done >= LANES; done += LANES) {
        struct sponge s;
        sponge_begin(&s, HASH_TRANSCRIPT);
        for (size_t i = 0; i < 4; i++) {
            sponge_absorb(&s, lane_set1(load_le64(state->b + 8 * i)));
        }
        /* 11 bytes: one word, three bytes and the padding. */
        uint64_t w[2][LANES];
        for (uint64_t l = 0; l < LANES; l++) {
            const uint64_t x = start + done + l;
            w[0][l] = head | x << 24;
            w[1][l] = x >> 40 | (uint64_t)1 << 24;
        }
        sponge_absorb(&s, lane_load(w[0]));
        sponge_finish(&s, lane_load(w[1]));
        lane_store(w[0], s.a[0]);
        for (uint64_t l = 0; l < LANES; l++) {
            if (bits == 0 || __builtin_bswap64(w[0][l]) >> (64 - bits) == 0) {
                *found = 1;
                *nonce = start + done + l;
                return done + LANES;
            }
        }
    }
    return done;
}
