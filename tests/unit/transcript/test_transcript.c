/*
 * The transcript against tests/vectors/transcript.txt, which reference.py made without this code;
 * and that order, tags, lengths and every byte of the history matter.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/cpu.h"
#include "transcript/grind.h"
#include "transcript/transcript.h"

#define MAX_DATA 5000u
#define MAX_DRAW 16u

static uint8_t data[MAX_DATA];

static int setup(void **state)
{
    (void)state;
    for (size_t i = 0; i < MAX_DATA; i++) {
        data[i] = (uint8_t)(i % 251);
    }
    return 0;
}

static uint64_t next_number(char **words)
{
    const char *word = strtok_r(NULL, " \n", words);
    assert_non_null(word);
    return strtoull(word, NULL, 10);
}

static void expect_state(const struct transcript *t, char **words)
{
    const char *want = strtok_r(NULL, " \n", words);
    assert_non_null(want);
    char got[65];
    for (size_t i = 0; i < DIGEST_BYTES; i++) {
        (void)snprintf(got + 2 * i, 3, "%02x", t->state.b[i]);
    }
    assert_string_equal(got, want);
    assert_null(strtok_r(NULL, " \n", words));
}

static void step_draw(struct transcript *t, enum transcript_tag tag, char **words)
{
    const size_t n = (size_t)next_number(words);
    fp out[MAX_DRAW];
    fp3 wide[MAX_DRAW];
    assert_true(n <= MAX_DRAW);
    struct transcript twin = *t;
    transcript_draw_fp(t, tag, out, n);
    for (size_t i = 0; i < n; i++) {
        assert_true(out[i] == next_number(words));
    }
    if (n % 3 == 0) { /* an extension element is three of the base field */
        transcript_draw_fp3(&twin, tag, wide, n / 3);
        assert_memory_equal(wide, out, n * sizeof *out);
        assert_true(digest_equal(&twin.state, &t->state));
    }
}

static void step_grind(struct transcript *t, enum transcript_tag tag, char **words)
{
    const uint8_t bits = (uint8_t)next_number(words);
    const uint64_t want = next_number(words);
    for (uint64_t nonce = 0; nonce <= want; nonce++) {
        assert_int_equal(transcript_grind_check(t, tag, bits, nonce), nonce == want);
    }
    struct transcript twin = *t;
    struct err e = {0};
    uint64_t nonce = 0;
    assert_int_equal(transcript_grind(t, tag, bits, cpu_detect(), &nonce, &e), CHERT_OK);
    assert_true(nonce == want);
    transcript_grind_absorb(&twin, tag, want);
    assert_true(digest_equal(&twin.state, &t->state));
}

static void step_indices(struct transcript *t, enum transcript_tag tag, char **words)
{
    const size_t n = (size_t)next_number(words);
    const unsigned bits = (unsigned)next_number(words);
    uint32_t out[MAX_DRAW];
    assert_true(n <= MAX_DRAW);
    transcript_draw_indices(t, tag, out, n, bits);
    for (size_t i = 0; i < n; i++) {
        assert_int_equal(out[i], next_number(words));
    }
}

static void step(struct transcript *t, const char *verb, char **words)
{
    const uint64_t first = next_number(words); /* a kind, an index, or a tag */
    const enum transcript_tag tag = (enum transcript_tag)first;
    if (strcmp(verb, "init") == 0) {
        transcript_init(t, (enum hash_kind)first);
    } else if (strcmp(verb, "absorb") == 0) {
        const size_t len = (size_t)next_number(words);
        assert_true(len <= MAX_DATA);
        transcript_absorb(t, tag, data, len);
    } else if (strcmp(verb, "draw") == 0) {
        step_draw(t, tag, words);
    } else if (strcmp(verb, "fork") == 0) {
        *t = transcript_fork(t, first);
    } else if (strcmp(verb, "grind") == 0) {
        step_grind(t, tag, words);
    } else {
        assert_string_equal(verb, "indices");
        step_indices(t, tag, words);
    }
    expect_state(t, words);
}

static void test_vectors(void **state)
{
    (void)state;
    FILE *f = fopen("tests/vectors/transcript.txt", "r");
    if (f == NULL) {
        fail_msg("tests/vectors/transcript.txt cannot be opened; run from the source folder");
    }
    struct transcript t;
    char line[512];
    unsigned n_steps = 0;
    while (fgets(line, sizeof line, f) != NULL) {
        if (line[0] == '#') {
            continue;
        }
        char *words = NULL;
        const char *verb = strtok_r(line, " \n", &words);
        assert_non_null(verb);
        step(&t, verb, &words);
        n_steps++;
    }
    (void)fclose(f);
    assert_int_equal(n_steps, 44);
}

/* Pieces and typed absorbs are the plain absorb of the same bytes. */
static void test_absorb_forms(void **state)
{
    (void)state;
    fp3 v[5];
    uint8_t bytes[sizeof v];
    for (size_t i = 0; i < 15; i++) {
        v[i / 3].c[i % 3] = FP_P - 1 - i;
        store_le64(bytes + 8 * i, FP_P - 1 - i);
    }
    for (int kind = HASH_BLAKE3; kind <= HASH_KECCAK; kind++) {
        struct transcript a, b;
        transcript_init(&a, (enum hash_kind)kind);
        b = a;
        transcript_absorb(&a, TAG_VALUES, bytes, sizeof bytes);
        const struct transcript want = a;
        a = b;
        transcript_absorb_fp3(&a, TAG_VALUES, v, 5);
        assert_true(digest_equal(&a.state, &want.state));
        a = b;
        transcript_absorb_fp(&a, TAG_VALUES, v[0].c, 15);
        assert_true(digest_equal(&a.state, &want.state));
        a = b;
        struct transcript_absorber absorber;
        transcript_absorb_begin(&absorber, &a, TAG_VALUES, sizeof bytes);
        transcript_absorb_update(&absorber, bytes, 7);
        transcript_absorb_update(&absorber, bytes + 7, 0);
        transcript_absorb_update(&absorber, bytes + 7, sizeof bytes - 7);
        transcript_absorb_end(&absorber);
        assert_true(digest_equal(&a.state, &want.state));
    }
}

/* Histories that a careless transcript would confuse; all must end in different states. */
static void test_histories_differ(void **state)
{
    (void)state;
    enum { N = 14 };
    struct transcript t[N];
    fp x[4];
    for (size_t i = 0; i < N; i++) {
        transcript_init(&t[i], HASH_BLAKE3);
    }
    transcript_absorb(&t[1], TAG_KEY, data, 0);
    transcript_absorb(&t[2], TAG_KEY, data, 1);
    transcript_absorb(&t[3], TAG_STATEMENT, data, 1);
    transcript_absorb(&t[4], TAG_KEY, data, 1); /* order */
    transcript_absorb(&t[4], TAG_STATEMENT, data, 1);
    transcript_absorb(&t[5], TAG_STATEMENT, data, 1);
    transcript_absorb(&t[5], TAG_KEY, data, 1);
    transcript_absorb(&t[6], TAG_KEY, data, 1); /* where a piece ends */
    transcript_absorb(&t[6], TAG_KEY, data + 1, 1);
    transcript_absorb(&t[7], TAG_KEY, data, 2);
    transcript_draw_fp(&t[8], TAG_BETA, x, 3); /* tags of draws, and that they are drawn */
    transcript_draw_fp(&t[9], TAG_LAMBDA, x, 3);
    transcript_draw_fp(&t[10], TAG_BETA, x, 3);
    transcript_draw_fp(&t[10], TAG_BETA, x, 3);
    t[11] = transcript_fork(&t[11], 0);
    t[12] = transcript_fork(&t[12], 1);
    transcript_init(&t[13], HASH_KECCAK);
    for (size_t i = 0; i < N; i++) {
        for (size_t j = 0; j < i; j++) {
            assert_false(digest_equal(&t[i].state, &t[j].state));
        }
    }
}

/* Any byte of anything absorbed changes every later draw. */
static void test_every_byte_counts(void **state)
{
    (void)state;
    fp first[3], other[3];
    struct transcript t;
    uint8_t bytes[200];
    memcpy(bytes, data, sizeof bytes);
    transcript_init(&t, HASH_BLAKE3);
    transcript_absorb(&t, TAG_MAIN_ROOT, bytes, sizeof bytes);
    transcript_draw_fp(&t, TAG_LOOKUP, first, 3);
    for (size_t i = 0; i < sizeof bytes; i++) {
        bytes[i] ^= 0x10;
        transcript_init(&t, HASH_BLAKE3);
        transcript_absorb(&t, TAG_MAIN_ROOT, bytes, sizeof bytes);
        transcript_draw_fp(&t, TAG_LOOKUP, other, 3);
        for (size_t k = 0; k < 3; k++) {
            assert_true(first[k] != other[k]);
        }
        bytes[i] ^= 0x10;
    }
}

/* A state, found by search, whose first digest has a fourth word of p or more: it is skipped, and
 * the next digest's first word comes in its place. Indices use it. */
static void test_rejection(void **state)
{
    (void)state;
    struct transcript t = {.kind = HASH_BLAKE3};
    memcpy(t.state.b, "rejected word", 13);
    store_le64(t.state.b + 24, 301159449);
    uint8_t message[DIGEST_BYTES + 10] = {0};
    memcpy(message, t.state.b, DIGEST_BYTES);
    message[DIGEST_BYTES] = 2;
    message[DIGEST_BYTES + 1] = TAG_BETA;
    struct digest d[2];
    hash_once(HASH_BLAKE3, HASH_TRANSCRIPT, message, sizeof message, &d[0]);
    message[DIGEST_BYTES + 2] = 1;
    hash_once(HASH_BLAKE3, HASH_TRANSCRIPT, message, sizeof message, &d[1]);
    const uint64_t rejected = load_le64(d[0].b + 24);
    assert_true(rejected >= FP_P);

    struct transcript twin = t;
    fp out[5];
    transcript_draw_fp(&t, TAG_BETA, out, 5);
    for (size_t i = 0; i < 5; i++) {
        assert_true(out[i] == load_le64(i < 3 ? d[0].b + 8 * i : d[1].b + 8 * (i - 3)));
    }
    uint32_t indices[5];
    transcript_draw_indices(&twin, TAG_BETA, indices, 5, 32);
    assert_int_equal(indices[3], (uint32_t)rejected);
    assert_int_equal(indices[4], (uint32_t)load_le64(d[1].b));
}

/* The least nonce, whatever the instruction set. */
static void test_grind(void **state)
{
    (void)state;
    for (unsigned mask = 0; mask <= cpu_detect(); mask++) {
        if ((mask & cpu_detect()) != mask) {
            continue;
        }
        struct transcript t, before;
        transcript_init(&t, HASH_KECCAK);
        before = t;
        struct err e = {0};
        uint64_t nonce = 0;
        assert_int_equal(transcript_grind(&t, TAG_QUERY_GRIND, 10, mask, &nonce, &e), CHERT_OK);
        for (uint64_t i = 0; i <= nonce; i++) {
            assert_int_equal(transcript_grind_check(&before, TAG_QUERY_GRIND, 10, i), i == nonce);
        }
        assert_false(digest_equal(&t.state, &before.state));
        assert_int_equal(transcript_grind(&t, TAG_QUERY_GRIND, 65, mask, &nonce, &e),
                         CHERT_E_LIMIT);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_vectors),          cmocka_unit_test(test_absorb_forms),
        cmocka_unit_test(test_histories_differ), cmocka_unit_test(test_every_byte_counts),
        cmocka_unit_test(test_rejection),        cmocka_unit_test(test_grind),
    };
    return cmocka_run_group_tests(tests, setup, NULL);
}
