#include "edge.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/bytes.h"
#include "base/cpu.h"
#include "builder.h"
#include "qemu.h"
#include "support/trace_check.h"
#include "tables/table.h"
#include "verify/verify.h"

struct edge_totals edge_totals;
static int have_qemu;

/* The first byte at which the outputs differ, in words. */
static void fail_difference(const struct edge_case *c, const uint8_t *want, size_t n_want,
                            const uint8_t *got, size_t n_got)
{
    size_t at = 0;

    if (n_want != n_got) {
        fail_msg("%s: %zu bytes of output, expected %zu", c->name, n_got, n_want);
    }
    while (want[at] == got[at]) {
        at++;
    }
    const size_t first = n_got - 8 * c->n_digests;
    if (at < first) {
        fail_msg("%s: byte %zu of the output is %02x, expected %02x", c->name, at, got[at],
                 want[at]);
    }
    const size_t i = (at - first) / 8;
    fail_msg("%s: digest of \"%s\" is %016llx, expected %016llx", c->name, c->digest[i],
             (unsigned long long)load_le64(got + first + 8 * i),
             (unsigned long long)load_le64(want + first + 8 * i));
}

static void expect_output(const struct edge_case *c, const uint8_t *want, size_t n_want,
                          const uint8_t *got, size_t n_got)
{
    if (n_want != n_got || (n_got > 0 && memcmp(want, got, n_got) != 0)) {
        fail_difference(c, want, n_want, got, n_got);
    }
}

/* The record, by a judge that knows neither the executor's handlers nor the tables. */
static void judge_record(const struct edge_case *c, const struct program *program)
{
    struct trace_events events;
    const struct trace_events *list[] = {&events};
    struct trace_check check;
    struct exec_result r;
    struct err e = {0};
    struct exec x;

    assert_int_equal(exec_open(&x, program, &c->exec, &e), CHERT_OK);
    if (exec_record(&x, &events, &r, &e) != CHERT_OK) {
        fail_msg("%s: %s\n%s", c->name, e.msg, r.fault.backtrace);
    }
    assert_int_equal(r.stop, EXEC_EXIT);
    if (!trace_check_epoch(&check, &events, r.output) ||
        !trace_check_world(&check, list, 1, &events, &c->exec)) {
        fail_msg("%s: record: %s", c->name, check.why);
    }
    trace_free(&events);
    exec_close(&x);
}

static void print_failure(void *ctx, const struct check_failure *f)
{
    (void)ctx;
    print_error("table %s, row %llu, pc 0x%x: %s\n", f->table, (unsigned long long)f->row, f->pc,
                f->text);
}

static void check_tables(const struct edge_case *c, const struct program *program,
                         const struct prove_options *opt)
{
    struct exec_result r;
    struct err e = {0};
    uint64_t failures = 0;

    if (check_program(program, opt, print_failure, NULL, 10, &failures, &r, &e) != CHERT_OK) {
        fail_msg("%s: check: %s", c->name, e.msg);
    }
    if (failures != 0) {
        fail_msg("%s: %llu failures of constraints and buses", c->name,
                 (unsigned long long)failures);
    }
}

static void verify(const struct edge_case *c, const struct program *program,
                   const struct prove_options *opt, const struct proof_result *r)
{
    const struct prepare_options prepare = {opt->set, opt->hash, opt->cpu_mask, 1, MIN_LOG_HEIGHT};
    struct prepared apart;
    struct verified v;
    struct arena arena;
    struct err e = {0};

    assert_int_equal(prepared_init(&apart, program, &prepare, &e), CHERT_OK);
    struct verify_options want = {
        .program_id = apart.id,
        .exit_code = c->exit_code,
        .output = r->exec.output,
        .output_len = r->exec.output_bytes,
        .accept_test_set = 1,
    };
    prepared_fini(&apart);
    assert_int_equal(arena_init(&arena, chert_verify_arena_bytes(MAX_INSTANCES), &e), CHERT_OK);
    if (chert_verify(r->proof, r->proof_bytes, &want, &arena, &v, &e) != CHERT_OK) {
        fail_msg("%s: verify: %s", c->name, e.msg);
    }
    arena_fini(&arena);
}

/* The same proof must not do for another exit code. */
static void refuse_exit(const struct edge_case *c, const struct proof_result *r, uint64_t code)
{
    struct verified v;
    struct arena arena;
    struct err e = {0};
    const struct verify_options want = {
        .program_id = r->program_id,
        .exit_code = code,
        .accept_test_set = 1,
    };

    assert_int_equal(arena_init(&arena, chert_verify_arena_bytes(MAX_INSTANCES), &e), CHERT_OK);
    if (chert_verify(r->proof, r->proof_bytes, &want, &arena, &v, &e) != CHERT_REJECT_EXIT) {
        fail_msg("%s: verified with exit code %llu", c->name, (unsigned long long)code);
    }
    arena_fini(&arena);
}

static void prove(const struct edge_case *c, const struct program *program,
                  const struct prove_options *opt, struct proof_result *r)
{
    struct err e = {0};

    if (prove_program(program, opt, r, &e) != CHERT_OK) {
        fail_msg("%s: prove: %s", c->name, e.msg);
    }
    assert_true(r->exec.exit_code == c->exit_code);
    edge_totals.cases++;
    edge_totals.instructions += r->exec.instructions;
    for (size_t t = 0; t < N_TABLES; t++) {
        edge_totals.rows[t] += r->tables[t].rows;
    }
}

static void compare(const struct edge_case *c, const struct proof_result *r)
{
    uint8_t *expected = NULL;
    size_t n = 0;

    if (c->no_qemu) {
        expect_output(c, c->output, c->output_bytes, r->exec.output, r->exec.output_bytes);
    } else if (have_qemu) {
        expected = malloc(EDGE_OUTPUT);
        assert_non_null(expected);
        const int code = qemu_run(c->elf, c->elf_size, expected, EDGE_OUTPUT, &n);
        assert_true(n <= EDGE_OUTPUT);
        if (code != (int)(c->exit_code & 0xff)) { /* Linux keeps eight bits of it */
            fail_msg("%s: qemu's exit code is %d", c->name, code);
        }
        expect_output(c, expected, n, r->exec.output, r->exec.output_bytes);
        free(expected);
    } else {
        edge_totals.without_qemu++;
    }
}

void edge_run(const struct edge_case *c)
{
    const struct prove_options opt = {
        .set = set_by_id(SET_TEST),
        .cpu_mask = cpu_detect(),
        .workers = 1,
        .exec = c->exec,
        .exit_code = c->exit_code,
    };
    const clock_t start = clock();
    struct program program;
    struct proof_result r;
    struct arena mem;
    struct err e = {0};

    assert_int_equal(arena_init(&mem, elf_bytes(c->elf_size), &e), CHERT_OK);
    if (elf_load_bytes(&program, c->elf, c->elf_size, &mem, &e) != CHERT_OK) {
        fail_msg("%s: %s", c->name, e.msg);
    }
    judge_record(c, &program);
    check_tables(c, &program, &opt);
    prove(c, &program, &opt, &r);
    verify(c, &program, &opt, &r);
    refuse_exit(c, &r, c->exit_code ^ 1);
    refuse_exit(c, &r, c->exit_code ^ UINT64_C(1) << 32);
    compare(c, &r);
    print_message("%-28s %8llu instructions, %5zu bytes of output, %.2f s of CPU\n", c->name,
                  (unsigned long long)r.exec.instructions, r.exec.output_bytes,
                  (double)(clock() - start) / CLOCKS_PER_SEC);
    proof_result_fini(&r);
    arena_fini(&mem);
}

void edge_expect_tables(const enum table_id *tables, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (edge_totals.rows[tables[i]] == 0) {
            fail_msg("no case made a row of table %s", chert_tables[tables[i]].name);
        }
    }
}

int edge_setup(void **state)
{
    (void)state;
    have_qemu = qemu_present();
    return 0;
}

int edge_report(int failed)
{
    print_message("%u programs, %llu instructions proven\n", edge_totals.cases,
                  (unsigned long long)edge_totals.instructions);
    if (edge_totals.without_qemu > 0) {
        print_message("SKIPPED for %u of them: the comparison with qemu-riscv64, which this "
                      "machine lacks (package qemu-user)\n",
                      edge_totals.without_qemu);
    }
    return failed;
}
