/* chert execute, chert check: running without proving. */
#include <stdio.h>

#include "cli.h"

static void show_fault(const struct exec_fault *f)
{
    fprintf(stderr, "  at 0x%08x%s%s%s%s%s: %s\n", f->pc, f->symbol[0] != '\0' ? " in " : "",
            f->symbol, f->source[0] != '\0' ? " (" : "", f->source, f->source[0] != '\0' ? ")" : "",
            f->instruction);
    if (f->backtrace[0] != '\0') {
        fprintf(stderr, "  called from\n%s", f->backtrace);
    }
}

void show_stop(const struct options *o, const struct exec_result *r)
{
    if (r->stop == EXEC_FAULT) {
        show_fault(&r->fault);
    } else if (r->stop == EXEC_LIMIT && o->max_cycles != 0 && r->cycles >= o->max_cycles &&
               !o->quiet) {
        fputs("  --max-cycles raises the limit\n", stderr);
    }
}

static void fault_json(cJSON *j, const struct exec_fault *f)
{
    cJSON_AddStringToObject(j, "cause", exec_cause_name(f->cause));
    json_u64(j, "pc", f->pc);
    json_u64(j, "address", f->address);
    cJSON_AddStringToObject(j, "symbol", f->symbol);
    cJSON_AddStringToObject(j, "source", f->source);
    cJSON_AddStringToObject(j, "instruction", f->instruction);
    cJSON_AddStringToObject(j, "backtrace", f->backtrace);
}

static int show_json(const struct exec_result *r, const struct err *e)
{
    cJSON *j = cJSON_CreateObject();
    if (e->status != CHERT_OK) {
        json_error(j, e);
    }
    cJSON_AddStringToObject(j, "stop",
                            r->stop == EXEC_EXIT    ? "exit"
                            : r->stop == EXEC_FAULT ? "fault"
                                                    : "limit");
    if (r->stop == EXEC_EXIT) {
        json_u64(j, "exit_code", r->exit_code);
    } else if (r->stop == EXEC_FAULT) {
        fault_json(j, &r->fault);
    }
    json_u64(j, "output_bytes", r->output_bytes);
    json_hex(j, "output", r->output, r->output_bytes);
    json_u64(j, "instructions", r->instructions);
    json_u64(j, "cycles", r->cycles);
    json_u64(j, "misaligned", r->misaligned);
    json_u64(j, "readonly_stores", r->readonly_stores);
    return json_print(j);
}

/* Also of a run that failed: what it wrote before helps to find out why. */
static int show_output(const struct exec_result *r)
{
    if (r->output_bytes != 0) {
        (void)fwrite(r->output, 1, r->output_bytes, stdout); /* what fails stays noted in stdout */
    }
    return finish_stdout();
}

static enum chert_status expect_exit(const struct options *o, const struct exec_result *r,
                                     struct err *e)
{
    if (o->any_exit || r->exit_code == o->exit_code) {
        return CHERT_OK;
    }
    return err_set(e, CHERT_E_EXIT, "the program exited with %llu, expected %llu",
                   (unsigned long long)r->exit_code, (unsigned long long)o->exit_code);
}

static int run(const struct options *o, struct exec *x)
{
    struct err e = {0};
    struct exec_result r;
    enum chert_status s = exec_run(x, &r, &e);
    if (s == CHERT_OK) {
        s = expect_exit(o, &r, &e);
    }
    const int shown = o->json ? show_json(&r, &e) : show_output(&r);
    if (o->verbose) {
        fprintf(stderr, "%llu instructions, %llu cycles, %llu misaligned accesses\n",
                (unsigned long long)r.instructions, (unsigned long long)r.cycles,
                (unsigned long long)r.misaligned);
    }
    if (r.readonly_stores != 0 && !o->quiet) {
        fprintf(stderr, "chert: note: %llu stores changed read-only data (code never changes)\n",
                (unsigned long long)r.readonly_stores);
    }
    if (s == CHERT_OK) {
        return shown;
    }
    const int code = complain(o, o->positional[0], &e);
    show_stop(o, &r);
    return code;
}

int cmd_execute(const struct options *o)
{
    struct err e = {0};
    struct job j;
    struct exec x;
    int code = EXIT_OK;
    if (job_open(&j, o, o->positional[0], &e) != CHERT_OK) {
        code = fail(o, o->positional[0], &e);
    } else if (exec_open(&x, &j.program, &j.prove.exec, &e) != CHERT_OK) {
        code = fail(o, o->positional[0], &e);
        exec_close(&x);
    } else {
        code = run(o, &x);
        exec_close(&x);
    }
    job_close(&j);
    return code;
}

/* Violations go to stdout as they are found, or into a JSON array. */
static void report(void *ctx, const struct check_failure *f)
{
    cJSON *all = ctx;
    char text[DISASM_BYTES] = "";
    if (f->insn != NULL) {
        disassemble(f->pc, f->insn->word, text);
    }
    if (all != NULL) {
        cJSON *j = cJSON_CreateObject();
        cJSON_AddStringToObject(j, "table", f->table);
        json_u64(j, "row", f->row);
        cJSON_AddStringToObject(j, f->is_bus ? "bus" : "constraint", f->name);
        cJSON_AddStringToObject(j, "message", f->text);
        if (f->has_pc) {
            json_u64(j, "pc", f->pc);
            json_u64(j, "clk", f->clk);
            cJSON_AddStringToObject(j, "instruction", text);
        }
        cJSON_AddItemToArray(all, j);
        return;
    }
    printf("%s row %llu: %s%s: %s", f->table, (unsigned long long)f->row,
           f->is_bus ? "bus " : "constraint ", f->name, f->text);
    if (f->has_pc) {
        printf(" [pc 0x%08x, clk %u: %s]", f->pc, f->clk, text);
    }
    putchar('\n');
}

static int show_check(const struct options *o, cJSON *violations, uint64_t failures,
                      const struct exec_result *r)
{
    int code = EXIT_OK;
    if (o->json) {
        cJSON *j = cJSON_CreateObject();
        cJSON_AddBoolToObject(j, "holds", failures == 0);
        json_u64(j, "failures", failures);
        json_u64(j, "instructions", r->instructions);
        cJSON_AddItemToObject(j, "violations", violations);
        code = json_print(j);
    } else if (failures == 0) {
        printf("all constraints hold and all buses balance: %llu instructions\n",
               (unsigned long long)r->instructions);
        code = finish_stdout();
    } else {
        code = finish_stdout();
    }
    if (failures != 0) {
        fprintf(stderr, "chert: %s: %llu constraints or bus tokens do not hold\n", o->positional[0],
                (unsigned long long)failures);
        return EXIT_INVALID;
    }
    return code;
}

int cmd_check(const struct options *o)
{
    struct err e = {0};
    struct job j;
    struct exec_result r = {0};
    uint64_t failures = 0;
    int code = EXIT_OK;
    cJSON *violations = o->json ? cJSON_CreateArray() : NULL;
    if (job_open(&j, o, o->positional[0], &e) != CHERT_OK ||
        check_program(&j.program, &j.prove, report, violations, 20, &failures, &r, &e) !=
            CHERT_OK) {
        cJSON_Delete(violations);
        code = fail(o, o->positional[0], &e);
        show_stop(o, &r);
    } else {
        code = show_check(o, violations, failures, &r); /* takes them */
    }
    job_close(&j);
    return code;
}
