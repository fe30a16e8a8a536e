/*
 * Names for addresses: the function from the ELF symbol table, file and line from DWARF where the
 * ELF has it. For messages only; a program without symbols gives empty strings.
 */
#ifndef CHERT_ELF_SYMBOLS_H
#define CHERT_ELF_SYMBOLS_H

#include "elf/elf.h"

#define ELF_NAME_BYTES 128u

struct elf_place {
    char symbol[ELF_NAME_BYTES]; /* "" if unknown */
    char source[ELF_NAME_BYTES]; /* "main.c:12", "" if unknown; a long path keeps its end */
    uint32_t symbol_start;       /* address of the symbol */
};

/* Looks up `n` addresses; opens and closes the ELF file's tables once for all of them. */
void elf_locate(const struct program *p, const uint32_t *pcs, size_t n, struct elf_place *out);

/* The function symbols, for profiles: calls `visit` for each with its address and size. */
void elf_each_function(const struct program *p,
                       void (*visit)(void *ctx, const char *name, uint32_t start, uint32_t size),
                       void *ctx);

#endif
