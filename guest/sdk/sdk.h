/* Shared inside the SDK: the functions that libc's headers would declare, and the flush hook. */
#ifndef CHERT_GUEST_SDK_H
#define CHERT_GUEST_SDK_H

#include <stddef.h>

_Noreturn void _exit(int code);
_Noreturn void exit(int code);
_Noreturn void abort(void);
int atexit(void (*function)(void));

/* Calls `function` before the run ends; set by stdio when it first holds back bytes. */
void chert_on_flush(void (*function)(void));

void *memcpy(void *restrict dst, const void *restrict src, size_t n);
void *memmove(void *dst, const void *src, size_t n);
void *memset(void *dst, int byte, size_t n);
int memcmp(const void *a, const void *b, size_t n);

void *malloc(size_t size);
void *calloc(size_t count, size_t size);
void *realloc(void *ptr, size_t size);
void free(void *ptr);

#endif
