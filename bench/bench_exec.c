/*
 * The executor's speed: plain, and recording epochs of 2^20 cycles whose event arrays are reused
 * as a prover of many epochs does. bench_exec [SECONDS-A-MEASUREMENT] FILE.elf...
 * Thread CPU time; a run is repeated until the time is used up, the best one counts.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "exec/exec.h"

static double cpu(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static enum chert_status run_plain(struct exec *x, struct exec_result *r, struct err *e)
{
    return exec_run(x, r, e);
}

static enum chert_status run_recording(struct exec *x, struct exec_result *r, struct err *e)
{
    enum chert_status s = CHERT_OK;
    do {
        struct trace_events t;
        memset(&t, 0, sizeof t);
        s = exec_record(x, &t, r, e);
        exec_recycle(x, &t);
    } while (s == CHERT_OK && r->stop == EXEC_EPOCH);
    return s;
}

/* Instructions a second, the best of the runs that fit. */
static double measure(const struct program *p, double seconds,
                      enum chert_status (*run)(struct exec *, struct exec_result *, struct err *))
{
    const struct exec_options options = {.log_epoch = 20};
    double best = 0;
    for (const double start = cpu(); best == 0 || cpu() - start < seconds;) {
        struct exec x;
        struct exec_result r;
        struct err e = {0};
        if (exec_open(&x, p, &options, &e) != CHERT_OK) {
            fprintf(stderr, "bench_exec: %s\n", e.msg);
            exit(1);
        }
        const double before = cpu();
        if (run(&x, &r, &e) != CHERT_OK) {
            fprintf(stderr, "bench_exec: %s\n", e.msg);
            exit(1);
        }
        const double rate = (double)r.instructions / (cpu() - before);
        best = rate > best ? rate : best;
        exec_close(&x);
    }
    return best;
}

int main(int argc, char **argv)
{
    int first = 1;
    double seconds = 1;
    if (argc > 1 && argv[1][0] >= '0' && argv[1][0] <= '9') {
        char *end = NULL;
        seconds = strtod(argv[1], &end);
        if (*end != '\0') {
            fprintf(stderr, "bench_exec: '%s' is no number of seconds\n", argv[1]);
            return 2;
        }
        first = 2;
    }
    for (int i = first; i < argc; i++) {
        struct arena mem;
        struct program p;
        struct err e = {0};
        if (arena_init(&mem, (size_t)64 << 20, &e) != CHERT_OK ||
            elf_load(&p, argv[i], &mem, &e) != CHERT_OK) {
            fprintf(stderr, "bench_exec: %s: %s\n", argv[i], e.msg);
            return 1;
        }
        const double plain = measure(&p, seconds, run_plain);
        const double record = measure(&p, seconds, run_recording);
        printf("%-32s plain %6.1f M/s, recording %6.1f M/s\n", argv[i], plain / 1e6, record / 1e6);
        arena_fini(&mem);
    }
    return 0;
}
