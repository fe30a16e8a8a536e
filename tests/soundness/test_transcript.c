/*
 * Goal: every challenge depends on every byte that the proof says before it, and on nothing that it
 * says later; and no byte of a proof escapes both transcript and Merkle trees.
 * Method: real proofs, of every set, hash and grouping, made and verified with the transcript's
 * calls wrapped (log.h).
 *
 *   order      the steps are those of docs/proof-format.md, sections 4 to 6
 *   coverage   absorbed bytes, opened rows, leaves and siblings are the whole proof, in its order,
 *              each byte once
 *   prover     takes the same steps to the same states
 *   replay     flips each byte absorbed: every later challenge of the group changes
 *   verifier   flips bytes of the proof and lets the verifier read on: no earlier challenge
 *              changes, the next one does
 *   indices    are uniform; proofs of work hold for all numbers of bits
 *   points     that the protocol must not use (a z that a domain may have, a public term whose
 *              denominator is 0) are refused when the transcript yields them
 */
#include <regex.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "proof/domain.h"
#include "soundness/fixture.h"
#include "tables/row.h"
#include "transcript/grind.h"

static const struct subject subjects[] = {
    {"hello", NULL, SET_TEST, HASH_BLAKE3, GROUPING_JOINT},
    {"hello", NULL, SET_TEST, HASH_KECCAK, GROUPING_PER_TABLE},
    {"sha256", "sha256.hello.in", SET_TEST, HASH_BLAKE3, GROUPING_PER_TABLE},
    {"hello", NULL, SET_FAST, HASH_BLAKE3, GROUPING_JOINT},
    {"hello", NULL, SET_COMPACT, HASH_BLAKE3, GROUPING_JOINT},
};

/* The verifier's log, and the prover's steps before it. */
static struct log *prover_log;

/* Absorbs in lower case: Key, Statement, Main root, Aux root, sUms, Quotient root, Values, Batch
 * nonce, Fri root, fold nonce (g), fiNal, query nonce (w). Draws in upper case: Lookup, lambda (E),
 * Z, Deep, beTa, X: queries. */
static const char *grammar(enum set_id set)
{
    switch (set) {
    case SET_FAST:
        return "^ksm+L(/auEqZvD(FT)*nwX)+$";
    case SET_COMPACT:
        return "^ksm+L(/auEqZvbD(FgT)*nwX)+$";
    case SET_TEST:
    default:
        return "^ksm+L(/auEqZvD(FT)*nX)+$";
    }
}

static void check_order(const struct subject *s)
{
    static char letters[LOG_STEPS + 1];
    regex_t want;
    log_letters(&the_log, letters, sizeof letters);
    assert_int_equal(regcomp(&want, grammar(s->set), REG_EXTENDED | REG_NOSUB), 0);
    if (regexec(&want, letters, 0, NULL, 0) != 0) {
        fail_msg("steps %s", letters);
    }
    regfree(&want);
}

static void check_coverage(void)
{
    if (the_log.gap_at != SIZE_MAX) {
        fail_msg("byte %zu of %zu is neither absorbed nor hashed", the_log.gap_at,
                 the_log.proof_len);
    }
    assert_int_equal(the_log.proof_at, the_log.proof_len);
}

static void check_same_steps(const struct log *a, const struct log *b)
{
    assert_int_equal(a->n_steps, b->n_steps);
    for (size_t i = 0; i < a->n_steps; i++) {
        const struct step *x = &a->steps[i], *y = &b->steps[i];
        if (x->kind != y->kind || x->tag != y->tag || !digest_equal(&x->after, &y->after)) {
            fail_msg("step %zu of prover and verifier differ: tags %d and %d", i, (int)x->tag,
                     (int)y->tag);
        }
    }
}

/* Where the steps that depend on step i end: its group's last, or the log's. */
static size_t reach(const struct log *log, size_t i, size_t first_fork)
{
    size_t end = i + 1;
    while (end < log->n_steps && (i < first_fork || log->steps[end].kind != STEP_FORK)) {
        end++;
    }
    return end;
}

static void expect_changed(const struct log *log, size_t first, size_t last, const uint8_t *drawn,
                           size_t flip)
{
    for (size_t i = first; i < last; i++) {
        const struct step *s = &log->steps[i];
        const size_t unit = s->kind == STEP_DRAW ? sizeof(fp3) : s->len;
        if (s->kind != STEP_DRAW && s->kind != STEP_INDICES) {
            continue;
        }
        for (size_t at = s->at; at < s->at + s->len; at += unit) {
            if (memcmp(drawn + at, log->bytes + at, unit) == 0) {
                fail_msg("byte %zu absorbed: a draw of tag %d does not depend on it", flip,
                         (int)s->tag);
            }
        }
    }
}

/* Flips each `stride`-th byte of everything absorbed. */
static void check_replay(const struct log *log, size_t stride)
{
    static uint8_t drawn[LOG_BYTES];
    struct transcript t = {.kind = HASH_BLAKE3}, root = {.kind = HASH_BLAKE3};
    size_t first_fork = 0;
    while (log->steps[first_fork].kind != STEP_FORK) {
        first_fork++;
    }
    log_replay(log, 0, log->n_steps, &t, &root, SIZE_MAX, drawn);
    for (size_t i = 0; i < log->n_steps; i++) { /* unchanged, it draws the same */
        const struct step *s = &log->steps[i];
        if (s->kind == STEP_DRAW || s->kind == STEP_INDICES) {
            assert_memory_equal(drawn + s->at, log->bytes + s->at, s->len);
        }
    }
    for (size_t i = 0; i < log->n_steps; i++) {
        const struct step *s = &log->steps[i];
        const size_t end = reach(log, i, first_fork);
        for (size_t k = 0; s->kind == STEP_ABSORB && k<s->len; k += s->len> 64 ? stride : 1) {
            struct transcript from = t, from_root = root;
            from.state = log->steps[i - 1].after;
            log_replay(log, i, end, &from, &from_root, s->at + k, drawn);
            expect_changed(log, i, end, drawn, s->at + k);
        }
    }
}

static void test_steps(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof subjects / sizeof subjects[0]; i++) {
        const struct subject *s = &subjects[i];
        struct fixture f;
        log_start(NULL, 0);
        fixture_open(&f, s);
        log_stop();
        /* what came before the last init was the verification of prove_program's own, if any */
        memcpy(prover_log, &the_log, sizeof the_log);
        log_start(f.proof.proof, f.proof.proof_bytes);
        assert_int_equal(fixture_verify(&f, f.proof.proof, f.proof.proof_bytes), CHERT_OK);
        log_stop();
        check_order(s);
        check_coverage();
        prover_log->n_steps /= 2; /* prove_program verifies what it has proved */
        check_same_steps(prover_log, &the_log);
        check_replay(&the_log, s->set == SET_TEST && s->grouping == GROUPING_JOINT ? 3 : 41);
        fixture_close(&f);
    }
}

/* ---- The verifier reads changed proofs ---- */

/* Draws before `at` are those of `honest`, draws after it are not. */
static unsigned compare_draws(const struct log *honest, const struct log *changed, size_t at)
{
    unsigned after = 0;
    for (size_t i = 0; i < changed->n_steps; i++) {
        const struct step *a = &honest->steps[i], *b = &changed->steps[i];
        assert_int_equal(a->kind, b->kind);
        assert_int_equal(a->tag, b->tag);
        const int later = b->proof_at > at;
        if (b->kind == STEP_DRAW || b->kind == STEP_INDICES) {
            const int same = memcmp(honest->bytes + a->at, changed->bytes + b->at, b->len) == 0;
            if (same == later) {
                fail_msg("byte %zu: tag %d %s", at, (int)b->tag,
                         same ? "does not depend on it" : "came before it");
            }
            after += (unsigned)later;
        }
    }
    return after;
}

static void test_verifier(void **state)
{
    (void)state;
    struct fixture f;
    unsigned drawn = 0, flips = 0;
    fixture_open(&f, &subjects[0]);
    log_start(f.proof.proof, f.proof.proof_bytes);
    assert_int_equal(fixture_verify(&f, f.proof.proof, f.proof.proof_bytes), CHERT_OK);
    log_stop();
    struct log *honest = prover_log;
    memcpy(honest, &the_log, sizeof the_log);
    for (size_t i = 0; i < honest->n_spans && honest->spans[i].kind == SPAN_ABSORBED; i++) {
        const struct span *s = &honest->spans[i];
        for (size_t k = 0; k<s->len; k += s->len> 2000 ? 97 : s->len > 100 ? 7 : 1) {
            fixture_restore(&f);
            f.copy[s->at + k] ^= 2;
            if (s->tag == TAG_KEY) { /* otherwise the caller's trust ends it at once */
                fixture_trust_copy(&f);
            }
            log_start(f.copy, f.len);
            assert_true(fixture_verify(&f, f.copy, f.len) >= CHERT_REJECT_FORMAT);
            log_stop();
            drawn += compare_draws(honest, &the_log, s->at + k) != 0;
            flips++;
        }
    }
    /* Only what a key or statement cannot be, or a value that is none, ends before a draw. */
    assert_true(drawn > flips / 2);
    fixture_close(&f);
}

/* ---- Indices and proofs of work ---- */

static void test_indices_are_uniform(void **state)
{
    enum { BITS = 6, N = 1 << 14, CELLS = 1 << BITS };
    static uint32_t out[N];
    (void)state;
    for (int kind = HASH_BLAKE3; kind <= HASH_KECCAK; kind++) {
        for (unsigned bits = BITS; bits <= 27; bits += 7) {
            struct transcript t;
            unsigned low[CELLS] = {0}, high[CELLS] = {0};
            double chi_low = 0, chi_high = 0;
            transcript_init(&t, (enum hash_kind)kind);
            transcript_draw_indices(&t, TAG_QUERIES, out, N, bits);
            for (size_t i = 0; i < N; i++) {
                assert_true(out[i] >> bits == 0);
                low[out[i] % CELLS]++;
                high[out[i] >> (bits - BITS)]++;
            }
            for (size_t i = 0; i < CELLS; i++) {
                const double mean = (double)N / CELLS, a = low[i] - mean, b = high[i] - mean;
                chi_low += a * a / mean;
                chi_high += b * b / mean;
            }
            assert_true(chi_low < 120 && chi_high < 120); /* 63 degrees: one in 10^5 */
        }
    }
}

static void test_work(void **state)
{
    static const uint8_t bits[] = {0, 1, 16, 20, 31, 32, 33, 63, 64};
    (void)state;
    for (size_t i = 0; i < sizeof bits; i++) {
        struct transcript t;
        unsigned hits = 0;
        transcript_init(&t, HASH_BLAKE3);
        for (uint64_t nonce = 0; nonce < 4096; nonce++) {
            hits += (unsigned)transcript_grind_check(&t, TAG_QUERY_GRIND, bits[i], nonce);
        }
        assert_true(bits[i] == 0   ? hits == 4096
                    : bits[i] == 1 ? hits > 1900 && hits < 2200
                                   : hits < 3);
        assert_true(bits[i] < 31 || hits == 0);
    }
    /* A nonce is of one state, one tag and one number of bits, and is absorbed. */
    struct transcript t, other, after[2];
    struct err e = {0};
    uint64_t nonce = 0;
    transcript_init(&t, HASH_BLAKE3);
    other = t;
    transcript_absorb(&other, TAG_FINAL, "x", 1);
    struct transcript ground = t;
    assert_int_equal(transcript_grind(&ground, TAG_QUERY_GRIND, 12, 0, &nonce, &e), CHERT_OK);
    assert_true(transcript_grind_check(&t, TAG_QUERY_GRIND, 12, nonce));
    assert_false(transcript_grind_check(&t, TAG_QUERY_GRIND, 12, nonce + 1));
    assert_false(transcript_grind_check(&t, TAG_QUERY_GRIND, 13, nonce));
    assert_false(transcript_grind_check(&t, TAG_FOLD_GRIND, 12, nonce));
    assert_false(transcript_grind_check(&other, TAG_QUERY_GRIND, 12, nonce));
    after[0] = after[1] = t;
    transcript_grind_absorb(&after[0], TAG_QUERY_GRIND, nonce);
    transcript_grind_absorb(&after[1], TAG_QUERY_GRIND, nonce + 1);
    assert_false(digest_equal(&after[0].state, &after[1].state));
}

/* ---- Points that must not be used ---- */

static void force(enum transcript_tag tag, size_t n, fp3 first, fp3 second)
{
    forced_draw = (struct forced_draw){tag, n, {first, second}};
}

static void test_forbidden_points(void **state)
{
    (void)state;
    struct fixture f;
    fixture_open(&f, &subjects[0]);
    /* z: 1, which is in the trace domain; a point of the LDE domain; 0; any of the base field */
    const fp points[] = {1, domain_point(10, 1, 77), 0, 123456789};
    for (size_t i = 0; i < sizeof points / sizeof *points; i++) {
        force(TAG_Z, 1, fp3_of(points[i]), fp3_of(0));
        assert_int_equal(fixture_verify(&f, f.copy, f.len), CHERT_REJECT_POINT);
    }
    force(TAG_Z, 1, (fp3){{1, 1, 0}}, fp3_of(0));
    assert_int_equal(fixture_verify(&f, f.copy, f.len), CHERT_REJECT_CONSTRAINT);
    /* gamma = id + alpha entry + alpha^2 4: the first token's denominator is 0 */
    const fp3 alpha = {{3, 1, 4}};
    const struct air_challenges ch = air_challenges_of(alpha, fp3_of(0));
    const fp entry = load_le32(f.copy + 8 + 8);
    const fp3 gamma = fp3_sub(fp3_of(0), air_fingerprint(&ch, chert_buses[BUS_EXEC].id,
                                                         (const fp[]){entry, CLK_FIRST}, 2));
    force(TAG_LOOKUP, 2, alpha, gamma);
    assert_int_equal(fixture_verify(&f, f.copy, f.len), CHERT_REJECT_POINT);
    force(TAG_LOOKUP, 2, alpha, fp3_add(gamma, fp3_of(1)));
    assert_int_equal(fixture_verify(&f, f.copy, f.len), CHERT_REJECT_CONSTRAINT);
    assert_int_equal(fixture_verify(&f, f.copy, f.len), CHERT_OK); /* nothing is left of it */
    fixture_close(&f);
}

static int make_log(void **state)
{
    (void)state;
    prover_log = malloc(sizeof *prover_log);
    return prover_log == NULL;
}

static int free_log(void **state)
{
    (void)state;
    free(prover_log);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_steps),
        cmocka_unit_test(test_verifier),
        cmocka_unit_test(test_indices_are_uniform),
        cmocka_unit_test(test_work),
        cmocka_unit_test(test_forbidden_points),
    };
    return cmocka_run_group_tests(tests, make_log, free_log);
}
