/*
 * What the programs of the reference mix share: made-up text to work on, the same on every machine
 * and for every compiler, and a checksum of what comes out. Numbers come from a linear congruential
 * generator (Knuth's MMIX constants), upper half only.
 */
#ifndef CHERT_BENCH_MIX_H
#define CHERT_BENCH_MIX_H

#include <string.h>

#include "text.h"

static inline uint32_t mix_random(uint64_t *state)
{
    *state = *state * 6364136223846793005 + 1442695040888963407;
    return (uint32_t)(*state >> 32);
}

/* A word that is commoner the earlier it stands in the list. */
static inline const char *mix_word(uint64_t *state)
{
    static const char *const words[32] = {
        "the",    "of",       "and",    "proof",   "a",         "row",     "to",     "in",
        "memory", "table",    "is",     "machine", "register",  "that",    "field",  "value",
        "clock",  "verifier", "for",    "column",  "by",        "element", "prover", "trace",
        "query",  "epoch",    "commit", "lookup",  "challenge", "quartz",  "flint",  "sediment",
    };
    uint32_t x = mix_random(state);

    return words[x & (x >> 8 | x >> 16) & 31];
}

/* Lines of words and numbers, exactly n bytes. */
static inline void mix_text(char *to, size_t n, uint64_t seed)
{
    uint64_t state = seed;
    size_t at = 0;

    for (uint32_t k = 1; at < n; k++) {
        const char *word = mix_word(&state);

        while (*word != '\0' && at < n) {
            to[at++] = *word++;
        }
        if (k % 16 == 0) {
            uint32_t number = mix_random(&state) >> 16;

            for (; number != 0 && at < n; number /= 10) {
                to[at++] = (char)('0' + number % 10);
            }
        }
        if (at < n) {
            to[at++] = k % 12 == 0 ? '\n' : ' ';
        }
    }
}

/* Fletcher's checksum with sums that do not wrap at these sizes. */
static inline uint64_t mix_checksum(const void *bytes, size_t n)
{
    const uint8_t *b = bytes;
    uint64_t sum = 1;
    uint64_t sums = 0;

    for (size_t i = 0; i < n; i++) {
        sum += b[i];
        sums += sum;
    }
    return sum ^ sums << 20;
}

static inline void mix_report(const char *what, uint64_t value)
{
    put_text(what);
    put_text(" ");
    put_number(value);
    put_text("\n");
}

/* The input's size of the text, which must fit the buffers. */
#define MIX_MOST 1000000

static inline size_t mix_size(uint64_t otherwise)
{
    uint64_t n = input_number(otherwise);

    if (n > MIX_MOST) {
        chert_panic("the input must be a size of at most 1000000");
    }
    return n;
}

#endif
