/* qemu-riscv64 (user mode) as the second opinion on what a program does. */
#ifndef CHERT_TESTS_EDGE_QEMU_H
#define CHERT_TESTS_EDGE_QEMU_H

#include <stddef.h>
#include <stdint.h>

/* 1 if the machine has it. */
int qemu_present(void);

/* Runs an ELF file; returns its exit code and fills `out` with up to `room` bytes of its stdout,
 * of which it had *n, or returns -1 if it did not exit. */
int qemu_run(const uint8_t *elf, size_t elf_size, uint8_t *out, size_t room, size_t *n);

#endif
