/*
 * malloc, calloc, realloc, free: a bump allocator with a free list for each size class.
 *
 * Instructions are what costs in a proof, memory hardly does, so nothing is ever merged and no
 * list is ever searched. Classes are four steps to each power of two, at most 25 % is lost. Memory
 * is zero until written, so calloc clears only blocks that have been used before. Blocks are
 * 16-byte aligned; the 16 bytes before one hold its class.
 */
#include <stdint.h>

#include "sdk.h"

#define GRAIN   16
#define CLASSES 256

struct block {
    uint64_t class;
    struct block *next;
};

extern char _heap_start[];
extern char _heap_end[];

static struct block *free_list[CLASSES];
static char *top;

/* The class of a size, and through `rounded` the size of that class. */
static uint64_t class_of(size_t size, size_t *rounded)
{
    size_t step = GRAIN;
    uint64_t class = 0;

    if (size <= GRAIN) {
        *rounded = GRAIN;
        return 0;
    }
    while (size > 8 * step) {
        step *= 2;
        class += 4;
    }
    *rounded = (size + step - 1) / step * step;
    return class + *rounded / step;
}

static struct block *take(size_t size, int *used)
{
    size_t rounded;
    uint64_t class;
    struct block *b;

    if (top == NULL) {
        top = _heap_start;
    }
    if (size > (size_t)(_heap_end - _heap_start)) {
        return NULL;
    }
    class = class_of(size, &rounded);
    b = free_list[class];
    *used = b != NULL;
    if (b != NULL) {
        free_list[class] = b->next;
        return b;
    }
    if (rounded + sizeof(*b) > (size_t)(_heap_end - top)) {
        return NULL;
    }
    b = (struct block *)(void *)top;
    top += rounded + sizeof(*b);
    b->class = class;
    return b;
}

void *malloc(size_t size)
{
    int used;
    struct block *b = take(size, &used);

    return b == NULL ? NULL : b + 1;
}

void *calloc(size_t count, size_t size)
{
    size_t bytes;
    int used;
    struct block *b;

    if (__builtin_mul_overflow(count, size, &bytes)) {
        return NULL;
    }
    b = take(bytes, &used);
    if (b == NULL) {
        return NULL;
    }
    return used ? memset(b + 1, 0, bytes) : b + 1;
}

void free(void *ptr)
{
    struct block *b = (struct block *)ptr - 1;

    if (ptr == NULL) {
        return;
    }
    b->next = free_list[b->class];
    free_list[b->class] = b;
}

/* The size of a class: the inverse of class_of. */
static size_t class_size(uint64_t class)
{
    size_t step = GRAIN;

    if (class == 0) {
        return GRAIN;
    }
    while (class > 8) {
        step *= 2;
        class -= 4;
    }
    return class * step;
}

void *realloc(void *ptr, size_t size)
{
    size_t old;
    void *fresh;

    if (ptr == NULL) {
        return malloc(size);
    }
    old = class_size(((struct block *)ptr - 1)->class);
    if (size <= old) {
        return ptr;
    }
    fresh = malloc(size);
    if (fresh != NULL) {
        memcpy(fresh, ptr, old);
        free(ptr);
    }
    return fresh;
}
