/* Each table of field/block.h against scalar loops: all short lengths and tails, in place too. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/cpu.h"
#include "field/block.h"
#include "sample.h"

#define N_MAX     1100u /* beyond a whole block of every kernel's, with a tail */
#define N_COLUMNS 200u  /* more than the kernels take at once */
#define GUARD     UINT64_C(0x5555aaaa5555aaaa)

static fp a[3][N_MAX + 1], b[3][N_MAX + 1], out[3][N_MAX + 1], want[3][N_MAX];
static fp columns[N_COLUMNS][N_MAX];

static void fill(uint64_t seed)
{
    for (size_t p = 0; p < 3; p++) {
        for (size_t i = 0; i <= N_MAX; i++) {
            a[p][i] = sample_fp(&seed);
            b[p][i] = sample_fp(&seed);
            out[p][i] = sample_fp(&seed);
        }
    }
}

/* out[p] up to n is as wanted, and the element after it was not touched. */
static void check(size_t n, size_t planes)
{
    for (size_t p = 0; p < planes; p++) {
        for (size_t i = 0; i < n; i++) {
            if (out[p][i] != want[p][i]) {
                print_message("plane %zu, element %zu of %zu\n", p, i, n);
            }
            assert_int_equal(out[p][i], want[p][i]);
        }
        assert_int_equal(out[p][n], GUARD);
    }
}

static void guard(size_t n)
{
    for (size_t p = 0; p < 3; p++) {
        out[p][n] = GUARD;
    }
}

static void check_base(const struct fp_block *k, size_t n)
{
    const fp c = a[1][n / 2], r = b[1][n / 2];
    guard(n);
    fp power = c;
    for (size_t i = 0; i < n; i++) {
        want[0][i] = fp_add(a[0][i], b[0][i]);
        want[1][i] = fp_sub(a[0][i], b[0][i]);
        want[2][i] = fp_mul(a[0][i], b[0][i]);
    }
    k->add(out[0], a[0], b[0], n);
    k->sub(out[1], a[0], b[0], n);
    k->mul(out[2], a[0], b[0], n);
    check(n, 3);
    for (size_t i = 0; i < n; i++) {
        want[0][i] = fp_add(out[0][i], fp_mul(c, a[0][i]));
        want[1][i] = fp_mul(c, out[1][i]);
        want[2][i] = fp_mul(power, out[2][i]);
        power = fp_mul(power, r);
    }
    k->axpy(out[0], c, a[0], n);
    k->mul_const(out[1], out[1], c, n); /* in place */
    k->geo(out[2], out[2], c, r, n);
    check(n, 3);
}

static void check_ext(const struct fp_block *k, size_t n)
{
    const fp3 c = {{a[0][n / 2], a[1][n / 3], a[2][n / 5]}};
    const fp *const ap[3] = {a[0], a[1], a[2]}, *const bp[3] = {b[0], b[1], b[2]};
    const fp *const op[3] = {out[0], out[1], out[2]};
    guard(n);
    for (size_t p = 0; p < 3; p++) {
        for (size_t i = 0; i < n; i++) {
            want[p][i] = fp_add(out[p][i], fp_mul(c.c[p], b[0][i]));
        }
    }
    k->axpy3(out[0], out[1], out[2], c, b[0], n);
    check(n, 3);
    k->mul3(out[0], out[1], out[2], ap, bp, n);
    for (size_t i = 0; i < n; i++) {
        const fp3 r =
            fp3_mul((fp3){{a[0][i], a[1][i], a[2][i]}}, (fp3){{b[0][i], b[1][i], b[2][i]}});
        want[0][i] = r.c[0], want[1][i] = r.c[1], want[2][i] = r.c[2];
    }
    check(n, 3);
    k->mul3(out[0], out[1], out[2], op, op, n); /* in place, squares */
    for (size_t i = 0; i < n; i++) {
        fp3 r = {{want[0][i], want[1][i], want[2][i]}};
        r = fp3_mul(r, r);
        want[0][i] = r.c[0], want[1][i] = r.c[1], want[2][i] = r.c[2];
    }
    check(n, 3);
}

static void check_inverse(const struct fp_block *k, size_t n)
{
    guard(n);
    for (size_t i = 0; i < n; i++) {
        const fp3 x = i % 5 == 2 ? fp3_of(0) : (fp3){{a[0][i], a[1][i], a[2][i]}};
        const fp3 r = fp3_inv(x);
        out[0][i] = x.c[0], out[1][i] = x.c[1], out[2][i] = x.c[2];
        want[0][i] = r.c[0], want[1][i] = r.c[1], want[2][i] = r.c[2];
    }
    k->inverse3(out[0], out[1], out[2], n);
    check(n, 3);
}

/* `extreme`: all p - 1, the largest sums that there are. */
static void check_columns(const struct fp_block *k, size_t n, size_t n_columns, int extreme)
{
    uint64_t seed = n * 1000 + n_columns;
    const fp *at[N_COLUMNS];
    fp3 c[N_COLUMNS], dots[N_COLUMNS + 1];
    for (size_t j = 0; j < n_columns; j++) {
        at[j] = columns[j];
        c[j] = extreme ? (fp3){{FP_P - 1, FP_P - 1, FP_P - 1}} : sample_fp3(&seed);
        for (size_t i = 0; i < n; i++) {
            columns[j][i] = extreme ? FP_P - 1 : sample_fp(&seed);
        }
    }
    for (size_t p = 0; p < 3; p++) {
        for (size_t i = 0; i < n; i++) {
            a[p][i] = extreme ? FP_P - 1 : sample_fp(&seed);
            want[p][i] = out[p][i];
            for (size_t j = 0; j < n_columns; j++) {
                want[p][i] = fp_add(want[p][i], fp_mul(c[j].c[p], columns[j][i]));
            }
        }
    }
    guard(n);
    k->lincomb3(out[0], out[1], out[2], at, c, n_columns, n);
    check(n, 3);
    dots[n_columns] = (fp3){{GUARD, GUARD, GUARD}};
    k->dot3(dots, a[0], a[1], a[2], at, n_columns, n);
    assert_int_equal(dots[n_columns].c[0], GUARD);
    for (size_t j = 0; j < n_columns; j++) {
        fp3 sum = fp3_of(0);
        for (size_t i = 0; i < n; i++) {
            const fp3 w = {{a[0][i], a[1][i], a[2][i]}};
            sum = fp3_add(sum, fp3_mul_fp(w, columns[j][i]));
        }
        assert_true(fp3_equal(dots[j], sum));
    }
}

static void run(unsigned mask, const char *name)
{
    static const size_t lengths[] = {0,  1,  2,  3,  4,   5,   7,   8,   9,    15,   16,
                                     17, 31, 33, 64, 100, 255, 257, 512, 1000, N_MAX};
    static const size_t counts[] = {0, 1, 2, 44, 95, 96, 97, N_COLUMNS};
    const struct fp_block *k = fp_block_get(mask);
    if ((cpu_detect() & mask) != mask) {
        print_message("this machine has no %s: not tested\n", name);
        skip();
    }
    assert_string_equal(k->name, name);
    for (size_t t = 0; t < sizeof lengths / sizeof *lengths; t++) {
        fill(t);
        check_base(k, lengths[t]);
        check_ext(k, lengths[t]);
        check_inverse(k, lengths[t]);
        check_columns(k, lengths[t], counts[t % (sizeof counts / sizeof *counts)], t % 3 == 2);
    }
    fill(7);
    check_columns(k, N_MAX, N_COLUMNS, 1);
    fill(8);
    check_columns(k, N_MAX, N_COLUMNS, 0);
}

static void test_portable(void **state)
{
    (void)state;
    run(CPU_PORTABLE, "portable");
}

static void test_avx2(void **state)
{
    (void)state;
    run(CPU_AVX2, "avx2");
}

static void test_avx512(void **state)
{
    (void)state;
    run(CPU_AVX2 | CPU_AVX512, "avx512");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_portable),
        cmocka_unit_test(test_avx2),
        cmocka_unit_test(test_avx512),
    };
    return cmocka_run_group_tests_name("field/block", tests, NULL, NULL);
}
