/*
 * The transforms of every instruction set against the definition for small sizes, against single
 * values by Horner's rule and round trips for large ones. With the argument "long", sizes up to
 * 2^25 instead.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/bytes.h"
#include "base/cpu.h"
#include "field/block.h"
#include "ntt/ntt.h"

#define NAIVE_LOG 9u  /* sizes checked in full */
#define MAX_LOG   20u /* in the default run */
#define LONG_LOG  25u
#define POINTS    6u /* of a large transform checked by Horner's rule */

static unsigned run_mask;
static const char *run_name;

struct fixture {
    struct arena arena;
    struct ntt ntt;
};

static fp random_fp(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return (z ^ z >> 31) % FP_P;
}

/* Tables up to max_log and room for `elements` more in arrays. */
static struct fixture set_up(unsigned max_log, size_t elements)
{
    struct fixture f;
    struct err e = {0};
    if ((cpu_detect() & run_mask) != run_mask) {
        print_message("this machine has no %s: not tested\n", run_name);
        skip();
    }
    const size_t tables = ntt_bytes(max_log);
    assert_int_equal(arena_init(&f.arena, tables + arena_bytes(elements, sizeof(fp)) + 1024, &e),
                     CHERT_OK);
    assert_int_equal(ntt_init(&f.ntt, &f.arena, max_log, run_mask, &e), CHERT_OK);
    assert_int_equal(f.arena.used, tables); /* the plan */
    return f;
}

static fp *array(struct fixture *f, size_t n)
{
    fp *p;
    struct err e = {0};
    assert_int_equal(ARENA_NEW(&f->arena, &p, n, &e), CHERT_OK);
    return p;
}

static fp evaluate(const fp *coef, size_t n, fp x)
{
    fp v = 0;
    while (n-- > 0) {
        v = fp_add(fp_mul(v, x), coef[n]);
    }
    return v;
}

/* The point at index i of shift H, bit-reversed; written out here, not taken from the library. */
static fp point(unsigned log_n, fp shift, uint32_t i)
{
    return fp_mul(shift, fp_pow(fp_root(log_n), bit_reverse(i, log_n)));
}

static void random_array(fp *a, size_t n, uint64_t seed)
{
    for (size_t i = 0; i < n; i++) {
        a[i] = random_fp(&seed);
        if ((a[i] & 15) == 0) { /* edges, too */
            a[i] = (a[i] & 16) != 0 ? FP_P - 1 : (a[i] & 32) != 0 ? 0 : FP_EPS;
        }
    }
}

/* Three tables: one that just fits the size, larger ones share its prefix. */
static void test_definition(void **state)
{
    (void)state;
    for (unsigned log_n = 0; log_n <= NAIVE_LOG; log_n++) {
        const size_t n = (size_t)1 << log_n;
        for (unsigned more = 0; more <= 2; more++) {
            struct fixture f = set_up(log_n + more, 2 * n);
            fp *coef = array(&f, n), *a = array(&f, n);
            random_array(coef, n, log_n + 1);
            memcpy(a, coef, n * sizeof *a);
            ntt_forward(&f.ntt, a, log_n);
            for (uint32_t i = 0; i < n; i++) {
                assert_int_equal(a[i], evaluate(coef, n, point(log_n, 1, i)));
            }
            ntt_inverse(&f.ntt, a, log_n);
            assert_memory_equal(a, coef, n * sizeof *a);
            arena_fini(&f.arena);
        }
    }
}

static void test_lde_definition(void **state)
{
    (void)state;
    for (unsigned log_n = 0; log_n <= NAIVE_LOG; log_n++) {
        for (unsigned log_blowup = 0; log_blowup <= 3; log_blowup++) {
            const size_t n = (size_t)1 << log_n, m = n << log_blowup;
            struct fixture f = set_up(log_n, n + m);
            fp *coef = array(&f, n), *out = array(&f, m);
            random_array(coef, n, log_n + 77);
            ntt_lde(&f.ntt, out, coef, log_n, log_blowup);
            fp shift = 7;
            for (unsigned i = log_n; i < 27; i++) {
                shift = fp_sqr(shift);
            }
            assert_int_equal(ntt_shift(log_n), shift);
            for (uint32_t i = 0; i<m; i += i> 100 ? 14 : 1) {
                assert_int_equal(out[i], evaluate(coef, n, point(log_n + log_blowup, shift, i)));
            }
            arena_fini(&f.arena);
        }
    }
}

/* Values of a large transform, at a few indices that lie in different blocks and strips. */
static void check_points(const fp *coef, size_t n, const fp *values, unsigned log_size, fp shift,
                         uint64_t seed)
{
    const uint32_t last = (UINT32_C(1) << log_size) - 1;
    for (unsigned k = 0; k < POINTS; k++) {
        const uint32_t i = k == 0 ? 0 : k == 1 ? last : (uint32_t)random_fp(&seed) & last;
        assert_int_equal(values[i], evaluate(coef, n, point(log_size, shift, i)));
    }
}

static void check_large(struct fixture *f, unsigned log_n, fp *coef, fp *a)
{
    const size_t n = (size_t)1 << log_n;
    random_array(coef, n, log_n);
    memcpy(a, coef, n * sizeof *a);
    ntt_forward(&f->ntt, a, log_n);
    check_points(coef, n, a, log_n, 1, 5);
    ntt_inverse(&f->ntt, a, log_n);
    assert_memory_equal(a, coef, n * sizeof *a);
    ntt_lde(&f->ntt, a, coef, log_n, 1);
    check_points(coef, n, a, log_n + 1, ntt_shift(log_n), 6);
    /* The first half of the LDE is the coset s H; all of it is a coset twice the size. */
    if (log_n + 1 <= f->ntt.max_log) {
        ntt_coset_inverse(&f->ntt, a, log_n + 1, ntt_shift(log_n));
        assert_memory_equal(a, coef, n * sizeof *a);
        for (size_t i = n; i < 2 * n; i++) {
            assert_int_equal(a[i], 0);
        }
    }
    ntt_lde(&f->ntt, a, coef, log_n, 0);
    ntt_coset_inverse(&f->ntt, a, log_n, ntt_shift(log_n));
    assert_memory_equal(a, coef, n * sizeof *a);
}

static void test_large(void **state)
{
    (void)state;
    const size_t n = (size_t)1 << MAX_LOG;
    struct fixture f = set_up(MAX_LOG, 3 * n);
    fp *coef = array(&f, n), *a = array(&f, 2 * n);
    for (unsigned log_n = 0; log_n <= 17; log_n++) {
        check_large(&f, log_n, coef, a);
    }
    check_large(&f, MAX_LOG, coef, a);
    arena_fini(&f.arena);
}

static void test_long(void **state)
{
    (void)state;
    const size_t n = (size_t)1 << LONG_LOG;
    struct fixture f = set_up(LONG_LOG, 3 * n);
    fp *coef = array(&f, n), *a = array(&f, 2 * n);
    for (unsigned log_n = 18; log_n <= LONG_LOG; log_n += log_n < 24 ? 3 : 1) {
        check_large(&f, log_n, coef, a);
    }
    arena_fini(&f.arena);
}

/* A transform is linear and turns a product into a product: the same for all sets. */
static void test_convolution(void **state)
{
    enum { LOG = 12, N = 1 << LOG };
    (void)state;
    struct fixture f = set_up(LOG, 2 * (size_t)N);
    fp *a = array(&f, N), *b = array(&f, N);
    memset(a, 0, N * sizeof *a);
    memset(b, 0, N * sizeof *b);
    a[1] = a[N / 2 - 1] = FP_P - 1; /* -(X + X^(N/2 - 1)) times -(3 + X^(N/2)) */
    b[0] = FP_P - 3;
    b[N / 2] = FP_P - 1;
    ntt_forward(&f.ntt, a, LOG);
    ntt_forward(&f.ntt, b, LOG);
    fp_block_get(run_mask)->mul(a, a, b, N);
    ntt_inverse(&f.ntt, a, LOG);
    for (size_t i = 0; i < N; i++) {
        const fp want = i == 1 || i == N / 2 - 1 ? 3 : i == N / 2 + 1 || i == N - 1 ? 1 : 0;
        assert_int_equal(a[i], want);
    }
    arena_fini(&f.arena);
}

static void test_init_fails(void **state)
{
    (void)state;
    struct arena a;
    struct ntt t;
    struct err e = {0};
    assert_int_equal(arena_init(&a, 4096, &e), CHERT_OK);
    assert_int_equal(ntt_init(&t, &a, NTT_MAX_LOG + 1, 0, &e), CHERT_E_LIMIT);
    e = (struct err){0};
    assert_int_equal(ntt_init(&t, &a, 100, 0, &e), CHERT_E_LIMIT);
    e = (struct err){0};
    assert_int_equal(ntt_init(&t, &a, 12, 0, &e), CHERT_E_MEMORY);
    arena_fini(&a);
}

int main(int argc, char **argv)
{
    static const struct {
        unsigned mask;
        const char *name;
    } sets[] = {{CPU_PORTABLE, "portable"}, {CPU_AVX2, "avx2"}, {CPU_AVX2 | CPU_AVX512, "avx512"}};
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_definition), cmocka_unit_test(test_lde_definition),
        cmocka_unit_test(test_large),      cmocka_unit_test(test_convolution),
        cmocka_unit_test(test_init_fails),
    };
    const struct CMUnitTest longer[] = {cmocka_unit_test(test_long)};
    int failed = 0;
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) {
        run_mask = sets[i].mask;
        run_name = sets[i].name;
        failed += argc > 1 && strcmp(argv[1], "long") == 0
                      ? cmocka_run_group_tests_name(run_name, longer, NULL, NULL)
                      : cmocka_run_group_tests_name(run_name, tests, NULL, NULL);
    }
    return failed;
}
