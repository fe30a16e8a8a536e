/*
 * How fast one core hashes: rows, tree layers, whole trees, FRI leaves and proofs of work, for each
 * hash and instruction set. Prints the least and the median time of the runs as GB/s of message.
 *
 *   bench_hash [log_rows]     default 16 (30 MB of columns); 20 shows memory as well
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/arena.h"
#include "base/cpu.h"
#include "hash/batch.h"
#include "merkle/merkle.h"

#define N_COLUMNS   44u
#define N_PARTS     4u
#define RUNS        9
#define GRIND_TRIES 100000u

struct work {
    enum hash_kind kind;
    unsigned mask;
    size_t n_rows;
    unsigned log_rows;
    const fp *columns[N_COLUMNS];
    const struct digest *parts[N_PARTS];
    struct digest *out;
    struct arena scratch; /* released by whoever carves from it */
};

static double seconds(void)
{
    struct timespec t;
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int by_value(const void *a, const void *b)
{
    const double *x = a;
    const double *y = b;
    return (*x > *y) - (*x < *y);
}

static void report(const char *what, const struct work *w, void (*run)(struct work *w),
                   double bytes, double hashes)
{
    static const char *const sets[] = {"portable", "avx2", "avx512", "avx512"};
    struct work copy = *w;
    double t[RUNS];
    run(&copy);
    for (int i = 0; i < RUNS; i++) {
        const double start = seconds();
        run(&copy);
        t[i] = seconds() - start;
    }
    qsort(t, RUNS, sizeof *t, by_value);
    (void)printf("%-7s %-9s %-22s best %7.2f GB/s %7.1f M hashes/s   median %7.2f GB/s\n",
                 w->kind == HASH_BLAKE3 ? "blake3" : "keccak", sets[w->mask], what,
                 bytes / t[0] * 1e-9, hashes / t[0] * 1e-6, bytes / t[RUNS / 2] * 1e-9);
}

static void run_rows(struct work *w)
{
    hash_rows(w->kind, w->mask, w->columns, N_COLUMNS, 0, w->n_rows, w->out);
}

static void run_pairs(struct work *w)
{
    hash_pairs(w->kind, HASH_NODE, w->mask, w->parts[0], w->n_rows / 2, w->out);
}

static void run_concat(struct work *w)
{
    hash_concat(w->kind, HASH_LEAF, w->mask, w->parts, N_PARTS, w->n_rows, w->out);
}

static void run_fri(struct work *w)
{
    hash_fri_leaves(w->kind, w->mask, w->columns, 8, w->n_rows / 8, w->out);
}

static void run_grind(struct work *w)
{
    uint64_t nonce = 0;
    (void)hash_grind(w->kind, w->mask, w->parts[0], 18, 64, 0, GRIND_TRIES, &nonce);
}

static void run_tree(struct work *w)
{
    const struct merkle_level levels[2] = {{w->log_rows, N_PARTS, w->parts},
                                           {w->log_rows - 2, N_PARTS, w->parts}};
    const size_t mark = arena_mark(&w->scratch);
    struct merkle t;
    struct err e = {0};
    if (merkle_build(&t, &w->scratch, w->kind, w->mask, levels, 2, &e) != CHERT_OK) {
        (void)fprintf(stderr, "%s\n", e.msg);
    }
    arena_release(&w->scratch, mark);
}

static void run_all(const struct work *w)
{
    const double n = (double)w->n_rows;
    report("rows, 44 columns", w, run_rows, n * 8 * N_COLUMNS, n);
    report("pairs", w, run_pairs, n * 32, n / 2);
    report("leaves of 4 parts", w, run_concat, n * 32 * N_PARTS, n);
    report("FRI leaves, arity 8", w, run_fri, n * 24, n / 8);
    report("tree of two heights", w, run_tree, n * (1.25 * 32 * N_PARTS + 64 + 16), n * 2.5);
    report("grind", w, run_grind, (double)GRIND_TRIES * HASH_GRIND_BYTES, GRIND_TRIES);
}

static enum chert_status bench(unsigned log_rows, struct err *e)
{
    struct work w = {.log_rows = log_rows, .n_rows = (size_t)1 << log_rows};
    struct arena arena;
    TRY(arena_init(&arena, w.n_rows * (8 * N_COLUMNS + 32 * (N_PARTS + 1)) + 4096, e));
    for (size_t c = 0; c < N_COLUMNS; c++) {
        fp *column = NULL;
        TRY(ARENA_NEW(&arena, &column, w.n_rows, e));
        for (size_t i = 0; i < w.n_rows; i++) {
            column[i] = (i * N_COLUMNS + c) * UINT64_C(0x9e3779b97f4a7c15) % FP_P;
        }
        w.columns[c] = column;
    }
    for (size_t p = 0; p <= N_PARTS; p++) {
        struct digest *d = NULL;
        TRY(ARENA_NEW(&arena, &d, w.n_rows, e));
        memset(d, (int)p + 1, w.n_rows * sizeof *d);
        if (p < N_PARTS) {
            w.parts[p] = d;
        } else {
            w.out = d;
        }
    }
    TRY(arena_init(&w.scratch, merkle_bytes(log_rows) + 4096, e));
    for (int kind = HASH_BLAKE3; kind <= HASH_KECCAK; kind++) {
        const unsigned all = cpu_detect();
        const unsigned masks[] = {CPU_PORTABLE, CPU_AVX2, CPU_AVX2 | CPU_AVX512};
        for (size_t i = 0; i < sizeof masks / sizeof *masks; i++) {
            if ((masks[i] & all) == masks[i]) {
                w.kind = (enum hash_kind)kind;
                w.mask = masks[i];
                run_all(&w);
            }
        }
    }
    arena_fini(&w.scratch);
    arena_fini(&arena);
    return CHERT_OK;
}

int main(int argc, char **argv)
{
    const unsigned log_rows = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 16;
    struct err e = {0};
    if (log_rows < 4 || log_rows > 24) {
        (void)fprintf(stderr, "usage: bench_hash [log_rows, 4 to 24]\n");
        return 2;
    }
    if (bench(log_rows, &e) != CHERT_OK) {
        (void)fprintf(stderr, "%s\n", e.msg);
        return 1;
    }
    return 0;
}
