/*
 * Keccak-256 as Ethereum uses it (rate 136, padding 0x01) of 6,700 bytes 0, 1, 2, ... mod 251, or
 * of as many as the input says (u64, little endian), or, if the input is longer than eight bytes,
 * of the input itself.
 */
#include "text.h"

#define RATE   136
#define ROUNDS 24

static const uint64_t round_constant[ROUNDS] = {
    0x0000000000000001, 0x0000000000008082, 0x800000000000808a, 0x8000000080008000,
    0x000000000000808b, 0x0000000080000001, 0x8000000080008081, 0x8000000000008009,
    0x000000000000008a, 0x0000000000000088, 0x0000000080008009, 0x000000008000000a,
    0x000000008000808b, 0x800000000000008b, 0x8000000000008089, 0x8000000000008003,
    0x8000000000008002, 0x8000000000000080, 0x000000000000800a, 0x800000008000000a,
    0x8000000080008081, 0x8000000000008080, 0x0000000080000001, 0x8000000080008008,
};

static uint64_t rotate(uint64_t x, unsigned n)
{
    return x << n | x >> (64 - n);
}

/* Rho and pi walk the lanes along one cycle: lane `to[i]` receives lane `to[i - 1]`, rotated by
 * the i-th triangular number. */
static void permute(uint64_t a[25])
{
    static const uint8_t to[24] = {10, 7,  11, 17, 18, 3, 5,  16, 8,  21, 24, 4,
                                   15, 23, 19, 13, 12, 2, 20, 14, 22, 9,  6,  1};
    static const uint8_t by[24] = {1,  3,  6,  10, 15, 21, 28, 36, 45, 55, 2,  14,
                                   27, 41, 56, 8,  25, 43, 62, 18, 39, 61, 20, 44};

    for (size_t round = 0; round < ROUNDS; round++) {
        /* The column parities, and around them the first and last again: no index mod 5. */
        uint64_t c[7];
        uint64_t carried;

        for (size_t x = 0; x < 5; x++) {
            c[x + 1] = a[x] ^ a[x + 5] ^ a[x + 10] ^ a[x + 15] ^ a[x + 20];
        }
        c[0] = c[5];
        c[6] = c[1];
        for (size_t x = 0; x < 5; x++) {
            uint64_t d = c[x] ^ rotate(c[x + 2], 1);

            for (size_t y = 0; y < 25; y += 5) {
                a[x + y] ^= d;
            }
        }
        carried = a[1];
        for (size_t i = 0; i < 24; i++) {
            uint64_t next = a[to[i]];

            a[to[i]] = rotate(carried, by[i]);
            carried = next;
        }
        for (size_t y = 0; y < 25; y += 5) {
            uint64_t first = a[y];
            uint64_t second = a[y + 1];

            a[y] ^= ~a[y + 1] & a[y + 2];
            a[y + 1] ^= ~a[y + 2] & a[y + 3];
            a[y + 2] ^= ~a[y + 3] & a[y + 4];
            a[y + 3] ^= ~a[y + 4] & first;
            a[y + 4] ^= ~first & second;
        }
        a[0] ^= round_constant[round];
    }
}

static uint8_t message_byte(const uint8_t *input, uint64_t at)
{
    return input != NULL ? input[at] : (uint8_t)(at % 251);
}

static void keccak256(const uint8_t *input, uint64_t size, uint8_t digest[32])
{
    uint64_t state[25] = {0};
    uint64_t at = 0;

    for (uint64_t blocks = size / RATE + 1; blocks > 0; blocks--) {
        for (size_t i = 0; i < RATE; i++, at++) {
            uint64_t byte = at < size ? message_byte(input, at) : (at == size ? 1 : 0);

            if (blocks == 1 && i == RATE - 1) {
                byte ^= 0x80;
            }
            state[i / 8] ^= byte << (8 * (i % 8));
        }
        permute(state);
    }
    for (size_t i = 0; i < 32; i++) {
        digest[i] = (uint8_t)(state[i / 8] >> (8 * (i % 8)));
    }
}

int main(void)
{
    const uint8_t *input;
    size_t size;
    uint8_t digest[32];

    read_input(&input, &size);
    if (size > 8) {
        keccak256(input, size, digest);
    } else {
        keccak256(NULL, input_number(6700), digest);
    }
    put_hex(digest, sizeof(digest));
    put_text("\n");
    return 0;
}
