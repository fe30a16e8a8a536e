/*
 * Run by sdk.sh: the memory functions against byte loops at all small sizes and offsets, the heap
 * for alignment, overlap, reuse, zeroes and refusal, printf and atexit. Exits with 42 if all holds,
 * otherwise with the line of the first failure.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chert.h"

#define SPAN 160
#define REQUIRE(condition)  \
    do {                    \
        if (!(condition)) { \
            exit(__LINE__); \
        }                   \
    } while (0)

/* Through volatile pointers, so that the compiler cannot answer for the library. */
static void *(*volatile copy)(void *restrict, const void *restrict, size_t) = memcpy;
static void *(*volatile move)(void *, const void *, size_t) = memmove;
static void *(*volatile fill)(void *, int, size_t) = memset;
static int (*volatile compare)(const void *, const void *, size_t) = memcmp;

static unsigned char buffer[2 * SPAN];
static unsigned char expected[2 * SPAN];

static void reset(void)
{
    for (size_t i = 0; i < sizeof(buffer); i++) {
        buffer[i] = expected[i] = (unsigned char)(i * 7 + 3);
    }
}

static int same(void)
{
    for (size_t i = 0; i < sizeof(buffer); i++) {
        if (buffer[i] != expected[i]) {
            return 0;
        }
    }
    return 1;
}

static void test_one_size(size_t from, size_t to, size_t n)
{
    unsigned char original[2 * SPAN];

    reset();
    for (size_t i = 0; i < sizeof(buffer); i++) {
        original[i] = buffer[i];
    }
    for (size_t i = 0; i < n; i++) {
        expected[to + i] = original[from + i];
    }
    REQUIRE(move(buffer + to, buffer + from, n) == buffer + to);
    REQUIRE(same());
    REQUIRE(compare(buffer, expected, sizeof(buffer)) == 0);

    reset();
    for (size_t i = 0; i < n; i++) {
        expected[SPAN + to + i] = original[from + i];
    }
    REQUIRE(copy(buffer + SPAN + to, buffer + from, n) == buffer + SPAN + to);
    REQUIRE(same());

    reset();
    for (size_t i = 0; i < n; i++) {
        expected[to + i] = 0xa5;
    }
    REQUIRE(fill(buffer + to, 0x1a5, n) == buffer + to);
    REQUIRE(same());
}

static void test_compare(size_t offset, size_t n)
{
    reset();
    copy(buffer + SPAN + offset, buffer + 1, n);
    REQUIRE(compare(buffer + SPAN + offset, buffer + 1, n) == 0);
    for (size_t i = 0; i < n; i++) {
        buffer[SPAN + offset + i] ^= 0x80;
        REQUIRE((compare(buffer + SPAN + offset, buffer + 1, n) > 0) ==
                (buffer[SPAN + offset + i] > buffer[1 + i]));
        REQUIRE(compare(buffer + SPAN + offset, buffer + 1, n) != 0);
        REQUIRE(compare(buffer + SPAN + offset, buffer + 1, i) == 0);
        buffer[SPAN + offset + i] ^= 0x80;
    }
}

static void test_memory(void)
{
    for (size_t n = 0; n < 70; n = n < 18 ? n + 1 : n + 7) {
        for (size_t from = 0; from < 10; from++) {
            for (size_t to = 0; to < 10; to++) {
                test_one_size(from, to, n);
            }
            test_compare(from, n);
        }
    }
}

#define BLOCKS 200

static void test_heap(void)
{
    static unsigned char *block[BLOCKS];
    uint64_t state = 1;
    unsigned char *zeroed;

    for (int round = 0; round < 3; round++) {
        for (size_t i = 0; i < BLOCKS; i++) {
            size_t size = (size_t)(i * i / 4);

            block[i] = malloc(size);
            REQUIRE(block[i] != NULL && (uintptr_t)block[i] % 16 == 0);
            fill(block[i], (int)i, size);
        }
        for (size_t i = 0; i < BLOCKS; i++) {
            size_t size = (size_t)(i * i / 4);

            for (size_t k = 0; k < size; k++) {
                REQUIRE(block[i][k] == (unsigned char)i);
            }
            state = state * 6364136223846793005 + 1;
            block[i] = realloc(block[i], size + (state >> 56));
            REQUIRE(block[i] != NULL);
            for (size_t k = 0; k < size; k++) {
                REQUIRE(block[i][k] == (unsigned char)i);
            }
        }
        for (size_t i = 0; i < BLOCKS; i++) {
            free(block[(i * 7) % BLOCKS]);
        }
        zeroed = calloc(100, 10);
        for (size_t k = 0; k < 1000; k++) {
            REQUIRE(zeroed[k] == 0);
        }
        fill(zeroed, 1, 1000);
        free(zeroed);
    }
    free(NULL);
    for (volatile size_t size = SIZE_MAX; size > (size_t)1 << 30; size /= 2) {
        /* Kept in a variable that clang must read, or it answers for malloc itself. */
        void *volatile refused = malloc(size);

        REQUIRE(refused == NULL);
        refused = calloc(size, 3);
        REQUIRE(refused == NULL);
    }
}

static void say_goodbye(void)
{
    printf("at exit\n");
}

int main(void)
{
    test_memory();
    printf("memory ok\n");
    test_heap();
    printf("heap ok\n");
    printf("printf %d %s %ld\n", 12, "abc", -3L);
    errno = 0;
    REQUIRE(strtol("99999999999999999999", NULL, 10) == __LONG_MAX__ && errno == ERANGE);
    REQUIRE(atexit(say_goodbye) == 0);
    return 42;
}
