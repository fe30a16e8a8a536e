/* All that the freestanding verifier may ask of a C library; see tools/cross_verify.py. */
#ifndef CHERT_FREESTANDING_STRING_H
#define CHERT_FREESTANDING_STRING_H

#include <stddef.h>

void *memcpy(void *restrict dst, const void *restrict src, size_t n);
void *memset(void *dst, int byte, size_t n);
int memcmp(const void *a, const void *b, size_t n);

#endif
