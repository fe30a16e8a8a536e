/* Parameters and their security, wire format, key, statement, layout, domains and folding. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "proof/domain.h"
#include "proof/key.h"
#include "proof/layout.h"
#include "proof/security.h"
#include "proof/statement.h"

static void test_every_round_has_its_bits(void **state)
{
    (void)state;
    for (unsigned id = SET_FAST; id <= SET_COMPACT; id++) {
        const struct set *set = set_by_id(id);
        const struct security_shape shape = security_limits(set);
        struct security_round rounds[SECURITY_MAX_ROUNDS] = {{0}};
        const size_t n = security_rounds(set, &shape, rounds);
        for (size_t i = 0; i < n; i++) {
            if (rounds[i].bits < SECURITY_TARGET_BITS) {
                fail_msg("%s: %s has %.1f bits", set->name, rounds[i].name, rounds[i].bits);
            }
            if (strcmp(rounds[i].name, "queries") == 0) {
                assert_true(rounds[i].bits >= 138.0);
            }
        }
        assert_false(set->for_tests);
    }
    assert_true(set_by_id(SET_TEST)->for_tests);
    assert_int_equal(set_by_id(SET_COMPACT)->modes, MODE_BIT(GROUPING_JOINT));
    assert_null(set_by_id(0));
    assert_null(set_by_id(4));
}

/* The shape that the security figures are computed for must bound every table. */
static void test_shape_bounds_the_tables(void **state)
{
    (void)state;
    struct arena mem;
    struct airs *airs;
    struct err e = {0};
    assert_int_equal(arena_init(&mem, (size_t)32 << 20, &e), CHERT_OK);
    assert_int_equal(ARENA_NEW(&mem, &airs, 1, &e), CHERT_OK);
    if (airs_record(airs, &mem, &e) != CHERT_OK) {
        fail_msg("%s", e.msg);
    }
    for (unsigned t = 0; t < N_TABLES; t++) {
        const struct air *air = &airs->table[t];
        assert_true(air_n_columns(air) + air_n_ext(air) + 1 <= 128);
        assert_true(air_n_total_constraints(air) <= 128);
        assert_true(air->n_interactions <= 64);
    }
    arena_fini(&mem);
}

static struct key sample_key(void)
{
    struct key k = {.set = SET_FAST,
                    .hash = HASH_BLAKE3,
                    .modes = 3,
                    .n_regions = 2,
                    .entry = 0x10000,
                    .log_height = {3, 9, 16, 6}};
    k.regions[0] = (struct region){0x1000, 0x8000, 0};
    k.regions[1] = (struct region){0x9000, 0xfffff000, 1};
    memset(k.root, 7, sizeof k.root);
    return k;
}

static enum chert_status reread(const struct key *k, struct key *out)
{
    uint8_t bytes[KEY_MAX_BYTES];
    struct writer w = {bytes, sizeof bytes, 0, 0};
    struct err e = {0};
    key_write(&w, k);
    assert_false(w.overflowed);
    struct reader r = reader_of(bytes, w.len);
    const enum chert_status s = key_read(&r, out, &e);
    if (s == CHERT_OK) {
        assert_int_equal(reader_left(&r), 0);
    }
    return s;
}

static void test_key(void **state)
{
    (void)state;
    struct key k = sample_key(), back;
    struct digest id, other;
    assert_int_equal(reread(&k, &back), CHERT_OK);
    key_id(&k, &id);
    key_id(&back, &other);
    assert_memory_equal(&id, &other, sizeof id);
    /* Every field is in the id. */
    struct key changed[] = {k, k, k, k, k, k, k, k};
    changed[0].set = SET_TEST, changed[1].modes = 1, changed[2].entry++, changed[3].air.b[3]++;
    changed[4].root[2].b[31]++, changed[5].log_height[1]++, changed[6].regions[1].start += 8;
    changed[7].regions[1].kind = 0;
    for (size_t i = 0; i < sizeof changed / sizeof changed[0]; i++) {
        key_id(&changed[i], &other);
        assert_memory_not_equal(&id, &other, sizeof id);
    }
    k = sample_key(), k.set = 9;
    assert_int_equal(reread(&k, &back), CHERT_REJECT_SET);
    k = sample_key(), k.hash = 2;
    assert_int_equal(reread(&k, &back), CHERT_REJECT_HASH);
    k = sample_key(), k.log_height[0] = 25;
    assert_int_equal(reread(&k, &back), CHERT_REJECT_HEIGHT);
    k = sample_key(), k.log_height[0] = 2;
    assert_int_equal(reread(&k, &back), CHERT_REJECT_HEIGHT);
    k = sample_key(), k.n_regions = 0;
    assert_int_equal(reread(&k, &back), CHERT_REJECT_FORMAT);
    const struct region bad[] = {{0x7ff8, 0xa000, 0},
                                 {0x9004, 0xa000, 0},
                                 {0x9000, 0x9000, 0},
                                 {0x9000, 0xfffff008, 0},
                                 {0x9000, 0xa000, 2}};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        k = sample_key(), k.regions[1] = bad[i];
        assert_int_equal(reread(&k, &back), CHERT_REJECT_FORMAT);
    }
}

static struct statement sample_statement(void)
{
    struct statement s = {.kind = PROOF_RUN,
                          .label = 1,
                          .output_len = 3,
                          .output = (const uint8_t *)"abc"};
    uint32_t n = 0;
    s.regs[REG_POSITION].lo = 3;
    s.n_instances[TABLE_CONST] = 2;
    s.log_height[n++] = 5, s.log_height[n++] = 3;
    s.n_instances[TABLE_IMAGE] = s.n_instances[TABLE_PROGRAM] = s.n_instances[TABLE_T16] =
        s.n_instances[TABLE_POW] = 1;
    s.log_height[n++] = 3, s.log_height[n++] = 9, s.log_height[n++] = 16, s.log_height[n++] = 6;
    return s;
}

static enum chert_status judge(const struct statement *s)
{
    const struct key k = sample_key();
    struct err e = {0};
    return statement_check(s, &k, &e);
}

static void test_statement(void **state)
{
    (void)state;
    struct statement s = sample_statement(), back;
    uint8_t bytes[4096];
    struct writer w = {bytes, sizeof bytes, 0, 0};
    struct err e = {0};
    statement_write(&w, &s);
    for (size_t len = 0; len < w.len; len++) {
        struct reader cut = reader_of(bytes, len);
        e = (struct err){0};
        assert_int_equal(statement_read(&cut, &back, &e), CHERT_REJECT_FORMAT);
    }
    struct reader r = reader_of(bytes, w.len);
    assert_int_equal(statement_read(&r, &back, &e), CHERT_OK);
    assert_int_equal(reader_left(&r), 0);
    assert_int_equal(judge(&back), CHERT_OK);

    s = sample_statement(), s.grouping = 2;
    assert_int_equal(judge(&s), CHERT_REJECT_MODE);
    s = sample_statement(), s.kind = 2;
    assert_int_equal(judge(&s), CHERT_REJECT_MODE);
    s = sample_statement(), s.label = 2;
    assert_int_equal(judge(&s), CHERT_REJECT_MODE);
    s = sample_statement(), s.regs[REG_POSITION].lo = 4;
    assert_int_equal(judge(&s), CHERT_REJECT_STATEMENT);
    s = sample_statement(), s.regs[REG_POSITION].hi = 1;
    assert_int_equal(judge(&s), CHERT_REJECT_STATEMENT);
    s = sample_statement(), s.log_height[0] = 25;
    assert_int_equal(judge(&s), CHERT_REJECT_HEIGHT);
    s = sample_statement(), s.log_height[1] = 2;
    assert_int_equal(judge(&s), CHERT_REJECT_HEIGHT);
    s = sample_statement(), s.log_height[2] = 4; /* IMAGE: not the key's */
    assert_int_equal(judge(&s), CHERT_REJECT_HEIGHT);
    s = sample_statement(), s.n_instances[TABLE_IMAGE] = 0; /* S3: the image left out */
    assert_int_equal(judge(&s), CHERT_REJECT_HEIGHT);
    s = sample_statement(), s.n_instances[TABLE_CONST] = 66;
    memset(s.log_height, 24, sizeof s.log_height); /* 2^30 rows */
    assert_int_equal(judge(&s), CHERT_REJECT_HEIGHT);
}

static void test_compact_is_joint(void **state)
{
    (void)state;
    struct key k = sample_key();
    struct statement s = sample_statement();
    struct err e = {0};
    k.set = SET_COMPACT; /* S16: even if the key's mask says otherwise */
    assert_int_equal(statement_check(&s, &k, &e), CHERT_OK);
    s.grouping = GROUPING_PER_TABLE;
    assert_int_equal(statement_check(&s, &k, &e), CHERT_REJECT_MODE);
}

static void test_schedule(void **state)
{
    (void)state;
    for (unsigned log_n = MIN_LOG_HEIGHT; log_n <= MAX_LOG_HEIGHT; log_n++) {
        uint8_t arities[MAX_LAYERS];
        const unsigned n = fri_schedule(log_n, arities);
        unsigned left = log_n;
        assert_true(n <= MAX_LAYERS);
        for (unsigned i = 0; i < n; i++) {
            assert_in_range(arities[i], 1, FRI_LOG_ARITY);
            left -= arities[i];
        }
        assert_int_equal(left, log_n < FRI_LOG_FINAL ? log_n : FRI_LOG_FINAL); /* S12 */
    }
}

/* Folding the values of a polynomial gives the values of the folded polynomial, on the domain of
 * the next height. */
static void test_fold(void **state)
{
    (void)state;
    enum { LOG_N = 5, N = 1 << LOG_N, LOG_B = 1 };
    fp3 f[N];
    uint64_t seed = 1;
    for (int i = 0; i < N; i++) {
        for (int k = 0; k < 3; k++) {
            seed = seed * UINT64_C(6364136223846793005) + 1442695040888963407;
            f[i].c[k] = seed % FP_P;
        }
    }
    const fp3 beta = f[3];
    for (unsigned log_arity = 1; log_arity <= 3; log_arity++) {
        const unsigned arity = 1u << log_arity;
        for (uint32_t leaf = 0; leaf < (uint32_t)N << LOG_B >> log_arity; leaf++) {
            fp3 v[8], want = fp3_of(0);
            for (uint32_t j = 0; j < arity; j++) {
                const fp x = domain_point(LOG_N, LOG_B, leaf * arity + j);
                v[j] = fp3_of(0);
                for (int i = N - 1; i >= 0; i--) {
                    v[j] = fp3_add(fp3_mul_fp(v[j], x), f[i]);
                }
            }
            const fp y = domain_point(LOG_N - log_arity, LOG_B, leaf);
            for (int i = (int)(N / arity) - 1; i >= 0; i--) {
                fp3 g = fp3_of(0);
                for (int k = (int)arity - 1; k >= 0; k--) {
                    g = fp3_add(fp3_mul(g, beta), f[i * (int)arity + k]);
                }
                want = fp3_add(fp3_mul_fp(want, y), g);
            }
            const fp x0 = domain_point(LOG_N, LOG_B, leaf * arity);
            const fp3 got = fri_fold(v, log_arity, beta, fp_inv(x0));
            assert_memory_equal(&got, &want, sizeof got);
        }
    }
}

static void test_wire(void **state)
{
    (void)state;
    const uint8_t p_bytes[8] = {1, 0, 0, 0, 0xff, 0xff, 0xff, 0xff};
    struct err e = {0};
    struct reader r = reader_of(p_bytes, 8);
    (void)read_fp(&r);
    assert_int_equal(reader_status(&r, "x", &e), CHERT_REJECT_CANONICAL);
    r = reader_of(p_bytes, 7);
    e = (struct err){0};
    (void)read_fp(&r);
    assert_int_equal(reader_status(&r, "x", &e), CHERT_REJECT_FORMAT);
    uint8_t buffer[4];
    struct writer w = {buffer, 4, 0, 0};
    write_u32(&w, 5);
    assert_false(w.overflowed);
    write_u8(&w, 1);
    assert_true(w.overflowed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_round_has_its_bits),
        cmocka_unit_test(test_shape_bounds_the_tables),
        cmocka_unit_test(test_key),
        cmocka_unit_test(test_statement),
        cmocka_unit_test(test_compact_is_joint),
        cmocka_unit_test(test_schedule),
        cmocka_unit_test(test_fold),
        cmocka_unit_test(test_wire),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
