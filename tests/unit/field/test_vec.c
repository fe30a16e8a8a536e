/* Every vector width against the scalars: all pairs of edges, then a seeded stream. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/cpu.h"
#include "field/lazy.h"
#include "sample.h"
#include "vec_probe.h"

#define N_RANDOM 3000u

typedef void (*probe_fn)(const struct probe_in *in, struct probe *out);

static void check3(fp3 a, fp3 b)
{
    assert_memory_equal(&a, &b, sizeof a);
}

static void check(const struct probe_in *in, const struct probe *out)
{
    for (size_t i = 0; i < PROBE_N; i++) {
        const fp a = in->a[i], b = in->b[i];
        const fp3 x = in->x[i], y = in->y[i];
        assert_int_equal(out->add[i], fp_add(a, b));
        assert_int_equal(out->sub[i], fp_sub(a, b));
        assert_int_equal(out->neg[i], fp_neg(a));
        assert_int_equal(out->mul[i], fp_mul(a, b));
        assert_int_equal(out->sqr[i], fp_sqr(a));
        assert_int_equal(out->dbl[i], fp_add(a, a));
        assert_int_equal(out->sum[i], fp_add(a, b));
        assert_int_equal(out->difference[i], fp_sub(a, b));
        assert_int_equal(out->reduce[i], fp_reduce(in->lo[i], in->hi[i]));
        assert_int_equal(out->lazy[i], fp_mul(LAZY_TERMS, fp_mul(a, b)));
        assert_int_equal(out->lazy1[i], fp_mul(a, in->w));
        check3(out->add3[i], fp3_add(x, y));
        check3(out->sub3[i], fp3_sub(x, y));
        check3(out->neg3[i], fp3_neg(x));
        check3(out->mul3[i], fp3_mul(x, y));
        check3(out->sqr3[i], fp3_mul(x, x));
        check3(out->mulv[i], fp3_mul_fp(x, a));
    }
}

/* Words that a product never has, too: fp_reduce takes any. */
static uint64_t sample_word(uint64_t *seed)
{
    const fp r = sample_fp(seed);
    return (r & 7) == 7 ? UINT64_MAX - (r >> 40) : r;
}

static void run(probe_fn probe)
{
    uint64_t seed = 5;
    for (size_t t = 0; t < N_EDGES * N_EDGES + N_RANDOM; t++) {
        struct probe_in in;
        struct probe out;
        const int edges = t < N_EDGES * N_EDGES;
        for (size_t i = 0; i < PROBE_N; i++) {
            /* the edge pair wanders over the lanes */
            const int here = edges && i == t % PROBE_N;
            in.a[i] = here ? edge(t / N_EDGES) : sample_fp(&seed);
            in.b[i] = here ? edge(t % N_EDGES) : sample_fp(&seed);
            in.x[i] = sample_fp3(&seed);
            in.y[i] = sample_fp3(&seed);
            in.lo[i] = sample_word(&seed);
            in.hi[i] = sample_word(&seed);
        }
        in.w = sample_fp(&seed);
        probe(&in, &out);
        check(&in, &out);
    }
}

static void test_portable(void **state)
{
    (void)state;
    run(probe_portable);
}

#if defined(__x86_64__)
static void test_avx2(void **state)
{
    (void)state;
    if ((cpu_detect() & CPU_AVX2) == 0) {
        print_message("this machine has no AVX2: not tested\n");
        skip();
    }
    run(probe_avx2);
}

static void test_avx512(void **state)
{
    (void)state;
    if ((cpu_detect() & CPU_AVX512) == 0) {
        print_message("this machine has no AVX-512: not tested\n");
        skip();
    }
    run(probe_avx512);
}
#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_portable),
#if defined(__x86_64__)
        cmocka_unit_test(test_avx2),
        cmocka_unit_test(test_avx512),
#endif
    };
    return cmocka_run_group_tests_name("field/vec", tests, NULL, NULL);
}
