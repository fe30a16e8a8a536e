/* Recording, the rare half: growing tables, refresh and boundary rows, the ends of an epoch, and
 * the genesis of a run. */
#include "exec/record.h"

#include "exec/internal.h"

#define RECORD     1
#define CORE(name) name##_record
#include "exec/exec_core.h"

#define N_CELLS ((size_t)1 << 29)

void *record_grow(struct recorder *r, enum table_id table, size_t bytes)
{
    struct trace_table *t = &r->trace->table[table];
    uint8_t *events = mapping_grow(t->events, &t->size, t->used + bytes);

    if (events == NULL) {
        r->out_of_memory = 1;
        r->left = 0;
        memset(&r->spare, 0, sizeof r->spare);
        return &r->spare;
    }
    t->events = events;
    t->used += bytes;
    return memset(events + t->used - bytes, 0, bytes);
}

void record_refresh(struct recorder *r, uint32_t space, uint32_t addr, uint32_t prev, uint32_t clk,
                    uint64_t value)
{
    struct refresh_event *ev = record_new(r, TABLE_REFRESH, sizeof *ev);
    *ev = (struct refresh_event){space, addr, prev, clk, value};
}

void record_touch(struct recorder *r, uint32_t addr, uint32_t clk, uint64_t value)
{
    struct bound_event *ev = record_new(r, TABLE_BOUND, sizeof *ev);
    *ev = (struct bound_event){.addr = addr,
                               .init_clk = clk,
                               .writer = r->x->cell_writer[addr / 8],
                               .init = value};
}

static size_t event_bytes(enum table_id table)
{
    switch ((int)table) {
    case TABLE_ECALL:
        return sizeof(struct ecall_event);
    case TABLE_WRITE:
        return sizeof(struct write_event);
    case TABLE_REFRESH:
        return sizeof(struct refresh_event);
    case TABLE_BOUND:
        return sizeof(struct bound_event);
    case TABLE_GENESIS:
        return sizeof(struct genesis_event);
    case TABLE_MIS:
        return 2 * sizeof(struct event);
    default:
        return sizeof(struct event);
    }
}

static enum chert_status open_epoch(struct exec *x, struct recorder *r, struct trace_events *t,
                                    struct err *e)
{
    if (x->cell_clk == NULL) {
        x->cell_clk = mapping_reserve(N_CELLS * sizeof *x->cell_clk, 1);
    }
    if (x->cell_writer == NULL) {
        x->cell_writer = mapping_reserve(N_CELLS * sizeof *x->cell_writer, 1);
    }
    if (x->cell_clk == NULL || x->cell_writer == NULL) {
        return err_set(e, CHERT_E_MEMORY, "cannot reserve 3 GiB of addresses for recording");
    }
    x->epoch++;
    for (uint32_t i = 0; i < N_TABLES; i++) {
        t->table[i] = x->spare[i];
        x->spare[i] = (struct trace_table){0};
    }
    *r = (struct recorder){.x = x, .trace = t, .cell_clk = x->cell_clk, .clk = CLK_FIRST};
    t->program = x->program;
    t->epoch = x->epoch;
    t->pc_first = x->program->insns[x->at].pc;
    t->clk_first = CLK_FIRST;
    memcpy(t->reg_first, x->reg, sizeof t->reg_first);
    return CHERT_OK;
}

/* The boundary rows' other halves; cells become untouched again for the next epoch. */
static enum chert_status close_cells(struct exec *x, struct trace_events *t, struct err *e)
{
    struct bound_event *bound = (struct bound_event *)(void *)t->table[TABLE_BOUND].events;
    const size_t n = t->table[TABLE_BOUND].used / sizeof *bound;
    uint32_t *touched = x->touched;

    if ((x->n_touched + n) * sizeof *touched > x->touched_size) {
        touched = mapping_grow(touched, &x->touched_size, (x->n_touched + n) * sizeof *touched);
        if (touched == NULL) {
            return err_set(e, CHERT_E_MEMORY, "no memory to list %zu touched cells",
                           x->n_touched + n);
        }
        x->touched = touched;
    }
    for (size_t i = 0; i < n; i++) {
        const uint32_t cell = bound[i].addr / 8;
        bound[i].fin_clk = x->cell_clk[cell];
        memcpy(&bound[i].fin, x->memory + bound[i].addr, 8);
        x->cell_clk[cell] = 0;
        if (x->cell_writer[cell] == 0) {
            touched[x->n_touched++] = bound[i].addr;
        }
        x->cell_writer[cell] = (uint16_t)x->epoch;
    }
    return CHERT_OK;
}

static enum chert_status close_epoch(struct exec *x, const struct recorder *r,
                                     struct trace_events *t, struct err *e)
{
    if (r->out_of_memory) {
        return err_set(e, CHERT_E_MEMORY, "no memory for the events of epoch %u", x->epoch);
    }
    TRY(close_cells(x, t, e));
    t->halted = x->halted;
    t->exit_code = x->halted ? x->reg[REG_A0] : 0;
    t->pc_last = x->program->insns[x->at].pc;
    t->clk_last = r->clk;
    memcpy(t->reg_last, x->reg, sizeof t->reg_last);
    memcpy(t->reg_clk, r->reg_clk, sizeof t->reg_clk);
    for (uint32_t i = 0; i < N_TABLES; i++) {
        t->table[i].rows = t->table[i].used / event_bytes((enum table_id)i);
    }
    return CHERT_OK;
}

static int64_t epoch_budget(const struct exec *x)
{
    const struct exec_options *o = &x->options;
    uint64_t n = o->log_epoch == 0 ? EXEC_MAX_EPOCH : UINT64_C(1) << o->log_epoch;

    if (o->max_cycles != 0) {
        const uint64_t rest = o->max_cycles > x->cycles ? o->max_cycles - x->cycles : 0;
        n = rest < n ? rest : n;
    }
    return (int64_t)n;
}

/* Out of cycles because of the epoch's length, not of a limit on the run. */
static int epoch_is_full(const struct exec *x, const struct recorder *r, uint64_t cycles)
{
    const struct exec_options *o = &x->options;
    return r->left <= 0 && o->log_epoch != 0 && cycles >= UINT64_C(1) << o->log_epoch &&
           (o->max_cycles == 0 || x->cycles < o->max_cycles);
}

static enum chert_status record_epoch(struct exec *x, struct trace_events *t,
                                      struct exec_result *result, struct err *e)
{
    const int64_t budget = epoch_budget(x);
    const uint64_t before = x->cycles;
    struct recorder r;
    enum exec_stop stop = EXEC_LIMIT;

    TRY(open_epoch(x, &r, t, e));
    stop = run_record(x, &r, budget);
    if (stop == EXEC_LIMIT && epoch_is_full(x, &r, x->cycles - before)) {
        stop = EXEC_EPOCH;
    }
    if (stop == EXEC_EPOCH || stop == EXEC_EXIT || r.out_of_memory) {
        TRY(close_epoch(x, &r, t, e));
    }
    t->cycles = x->cycles - before;
    t->instructions = t->cycles - (x->reg[REG_POSITION] - t->reg_first[REG_POSITION]);
    TRY(exec_finish(x, stop, result, e));
    return stop == EXEC_EXIT && x->epoch == 1 ? exec_genesis(x, t, e) : CHERT_OK;
}

enum chert_status exec_record(struct exec *x, struct trace_events *t, struct exec_result *result,
                              struct err *e)
{
    enum chert_status status = CHERT_OK;

    ASSERT(!x->halted && x->fault.cause == FAULT_NONE);
    *t = (struct trace_events){0};
    status = record_epoch(x, t, result, e);
    if (status != CHERT_OK) {
        trace_free(t);
    }
    return status;
}

void exec_recycle(struct exec *x, struct trace_events *t)
{
    for (uint32_t i = 0; i < N_TABLES; i++) {
        if (i != TABLE_GENESIS && x->spare[i].events == NULL) {
            x->spare[i] =
                (struct trace_table){.events = t->table[i].events, .size = t->table[i].size};
            t->table[i] = (struct trace_table){0};
        }
    }
    trace_free(t);
}

void trace_free(struct trace_events *t)
{
    for (uint32_t i = 0; i < N_TABLES; i++) {
        mapping_free(t->table[i].events, t->table[i].size);
    }
    *t = (struct trace_events){0};
}
