#include "prove/prove.h"

#include <string.h>
#include <time.h>

#include "prove/session.h"
#include "tables/table.h"
#include "verify/verify.h"

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void progress(const struct prove_options *opt, const char *stage, unsigned percent)
{
    if (opt->progress != NULL) {
        opt->progress(opt->progress_ctx, stage, percent);
    }
}

static void report_tables(const struct session *s, struct proof_result *r)
{
    for (uint32_t i = 0; i < s->layout.n_instances; i++) {
        const struct instance *in = &s->layout.instances[i];
        struct table_report *t = &r->tables[in->table];
        const uint64_t n = UINT64_C(1) << in->log_n;
        t->instances++;
        t->rows += s->filled[i].rows;
        t->height += n;
        t->columns = in->air->n_main;
        t->ext_columns = air_n_ext(in->air);
        t->fixed_columns = in->air->n_fixed;
        t->main_cells += n * in->air->n_main;
        t->aux_cells += n * 3 * air_n_ext(in->air);
        r->fixed_cells += n * in->air->n_fixed;
        r->cells += n * (in->air->n_main + 3 * air_n_ext(in->air) + in->air->n_fixed);
    }
    for (uint32_t g = 0; g < s->layout.n_groups; g++) {
        r->quotient_cells += UINT64_C(6) << s->layout.groups[g].log_n;
    }
    r->cells += r->quotient_cells;
}

/* What was made is what a stranger will check: nothing leaves without this. */
static enum chert_status self_verify(const struct session *s, struct proof_result *r, struct err *e)
{
    struct arena arena;
    struct verified v;
    const struct verify_options opt = {
        .program_id = s->prepared.id,
        .exit_code = s->events.exit_code,
        .output = s->result.output,
        .output_len = s->result.output_bytes,
        .accept_test_set = 1,
        .airs = &s->prepared.airs,
    };
    TRY(arena_init(&arena, chert_verify_arena_bytes(s->layout.n_instances), e));
    const double start = now();
    const enum chert_status status = chert_verify(r->proof, r->proof_bytes, &opt, &arena, &v, e);
    r->verify_seconds = now() - start;
    arena_fini(&arena);
    if (status == CHERT_OK) {
        r->exec.output = v.statement.output; /* in the proof, which r owns */
        return CHERT_OK;
    }
    struct err wrapped = {0};
    const enum chert_status internal =
        err_set(&wrapped, CHERT_E_INTERNAL,
                "the prover's own proof does not verify (%s: %s); run `chert check`",
                chert_status_name(status), e->msg);
    *e = wrapped;
    return internal;
}

static enum chert_status run(struct session *s, const struct program *program,
                             const struct prove_options *opt, struct proof_result *r, struct err *e)
{
    double at = now(), next;
    progress(opt, "execute", 0);
    TRY(session_execute(s, program, opt, e));
    r->execute_seconds = (next = now()) - at, at = next;
    progress(opt, "prepare", 5);
    TRY(session_prepare(s, e));
    r->program_id = s->prepared.id;
    r->prepare_seconds = (next = now()) - at, at = next;
    progress(opt, "trace", 10);
    TRY(session_fill(s, e));
    report_tables(s, r);
    r->trace_seconds = (next = now()) - at, at = next;
    r->memory_bytes =
        s->mem.size + s->prepared.mem.size + stark_prove_bytes(&s->prepared.env, &s->layout);
    if (opt->max_ram != 0 && r->memory_bytes > opt->max_ram) {
        return err_set(e, CHERT_E_MEMORY, "the proof needs %zu MiB and --max-ram allows %zu MiB",
                       r->memory_bytes >> 20, opt->max_ram >> 20);
    }
    progress(opt, "prove", 20);
    TRY(session_prove(s, &r->mem, &r->proof, &r->proof_bytes, &r->times, e));
    r->prove_seconds = now() - at;
    progress(opt, "verify", 98);
    return self_verify(s, r, e);
}

enum chert_status prove_program(const struct program *program, const struct prove_options *opt,
                                struct proof_result *r, struct err *e)
{
    struct session *s;
    struct arena mem;
    memset(r, 0, sizeof *r);
    for (unsigned t = 0; t < N_TABLES; t++) {
        r->tables[t].name = chert_tables[t].name;
    }
    TRY(arena_init(&mem, sizeof *s + ARENA_ALIGN, e));
    TRY(ARENA_NEW(&mem, &s, 1, e));
    const enum chert_status status = run(s, program, opt, r, e);
    const uint8_t *output = r->exec.output;
    r->exec = s->result;
    r->exec.output = output; /* the machine's own copy goes with the session */
    session_close(s);
    arena_fini(&mem);
    return status;
}

void proof_result_fini(struct proof_result *r)
{
    arena_fini(&r->mem);
}

enum chert_status check_program(const struct program *program, const struct prove_options *opt,
                                check_report_fn *report, void *ctx, uint64_t max,
                                uint64_t *failures, struct exec_result *exec, struct err *e)
{
    struct session *s;
    struct arena mem;
    TRY(arena_init(&mem, sizeof *s + ARENA_ALIGN, e));
    TRY(ARENA_NEW(&mem, &s, 1, e));
    enum chert_status status = session_execute(s, program, opt, e);
    *exec = s->result;
    exec->output = NULL;
    if (status == CHERT_OK) {
        status = session_prepare(s, e);
    }
    if (status == CHERT_OK) {
        status = session_fill(s, e);
    }
    if (status == CHERT_OK) {
        status = trace_check(&s->rows, &s->layout, s->filled, &s->prepared.key, &s->statement,
                             report, ctx, max, failures, e);
    }
    session_close(s);
    arena_fini(&mem);
    return status;
}
