/*
 * What every edge program goes through: qemu-riscv64 runs it; Chert executes it, records it and
 * judges the record (support/trace_check.c), checks the filled tables (`chert check`: no failure),
 * proves it with the test set, and verifies the proof as a stranger would, with an id computed
 * apart; and the public output and exit code are qemu's. Anything else fails the cmocka test.
 */
#ifndef CHERT_TESTS_EDGE_EDGE_H
#define CHERT_TESTS_EDGE_EDGE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "prove/prove.h"

struct edge_case {
    const char *name;
    const uint8_t *elf;
    size_t elf_size;
    struct exec_options exec; /* input and print */
    uint64_t exit_code;       /* that must come */

    /* The output's last digests, 8 bytes each, are named; 0: none. */
    const char (*digest)[64];
    size_t n_digests;

    /* Either qemu says what the output is, or the test does. */
    int no_qemu;
    const uint8_t *output;
    size_t output_bytes;
};

/* Tables used by all the cases so far of this process: rows of each. */
struct edge_totals {
    uint64_t rows[N_TABLES];
    uint64_t instructions;
    unsigned cases, without_qemu;
};
extern struct edge_totals edge_totals;

void edge_run(const struct edge_case *c);

/* Fails if one of these tables had no row in any case of the process. */
void edge_expect_tables(const enum table_id *tables, size_t n);

/* cmocka's run of `tests`, then what was done; says so where qemu is missing. For main. */
#define EDGE_MAIN(tests) edge_report(cmocka_run_group_tests((tests), edge_setup, NULL))
int edge_setup(void **state);
int edge_report(int failed);

#endif
