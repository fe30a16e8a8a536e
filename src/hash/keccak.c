/* Keccak-256 in portable C: a sponge of 136-byte blocks. */
#include "hash/keccak.h"

#include "base/bytes.h"

typedef uint64_t lane;

static inline lane lane_xor(lane a, lane b)
{
    return a ^ b;
}

static inline lane lane_xor3(lane a, lane b, lane c)
{
    return a ^ b ^ c;
}

static inline lane lane_chi(lane a, lane b, lane c)
{
    return a ^ (~b & c);
}

static inline lane lane_set1(uint64_t x)
{
    return x;
}

#define LANE_ROL(x, n) ((x) << (n) | (x) >> ((64 - (n)) & 63))

#include "hash/keccak_rounds.h"

/* Output of the 8-bit LFSR x^8 + x^6 + x^5 + x^4 + 1 at bits 2^j - 1 (reference, section 1.2). */
const uint64_t keccak_round_constants[KECCAK_ROUNDS] = {
    UINT64_C(0x0000000000000001), UINT64_C(0x0000000000008082), UINT64_C(0x800000000000808a),
    UINT64_C(0x8000000080008000), UINT64_C(0x000000000000808b), UINT64_C(0x0000000080000001),
    UINT64_C(0x8000000080008081), UINT64_C(0x8000000000008009), UINT64_C(0x000000000000008a),
    UINT64_C(0x0000000000000088), UINT64_C(0x0000000080008009), UINT64_C(0x000000008000000a),
    UINT64_C(0x000000008000808b), UINT64_C(0x800000000000008b), UINT64_C(0x8000000000008089),
    UINT64_C(0x8000000000008003), UINT64_C(0x8000000000008002), UINT64_C(0x8000000000000080),
    UINT64_C(0x000000000000800a), UINT64_C(0x800000008000000a), UINT64_C(0x8000000080008081),
    UINT64_C(0x8000000000008080), UINT64_C(0x0000000080000001), UINT64_C(0x8000000080008008),
};

void keccak_permute(uint64_t a[25])
{
    keccak_rounds(a);
}

void keccak_init(struct keccak *s)
{
    __builtin_memset(s, 0, sizeof *s);
}

static void absorb_byte(struct keccak *s, uint8_t x)
{
    s->a[s->pos / 8] ^= (uint64_t)x << (8 * (s->pos % 8));
    s->pos++;
    if (s->pos == KECCAK_RATE_BYTES) {
        keccak_permute(s->a);
        s->pos = 0;
    }
}

void keccak_update(struct keccak *s, const uint8_t *data, size_t len)
{
    for (; len > 0 && s->pos % 8 != 0; len--) {
        absorb_byte(s, *data++);
    }
    for (; len >= 8; len -= 8, data += 8) {
        s->a[s->pos / 8] ^= load_le64(data);
        s->pos += 8;
        if (s->pos == KECCAK_RATE_BYTES) {
            keccak_permute(s->a);
            s->pos = 0;
        }
    }
    for (; len > 0; len--) {
        absorb_byte(s, *data++);
    }
}

void keccak_final(const struct keccak *s, uint8_t out[32])
{
    uint64_t a[25];
    __builtin_memcpy(a, s->a, sizeof a);
    a[s->pos / 8] ^= (uint64_t)0x01 << (8 * (s->pos % 8));
    a[KECCAK_RATE_WORDS - 1] ^= UINT64_C(0x80) << 56;
    keccak_permute(a);
    for (size_t i = 0; i < 4; i++) {
        store_le64(out + 8 * i, a[i]);
    }
}
