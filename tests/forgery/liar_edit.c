/* Editing runs: finding events and cells, and following tokens from access to access. */
#include <stdlib.h>
#include <string.h>

#include "forgery/liar.h"
#include "tables/ecall.h"
#include "tables/table.h"

static size_t event_bytes(enum table_id table)
{
    return chert_tables[table].rows->event_bytes;
}

void *liar_row(struct liar *l, enum table_id table, uint64_t row)
{
    struct trace_table *t = &l->s->events.table[table];
    if (row >= t->rows) {
        fail_msg("%s has %llu rows, no row %llu", chert_tables[table].name,
                 (unsigned long long)t->rows, (unsigned long long)row);
        abort();
    }
    return t->events + row * event_bytes(table);
}

struct event *liar_event(struct liar *l, enum table_id table, uint64_t row)
{
    return liar_row(l, table, row);
}

struct insn *liar_insn(const struct liar *l, const struct event *ev)
{
    return &l->program.insns[ev->insn];
}

struct bound_event *liar_bound(struct liar *l, uint32_t addr)
{
    for (uint64_t r = 0; r < l->s->events.table[TABLE_BOUND].rows; r++) {
        struct bound_event *ev = liar_row(l, TABLE_BOUND, r);
        if (ev->addr == addr) {
            return ev;
        }
    }
    fail_msg("cell 0x%x is not touched", addr);
    abort();
}

struct genesis_event *liar_genesis(struct liar *l, uint32_t addr)
{
    for (uint64_t r = 0; r < l->s->events.table[TABLE_GENESIS].rows; r++) {
        struct genesis_event *ev = liar_row(l, TABLE_GENESIS, r);
        if (ev->addr == addr) {
            return ev;
        }
    }
    fail_msg("cell 0x%x does not occur in genesis", addr);
    abort();
}

/* ---- Tokens ---- */

struct token {
    uint32_t space, addr, clk;
};

static int is_store(enum table_id table, const struct insn *in)
{
    return table == TABLE_SD || table == TABLE_SW || table == TABLE_SSUB ||
           (table == TABLE_MIS && in->op >= OP_SD);
}

/* SD and MIS store what they read: `d` of the others is the cell after. */
static int consumes_cell(const struct token *t, enum table_id table, const struct insn *in,
                         struct event *ev, struct liar_use *use)
{
    const uint32_t addr = (uint32_t)(ev->a + (uint64_t)in->imm) & ~7u;
    if (table != TABLE_MIS && (table < TABLE_LD || table > TABLE_SSUB)) {
        return 0;
    }
    for (uint32_t k = 0; k < (table == TABLE_MIS ? 2 : 1); k++) {
        if (t->addr == addr + 8 * k && t->clk == ev[k].prevm && (k == 0 || ev[1].b != 0)) {
            *use = (struct liar_use){&ev[k].prevm, &ev[k].m, ev->clk + SLOT_MEM,
                                     !is_store(table, in), NULL};
            return 1;
        }
    }
    return 0;
}

/* Unused times are 0, and no token of an instruction has time 0. */
static int consumes_register(const struct token *t, enum table_id table, const struct insn *in,
                             struct event *ev, struct liar_use *use)
{
    const int in_place = table == TABLE_ADDI_M || table == TABLE_ADDIW_M || table == TABLE_ADDW_M;
    if (in->rd == t->addr && ev->prevd == t->clk && !is_store(table, in)) {
        *use = (struct liar_use){&ev->prevd, in_place ? &ev->a : &ev->old_d, ev->clk + SLOT_RD, 0,
                                 NULL};
        return 1;
    }
    if (in->rs1 == t->addr && ev->prev1 == t->clk && !in_place) {
        *use = (struct liar_use){&ev->prev1, &ev->a, ev->clk + SLOT_RS1, 1, NULL};
        return 1;
    }
    if (in->rs2 == t->addr && ev->prev2 == t->clk) {
        *use = (struct liar_use){&ev->prev2, &ev->b, ev->clk + SLOT_RS2, 1, NULL};
        return 1;
    }
    return 0;
}

static int consumes(struct liar *l, const struct token *t, enum table_id table, struct event *ev,
                    struct liar_use *use)
{
    const struct insn *in = liar_insn(l, ev);
    return t->space == 0 ? consumes_register(t, table, in, ev, use)
                         : consumes_cell(t, table, in, ev, use);
}

static int ecall_consumes(const struct token *t, struct ecall_event *ev, struct liar_use *use)
{
    static const uint32_t regs[5] = {17, 10, 11, 12, REG_POSITION};
    const int writes = ev->value[ECALL_A7] == CALL_WRITE;
    const uint32_t slots[5] = {SLOT_RS1, writes ? SLOT_RD : SLOT_RS2, SLOT_RS2, SLOT_MEM, SLOT_RD};
    for (uint32_t k = 0; t->space == 0 && k < 5; k++) {
        if (regs[k] == t->addr && ev->prev[k] == t->clk) {
            *use = (struct liar_use){&ev->prev[k], &ev->value[k], ev->clk + slots[k],
                                     slots[k] != SLOT_RD, "ECALL"};
            return 1;
        }
    }
    return 0;
}

static int others_consume(struct liar *l, const struct token *t, struct liar_use *use)
{
    struct trace_events *all = &l->s->events;
    for (uint64_t r = 0; r < all->table[TABLE_ECALL].rows; r++) {
        if (ecall_consumes(t, liar_row(l, TABLE_ECALL, r), use)) {
            return 1;
        }
    }
    for (uint64_t r = 0; r < all->table[TABLE_WRITE].rows; r++) {
        struct write_event *ev = liar_row(l, TABLE_WRITE, r);
        if (t->space == 1 && (ev->ptr & ~7u) == t->addr && ev->prevm == t->clk) {
            *use = (struct liar_use){&ev->prevm, &ev->cell, ev->clk + SLOT_MEM, 1, "WRITE"};
            return 1;
        }
    }
    for (uint64_t r = 0; r < all->table[TABLE_REFRESH].rows; r++) {
        struct refresh_event *ev = liar_row(l, TABLE_REFRESH, r);
        if (ev->space == t->space && ev->addr == t->addr && ev->prev == t->clk) {
            *use = (struct liar_use){&ev->prev, &ev->value, ev->clk, 1, "REFRESH"};
            return 1;
        }
    }
    return 0;
}

static int end_consumes(struct liar *l, const struct token *t, struct liar_use *use)
{
    struct trace_events *all = &l->s->events;
    if (t->space == 0) {
        *use = (struct liar_use){&all->reg_clk[t->addr], &all->reg_last[t->addr], 0, 0, "end"};
        return all->reg_clk[t->addr] == t->clk;
    }
    struct bound_event *bound = liar_bound(l, t->addr);
    *use = (struct liar_use){&bound->fin_clk, &bound->fin, 0, 0, "BOUND"};
    return bound->fin_clk == t->clk;
}

struct liar_use liar_consumer(struct liar *l, uint32_t space, uint32_t addr, uint32_t clk)
{
    const struct token t = {space, addr, clk};
    struct liar_use use = {0};
    for (unsigned table = 0; table < TABLE_ECALL; table++) {
        for (uint64_t r = 0; r < l->s->events.table[table].rows; r++) {
            if (consumes(l, &t, (enum table_id)table, liar_row(l, (enum table_id)table, r), &use)) {
                use.at = chert_tables[table].name;
                return use;
            }
        }
    }
    if (!others_consume(l, &t, &use) && !end_consumes(l, &t, &use)) {
        fail_msg("nobody consumes (%u, 0x%x, clk %u)", space, addr, clk);
    }
    return use;
}

void liar_hand_on(struct liar *l, uint32_t reg, uint32_t clk, uint64_t value)
{
    const struct liar_use use = liar_consumer(l, 0, reg, clk);
    if (use.reads) {
        fail_msg("the token of register %u at clk %u is read by %s", reg, clk, use.at);
    }
    *use.value = value;
}

void liar_spread(struct liar *l, uint32_t space, uint32_t addr, uint32_t clk, uint64_t value)
{
    struct liar_use use = liar_consumer(l, space, addr, clk);
    for (; use.reads; use = liar_consumer(l, space, addr, use.next)) {
        *use.value = value;
    }
    *use.value = value;
    if (space == 1 && use.next == 0) {
        liar_genesis(l, addr)->fin = value;
    }
}

/* ---- Rows ---- */

void liar_drop(struct liar *l, enum table_id table, uint64_t row)
{
    struct trace_table *t = &l->s->events.table[table];
    uint8_t *at = liar_row(l, table, row);
    memmove(at, at + event_bytes(table), (t->rows - row - 1) * event_bytes(table));
    t->rows--;
    t->used -= event_bytes(table);
}

void *liar_double(struct liar *l, enum table_id table, uint64_t row)
{
    struct trace_table *t = &l->s->events.table[table];
    uint8_t *at = liar_row(l, table, row);
    assert_true(t->used + event_bytes(table) <= t->size); /* mapped in pages, with room */
    memmove(at + event_bytes(table), at, (t->rows - row) * event_bytes(table));
    t->rows++;
    t->used += event_bytes(table);
    return at + event_bytes(table);
}

static void shift_one(uint32_t *time, uint32_t clk, int32_t by)
{
    if (*time >= clk) {
        *time += (uint32_t)by;
    }
}

static void shift_event(enum table_id table, uint8_t *at, uint32_t clk, int32_t by)
{
    struct event *ev = (struct event *)(void *)at;
    struct ecall_event *call = (struct ecall_event *)(void *)at;
    struct write_event *byte = (struct write_event *)(void *)at;
    struct refresh_event *move = (struct refresh_event *)(void *)at;
    struct bound_event *bound = (struct bound_event *)(void *)at;
    if (table == TABLE_ECALL) {
        shift_one(&call->clk, clk, by);
        for (unsigned k = 0; k < 5; k++) {
            shift_one(&call->prev[k], clk, by);
        }
    } else if (table == TABLE_WRITE) {
        shift_one(&byte->clk, clk, by);
        shift_one(&byte->prevm, clk, by);
    } else if (table == TABLE_REFRESH) {
        shift_one(&move->prev, clk, by);
        shift_one(&move->clk, clk, by);
    } else if (table == TABLE_BOUND) {
        shift_one(&bound->init_clk, clk, by);
        shift_one(&bound->fin_clk, clk, by);
    } else if (table < TABLE_ECALL) {
        for (unsigned k = 0; k < event_bytes(table) / sizeof *ev; k++) {
            uint32_t *times[] = {&ev[k].clk, &ev[k].prev1, &ev[k].prev2, &ev[k].prevm,
                                 &ev[k].prevd};
            for (unsigned i = 0; i < 5; i++) {
                shift_one(times[i], clk, by);
            }
        }
    }
}

void liar_shift(struct liar *l, uint32_t clk, int32_t by)
{
    struct trace_events *all = &l->s->events;
    for (unsigned table = 0; table < N_TABLES; table++) {
        for (uint64_t r = 0; r < all->table[table].rows; r++) {
            shift_event((enum table_id)table, liar_row(l, (enum table_id)table, r), clk, by);
        }
    }
    for (unsigned r = 0; r < N_REGS; r++) {
        shift_one(&all->reg_clk[r], clk, by);
    }
    all->clk_last += (uint32_t)by;
}

/* The registers that an instruction accesses: which, when, and where its event says what. */
struct access {
    uint32_t reg, slot, *prev;
    uint64_t *before, after;
};

static unsigned accesses_of(struct liar *l, struct event *ev, struct access out[3])
{
    const struct insn *in = liar_insn(l, ev);
    unsigned n = 0;
    if (ev->prev1 != 0) {
        out[n++] = (struct access){in->rs1, SLOT_RS1, &ev->prev1, &ev->a, ev->a};
    }
    if (ev->prev2 != 0) {
        out[n++] = (struct access){in->rs2, SLOT_RS2, &ev->prev2, &ev->b, ev->b};
    }
    if (in->rd != 0) { /* x0 is never written */
        out[n++] = (struct access){in->rd, SLOT_RD, &ev->prevd, &ev->old_d, ev->d};
    }
    return n;
}

void liar_skip(struct liar *l, enum table_id table, uint64_t row)
{
    struct event *ev = liar_event(l, table, row);
    const uint32_t clk = ev->clk;
    struct access access[3];
    for (unsigned n = accesses_of(l, ev, access); n-- > 0;) {
        const struct access *a = &access[n];
        const struct liar_use use = liar_consumer(l, 0, a->reg, clk + a->slot);
        assert_true(a->slot != SLOT_RD || !use.reads);
        *use.prev = *a->prev;
        *use.value = *a->before;
    }
    liar_drop(l, table, row);
    liar_shift(l, clk + CLK_STEP, -(int32_t)CLK_STEP);
}

void liar_repeat(struct liar *l, enum table_id table, uint64_t row)
{
    struct event *ev = liar_event(l, table, row);
    const uint32_t clk = ev->clk;
    struct access access[3];
    liar_shift(l, clk + CLK_STEP, CLK_STEP);
    struct event *copy = liar_double(l, table, row);
    copy->clk = clk + CLK_STEP;
    for (unsigned n = accesses_of(l, copy, access); n-- > 0;) {
        const struct access *a = &access[n];
        *a->prev = 0; /* not the consumer that is looked for */
        const struct liar_use use = liar_consumer(l, 0, a->reg, clk + a->slot);
        *use.prev = clk + CLK_STEP + a->slot;
        *a->prev = clk + a->slot;
        *a->before = a->after;
    }
}
