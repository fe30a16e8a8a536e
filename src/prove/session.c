#include "prove/session.h"

#include <string.h>

#include "trace/cover.h"

enum chert_status session_execute(struct session *s, const struct program *program,
                                  const struct prove_options *opt, struct err *e)
{
    memset(s, 0, sizeof *s);
    s->opt = opt;
    s->prepared.program = program;
    TRY(exec_open(&s->exec, program, &opt->exec, e));
    s->exec_open = 1;
    TRY(exec_record(&s->exec, &s->events, &s->result, e));
    if (s->result.stop != EXEC_EXIT) {
        return err_set(e, CHERT_E_LIMIT, "the run is longer than one proof holds");
    }
    if (s->result.output_bytes > MAX_OUTPUT) {
        return err_set(e, CHERT_E_LIMIT, "the run wrote %zu bytes, a proof holds at most %u",
                       s->result.output_bytes, MAX_OUTPUT);
    }
    if (!opt->any_exit && s->result.exit_code != opt->exit_code) {
        return err_set(e, CHERT_E_EXIT, "the program exited with %llu, expected %llu",
                       (unsigned long long)s->result.exit_code, (unsigned long long)opt->exit_code);
    }
    return CHERT_OK;
}

enum chert_status session_prepare(struct session *s, struct err *e)
{
    const struct prepare_options opt = {
        .set = s->opt->set,
        .hash = s->opt->hash,
        .cpu_mask = s->opt->cpu_mask,
        .workers = s->opt->workers,
        .max_log = cover_max_log(s->events.instructions),
    };
    return prepared_init(&s->prepared, s->prepared.program, &opt, e);
}

/* The statement from what the executor saw. */
static void make_statement(struct session *s)
{
    const struct trace_events *ev = &s->events;
    s->statement = (struct statement){
        .kind = PROOF_RUN,
        .grouping = (uint8_t)s->opt->grouping,
        .label = 1,
        .exit_code = ev->exit_code,
        .halt_clk = ev->clk_last,
        .output_len = (uint32_t)s->result.output_bytes,
        .output = s->result.output,
    };
    for (unsigned i = 0; i < N_REGS; i++) {
        s->statement.regs[i] =
            (struct register_end){(uint32_t)ev->reg_last[i], (uint32_t)(ev->reg_last[i] >> 32),
                                  ev->reg_clk[i]};
    }
}

/* A first layout, in memory of its own, says how much the filled tables take. */
static enum chert_status size_tables(struct session *s, size_t *bytes, struct err *e)
{
    struct arena mem;
    struct layout layout;
    TRY(arena_init(&mem, (size_t)4 << 20, e));
    enum chert_status status =
        layout_make(&layout, &s->prepared.airs, &s->prepared.key, &s->statement, &mem, e);
    if (status == CHERT_OK) {
        *bytes = trace_bytes(&layout) + ((size_t)5 << 20);
    }
    arena_fini(&mem);
    return status;
}

enum chert_status session_fill(struct session *s, struct err *e)
{
    struct arena genesis;
    size_t bytes = 0;
    struct prepared *p = &s->prepared;
    const size_t genesis_bytes = arena_bytes(s->events.table[TABLE_GENESIS].rows + MAX_REGIONS,
                                             sizeof(struct genesis_event));
    TRY(arena_init(&genesis, genesis_bytes, e)); /* only to count the rows before planning */
    enum chert_status status = trace_rows_make(&s->rows, &s->events, &p->key, &genesis, e);
    make_statement(s);
    if (status == CHERT_OK) {
        status = trace_plan(&s->rows, &p->airs, &p->key, &s->statement, e);
    }
    if (status == CHERT_OK) {
        status = size_tables(s, &bytes, e);
    }
    arena_fini(&genesis);
    TRY(status);
    TRY(arena_init(&s->mem, bytes + genesis_bytes, e));
    TRY(trace_rows_make(&s->rows, &s->events, &p->key, &s->mem, e));
    TRY(layout_make(&s->layout, &p->airs, &p->key, &s->statement, &s->mem, e));
    TRY(ARENA_NEW(&s->mem, &s->filled, s->layout.n_instances, e));
    return trace_fill(&s->rows, &s->layout, p->programs, p->fixed_columns, s->filled, &p->sched,
                      &s->mem, e);
}

static enum chert_status prove_filled(struct session *s, struct arena *mem, struct writer *out,
                                      struct stark_times *times, struct err *e)
{
    struct stark_trace *traces;
    TRY(ARENA_NEW(mem, &traces, s->layout.n_instances, e));
    for (uint32_t i = 0; i < s->layout.n_instances; i++) {
        traces[i] =
            (struct stark_trace){s->filled[i].program, s->filled[i].fixed, s->filled[i].main};
    }
    const struct stark_input in = {&s->prepared.key, &s->statement, &s->layout, traces,
                                   s->prepared.fixed};
    return stark_prove(&s->prepared.env, &in, mem, out, times, e);
}

enum chert_status session_prove(struct session *s, struct arena *out, uint8_t **proof, size_t *len,
                                struct stark_times *times, struct err *e)
{
    struct arena mem;
    const size_t bound = stark_proof_bound(&s->layout, &s->statement);
    struct writer w = {NULL, bound, 0, 0};
    TRY(arena_init(out, bound, e));
    TRY(ARENA_NEW(out, &w.at, bound, e));
    TRY(arena_init(&mem, stark_prove_bytes(&s->prepared.env, &s->layout), e));
    const enum chert_status status = prove_filled(s, &mem, &w, times, e);
    arena_fini(&mem);
    *proof = w.at;
    *len = w.len;
    return status;
}

void session_close(struct session *s)
{
    trace_free(&s->events);
    if (s->exec_open) {
        exec_close(&s->exec);
    }
    prepared_fini(&s->prepared);
    arena_fini(&s->mem);
}
