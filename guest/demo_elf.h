/*
 * The guest program that is part of the chert executable, for `chert demo`: guest/elf/fibonacci.elf
 * byte for byte. Its input is the number of steps as a little-endian u64, 1,000,000 when empty;
 * a step takes five instructions, so 200,000 steps fill an epoch of 2^20 cycles.
 */
#ifndef CHERT_GUEST_DEMO_ELF_H
#define CHERT_GUEST_DEMO_ELF_H

#include <stdint.h>

/* The first byte of the ELF file, and the first byte after it. */
extern const uint8_t chert_demo_elf[];
extern const uint8_t chert_demo_elf_end[];

#endif
