/* Filled cells, new layouts, and the lies that many tables have in common. */
#include <stdlib.h>
#include <string.h>

#include "forgery/liar.h"
#include "tables/table.h"

static uint32_t instance_of(const struct liar *l, enum table_id table, uint64_t row)
{
    const struct layout *layout = &l->s->layout;
    for (uint32_t i = 0; i < layout->n_instances; i++) {
        const struct instance *in = &layout->instances[i];
        const uint64_t first = l->s->filled[i].first;
        if (in->table == table && row >= first && row - first < UINT64_C(1) << in->log_n) {
            return i;
        }
    }
    fail_msg("%s has no row %llu", chert_tables[table].name, (unsigned long long)row);
    abort();
}

fp *liar_cell(struct liar *l, enum table_id table, uint64_t row, uint32_t column)
{
    const uint32_t i = instance_of(l, table, row);
    const struct instance *in = &l->s->layout.instances[i];
    assert_in_range(column, in->air->n_fixed, air_n_columns(in->air) - 1);
    return l->s->filled[i].main +
           (column - in->air->n_fixed) * columns_stride((size_t)1 << in->log_n) + row -
           l->s->filled[i].first;
}

uint64_t liar_padding(const struct liar *l, enum table_id table)
{
    const struct layout *layout = &l->s->layout;
    for (uint32_t i = 0; i < layout->n_instances; i++) {
        const struct trace_filled *t = &l->s->filled[i];
        if (layout->instances[i].table == table && t->rows < UINT64_C(1)
                                                                 << layout->instances[i].log_n) {
            return t->first + t->rows;
        }
    }
    fail_msg("%s has no padding", chert_tables[table].name);
    abort();
}

static void must(const struct liar *l, enum chert_status status)
{
    if (status != CHERT_OK) {
        fail_msg("%s: %s", chert_status_name(status), l->err.msg);
    }
}

void liar_refill(struct liar *l)
{
    struct session *s = l->s;
    struct prepared *p = &s->prepared;
    must(l, layout_make(&s->layout, &p->airs, &p->key, &s->statement, &l->mem, &l->err));
    must(l, ARENA_NEW(&l->mem, &s->filled, s->layout.n_instances, &l->err));
    must(l, trace_fill(&s->rows, &s->layout, p->programs, p->fixed_columns, s->filled,
                       &l->prepared.sched, &l->mem, &l->err));
}

void liar_restate(struct liar *l)
{
    struct reader r = reader_of(l->proof + 8, l->proof_len - 8);
    struct key key;
    struct statement statement;
    must(l, key_read(&r, &key, &l->err));
    must(l, statement_read(&r, &statement, &l->err));
    const size_t rest = reader_left(&r), room = 8 + KEY_MAX_BYTES + 2048 + statement.output_len;
    struct writer w = {NULL, room + rest, 0, 0};
    must(l, ARENA_NEW(&l->mem, &w.at, room + rest, &l->err));
    write_bytes(&w, PROOF_MAGIC, 8);
    key_write(&w, &l->s->prepared.key);
    statement_write(&w, &l->s->statement);
    write_bytes(&w, r.at, rest);
    assert_false(w.overflowed);
    l->proof = w.at;
    l->proof_len = w.len;
}

void liar_wrong_result(struct liar *l, const struct lie *lie)
{
    struct event *ev = liar_event(l, lie->table, lie->row);
    ev->d ^= lie->value;
    liar_hand_on(l, liar_insn(l, ev)->rd, ev->clk + SLOT_RD, ev->d);
}

void liar_wrong_store(struct liar *l, const struct lie *lie)
{
    struct event *ev = liar_event(l, lie->table, lie->row);
    const uint64_t addr = ev->a + (uint64_t)liar_insn(l, ev)->imm;
    ev->d ^= lie->value;
    liar_spread(l, 1, (uint32_t)addr & ~7u, ev->clk + SLOT_MEM, ev->d);
}

void liar_wrong_operand(struct liar *l, const struct lie *lie)
{
    struct event *ev = liar_event(l, lie->table, lie->row);
    ev->a ^= lie->value;
}

void liar_private(struct liar *l, const struct lie *lie)
{
    struct event *ev = liar_event(l, TABLE_LD, lie->row);
    const uint32_t addr = (uint32_t)(ev->a + (uint64_t)liar_insn(l, ev)->imm);
    struct bound_event *bound = liar_bound(l, addr);
    const uint64_t value = bound->init ^ lie->value;
    assert_int_equal(liar_genesis(l, addr)->kind, MAP_INPUT);
    liar_genesis(l, addr)->init = bound->init = value;
    liar_spread(l, 1, addr, bound->init_clk, value);
    ev->d = value;
    liar_spread(l, 0, liar_insn(l, ev)->rd, ev->clk + SLOT_RD, value);
}

void liar_other_outcome(struct liar *l, const struct lie *lie)
{
    struct event *ev = liar_event(l, lie->table, lie->row);
    assert_int_equal(liar_insn(l, ev)->next, liar_insn(l, ev)->next1);
    ev->d ^= 1;
}

void liar_skip_row(struct liar *l, const struct lie *lie)
{
    liar_skip(l, lie->table, lie->row);
}

void liar_repeat_row(struct liar *l, const struct lie *lie)
{
    liar_repeat(l, lie->table, lie->row);
}

void liar_set_cell(struct liar *l, const struct lie *lie)
{
    *liar_cell(l, lie->table, lie->row, lie->column) = lie->cell;
}

void liar_add_cell(struct liar *l, const struct lie *lie)
{
    fp *cell = liar_cell(l, lie->table, lie->row, lie->column);
    *cell = fp_add(*cell, lie->cell);
}

void liar_wake_padding(struct liar *l, const struct lie *lie)
{
    *liar_cell(l, lie->table, liar_padding(l, lie->table), lie->column) = lie->cell;
}
