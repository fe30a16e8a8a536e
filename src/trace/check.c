#include "trace/check.h"

#include <stdio.h>
#include <string.h>

#include "base/bytes.h"
#include "proof/public.h"
#include "tables/row.h"
#include "tables/table.h"

/* Net multiplicity of every token, keyed by a hash of bus and tuple: open addressing. */
struct ledger {
    uint64_t *key; /* 0: empty */
    fp *net;
    size_t mask;
};

struct checker {
    const struct trace_rows *rows;
    const struct layout *layout;
    const struct trace_filled *filled;
    check_report_fn *report;
    void *ctx;
    uint64_t max, failures;
    struct ledger ledger;
    int second_pass;
    struct arena *mem;
};

static uint64_t mix(uint64_t h)
{
    h ^= h >> 32;
    h *= UINT64_C(0xd6e8feb86659fd93);
    h ^= h >> 32;
    h *= UINT64_C(0xd6e8feb86659fd93);
    return h ^ h >> 32;
}

static uint64_t token_key(uint32_t bus, const fp *tuple, uint32_t width)
{
    uint64_t h = mix(bus + 1);
    for (uint32_t i = 0; i < width; i++) {
        h = mix(h + tuple[i] * UINT64_C(0x9e3779b97f4a7c15) + i);
    }
    return h | 1;
}

static fp *ledger_slot(struct ledger *l, uint64_t key)
{
    size_t at = (size_t)(key >> 1) & l->mask;
    while (l->key[at] != 0 && l->key[at] != key) {
        at = (at + 1) & l->mask;
    }
    l->key[at] = key;
    return &l->net[at];
}

static void say(struct checker *c, struct check_failure *f)
{
    if (c->failures < c->max) {
        c->report(c->ctx, f);
    }
    c->failures++;
}

/* Where a row is: instance, and the instruction behind it if there is one. */
static struct check_failure place_of(const struct checker *c, uint32_t instance, uint64_t row)
{
    const struct instance *in = &c->layout->instances[instance];
    struct check_failure f = {.table = in->air->name, .instance = instance, .row = row};
    const struct trace_filled *t = &c->filled[instance];
    const int has_insn = in->table < TABLE_WRITE && row < t->rows;
    if (has_insn) {
        const uint32_t *head = trace_event(c->rows, in->table, t->first + row);
        f.insn = &c->rows->events->program->insns[head[0]]; /* events open with insn and clk */
        f.pc = f.insn->pc;
        f.clk = head[1];
        f.has_pc = 1;
    }
    return f;
}

static void describe(char *out, size_t cap, const char *what, const fp *tuple, uint32_t width)
{
    size_t n = (size_t)snprintf(out, cap, "%s: (", what);
    for (uint32_t i = 0; i < width && n < cap; i++) {
        n += (size_t)snprintf(out + n, cap - n, "%s%llu", i == 0 ? "" : ", ",
                              (unsigned long long)tuple[i]);
    }
    if (n < cap) {
        (void)snprintf(out + n, cap - n, ")");
    }
}

/* First pass: adds the token. Second pass: reports it if it stayed alone. */
static void token(struct checker *c, uint32_t instance, uint64_t row, uint32_t bus, int sends,
                  fp mult, const fp *tuple, uint32_t width)
{
    if (mult == 0) {
        return;
    }
    fp *net = ledger_slot(&c->ledger, token_key(bus, tuple, width));
    if (!c->second_pass) {
        *net = sends ? fp_add(*net, mult) : fp_sub(*net, mult);
        return;
    }
    /* A counter of p - 1 received is one more sent. */
    const int adds = (mult < FP_P / 2) == (sends != 0);
    const int surplus = *net < FP_P / 2;
    if (*net == 0 || surplus != adds) {
        return;
    }
    struct check_failure f = {.table = "public", .instance = UINT32_MAX};
    if (instance != UINT32_MAX) {
        f = place_of(c, instance, row);
    }
    f.is_bus = 1;
    f.name = chert_buses[bus].name;
    describe(f.text, sizeof f.text, sends ? "sent, not received" : "received, not sent", tuple,
             width);
    say(c, &f);
    *net = 0;
}

static void public_token(void *ctx, uint32_t bus, int sends, const fp *tuple, uint32_t width)
{
    token(ctx, UINT32_MAX, 0, bus, sends, 1, tuple, width);
}

static enum chert_status check_instance(struct checker *c, uint32_t i, struct err *e)
{
    const struct instance *in = &c->layout->instances[i];
    const struct air *air = in->air;
    const struct trace_filled *t = &c->filled[i];
    const size_t n = (size_t)1 << in->log_n, stride = columns_stride(n);
    const fp **columns;
    fp *nodes, *values, *mult, (*tuples)[AIR_MAX_TUPLE];
    const size_t mark = arena_mark(c->mem);
    TRY(ARENA_NEW(c->mem, &columns, air_n_columns(air), e));
    TRY(ARENA_NEW(c->mem, &nodes, air->n_nodes, e));
    TRY(ARENA_NEW(c->mem, &values, air->n_constraints, e));
    TRY(ARENA_NEW(c->mem, &mult, air->n_interactions, e));
    TRY(ARENA_NEW(c->mem, &tuples, air->n_interactions, e));
    for (uint32_t k = 0; k < air_n_columns(air); k++) {
        columns[k] =
            k < air->n_fixed ? t->fixed + k * stride : t->main + (k - air->n_fixed) * stride;
    }
    for (size_t row = 0; row < n; row++) {
        if (!c->second_pass) {
            air_row_constraints(air, columns, in->params, row, nodes, values);
            for (uint32_t k = 0; k < air->n_constraints; k++) {
                if (values[k] != 0) {
                    struct check_failure f = place_of(c, i, row);
                    f.name = air->constraints[k].name;
                    (void)snprintf(f.text, sizeof f.text, "constraint %s is %llu, not 0", f.name,
                                   (unsigned long long)values[k]);
                    say(c, &f);
                }
            }
        }
        air_row_interactions(air, columns, in->params, row, nodes, mult, tuples);
        for (uint32_t k = 0; k < air->n_interactions; k++) {
            const struct air_interaction *x = &air->interactions[k];
            token(c, i, row, x->bus, x->sends, mult[k], tuples[k], x->width);
        }
    }
    arena_release(c->mem, mark);
    return CHERT_OK;
}

static size_t ledger_log(const struct layout *l)
{
    uint64_t tokens = 4096;
    for (uint32_t i = 0; i < l->n_instances; i++) {
        tokens += (uint64_t)l->instances[i].air->n_interactions << l->instances[i].log_n;
    }
    return log2_floor(tokens) + 1;
}

static enum chert_status run(struct checker *c, const struct key *key, const struct statement *s,
                             struct err *e)
{
    const size_t size = c->ledger.mask + 1;
    TRY(ARENA_NEW(c->mem, &c->ledger.key, size, e));
    TRY(ARENA_NEW(c->mem, &c->ledger.net, size, e));
    memset(c->ledger.key, 0, size * sizeof *c->ledger.key);
    memset(c->ledger.net, 0, size * sizeof *c->ledger.net);
    for (c->second_pass = 0; c->second_pass < 2; c->second_pass++) {
        public_tokens(key, s, public_token, c);
        for (uint32_t i = 0; i < c->layout->n_instances; i++) {
            TRY(check_instance(c, i, e));
        }
    }
    return CHERT_OK;
}

/* NOLINTNEXTLINE(readability-function-size): ten things make a check */
enum chert_status trace_check(const struct trace_rows *r, const struct layout *l,
                              const struct trace_filled *filled, const struct key *key,
                              const struct statement *s, check_report_fn *report, void *ctx,
                              uint64_t max, uint64_t *failures, struct err *e)
{
    struct arena mem;
    struct checker c = {.rows = r,
                        .layout = l,
                        .filled = filled,
                        .report = report,
                        .ctx = ctx,
                        .max = max,
                        .mem = &mem};
    c.ledger.mask = ((size_t)2 << ledger_log(l)) - 1;
    TRY(arena_init(&mem, 2 * arena_bytes(c.ledger.mask + 1, sizeof(uint64_t)) + (8u << 20), e));
    const enum chert_status status = run(&c, key, s, e);
    arena_fini(&mem);
    *failures = c.failures;
    return status;
}
