/* The scalar field against slow integer arithmetic and against its own axioms. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "sample.h"

#define N_RANDOM 2000

/* a b mod p by doubling and adding with plain 128-bit remainders. */
static fp slow_mul(fp a, fp b)
{
    __extension__ typedef unsigned __int128 u128;
    return (fp)((u128)a * b % FP_P);
}

static void check_pair(fp a, fp b)
{
    __extension__ typedef unsigned __int128 u128;
    assert_int_equal(fp_add(a, b), (fp)(((u128)a + b) % FP_P));
    assert_int_equal(fp_sub(a, b), (fp)(((u128)a + FP_P - b) % FP_P));
    assert_int_equal(fp_mul(a, b), slow_mul(a, b));
    assert_int_equal(fp_neg(a), (fp)(((u128)FP_P - a) % FP_P));
}

static void test_arithmetic(void **state)
{
    uint64_t seed = 1;
    (void)state;
    for (size_t i = 0; i < N_EDGES; i++) {
        for (size_t j = 0; j < N_EDGES; j++) {
            check_pair(edge(i), edge(j));
        }
    }
    for (int i = 0; i < N_RANDOM; i++) {
        const fp a = sample_fp(&seed);
        check_pair(a, sample_fp(&seed));
    }
}

/* Every word of 128 bits, not only products of reduced values. */
static void test_reduce(void **state)
{
    __extension__ typedef unsigned __int128 u128;
    static const uint64_t words[] = {0,    1,          FP_EPS,       FP_EPS + 1,       FP_P - 1,
                                     FP_P, UINT64_MAX, FP_EPS << 32, UINT64_C(1) << 32};
    const size_t n = sizeof words / sizeof *words;
    (void)state;
    for (size_t i = 0; i < n * n; i++) {
        const uint64_t lo = words[i % n], hi = words[i / n];
        assert_int_equal(fp_reduce(lo, hi), (fp)(((u128)hi << 64 | lo) % FP_P));
    }
}

static void test_inverse(void **state)
{
    uint64_t seed = 2;
    (void)state;
    assert_int_equal(fp_inv(0), 0);
    for (size_t i = 0; i < N_EDGES + N_RANDOM; i++) {
        const fp a = i < N_EDGES ? edge(i) : random_fp(&seed);
        assert_int_equal(fp_mul(a, fp_inv(a)), a != 0);
        assert_int_equal(fp_inv(a), fp_pow(a, FP_P - 2));
    }
}

static void test_pow(void **state)
{
    fp p = 1;
    (void)state;
    for (unsigned e = 0; e < 100; e++) {
        assert_int_equal(fp_pow(FP_GENERATOR, e), p);
        p = fp_mul(p, FP_GENERATOR);
    }
    assert_int_equal(fp_pow(0, 0), 1);
    assert_int_equal(fp_pow(FP_GENERATOR, FP_P - 1), 1);
}

static void test_roots(void **state)
{
    (void)state;
    assert_int_equal(fp_pow(FP_GENERATOR, (FP_P - 1) >> FP_TWO_ADIC), FP_ROOT_2_32);
    assert_int_equal(fp_root(0), 1);
    assert_int_equal(fp_root(1), FP_P - 1);
    for (unsigned log = 1; log <= FP_TWO_ADIC; log++) {
        assert_int_equal(fp_sqr(fp_root(log)), fp_root(log - 1));
        assert_int_equal(fp_pow(fp_root(log), UINT64_C(1) << (log - 1)), FP_P - 1);
    }
    /* 7 generates: no (p - 1)/q-th power is 1, p - 1 = 2^32 3 5 17 257 65537. */
    static const uint64_t primes[] = {2, 3, 5, 17, 257, 65537};
    for (size_t i = 0; i < sizeof primes / sizeof *primes; i++) {
        assert_int_not_equal(fp_pow(FP_GENERATOR, (FP_P - 1) / primes[i]), 1);
    }
}

static void test_canonical(void **state)
{
    (void)state;
    assert_true(fp_canonical_check(0));
    assert_true(fp_canonical_check(FP_P - 1));
    assert_false(fp_canonical_check(FP_P));
    assert_false(fp_canonical_check(UINT64_MAX));
}

/* Schoolbook on 5 coefficients, then w^3 = 2. */
static fp3 slow_mul3(fp3 a, fp3 b)
{
    fp c[5] = {0};
    for (unsigned i = 0; i < 3; i++) {
        for (unsigned j = 0; j < 3; j++) {
            c[i + j] = fp_add(c[i + j], slow_mul(a.c[i], b.c[j]));
        }
    }
    return (fp3){{fp_add(c[0], fp_add(c[3], c[3])), fp_add(c[1], fp_add(c[4], c[4])), c[2]}};
}

static void test_extension(void **state)
{
    uint64_t seed = 3;
    (void)state;
    for (int i = 0; i < N_RANDOM; i++) {
        const fp3 a = sample_fp3(&seed), b = sample_fp3(&seed), c = sample_fp3(&seed);
        assert_true(fp3_equal(fp3_mul(a, b), slow_mul3(a, b)));
        assert_true(fp3_equal(fp3_mul(a, fp3_add(b, c)), fp3_add(fp3_mul(a, b), fp3_mul(a, c))));
        assert_true(fp3_equal(fp3_mul(a, fp3_mul(b, c)), fp3_mul(fp3_mul(a, b), c)));
        assert_true(fp3_equal(fp3_mul_fp(a, b.c[0]), fp3_mul(a, fp3_of(b.c[0]))));
        assert_true(fp3_is_zero(fp3_add(a, fp3_neg(a))));
        assert_true(fp3_equal(fp3_sub(a, b), fp3_add(a, fp3_neg(b))));
        const fp3 one = fp3_of(fp3_is_zero(a) ? 0 : 1);
        assert_true(fp3_equal(fp3_mul(a, fp3_inv(a)), one));
        assert_true(fp3_equal(fp3_pow(a, 5), fp3_mul(fp3_mul(fp3_mul(a, a), fp3_mul(a, a)), a)));
    }
    /* w^3 = 2, and x^3 - 2 has no root: 2 is no cube. */
    const fp3 w = {{0, 1, 0}};
    assert_true(fp3_equal(fp3_pow(w, 3), fp3_of(2)));
    assert_int_not_equal(fp_pow(2, (FP_P - 1) / 3), 1);
}

#define BATCH 150u

static void test_batch(void **state)
{
    uint64_t seed = 4;
    static const size_t lengths[] = {0, 1, 2, FP_BATCH - 1, FP_BATCH, FP_BATCH + 1, BATCH};
    (void)state;
    for (size_t t = 0; t < sizeof lengths / sizeof *lengths; t++) {
        fp a[BATCH], a0[BATCH];
        fp3 b[BATCH], b0[BATCH];
        for (size_t i = 0; i < BATCH; i++) {
            a[i] = a0[i] = sample_fp(&seed); /* with zeros */
            b[i] = b0[i] = i % 7 == 0 ? fp3_of(0) : sample_fp3(&seed);
        }
        fp_batch_inverse(a, lengths[t]);
        fp3_batch_inverse(b, lengths[t]);
        for (size_t i = 0; i < BATCH; i++) {
            assert_int_equal(a[i], i < lengths[t] ? fp_inv(a0[i]) : a0[i]);
            assert_true(fp3_equal(b[i], i < lengths[t] ? fp3_inv(b0[i]) : b0[i]));
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_arithmetic), cmocka_unit_test(test_reduce),
        cmocka_unit_test(test_inverse),    cmocka_unit_test(test_pow),
        cmocka_unit_test(test_roots),      cmocka_unit_test(test_canonical),
        cmocka_unit_test(test_extension),  cmocka_unit_test(test_batch),
    };
    return cmocka_run_group_tests_name("field/fp", tests, NULL, NULL);
}
