/*
 * Random RV64IM programs that end: every instruction, on operands biased to edge cases, with
 * branches, jumps, calls, loads and stores at any alignment.
 *
 * A program is a loop. Its body mixes the random instructions with folding each result into a hash
 * register, so that no wrong result can be overwritten unseen. At the end it writes the hash, all
 * registers and the scratch memory to descriptor 1 and exits: the calls and their numbers are also
 * Linux's, so qemu-riscv64 runs the same file. Everything is a function of the seed.
 */
#ifndef CHERT_TESTS_RANDOM_PROGRAM_H
#define CHERT_TESTS_RANDOM_PROGRAM_H

#include <stddef.h>
#include <stdint.h>

struct random_options {
    uint64_t seed;
    uint32_t instructions; /* random ones in the loop's body; at most RANDOM_MAX */
    uint32_t iterations;   /* at least 1 */
};

#define RANDOM_MAX       8192u
#define RANDOM_ELF_BYTES ((size_t)1 << 19)
#define RANDOM_OUTPUT    1280u /* bytes that the program writes: 32 registers, 1 KiB of memory */

/* A good enough generator for tests: splitmix64. */
static inline uint64_t random_next(uint64_t *state)
{
    uint64_t z = (*state += UINT64_C(0x9e3779b97f4a7c15));
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

/* A word that is likely to be an edge case: small, near a power of two, a sign-extended half. */
uint64_t random_operand(uint64_t *state);

/* Writes the ELF file to `elf`, which holds RANDOM_ELF_BYTES; returns its size. */
size_t random_program(const struct random_options *o, uint8_t *elf);

#endif
