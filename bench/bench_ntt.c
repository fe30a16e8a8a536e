/*
 * How fast one core transforms: ns a butterfly for each instruction set and size (a transform of n
 * has n/2 log2 n), and ns an element for the array kernels that the prover leans on. Prints the
 * least time of the runs.
 *
 *   bench_ntt [log_n]     default: all of 10, 14, 16, 18, 20, 22; the arrays have 2^18 elements
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "base/arena.h"
#include "base/cpu.h"
#include "field/block.h"
#include "field/columns.h"
#include "ntt/ntt.h"

#define N_COLUMNS 44u
#define LOG_ROWS  18u
#define RUNS      7

static const char *const sets[] = {"portable", "avx2", "", "avx512"};

static double seconds(void)
{
    struct timespec t;
    (void)clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void fill(fp *a, size_t n, uint64_t seed)
{
    for (size_t i = 0; i < n; i++) {
        seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        a[i] = (seed ^ seed >> 29) % FP_P;
    }
}

struct transform {
    const struct ntt *t;
    fp *a, *out;
    unsigned log_n;
};

static void run_forward(struct transform *w)
{
    ntt_forward(w->t, w->a, w->log_n);
}

static void run_inverse(struct transform *w)
{
    ntt_inverse(w->t, w->a, w->log_n);
}

static void run_coset(struct transform *w)
{
    ntt_coset_inverse(w->t, w->a, w->log_n, FP_GENERATOR);
}

static void run_lde(struct transform *w)
{
    ntt_lde(w->t, w->out, w->a, w->log_n, 1);
}

/* ns for one of `count` units, the least of RUNS; short work is repeated. */
static double measure(void (*run)(struct transform *w), struct transform *w, double count)
{
    double best = 1e9;
    const int repeat = w->log_n < 16 ? 1 << (16 - w->log_n) : 1;
    for (int i = 0; i < RUNS; i++) {
        const double start = seconds();
        for (int k = 0; k < repeat; k++) {
            run(w);
        }
        const double took = seconds() - start;
        best = took < best ? took : best;
    }
    return 1e9 * best / repeat / count;
}

/* run_lde writes to `out`. NOLINTNEXTLINE(readability-non-const-parameter) */
static void bench_transforms(const struct ntt *t, fp *a, fp *out, unsigned mask, unsigned log_n)
{
    struct transform w = {t, a, out, log_n};
    const double n = (double)((size_t)1 << log_n), butterflies = n / 2 * log_n;
    fill(a, (size_t)1 << log_n, 1);
    printf(
        "%-9s 2^%-3u forward %6.3f  inverse %6.3f  coset inverse %6.3f  lde %6.3f ns/butterfly\n",
        sets[mask], log_n, measure(run_forward, &w, butterflies),
        measure(run_inverse, &w, butterflies), measure(run_coset, &w, butterflies),
        measure(run_lde, &w, 2 * butterflies));
}

static void bench_blocks(unsigned mask, fp *memory)
{
    const struct fp_block *k = fp_block_get(mask);
    const size_t n = (size_t)1 << LOG_ROWS, stride = columns_stride(n);
    const fp *columns[N_COLUMNS];
    fp *planes[6];
    fp3 c[N_COLUMNS], dots[N_COLUMNS];
    double best[5] = {1e9, 1e9, 1e9, 1e9, 1e9};
    fill(memory, (N_COLUMNS + 6) * stride, 2);
    for (size_t j = 0; j < N_COLUMNS; j++) {
        columns[j] = memory + j * stride;
        c[j] = (fp3){{memory[j], memory[j + 1], memory[j + 2]}};
    }
    for (size_t j = 0; j < 6; j++) {
        planes[j] = memory + (N_COLUMNS + j) * stride;
    }
    const fp *const a[3] = {planes[0], planes[1], planes[2]};
    const fp *const b[3] = {planes[3], planes[4], planes[5]};
    for (int i = 0; i < RUNS; i++) {
        double t[6];
        t[0] = seconds();
        k->lincomb3(planes[0], planes[1], planes[2], columns, c, N_COLUMNS, n);
        t[1] = seconds();
        k->dot3(dots, planes[0], planes[1], planes[2], columns, N_COLUMNS, n);
        t[2] = seconds();
        k->axpy3(planes[0], planes[1], planes[2], c[0], columns[0], n);
        t[3] = seconds();
        k->mul3(planes[0], planes[1], planes[2], a, b, n);
        t[4] = seconds();
        k->inverse3(planes[0], planes[1], planes[2], n);
        t[5] = seconds();
        for (int j = 0; j < 5; j++) {
            best[j] = t[j + 1] - t[j] < best[j] ? t[j + 1] - t[j] : best[j];
        }
    }
    const double ns = 1e9 / (double)n;
    printf("%-9s %u columns: lincomb3 %.3f  dot3 %.3f;  axpy3 %.3f  mul3 %.3f  inverse3 %.3f "
           "ns/element\n",
           sets[mask], N_COLUMNS, ns * best[0] / N_COLUMNS, ns * best[1] / N_COLUMNS, ns * best[2],
           ns * best[3], ns * best[4]);
}

int main(int argc, char **argv)
{
    static const unsigned sizes[] = {10, 14, 16, 18, 20, 22};
    const unsigned only = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 0;
    const unsigned max_log = only > 22 ? only : 22;
    const size_t n = (size_t)1 << max_log;
    const size_t rows = (N_COLUMNS + 6) * columns_stride((size_t)1 << LOG_ROWS);
    struct arena arena;
    struct err e = {0};
    fp *a, *out;
    if (arena_init(&arena,
                   ntt_bytes(max_log) + arena_bytes(n > rows ? n : rows, 8) + arena_bytes(2 * n, 8),
                   &e) != CHERT_OK ||
        ARENA_NEW(&arena, &a, n > rows ? n : rows, &e) != CHERT_OK ||
        ARENA_NEW(&arena, &out, 2 * n, &e) != CHERT_OK) {
        fprintf(stderr, "%s\n", e.msg);
        return 1;
    }
    for (unsigned mask = 0; mask < 4; mask++) {
        struct ntt t;
        const size_t mark = arena_mark(&arena);
        if ((mask & cpu_detect()) != mask || sets[mask][0] == '\0') {
            continue;
        }
        if (ntt_init(&t, &arena, max_log, mask, &e) != CHERT_OK) {
            fprintf(stderr, "%s\n", e.msg);
            return 1;
        }
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
            if (only == 0 || only == sizes[i]) {
                bench_transforms(&t, a, out, mask, sizes[i]);
            }
        }
        if (only > 22) {
            bench_transforms(&t, a, out, mask, only);
        }
        bench_blocks(mask, a);
        arena_release(&arena, mark);
    }
    arena_fini(&arena);
    return 0;
}
