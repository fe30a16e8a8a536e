/* The portable hash functions against published vectors and against an independent program's. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hash/hash.h"

#define MAX_INPUT 102400u

static uint8_t input[MAX_INPUT];

static int setup(void **state)
{
    (void)state;
    for (size_t i = 0; i < MAX_INPUT; i++) {
        input[i] = (uint8_t)(i % 251);
    }
    return 0;
}

static void hex(const uint8_t b[32], char out[65])
{
    for (size_t i = 0; i < 32; i++) {
        (void)snprintf(out + 2 * i, 3, "%02x", b[i]);
    }
}

static void expect_hex(const uint8_t b[32], const char *want)
{
    char got[65];
    hex(b, got);
    assert_string_equal(got, want);
}

/* The next line of a vector file that is no comment; NULL at the end. */
static char *next_line(FILE *f, char *line, int bytes)
{
    char *got = fgets(line, bytes, f);
    while (got != NULL && line[0] == '#') {
        got = fgets(line, bytes, f);
    }
    return got;
}

static size_t next_number(char **words)
{
    const char *word = strtok_r(NULL, " \n", words);
    assert_non_null(word);
    return strtoul(word, NULL, 10);
}

static const char *next_word(char **words)
{
    const char *word = strtok_r(NULL, " \n", words);
    assert_non_null(word);
    return word;
}

static FILE *open_vectors(const char *path)
{
    FILE *f = fopen(path, "r");
    if (f == NULL) {
        fail_msg("%s: cannot be opened; run from the source folder", path);
    }
    return f;
}

static void blake3_in_pieces(const uint8_t *key, size_t len, size_t piece, uint8_t out[32])
{
    struct blake3 s;
    blake3_init(&s, key);
    for (size_t at = 0; at < len; at += piece) {
        blake3_update(&s, input + at, len - at < piece ? len - at : piece);
    }
    blake3_final(&s, out);
}

static void test_blake3_vectors(void **state)
{
    (void)state;
    const uint8_t key[33] = "whats the Elvish word for friend";
    FILE *f = open_vectors("tests/vectors/blake3.txt");
    char line[256];
    unsigned n_lines = 0;
    while (next_line(f, line, sizeof line) != NULL) {
        char *words = line;
        const size_t len = next_number(&words);
        const char *plain = next_word(&words);
        const char *keyed = next_word(&words);
        assert_true(len <= MAX_INPUT);
        const size_t pieces[] = {MAX_INPUT, 1024, 63, 64, 65, 1000};
        for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++) {
            uint8_t out[32];
            blake3_in_pieces(NULL, len, pieces[i], out);
            expect_hex(out, plain);
            blake3_in_pieces(key, len, pieces[i], out);
            expect_hex(out, keyed);
        }
        n_lines++;
    }
    (void)fclose(f);
    assert_int_equal(n_lines, 35);
}

static void keccak_of(const void *data, size_t len, size_t piece, uint8_t out[32])
{
    const uint8_t *p = data;
    struct keccak s;
    keccak_init(&s);
    for (size_t at = 0; at < len; at += piece) {
        keccak_update(&s, p + at, len - at < piece ? len - at : piece);
    }
    keccak_final(&s, out);
}

static void test_keccak_known(void **state)
{
    (void)state;
    static const struct {
        const char *text, *want;
    } known[] = {
        {"", "c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470"},
        {"abc", "4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45"},
        {"hello", "1c8aff950685c2ed4bc3174f3472287b56d9517b9c948127319a09a7a36deac8"},
        {"The quick brown fox jumps over the lazy dog",
         "4d741b6f1eb29cb2a9b9911c82f56fa8d73b04959d3d9d222895df6c0b28aa15"},
        {"transfer(address,uint256)",
         "a9059cbb2ab09eb219583f4a59a5d0623ade346d962bcd4e46b11da047c9049b"},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        uint8_t out[32];
        keccak_of(known[i].text, strlen(known[i].text), 1000, out);
        expect_hex(out, known[i].want);
    }
}

static void test_keccak_vectors(void **state)
{
    (void)state;
    FILE *f = open_vectors("tests/vectors/keccak256.txt");
    char line[256];
    unsigned n_lines = 0;
    while (next_line(f, line, sizeof line) != NULL) {
        char *words = line;
        const size_t len = next_number(&words);
        const char *want = next_word(&words);
        assert_true(len <= MAX_INPUT);
        const size_t pieces[] = {MAX_INPUT, 1, 5, 8, 13, 136};
        for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++) {
            uint8_t out[32];
            keccak_of(input, len, pieces[i], out);
            expect_hex(out, want);
        }
        n_lines++;
    }
    (void)fclose(f);
    assert_int_equal(n_lines, 24);
}

static void test_purposes(void **state)
{
    (void)state;
    FILE *f = open_vectors("tests/vectors/hash_purposes.txt");
    char line[256];
    unsigned n_lines = 0;
    while (next_line(f, line, sizeof line) != NULL) {
        char *words = line;
        const size_t kind = next_number(&words);
        const size_t purpose = next_number(&words);
        const size_t len = next_number(&words);
        const char *want = next_word(&words);
        assert_true(len <= MAX_INPUT && kind <= HASH_KECCAK && purpose < HASH_PURPOSES);
        struct digest d;
        hash_once((enum hash_kind)kind, (enum hash_purpose)purpose, input, len, &d);
        expect_hex(d.b, want);

        struct hasher h;
        hash_init(&h, (enum hash_kind)kind, (enum hash_purpose)purpose);
        hash_update(&h, input, len / 3);
        hash_update(&h, input, 0);
        hash_update(&h, input + len / 3, len - len / 3);
        for (int again = 0; again < 2; again++) { /* hash_final leaves the hasher as it was */
            hash_final(&h, &d);
            expect_hex(d.b, want);
        }
        n_lines++;
    }
    (void)fclose(f);
    assert_int_equal(n_lines, 2 * HASH_PURPOSES * 9);
}

/* Every purpose and kind is a different function. */
static void test_purposes_differ(void **state)
{
    (void)state;
    struct digest d[2 * HASH_PURPOSES];
    for (unsigned i = 0; i < 2 * HASH_PURPOSES; i++) {
        hash_once((enum hash_kind)(i / HASH_PURPOSES), (enum hash_purpose)(i % HASH_PURPOSES),
                  input, 64, &d[i]);
        for (unsigned j = 0; j < i; j++) {
            assert_false(digest_equal(&d[i], &d[j]));
        }
    }
}

static void test_pair(void **state)
{
    (void)state;
    for (int kind = HASH_BLAKE3; kind <= HASH_KECCAK; kind++) {
        struct digest in[2], want;
        memcpy(in, input, sizeof in);
        hash_once((enum hash_kind)kind, HASH_NODE, in, sizeof in, &want);
        hash_pair((enum hash_kind)kind, HASH_NODE, &in[0], &in[1], &in[1]);
        assert_true(digest_equal(&in[1], &want));
        hash_pair((enum hash_kind)kind, HASH_NODE, &in[1], &in[0], &want);
        assert_false(digest_equal(&in[1], &want));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_blake3_vectors),  cmocka_unit_test(test_keccak_known),
        cmocka_unit_test(test_keccak_vectors),  cmocka_unit_test(test_purposes),
        cmocka_unit_test(test_purposes_differ), cmocka_unit_test(test_pair),
    };
    return cmocka_run_group_tests(tests, setup, NULL);
}
