/*
 * A valid proof, spoilt: every field and section changed, cut, extended, doubled or swapped, and
 * random edits. Nothing may be accepted, and where the reason is determined it is checked.
 */
#include <string.h>

#include "e2e.h"

#include "base/bytes.h"
#include "proof/layout.h"

struct fixture {
    struct guest guest;
    struct proof_result proof;
    struct arena mem;
    struct airs *airs;
    struct verify_options opt;
    uint8_t *copy; /* proof_bytes + 64 */
    size_t len;
};

static struct fixture fix;

static int setup(void **state)
{
    (void)state;
    struct err e = {0};
    guest_open(&fix.guest, "hello", NULL);
    const struct prove_options opt = guest_options(&fix.guest);
    if (prove_program(&fix.guest.program, &opt, &fix.proof, &e) != CHERT_OK) {
        fail_msg("prove: %s", e.msg);
    }
    fix.len = fix.proof.proof_bytes;
    assert_int_equal(arena_init(&fix.mem, fix.len + ((size_t)16 << 20), &e), CHERT_OK);
    assert_int_equal(ARENA_NEW(&fix.mem, &fix.airs, 1, &e), CHERT_OK);
    assert_int_equal(airs_record(fix.airs, &fix.mem, &e), CHERT_OK);
    assert_int_equal(ARENA_NEW(&fix.mem, &fix.copy, fix.len + 64, &e), CHERT_OK);
    fix.opt = (struct verify_options){
        .program_id = guest_id(&fix.guest, opt.set, opt.hash),
        .accept_test_set = 1,
        .airs = fix.airs,
    };
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    proof_result_fini(&fix.proof);
    guest_close(&fix.guest);
    arena_fini(&fix.mem);
    return 0;
}

static void restore(void)
{
    memcpy(fix.copy, fix.proof.proof, fix.len);
}

static enum chert_status verdict(size_t len)
{
    struct err e;
    struct verified v;
    return guest_verify(fix.copy, len, &fix.opt, &v, &e);
}

static void expect_rejected(size_t len)
{
    const enum chert_status s = verdict(len);
    if (s < CHERT_REJECT_FORMAT) {
        fail_msg("status %d instead of a rejection", (int)s);
    }
}

static void test_valid(void **state)
{
    (void)state;
    restore();
    assert_int_equal(verdict(fix.len), CHERT_OK);
}

static void test_expectations(void **state)
{
    (void)state;
    restore();
    struct verify_options saved = fix.opt;
    fix.opt.program_id.b[7] ^= 1;
    assert_int_equal(verdict(fix.len), CHERT_REJECT_PROGRAM);
    fix.opt = saved;
    fix.opt.exit_code = UINT64_C(1) << 32;
    assert_int_equal(verdict(fix.len), CHERT_REJECT_EXIT);
    fix.opt = saved;
    fix.opt.output = (const uint8_t *)"something else";
    fix.opt.output_len = 14;
    assert_int_equal(verdict(fix.len), CHERT_REJECT_OUTPUT);
    fix.opt = saved;
    fix.opt.accept_test_set = 0;
    assert_int_equal(verdict(fix.len), CHERT_REJECT_SET);
    fix.opt = saved;
}

static void test_lengths(void **state)
{
    (void)state;
    restore();
    for (size_t cut = 1; cut < fix.len; cut = cut < 64 ? cut + 1 : cut * 3 / 2) {
        expect_rejected(fix.len - cut);
        expect_rejected(cut);
    }
    fix.copy[fix.len] = 0;
    assert_int_equal(verdict(fix.len + 1), CHERT_REJECT_TRAILING);
    expect_rejected(0);
}

/* One byte of everything up to the first group's values: each has its own meaning. */
static void test_head_bytes(void **state)
{
    (void)state;
    const size_t head = fix.len < 2500 ? fix.len : 2500;
    for (size_t i = 0; i < head; i++) {
        restore();
        fix.copy[i] ^= 1;
        expect_rejected(fix.len);
        fix.copy[i] ^= 0x81;
        expect_rejected(fix.len);
    }
}

static uint64_t next_random(uint64_t *s)
{
    *s ^= *s << 13;
    *s ^= *s >> 7;
    *s ^= *s << 17;
    return *s;
}

static void test_random_edits(void **state)
{
    (void)state;
    uint64_t s = UINT64_C(0x9e3779b97f4a7c15);
    unsigned reasons[32] = {0};
    for (unsigned i = 0; i < 10000; i++) {
        restore();
        const size_t at = next_random(&s) % fix.len;
        fix.copy[at] ^= (uint8_t)(1 + next_random(&s) % 255);
        const enum chert_status v = verdict(fix.len);
        if (v < CHERT_REJECT_FORMAT) {
            fail_msg("edit at byte %zu: status %d", at, (int)v);
        }
        reasons[v - CHERT_REJECT_FORMAT]++;
    }
    /* The openings are most of a proof: paths and rows must have been what rejected. */
    assert_true(reasons[CHERT_REJECT_MERKLE - CHERT_REJECT_FORMAT] > 1000);
}

/* An element that is p or more, where an opened row begins: the last quarter of a proof is rows,
 * paths and FRI leaves. */
static void test_not_canonical(void **state)
{
    (void)state;
    unsigned found = 0;
    for (size_t at = fix.len / 2; at + 8 < fix.len && found == 0; at++) {
        restore();
        memset(fix.copy + at, 0xff, 8);
        found += verdict(fix.len) == CHERT_REJECT_CANONICAL;
    }
    assert_true(found == 1);
}

/* Moves 32 bytes (a digest, four elements) elsewhere: swaps and duplicates. */
static void test_swaps(void **state)
{
    (void)state;
    uint64_t s = 12345;
    for (unsigned i = 0; i < 500; i++) {
        restore();
        const size_t a = next_random(&s) % (fix.len - 32), b = next_random(&s) % (fix.len - 32);
        if (memcmp(fix.copy + a, fix.proof.proof + b, 32) == 0) {
            continue;
        }
        memmove(fix.copy + a, fix.proof.proof + b, 32);
        expect_rejected(fix.len);
    }
}

/* Sections dropped or doubled: everything after moves. */
static void test_shifts(void **state)
{
    (void)state;
    uint64_t s = 777;
    for (unsigned i = 0; i < 300; i++) {
        restore();
        const size_t n = 8 * (1 + next_random(&s) % 8), at = next_random(&s) % (fix.len - n);
        memmove(fix.copy + at, fix.proof.proof + at + n, fix.len - at - n);
        expect_rejected(fix.len - n);
        memcpy(fix.copy, fix.proof.proof, at);
        memcpy(fix.copy + at, fix.proof.proof + (at < n ? 0 : at - n), n);
        if (n <= 64) {
            memcpy(fix.copy + at + n, fix.proof.proof + at, fix.len - at);
            expect_rejected(fix.len + n);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_valid),        cmocka_unit_test(test_expectations),
        cmocka_unit_test(test_lengths),      cmocka_unit_test(test_head_bytes),
        cmocka_unit_test(test_random_edits), cmocka_unit_test(test_not_canonical),
        cmocka_unit_test(test_swaps),        cmocka_unit_test(test_shifts),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
