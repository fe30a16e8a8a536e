#include "base/arena.h"

#ifndef CHERT_FREESTANDING
#    include <stdlib.h>
#    include <sys/mman.h>
#endif

#if defined(__SANITIZE_ADDRESS__)
#    include <sanitizer/asan_interface.h>
#else
#    define ASAN_POISON_MEMORY_REGION(p, n)   ((void)(p), (void)(n))
#    define ASAN_UNPOISON_MEMORY_REGION(p, n) ((void)(p), (void)(n))
#endif

size_t arena_bytes(size_t n, size_t size)
{
    size_t bytes = 0;
    if (__builtin_mul_overflow(n, size, &bytes) || bytes > SIZE_MAX / 2) {
        return SIZE_MAX;
    }
    return (bytes + ARENA_ALIGN - 1) & ~(size_t)(ARENA_ALIGN - 1);
}

#ifndef CHERT_FREESTANDING
#    define HUGE_PAGE ((size_t)2 << 20)
#    define HUGE_FROM ((size_t)8 << 20) /* smaller arenas stay on small pages */

enum chert_status arena_init(struct arena *a, size_t size, struct err *e)
{
    const size_t bytes = arena_bytes(size, 1);
    *a = (struct arena){0};
    if (bytes == SIZE_MAX) {
        return err_set(e, CHERT_E_LIMIT, "arena of %zu bytes", size);
    }
    const size_t align = bytes < HUGE_FROM ? ARENA_ALIGN : HUGE_PAGE;
    const size_t rounded = bytes == 0 ? ARENA_ALIGN : (bytes + align - 1) & ~(align - 1);
    a->base = aligned_alloc(align, rounded);
    if (a->base == NULL) {
        return err_set(e, CHERT_E_MEMORY, "arena of %zu bytes", bytes);
    }
    if (align == HUGE_PAGE) {
        (void)madvise(a->base, rounded, MADV_HUGEPAGE); /* a wish: faults are 500 times fewer */
    }
    a->size = bytes;
    ASAN_POISON_MEMORY_REGION(a->base, a->size);
    return CHERT_OK;
}

void arena_fini(struct arena *a)
{
    if (a->base != NULL) {
        ASAN_UNPOISON_MEMORY_REGION(a->base, a->size);
    }
    free(a->base);
    *a = (struct arena){0};
}
#endif

struct arena arena_over(void *storage, size_t bytes)
{
    const uintptr_t at = (uintptr_t)storage;
    const size_t skip = (size_t)(-at & (ARENA_ALIGN - 1));
    struct arena a = {0};
    if (bytes > skip) {
        a.base = (uint8_t *)storage + skip;
        a.size = (bytes - skip) & ~(size_t)(ARENA_ALIGN - 1);
        ASAN_POISON_MEMORY_REGION(a.base, a.size);
    }
    return a;
}

enum chert_status arena_alloc(struct arena *a, size_t n, size_t size, void **out, struct err *e)
{
    const size_t bytes = arena_bytes(n, size);
    *out = NULL;
    if (bytes > a->size - a->used) {
        return err_set(e, CHERT_E_MEMORY, "arena: %zu x %zu bytes asked, %zu of %zu left", n, size,
                       a->size - a->used, a->size);
    }
    *out = a->base + a->used;
    ASAN_UNPOISON_MEMORY_REGION(*out, n * size);
    a->used += bytes;
    if (a->used > a->peak) {
        a->peak = a->used;
    }
    return CHERT_OK;
}

void arena_release(struct arena *a, size_t mark)
{
    ASAN_POISON_MEMORY_REGION(a->base + mark, a->used - mark);
    a->used = mark;
}
