/*
 * Every batch function, under every subset of the machine's vector sets, equals hash_once() on each
 * message: all small shapes, ragged ends, unaligned starts, messages too long for the kernels.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/cpu.h"
#include "hash/batch.h"

#define MAX_ROWS    ((size_t)590) /* two tiles of AVX-512 and more */
#define MAX_COLUMNS 140u
#define MAX_PARTS   40u

static fp columns_data[MAX_COLUMNS][MAX_ROWS];
static struct digest parts_data[MAX_PARTS][2 * MAX_ROWS];
static struct digest got[MAX_ROWS + 1];

static uint64_t next_random(uint64_t *s)
{
    *s += UINT64_C(0x9e3779b97f4a7c15);
    uint64_t z = *s;
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

static int setup(void **state)
{
    (void)state;
    uint64_t s = 1;
    for (size_t c = 0; c < MAX_COLUMNS; c++) {
        for (size_t r = 0; r < MAX_ROWS; r++) {
            columns_data[c][r] = next_random(&s) % FP_P;
        }
    }
    for (size_t p = 0; p < MAX_PARTS; p++) {
        for (size_t i = 0; i < 2 * MAX_ROWS; i++) {
            for (size_t j = 0; j < DIGEST_BYTES; j++) {
                parts_data[p][i].b[j] = (uint8_t)next_random(&s);
            }
        }
    }
    return 0;
}

/* Calls `check` for both hashes and every subset of the machine's features. */
static void for_each_variant(void (*check)(enum hash_kind kind, unsigned mask))
{
    const unsigned all = cpu_detect();
    for (int kind = HASH_BLAKE3; kind <= HASH_KECCAK; kind++) {
        for (unsigned mask = 0; mask <= all; mask++) {
            if ((mask & all) == mask) {
                check((enum hash_kind)kind, mask);
            }
        }
    }
}

/* Marks the digest after the last so that a write past the end shows. */
static void arm(size_t n)
{
    memset(got, 0xa5, sizeof got);
    assert_true(n <= MAX_ROWS);
}

static void expect_digest(size_t i, const struct digest *want)
{
    assert_memory_equal(got[i].b, want->b, DIGEST_BYTES);
}

static void expect_end(size_t n)
{
    struct digest untouched;
    memset(&untouched, 0xa5, sizeof untouched);
    expect_digest(n, &untouched);
}

/* Hashes n rows of `width` columns from `first`, as a batch and one by one. */
static void compare_rows(enum hash_kind kind, unsigned mask, size_t width, size_t first, size_t n)
{
    const fp *columns[MAX_COLUMNS];
    for (size_t c = 0; c < MAX_COLUMNS; c++) {
        columns[c] = columns_data[c];
    }
    arm(n);
    hash_rows(kind, mask, columns, width, first, n, got);
    for (size_t i = 0; i < n; i++) {
        uint8_t row[8 * MAX_COLUMNS];
        for (size_t c = 0; c < width; c++) {
            store_le64(row + 8 * c, columns_data[c][first + i]);
        }
        struct digest want;
        hash_once(kind, HASH_ROW, row, 8 * width, &want);
        expect_digest(i, &want);
    }
    expect_end(n);
}

static void check_rows(enum hash_kind kind, unsigned mask)
{
    /* More than a tile of 16 vectors is test_tiles'. */
    static const size_t sizes[] = {0, 1, 3, 4, 7, 8, 9, 16, 31, 57};
    for (size_t width = 0; width <= MAX_COLUMNS; width += width < 34 ? 1 : 19) {
        for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
            compare_rows(kind, mask, width, (width + s) % 12, sizes[s]);
        }
    }
}

static void test_rows(void **state)
{
    (void)state;
    for_each_variant(check_rows);
}

/* Several tiles of rows and a ragged end. */
static void check_tiles(enum hash_kind kind, unsigned mask)
{
    for (size_t n = MAX_ROWS - 60; n <= MAX_ROWS; n += 20) {
        compare_rows(kind, mask, 23, 0, n);
    }
}

static void test_tiles(void **state)
{
    (void)state;
    for_each_variant(check_tiles);
}

/* Widths around one chunk, where the kernels hand over to the streaming hash. */
static void check_wide_rows(enum hash_kind kind, unsigned mask)
{
    for (size_t width = 126; width <= 131; width++) {
        compare_rows(kind, mask, width, 5, 33);
    }
}

static void test_wide_rows(void **state)
{
    (void)state;
    for_each_variant(check_wide_rows);
}

static void check_pairs(enum hash_kind kind, unsigned mask)
{
    for (size_t n = 0; n <= 70; n++) {
        const enum hash_purpose purpose = n % 2 == 0 ? HASH_NODE : HASH_JOIN;
        arm(n);
        hash_pairs(kind, purpose, mask, parts_data[0], n, got);
        for (size_t i = 0; i < n; i++) {
            struct digest want;
            hash_once(kind, purpose, &parts_data[0][2 * i], 2 * sizeof(struct digest), &want);
            expect_digest(i, &want);
        }
        expect_end(n);
    }
}

static void test_pairs(void **state)
{
    (void)state;
    for_each_variant(check_pairs);
}

static void check_concat(enum hash_kind kind, unsigned mask)
{
    const struct digest *parts[MAX_PARTS];
    for (size_t p = 0; p < MAX_PARTS; p++) {
        parts[p] = parts_data[p] + p % 3;
    }
    for (size_t n_parts = 0; n_parts <= MAX_PARTS; n_parts++) {
        const size_t n = 17 + n_parts;
        arm(n);
        hash_concat(kind, HASH_LEAF, mask, parts, n_parts, n, got);
        for (size_t i = 0; i < n; i++) {
            struct digest message[MAX_PARTS];
            for (size_t p = 0; p < n_parts; p++) {
                message[p] = parts[p][i];
            }
            struct digest want;
            hash_once(kind, HASH_LEAF, message, n_parts * sizeof *message, &want);
            expect_digest(i, &want);
        }
        expect_end(n);
    }
}

static void test_concat(void **state)
{
    (void)state;
    for_each_variant(check_concat);
}

static struct digest fri_leaf(enum hash_kind kind, const fp *const planes[3], size_t arity,
                              size_t i)
{
    uint8_t leaf[24 * 64];
    for (size_t j = 0; j < arity; j++) {
        for (size_t c = 0; c < 3; c++) {
            store_le64(leaf + 24 * j + 8 * c, planes[c][i * arity + j]);
        }
    }
    struct digest d;
    hash_once(kind, HASH_LEAF, leaf, 24 * arity, &d);
    return d;
}

static void check_fri_leaves(enum hash_kind kind, unsigned mask)
{
    static const size_t arities[] = {1, 2, 3, 4, 8, 16, 42, 43, 64};
    for (size_t a = 0; a < sizeof arities / sizeof *arities; a++) {
        const size_t arity = arities[a];
        const size_t n = 37;
        /* The columns' memory, read as three long planes. */
        const fp *all = columns_data[0];
        const fp *const planes[3] = {all + 1, all + 1 + n * arity, all + 3 + 2 * n * arity};
        assert_true(3 + 3 * n * arity <= sizeof columns_data / sizeof(fp));
        arm(n);
        hash_fri_leaves(kind, mask, planes, arity, n, got);
        for (size_t i = 0; i < n; i++) {
            const struct digest want = fri_leaf(kind, planes, arity, i);
            expect_digest(i, &want);
        }
        expect_end(n);
    }
}

static void test_fri_leaves(void **state)
{
    (void)state;
    for_each_variant(check_fri_leaves);
}

static void check_grind(enum hash_kind kind, unsigned mask)
{
    for (uint8_t bits = 0; bits <= 9; bits++) {
        const struct digest *state = &parts_data[1][bits];
        const uint64_t start = bits == 9 ? (UINT64_C(1) << 40) - 3 : bits; /* into byte 5 */
        uint64_t want = start;
        while (!hash_grind_check(kind, state, 12, bits, want)) {
            want++;
        }
        uint64_t nonce = 0;
        assert_int_equal(hash_grind(kind, mask, state, 12, bits, start, 1u << 14, &nonce), 1);
        assert_int_equal(nonce, want);
        /* The range ends just before the hit, or with it. */
        assert_int_equal(hash_grind(kind, mask, state, 12, bits, start, want - start, &nonce), 0);
        assert_int_equal(hash_grind(kind, mask, state, 12, bits, start, want - start + 1, &nonce),
                         1);
        assert_int_equal(nonce, want);
    }
    uint64_t nonce = 0;
    assert_int_equal(hash_grind(kind, mask, parts_data[0], 12, 64, 0, 100, &nonce), 0);
}

static void test_grind(void **state)
{
    (void)state;
    for_each_variant(check_grind);
}

/* The bits count from the top of the first byte, and tag, bits and state all matter. */
static void test_grind_check(void **state)
{
    (void)state;
    uint8_t message[HASH_GRIND_BYTES] = {0};
    memcpy(message, parts_data[0][0].b, DIGEST_BYTES);
    message[32] = HASH_GRIND_OP;
    message[33] = 18;
    for (uint64_t nonce = 0; nonce < 300; nonce++) {
        store_le64(message + 35, nonce);
        for (uint8_t bits = 0; bits < 12; bits++) {
            message[34] = bits;
            struct digest d;
            hash_once(HASH_BLAKE3, HASH_TRANSCRIPT, message, sizeof message, &d);
            unsigned zeros = 0;
            while (zeros < 256 && (d.b[zeros / 8] >> (7 - zeros % 8) & 1) == 0) {
                zeros++;
            }
            assert_int_equal(hash_grind_check(HASH_BLAKE3, parts_data[0], 18, bits, nonce),
                             zeros >= bits);
        }
    }
    assert_int_equal(hash_grind_check(HASH_BLAKE3, parts_data[0], 18, 65, 0), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows),      cmocka_unit_test(test_tiles),
        cmocka_unit_test(test_wide_rows), cmocka_unit_test(test_pairs),
        cmocka_unit_test(test_concat),    cmocka_unit_test(test_fri_leaves),
        cmocka_unit_test(test_grind),     cmocka_unit_test(test_grind_check),
    };
    return cmocka_run_group_tests(tests, setup, NULL);
}
