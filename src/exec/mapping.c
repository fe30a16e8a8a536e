/*
 * Memory by mmap instead of an arena: the guest's address space is sparse, and event arrays grow
 * to a size that nobody knows beforehand. mremap moves page tables, not bytes.
 */
#include <sys/mman.h>

#include "exec/internal.h"

#define FIRST_BYTES ((size_t)1 << 16)
#define HUGE_PAGE   ((size_t)1 << 21)

void *mapping_reserve(size_t bytes, int accessible)
{
    void *p = mmap(NULL, bytes, accessible ? PROT_READ | PROT_WRITE : PROT_NONE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return p == MAP_FAILED ? NULL : p;
}

void mapping_free(void *p, size_t bytes)
{
    if (p != NULL) {
        (void)munmap(p, bytes);
    }
}

void *mapping_grow(void *old, size_t *size, size_t need)
{
    size_t bytes = *size < FIRST_BYTES ? FIRST_BYTES : 2 * *size;
    void *p = NULL;

    while (bytes < need) {
        bytes *= 2;
    }
    p = old == NULL ? mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
                    : mremap(old, *size, bytes, MREMAP_MAYMOVE);
    if (p == MAP_FAILED) {
        return NULL;
    }
    if (bytes >= 2 * HUGE_PAGE) {
        (void)madvise(p, bytes, MADV_HUGEPAGE); /* fewer faults while recording; advice only */
    }
    *size = bytes;
    return p;
}
