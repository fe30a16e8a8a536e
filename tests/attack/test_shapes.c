/*
 * Goal: no legal shape of a proof can confuse the verifier, exhaust the memory that
 * chert_verify_arena_bytes promises, or make it write where it should not.
 * Method: zero proofs (zero_proof.h). CHERT_REJECT_BUS, the last check, says that all others
 * passed: trees, openings, DEEP, folds, heights, groups are read as they were written.
 */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "attack/zero_proof.h"

static struct arena airs_mem;
static struct airs *airs;

static int setup(void **state)
{
    struct err e = {0};
    (void)state;
    assert_int_equal(arena_init(&airs_mem, (size_t)32 << 20, &e), CHERT_OK);
    assert_int_equal(ARENA_NEW(&airs_mem, &airs, 1, &e), CHERT_OK);
    assert_int_equal(airs_record(airs, &airs_mem, &e), CHERT_OK);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    arena_fini(&airs_mem);
    return 0;
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static enum chert_status verdict(const struct zero_proof *p, size_t arena_bytes, size_t *peak,
                                 struct err *e)
{
    struct arena arena;
    struct verified v;
    const struct verify_options opt = {.program_id = p->id,
                                       .any_exit = 1,
                                       .accept_test_set = 1}; /* tables unpacked: the most */
    *e = (struct err){0};
    assert_int_equal(arena_init(&arena, arena_bytes, e), CHERT_OK);
    const enum chert_status s = chert_verify(p->bytes, p->len, &opt, &arena, &v, e);
    *peak = arena.peak;
    arena_fini(&arena);
    return s;
}

static void expect_read(const struct zero_spec *spec, const char *what)
{
    struct zero_proof p;
    struct err e;
    size_t peak = 0;
    zero_proof_init(&p, airs, spec);
    const size_t promised = chert_verify_arena_bytes(p.n_instances);
    const double start = now();
    const enum chert_status s = verdict(&p, promised, &peak, &e);
    const double seconds = now() - start;
    if (s != CHERT_REJECT_BUS) {
        fail_msg("%s: %s: %s", what, chert_status_name(s), e.msg);
    }
    printf("%-44s %4u instances, proof %9zu bytes, arena %8zu of %8zu, %6.0f ms\n", what,
           p.n_instances, p.len, peak, promised, 1e3 * seconds);
    zero_proof_fini(&p);
}

static struct zero_spec plain(enum set_id set, enum grouping grouping)
{
    return (struct zero_spec){.set = set,
                              .hash = HASH_BLAKE3,
                              .grouping = grouping,
                              .fixed_log = {3, 3, 3, 3},
                              .mem_bytes = (size_t)64 << 20};
}

static void test_small(void **state)
{
    (void)state;
    for (unsigned set = SET_FAST; set <= SET_TEST; set++) {
        for (unsigned grouping = 0; grouping < 2; grouping++) {
            if ((set_by_id(set)->modes & MODE_BIT(grouping)) == 0) {
                continue;
            }
            struct zero_spec spec = plain((enum set_id)set, (enum grouping)grouping);
            expect_read(&spec, "only preprocessed tables, height 8");
            spec.hash = HASH_KECCAK;
            zero_add(&spec, TABLE_CONST, 1, 3);
            spec.output_len = 1000;
            expect_read(&spec, "one more, keccak, output");
        }
    }
}

/* Every height of the tallest table, above and below the smallest and largest tree of others. */
static void test_heights(void **state)
{
    (void)state;
    for (unsigned log = MIN_LOG_HEIGHT; log <= MAX_LOG_HEIGHT; log++) {
        struct zero_spec spec = plain(SET_TEST, GROUPING_JOINT);
        char what[64];
        spec.fixed_log[log % 4] = (uint8_t)log;
        spec.fixed_log[(log + 1) % 4] = 7;
        zero_add(&spec, TABLE_MOVE, 1, log % 2 == 0 ? log : MIN_LOG_HEIGHT);
        zero_add(&spec, TABLE_BOUND, 2, log > 9 ? 9 : log);
        snprintf(what, sizeof what, "tallest 2^%u", log);
        expect_read(&spec, what);
        spec.grouping = GROUPING_PER_TABLE;
        expect_read(&spec, "  per-table");
    }
}

static enum table_id widest(void)
{
    unsigned best = 0;
    for (unsigned t = 1; t < N_TABLES; t++) {
        const struct air *a = &airs->table[t], *b = &airs->table[best];
        if (air_n_columns(a) + air_n_ext(a) > air_n_columns(b) + air_n_ext(b)) {
            best = t;
        }
    }
    return (enum table_id)best;
}

/* 512 instances of the widest table, of all heights: what the arena must hold at most. */
static void test_largest(void **state)
{
    (void)state;
    for (unsigned set = SET_FAST; set <= SET_COMPACT; set++) {
        struct zero_spec spec = plain((enum set_id)set, GROUPING_JOINT);
        spec.fixed_log[0] = MAX_LOG_HEIGHT;
        spec.mem_bytes = 0;
        for (unsigned i = 0; i < MAX_INSTANCES - N_FIXED_TABLES; i++) {
            zero_add(&spec, widest(), 1, i < 22 ? MAX_LOG_HEIGHT - i : 19);
        }
        expect_read(&spec, "512 widest, joint");
    }
    struct zero_spec spec = plain(SET_FAST, GROUPING_JOINT);
    spec.mem_bytes = 0;
    zero_add(&spec, TABLE_BOUND, MAX_INSTANCES - N_FIXED_TABLES, 20);
    expect_read(&spec, "512, a tree each, joint");
    spec = plain(SET_TEST, GROUPING_PER_TABLE);
    spec.mem_bytes = 0;
    zero_add(&spec, TABLE_BOUND, MAX_INSTANCES - N_FIXED_TABLES, 20);
    expect_read(&spec, "512, per-table");
}

static uint64_t next_random(uint64_t *s)
{
    *s ^= *s << 13;
    *s ^= *s >> 7;
    *s ^= *s << 17;
    return *s;
}

static void test_random(void **state)
{
    (void)state;
    uint64_t s = UINT64_C(0x2545f4914f6cdd1d);
    for (unsigned round = 0; round < 40; round++) {
        struct zero_spec spec = plain(SET_TEST, (enum grouping)(round & 1));
        for (unsigned i = 0; i < N_FIXED_TABLES; i++) {
            spec.fixed_log[i] = (uint8_t)(MIN_LOG_HEIGHT + next_random(&s) % 20);
        }
        spec.hash = (enum hash_kind)(next_random(&s) & 1);
        for (unsigned t = 0; t < N_TABLES; t++) {
            if (table_fixed_index(t) < 0 && next_random(&s) % 3 == 0) {
                for (uint64_t n = 1 + next_random(&s) % 3; n > 0; n--) {
                    zero_add(&spec, (enum table_id)t, 1,
                             MIN_LOG_HEIGHT + (unsigned)(next_random(&s) % 18));
                }
            }
        }
        expect_read(&spec, "random");
    }
}

/* Too small an arena is an error of its own, wherever it runs out (ASan sees a wild write). */
static void test_small_arena(void **state)
{
    (void)state;
    struct zero_spec spec = plain(SET_FAST, GROUPING_JOINT);
    struct zero_proof p;
    struct err e;
    size_t need = 0, peak = 0;
    zero_add(&spec, TABLE_MIS, 3, 5);
    zero_add(&spec, TABLE_BOUND, 2, 9);
    zero_proof_init(&p, airs, &spec);
    assert_int_equal(verdict(&p, chert_verify_arena_bytes(p.n_instances), &need, &e),
                     CHERT_REJECT_BUS);
    for (size_t bytes = 0; bytes < need; bytes += 64 + need / 97) {
        assert_int_equal(verdict(&p, bytes, &peak, &e), CHERT_E_MEMORY);
        assert_true(peak <= bytes + ARENA_ALIGN);
    }
    assert_int_equal(verdict(&p, need, &peak, &e), CHERT_REJECT_BUS);
    zero_proof_fini(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_small),   cmocka_unit_test(test_heights),
        cmocka_unit_test(test_random),  cmocka_unit_test(test_small_arena),
        cmocka_unit_test(test_largest),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
