/* chert prove, chert demo. */
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "guest/demo_elf.h"

#include "cli.h"

static void progress(void *ctx, const char *stage, unsigned percent)
{
    const struct options *o = ctx;
    if (!o->quiet && isatty(STDERR_FILENO)) {
        fprintf(stderr, "\r%3u %%  %-12s", percent, stage);
    } else if (o->verbose) {
        fprintf(stderr, "%3u %%  %s\n", percent, stage);
    }
}

static uint64_t peak_rss(void)
{
    struct rusage u;
    return getrusage(RUSAGE_SELF, &u) == 0 ? (uint64_t)u.ru_maxrss << 10 : 0;
}

static cJSON *tables_json(const struct proof_result *r)
{
    cJSON *a = cJSON_CreateArray();
    for (unsigned t = 0; t < N_TABLES; t++) {
        const struct table_report *x = &r->tables[t];
        if (x->instances == 0) {
            continue;
        }
        cJSON *j = cJSON_CreateObject();
        cJSON_AddStringToObject(j, "name", x->name);
        cJSON_AddNumberToObject(j, "instances", x->instances);
        json_u64(j, "rows", x->rows);
        json_u64(j, "height", x->height);
        cJSON_AddNumberToObject(j, "columns", x->columns);
        cJSON_AddNumberToObject(j, "ext_columns", x->ext_columns);
        cJSON_AddNumberToObject(j, "fixed_columns", x->fixed_columns);
        cJSON_AddItemToArray(a, j);
    }
    return a;
}

static void stages_json(cJSON *j, const struct proof_result *r)
{
    cJSON *s = cJSON_AddObjectToObject(j, "stages");
    cJSON_AddNumberToObject(s, "execute", r->execute_seconds);
    cJSON_AddNumberToObject(s, "prepare", r->prepare_seconds);
    cJSON_AddNumberToObject(s, "trace", r->trace_seconds);
    cJSON_AddNumberToObject(s, "commit", r->times.commit);
    cJSON_AddNumberToObject(s, "logup", r->times.logup);
    cJSON_AddNumberToObject(s, "quotient", r->times.quotient);
    cJSON_AddNumberToObject(s, "values", r->times.values);
    cJSON_AddNumberToObject(s, "deep", r->times.deep);
    cJSON_AddNumberToObject(s, "fri", r->times.fri);
    cJSON_AddNumberToObject(s, "query", r->times.query);
    cJSON_AddNumberToObject(s, "verify", r->verify_seconds);
}

static double total_seconds(const struct proof_result *r)
{
    return r->execute_seconds + r->prepare_seconds + r->trace_seconds + r->prove_seconds +
           r->verify_seconds;
}

static int show_json(const struct options *o, const struct proof_result *r)
{
    cJSON *j = cJSON_CreateObject();
    const double n = (double)r->exec.instructions;
    json_hex(j, "program_id", r->program_id.b, DIGEST_BYTES);
    json_u64(j, "exit_code", r->exec.exit_code);
    json_u64(j, "output_bytes", r->exec.output_bytes);
    json_u64(j, "instructions", r->exec.instructions);
    json_u64(j, "misaligned", r->exec.misaligned);
    cJSON_AddNumberToObject(j, "epochs", 1);
    json_u64(j, "cells", r->cells);
    cJSON_AddNumberToObject(j, "cells_per_instruction", (double)r->cells / n);
    cJSON_AddNumberToObject(j, "execute_seconds", r->execute_seconds);
    cJSON_AddNumberToObject(j, "prove_seconds",
                            r->prepare_seconds + r->trace_seconds + r->prove_seconds);
    cJSON_AddNumberToObject(j, "verify_seconds", r->verify_seconds);
    cJSON_AddNumberToObject(j, "instructions_per_second", n / total_seconds(r));
    cJSON_AddNumberToObject(j, "threads", o->threads);
    json_u64(j, "proof_bytes", r->proof_bytes);
    json_u64(j, "peak_rss_bytes", peak_rss());
    cJSON_AddStringToObject(j, "set", o->set->name);
    cJSON_AddStringToObject(j, "hash", o->hash == HASH_KECCAK ? "keccak" : "blake3");
    cJSON_AddStringToObject(j, "grouping", o->grouping == GROUPING_JOINT ? "joint" : "per-table");
    stages_json(j, r);
    cJSON_AddItemToObject(j, "tables", tables_json(r));
    return json_print(j);
}

/* Fixed costs rule short runs: cells each would say nothing about the program. */
static void show_cells(const struct proof_result *r)
{
    const uint64_t n = r->exec.instructions;
    if (n >= 100000) {
        printf("instructions %llu (%.2f cells each)\n", (unsigned long long)n,
               (double)r->cells / (double)n);
    } else {
        printf("instructions %llu (%llu cells in all)\n", (unsigned long long)n,
               (unsigned long long)r->cells);
    }
}

static int show(const struct options *o, const struct proof_result *r)
{
    if (o->json) {
        return show_json(o, r);
    }
    char id[2 * DIGEST_BYTES + 1];
    hex_of(r->program_id.b, DIGEST_BYTES, id);
    printf("program      %s\n", id);
    printf("exit code    %llu\n", (unsigned long long)r->exec.exit_code);
    printf("output       %zu bytes\n", r->exec.output_bytes);
    show_cells(r);
    printf("proof        %zu bytes, verified in %.1f ms, %s%s\n", r->proof_bytes,
           1e3 * r->verify_seconds, o->output != NULL ? "written to " : "not kept: no -o FILE",
           o->output != NULL ? o->output : "");
    printf("time         %.2f s: %.0f instructions a second on %u threads\n", total_seconds(r),
           (double)r->exec.instructions / total_seconds(r), o->threads);
    return finish_stdout();
}

static int prove(const struct options *o, struct job *j, const char *name)
{
    struct err e = {0};
    struct proof_result r;
    j->prove.progress = progress;
    /* progress only reads it. NOLINTNEXTLINE(performance-no-int-to-ptr) */
    j->prove.progress_ctx = (void *)(uintptr_t)o;
    if (o->output != NULL && file_probe(o->output, &e) != CHERT_OK) {
        return fail(o, name, &e);
    }
    enum chert_status s = prove_program(&j->program, &j->prove, &r, &e);
    if (!o->quiet && isatty(STDERR_FILENO)) {
        fputs("\r                      \r", stderr);
    }
    if (s == CHERT_OK && o->output != NULL) {
        s = file_write(o->output, r.proof, r.proof_bytes, &e);
    }
    int code = EXIT_OK;
    if (s != CHERT_OK) {
        code = fail(o, name, &e);
        show_stop(o, &r.exec);
    } else {
        code = show(o, &r);
    }
    proof_result_fini(&r);
    return code;
}

int cmd_prove(const struct options *o)
{
    struct err e = {0};
    struct job j;
    const int code = job_open(&j, o, o->positional[0], &e) == CHERT_OK
                         ? prove(o, &j, o->positional[0])
                         : fail(o, o->positional[0], &e);
    job_close(&j);
    return code;
}

/* 200,000 steps of fibonacci: 2^20 instructions, one epoch. */
static const uint8_t demo_input[8] = {0x40, 0x0d, 0x03};

int cmd_demo(const struct options *o)
{
    struct err e = {0};
    struct job j;
    int code = EXIT_OK;
    if (!o->quiet && !o->json) {
        printf("chert demo: guest/examples/fibonacci.c, 200,000 steps\n");
    }
    if (job_open_bytes(&j, o, chert_demo_elf, (size_t)(chert_demo_elf_end - chert_demo_elf), &e) !=
        CHERT_OK) {
        code = fail(o, "the built-in program", &e);
    } else {
        if (o->input == NULL) {
            j.prove.exec.input = demo_input;
            j.prove.exec.input_bytes = sizeof demo_input;
        }
        code = prove(o, &j, "the built-in program");
    }
    job_close(&j);
    return code;
}
