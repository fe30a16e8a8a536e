/*
 * From a program and its input to a verified proof.
 *
 *   struct proof_result r;
 *   TRY(prove_program(&program, &options, &r, e));   executes, proves, verifies
 *   ... r.proof.bytes[0 .. r.proof.len) ...
 *   proof_result_fini(&r);
 */
#ifndef CHERT_PROVE_PROVE_H
#define CHERT_PROVE_PROVE_H

#include "exec/exec.h"
#include "prove/prepare.h"
#include "trace/check.h"

struct prove_options {
    const struct set *set;
    enum hash_kind hash;
    enum grouping grouping;
    unsigned cpu_mask;
    unsigned workers;
    struct exec_options exec;
    int any_exit;       /* 1: prove whatever the exit code is */
    uint64_t exit_code; /* otherwise this one must come, CHERT_E_EXIT */
    size_t max_ram;     /* bytes the proof may take; 0: no limit. CHERT_E_MEMORY if it needs more */
    /* Told before each stage; may be NULL. */
    void (*progress)(void *ctx, const char *stage, unsigned percent);
    void *progress_ctx;
};

/* One table's share, for reports. */
struct table_report {
    const char *name;
    uint32_t instances;
    uint64_t rows, height; /* real rows; sum of heights */
    uint32_t columns, ext_columns, fixed_columns;
    uint64_t main_cells, aux_cells; /* height x columns, height x 3 ext columns */
};

struct proof_result {
    struct digest program_id;
    struct exec_result exec; /* output_bytes and exit code; `output` is a copy that r owns */
    uint8_t *proof;
    size_t proof_bytes;
    size_t memory_bytes; /* arenas reserved by the prover */
    uint64_t cells;      /* main + aux + quotient + fixed */
    uint64_t quotient_cells, fixed_cells;
    double execute_seconds, trace_seconds, prepare_seconds, prove_seconds, verify_seconds;
    struct stark_times times;
    struct table_report tables[N_TABLES];
    struct arena mem; /* owns proof and output */
};

enum chert_status prove_program(const struct program *program, const struct prove_options *opt,
                                struct proof_result *r, struct err *e) CHERT_MUST_CHECK;
void proof_result_fini(struct proof_result *r);

/* Runs and records the program, fills the tables and checks them (trace/check.h), no proof. */
enum chert_status check_program(const struct program *program, const struct prove_options *opt,
                                check_report_fn *report, void *ctx, uint64_t max,
                                uint64_t *failures, struct exec_result *exec,
                                struct err *e) CHERT_MUST_CHECK;

#endif
