/* chert execute, chert check: running without proving. */
#include <stdio.h>

#include "cli.h"

/* A fault's details, on stderr. */
static void show_fault(const struct exec_fault *f)
{
    fprintf(stderr, "  at 0x%08x%s%s%s%s%s: %s\n", f->pc, f->symbol[0] != '\0' ? " in " : "",
            f->symbol, f->source[0] != '\0' ? " (" : "", f->source, f->source[0] != '\0' ? ")" : "",
            f->instruction);
    fputs(f->backtrace, stderr);
}

static int write_output(const struct exec_result *r)
{
    if (fwrite(r->output, 1, r->output_bytes, stdout) != r->output_bytes || fflush(stdout) != 0) {
        fputs("chert: cannot write to stdout\n", stderr);
        return EXIT_IO;
    }
    return EXIT_OK;
}

static int show_json(const struct exec_result *r, enum chert_status status)
{
    cJSON *j = cJSON_CreateObject();
    cJSON_AddStringToObject(j, "stop",
                            r->stop == EXEC_EXIT    ? "exit"
                            : r->stop == EXEC_FAULT ? "fault"
                                                    : "limit");
    if (status == CHERT_OK) {
        cJSON_AddNumberToObject(j, "exit_code", (double)r->exit_code);
        json_hex(j, "output", r->output, r->output_bytes);
    } else if (r->stop == EXEC_FAULT) {
        cJSON_AddStringToObject(j, "cause", exec_cause_name(r->fault.cause));
        cJSON_AddNumberToObject(j, "pc", r->fault.pc);
        cJSON_AddStringToObject(j, "message", r->fault.text);
        cJSON_AddStringToObject(j, "symbol", r->fault.symbol);
        cJSON_AddStringToObject(j, "source", r->fault.source);
    }
    cJSON_AddNumberToObject(j, "instructions", (double)r->instructions);
    cJSON_AddNumberToObject(j, "cycles", (double)r->cycles);
    cJSON_AddNumberToObject(j, "misaligned", (double)r->misaligned);
    cJSON_AddNumberToObject(j, "readonly_stores", (double)r->readonly_stores);
    cJSON_AddNumberToObject(j, "output_bytes", (double)r->output_bytes);
    return json_print(j);
}

static int expected_exit(const struct options *o, const struct exec_result *r)
{
    if (o->any_exit || r->exit_code == o->exit_code) {
        return EXIT_OK;
    }
    fprintf(stderr, "chert: the program exited with %llu, expected %llu\n",
            (unsigned long long)r->exit_code, (unsigned long long)o->exit_code);
    return EXIT_GUEST;
}

static int run(const struct options *o, struct exec *x)
{
    struct err e = {0};
    struct exec_result r;
    const enum chert_status s = exec_run(x, &r, &e);
    int code = o->json ? show_json(&r, s) : s == CHERT_OK ? write_output(&r) : EXIT_OK;
    if (s != CHERT_OK) {
        const int failed = fail(o->positional[0], &e);
        if (r.stop == EXEC_FAULT) {
            show_fault(&r.fault);
        }
        return failed;
    }
    if (o->verbose) {
        fprintf(stderr, "%llu instructions, %llu misaligned, exit code %llu\n",
                (unsigned long long)r.instructions, (unsigned long long)r.misaligned,
                (unsigned long long)r.exit_code);
    }
    if (r.readonly_stores != 0 && !o->quiet) {
        fprintf(stderr, "chert: note: %llu stores changed read-only data (code never changes)\n",
                (unsigned long long)r.readonly_stores);
    }
    return code != EXIT_OK ? code : expected_exit(o, &r);
}

int cmd_execute(const struct options *o)
{
    struct err e = {0};
    struct job j;
    struct exec x;
    int code = EXIT_OK;
    if (job_open(&j, o, o->positional[0], &e) != CHERT_OK) {
        code = fail(o->positional[0], &e);
    } else if (exec_open(&x, &j.program, &j.prove.exec, &e) != CHERT_OK) {
        code = fail(o->positional[0], &e);
        exec_close(&x);
    } else {
        code = run(o, &x);
        exec_close(&x);
    }
    job_close(&j);
    return code;
}

static void report(void *ctx, const struct check_failure *f)
{
    (void)ctx;
    char text[DISASM_BYTES] = "";
    if (f->insn != NULL) {
        disassemble(f->pc, f->insn->word, text);
    }
    printf("%s row %llu: %s%s: %s", f->table, (unsigned long long)f->row,
           f->is_bus ? "bus " : "constraint ", f->name, f->text);
    if (f->has_pc) {
        printf(" [pc 0x%08x, clk %u: %s]", f->pc, f->clk, text);
    }
    putchar('\n');
}

int cmd_check(const struct options *o)
{
    struct err e = {0};
    struct job j;
    struct exec_result r = {0};
    uint64_t failures = 0;
    int code = EXIT_OK;
    if (job_open(&j, o, o->positional[0], &e) != CHERT_OK ||
        check_program(&j.program, &j.prove, report, NULL, 20, &failures, &r, &e) != CHERT_OK) {
        code = fail(o->positional[0], &e);
        if (r.stop == EXEC_FAULT) {
            show_fault(&r.fault);
        }
    } else if (failures != 0) {
        fprintf(stderr, "chert: %llu constraints or bus tokens do not hold\n",
                (unsigned long long)failures);
        code = EXIT_INVALID;
    } else if (!o->quiet) {
        printf("all constraints hold and all buses balance: %llu instructions\n",
               (unsigned long long)r.instructions);
    }
    job_close(&j);
    return code;
}
