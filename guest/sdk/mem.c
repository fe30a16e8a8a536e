/*
 * memcpy, memmove, memset, memcmp by 64-bit words where the pointers allow it.
 *
 * Always linked as an object, so that they win over libc's, whose default build is byte by byte.
 * A misaligned access works on the machine but costs several rows, so a word is used only where
 * the pointers have the same offset; other pairs go byte by byte, four at a time.
 * Compiled with -fno-tree-loop-distribute-patterns: no loop here may become a call of itself.
 */
#include <stdint.h>

#include "sdk.h"

#define WORD sizeof(uint64_t)

/* Memory of any type seen as words: the attribute is what permits it. */
typedef uint64_t __attribute__((may_alias)) word;

static int same_offset(const void *a, const void *b)
{
    return (((uintptr_t)a ^ (uintptr_t)b) & (WORD - 1)) == 0;
}

static int is_aligned(const void *p)
{
    return ((uintptr_t)p & (WORD - 1)) == 0;
}

static void copy_up(unsigned char *dst, const unsigned char *src, size_t n)
{
    if (same_offset(dst, src)) {
        for (; n > 0 && !is_aligned(dst); n--) {
            *dst++ = *src++;
        }
        for (; n >= 4 * WORD; n -= 4 * WORD) {
            word a = ((const word *)(const void *)src)[0];
            word b = ((const word *)(const void *)src)[1];
            word c = ((const word *)(const void *)src)[2];
            word d = ((const word *)(const void *)src)[3];

            ((word *)(void *)dst)[0] = a;
            ((word *)(void *)dst)[1] = b;
            ((word *)(void *)dst)[2] = c;
            ((word *)(void *)dst)[3] = d;
            dst += 4 * WORD;
            src += 4 * WORD;
        }
        for (; n >= WORD; n -= WORD) {
            *(word *)(void *)dst = *(const word *)(const void *)src;
            dst += WORD;
            src += WORD;
        }
    }
    for (; n >= 4; n -= 4) {
        unsigned char a = src[0], b = src[1], c = src[2], d = src[3];

        dst[0] = a;
        dst[1] = b;
        dst[2] = c;
        dst[3] = d;
        dst += 4;
        src += 4;
    }
    for (; n > 0; n--) {
        *dst++ = *src++;
    }
}

static void copy_down(unsigned char *dst, const unsigned char *src, size_t n)
{
    dst += n;
    src += n;
    if (same_offset(dst, src)) {
        for (; n > 0 && !is_aligned(dst); n--) {
            *--dst = *--src;
        }
        for (; n >= WORD; n -= WORD) {
            dst -= WORD;
            src -= WORD;
            *(word *)(void *)dst = *(const word *)(const void *)src;
        }
    }
    for (; n > 0; n--) {
        *--dst = *--src;
    }
}

void *memcpy(void *restrict dst, const void *restrict src, size_t n)
{
    copy_up(dst, src, n);
    return dst;
}

void *memmove(void *dst, const void *src, size_t n)
{
    /* One unsigned comparison: dst below src, or past its end. */
    if ((uintptr_t)dst - (uintptr_t)src >= n) {
        copy_up(dst, src, n);
    } else {
        copy_down(dst, src, n);
    }
    return dst;
}

void *memset(void *dst, int byte, size_t n)
{
    unsigned char *d = dst;
    word w = (unsigned char)byte * 0x0101010101010101U;

    for (; n > 0 && !is_aligned(d); n--) {
        *d++ = (unsigned char)byte;
    }
    for (; n >= 4 * WORD; n -= 4 * WORD) {
        ((word *)(void *)d)[0] = w;
        ((word *)(void *)d)[1] = w;
        ((word *)(void *)d)[2] = w;
        ((word *)(void *)d)[3] = w;
        d += 4 * WORD;
    }
    for (; n >= WORD; n -= WORD) {
        *(word *)(void *)d = w;
        d += WORD;
    }
    for (; n > 0; n--) {
        *d++ = (unsigned char)byte;
    }
    return dst;
}

int memcmp(const void *a, const void *b, size_t n)
{
    const unsigned char *p = a;
    const unsigned char *q = b;

    if (same_offset(p, q)) {
        for (; n > 0 && !is_aligned(p) && *p == *q; n--) {
            p++;
            q++;
        }
        if (is_aligned(p)) {
            for (; n >= WORD && *(const word *)(const void *)p == *(const word *)(const void *)q;
                 n -= WORD) {
                p += WORD;
                q += WORD;
            }
        }
    }
    for (; n > 0; n--) {
        if (*p != *q) {
            return *p < *q ? -1 : 1;
        }
        p++;
        q++;
    }
    return 0;
}
