/*
 * A bump arena: one reservation, many carvings, one release.
 *
 * Ownership rule of the whole project: a function that needs memory takes a `struct arena *`
 * and gives nothing back to free; whoever made the arena (or took the mark) releases it.
 * `arena.peak` is what the memory plans are tested against: plan == peak, to the byte.
 *
 * arena_init and arena_fini are the only callers of the C library's allocator (with
 * base/vec.h's growable arrays); arena_over carves the caller's own storage and is all that the
 * freestanding verifier has.
 */
#ifndef CHERT_BASE_ARENA_H
#define CHERT_BASE_ARENA_H

#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

#define ARENA_ALIGN 64u /* one cache line, one AVX-512 vector */

struct arena {
    uint8_t *base; /* aligned to ARENA_ALIGN */
    size_t size;   /* bytes reserved */
    size_t used;   /* bytes carved */
    size_t peak;   /* highest `used` ever */
};

/* Bytes that `n` objects of `size` bytes take in an arena, or SIZE_MAX on overflow. */
size_t arena_bytes(size_t n, size_t size);

/* Reserves `size` bytes (lazily backed by the system). Release with arena_fini. */
enum chert_status arena_init(struct arena *a, size_t size, struct err *e) CHERT_MUST_CHECK;
void arena_fini(struct arena *a);

/* An arena over the caller's storage; nothing to release. */
struct arena arena_over(void *storage, size_t bytes);

/* Carves `n` objects of `size` bytes, uninitialised, aligned to ARENA_ALIGN. *out is NULL on
 * failure (CHERT_E_MEMORY). */
enum chert_status arena_alloc(struct arena *a, size_t n, size_t size, void **out,
                              struct err *e) CHERT_MUST_CHECK;

static inline size_t arena_mark(const struct arena *a)
{
    return a->used;
}
void arena_release(struct arena *a, size_t mark);

/* ARENA_NEW(a, &pointer, count, e): carves `count` objects of the type that `pointer` points to. */
#define ARENA_NEW(a, pp, n, e) /* NOLINTNEXTLINE(bugprone-sizeof-expression) */ \
    arena_alloc((a), (n), sizeof **(pp), (void **)(pp), (e))

#endif
