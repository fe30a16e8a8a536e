/*
 * The machine's address space. The loader, the executor and the verifier's list of regions all
 * read it from here (soundness rule S2): what the executor calls mapped is what the proof has
 * cells for.
 */
#ifndef CHERT_ISA_MAP_H
#define CHERT_ISA_MAP_H

#include <stdint.h>

#define MAP_PAGE        0x1000u
#define MAP_RAM_START   0x00001000u /* below it the null page: unmapped */
#define MAP_STACK_TOP   0xC0000000u /* end of RAM; the SDK's stack is the 8 MiB below */
#define MAP_STACK_BYTES 0x00800000u
#define MAP_GUARD_START (MAP_STACK_TOP - MAP_STACK_BYTES - MAP_PAGE) /* one page, unmapped */
#define MAP_GUARD_END   (MAP_GUARD_START + MAP_PAGE)
#define MAP_INPUT_START 0xC0000000u /* private input: 64-bit length, then the bytes */
#define MAP_INPUT_END   0xFFFFF000u /* the last page below 2^32 is unmapped */
#define MAP_INPUT_MAX   (MAP_INPUT_END - MAP_INPUT_START - 8u) /* most bytes of input */

enum map_kind { MAP_RAM = 0, MAP_INPUT = 1 };

/* Cells [start, end), both multiples of a page; `kind` as struct genesis_event's. */
struct map_region {
    uint32_t start, end, kind;
};

#define MAP_N_REGIONS 3u
/* In increasing address. */
extern const struct map_region map_regions[MAP_N_REGIONS];

/* Whether the cell that holds byte `addr` is mapped. All borders are page borders, so an aligned
 * access is mapped where its first byte is. */
static inline int map_has(uint64_t addr)
{
    return addr - MAP_RAM_START < MAP_INPUT_END - MAP_RAM_START &&
           addr - MAP_GUARD_START >= MAP_PAGE;
}

/* Index of the region of a mapped address. */
static inline uint32_t map_region_of(uint32_t addr)
{
    return addr < MAP_GUARD_START ? 0 : addr < MAP_STACK_TOP ? 1 : 2;
}

#endif
