/*
 * Keccak-256 in portable C: Keccak[c = 512] with the original padding (0x01), as Ethereum uses it;
 * not SHA3-256, whose padding is 0x06 (Bertoni, Daemen, Peeters, Van Assche, "The Keccak
 * reference", 2011). Freestanding. hash.h is what the prover and the verifier call.
 */
#ifndef CHERT_HASH_KECCAK_H
#define CHERT_HASH_KECCAK_H

#include <stddef.h>
#include <stdint.h>

#define KECCAK_RATE_BYTES 136u
#define KECCAK_RATE_WORDS 17u
#define KECCAK_ROUNDS     24u

struct keccak {
    uint64_t a[25]; /* lane (x, y) is a[x + 5 y] */
    uint32_t pos;   /* bytes absorbed into the current block, 0..135 */
};

extern const uint64_t keccak_round_constants[KECCAK_ROUNDS];

void keccak_init(struct keccak *s);
void keccak_update(struct keccak *s, const uint8_t *data, size_t len);
void keccak_final(const struct keccak *s, uint8_t out[32]);

/* Keccak-f[1600]. */
void keccak_permute(uint64_t a[25]);

#endif
