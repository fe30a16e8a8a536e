/*
 * Loads and stores for the tests of their tables: random instructions with events as the executor
 * leaves them, and what they mean, written with plain C operators on bytes.
 */
#ifndef CHERT_TESTS_MEMORY_CASE_H
#define CHERT_TESTS_MEMORY_CASE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "support/table_case.h"

/* An access to up to two cells; event[1] is for MIS alone. */
struct memory_case {
    struct insn insn;
    struct event event[2];
    uint64_t address;
    unsigned width;    /* bytes */
    uint64_t cell[2];  /* before */
    uint64_t after[2]; /* the same if it is a load */
    uint64_t value;    /* loaded into rd, or rs2's */
    int is_store, is_two;
};

static inline unsigned memory_width(unsigned op)
{
    switch (op) {
    case OP_LD:
    case OP_SD:
        return 8;
    case OP_LW:
    case OP_LWU:
    case OP_SW:
        return 4;
    case OP_LH:
    case OP_LHU:
    case OP_SH:
        return 2;
    default:
        return 1;
    }
}

static inline uint64_t memory_value_of(unsigned op, uint64_t raw)
{
    switch (op) {
    case OP_LW:
        return (uint64_t)(int64_t)(int32_t)(uint32_t)raw;
    case OP_LH:
        return (uint64_t)(int64_t)(int16_t)(uint16_t)raw;
    case OP_LB:
        return (uint64_t)(int64_t)(int8_t)(uint8_t)raw;
    default:
        return raw;
    }
}

/* Sets what the access does: value, after, is_two, and the event's fields for them. */
static inline void memory_case_run(struct memory_case *m)
{
    const unsigned at = m->address & 7;
    uint8_t bytes[16];
    uint64_t raw = 0;
    for (unsigned i = 0; i < 16; i++) {
        bytes[i] = (uint8_t)(m->cell[i / 8] >> 8 * (i % 8));
    }
    for (unsigned i = 0; i < m->width; i++) {
        if (m->is_store) {
            bytes[at + i] = (uint8_t)(m->event->b >> 8 * i);
        } else {
            raw |= (uint64_t)bytes[at + i] << 8 * i;
        }
    }
    m->value = m->is_store ? m->event->b : memory_value_of(m->insn.op, raw);
    m->is_two = at + m->width > 8;
    m->after[0] = m->after[1] = 0;
    for (unsigned i = 0; i < 16; i++) {
        m->after[i / 8] |= (uint64_t)bytes[i] << 8 * (i % 8);
    }
    m->event[0].m = m->cell[0];
    m->event[0].d = m->is_store ? m->after[0] : m->value;
    m->event[1].m = m->is_two ? m->cell[1] : 0;
    m->event[1].d = m->is_two && m->is_store ? m->after[1] : 0;
    m->event[1].b = (uint64_t)m->is_two;
}

/* A time for which the gap to `now` is in the range table; the ends of it one time in four. */
static inline uint32_t memory_prev(uint64_t *seed, uint32_t now)
{
    const uint64_t r = table_case_random(seed);
    return now - 1 - (r % 8 == 0 ? 0 : r % 8 == 1 ? 0xffff : (uint32_t)(r >> 16 & 0xffff));
}

/* op at `address`, whose bits 0..2 count; the rest of it, registers, values and times are random.
 * Now and then rd = rs1, rs2 = rs1, rd is the sink or rs2 is x0. */
static inline struct memory_case memory_case_make(uint64_t *seed, unsigned op, unsigned offset)
{
    const uint64_t r = table_case_random(seed), odd = r >> 40;
    const int64_t imm = (int64_t)(r & 0xfff) - 0x800;
    const uint32_t clk = 0x20000 + 4 * (uint32_t)(r >> 12 & 0xfffffff);
    struct memory_case m = {.width = memory_width(op), .is_store = op >= OP_SD};
    struct event *ev = m.event;
    m.address = table_case_word(seed) & 0xfffffff8;
    m.address = m.address < 0x1000 ? 0x1000 : m.address > 0xffffeff0 ? 0xffffeff0 : m.address;
    m.address += offset;
    m.insn = (struct insn){.imm = imm,
                           .value = (uint64_t)imm,
                           .pc = 4 * (uint32_t)(r >> 8 & 0xfffff),
                           .op = (uint16_t)op};
    m.insn.next = m.insn.pc + 4;
    m.insn.rs1 = (uint8_t)(odd % 32);
    m.insn.rd = (uint8_t)(m.is_store ? 0 : odd >> 8 & 1 ? m.insn.rs1 : (odd >> 9) % 32 + 1);
    m.insn.rs2 = (uint8_t)(m.is_store ? (odd >> 14 & 3 ? (odd >> 16) % 32 : 0) : 0);
    ev->clk = ev[1].clk = clk;
    ev->a = m.address - (uint64_t)imm;
    ev->b = m.is_store ? table_case_word(seed) : 0;
    ev->old_d = m.is_store ? 0 : table_case_word(seed);
    ev->prev1 = memory_prev(seed, clk + SLOT_RS1);
    ev->prev2 = m.is_store ? memory_prev(seed, clk + SLOT_RS2) : 0;
    ev->prevm = memory_prev(seed, clk + SLOT_MEM);
    ev->prevd = m.is_store ? 0 : memory_prev(seed, clk + SLOT_RD);
    if (m.is_store && m.insn.rs2 == m.insn.rs1) {
        ev->b = ev->a, ev->prev2 = clk + SLOT_RS1;
    } else if (!m.is_store && m.insn.rd == m.insn.rs1) {
        ev->old_d = ev->a, ev->prevd = clk + SLOT_RS1;
    }
    m.cell[0] = table_case_word(seed);
    m.cell[1] = table_case_word(seed);
    memory_case_run(&m);
    ev[1].prevm = m.is_two ? memory_prev(seed, clk + SLOT_MEM) : 0;
    return m;
}

/* The same with cells and rs2 as given, at a plain address. */
static inline struct memory_case memory_case_of(unsigned op, unsigned offset, uint64_t cell,
                                                uint64_t b)
{
    uint64_t seed = 1;
    struct memory_case m = memory_case_make(&seed, op, offset);
    m.insn.rs1 = 9;
    m.insn.rd = m.is_store ? 0 : 10;
    m.insn.rs2 = m.is_store ? 11 : 0;
    m.cell[0] = cell;
    m.event->b = b;
    m.event->prev2 = m.is_store ? m.event->clk - 5 : 0;
    m.event->prevd = m.is_store ? 0 : m.event->clk - 5;
    memory_case_run(&m);
    return m;
}

static inline void memory_case_fill(struct table_case *tc, const struct memory_case *m)
{
    table_case_fill(tc, &m->insn, m->event);
}

/* Fills the row; asserts that it is accepted and that its tokens are those of the instruction. The
 * tables make their accesses in the order rs1, memory, rd and rs1, rs2, memory. */
static inline void memory_case_assert(struct table_case *tc, const struct memory_case *m)
{
    const struct event *ev = m->event;
    const uint64_t cell = m->address & ~UINT64_C(7);
    const uint32_t at_mem = m->is_store ? 2 : 1, clk = ev->clk;
    memory_case_fill(tc, m);
    table_case_assert_accepted(tc);
    table_case_assert_step(tc, m->insn.pc, clk, m->insn.pc + 4);
    table_case_assert_access(tc, 0, 0, m->insn.rs1, ev->prev1, clk + 0, ev->a, ev->a);
    table_case_assert_access(tc, at_mem, 1, cell, ev->prevm, clk + 2, m->cell[0], m->after[0]);
    if (m->is_store) {
        table_case_assert_access(tc, 1, 0, m->insn.rs2, ev->prev2, clk + 1, ev->b, ev->b);
    } else {
        table_case_assert_access(tc, 2, 0, m->insn.rd, ev->prevd, clk + 3, ev->old_d, m->value);
    }
    assert_int_equal(table_case_n_sent(tc, BUS_CELL), 3);
    assert_int_equal(table_case_n_received(tc, BUS_CELL), 3);
}

/* Every aligned offset, `rounds` random rows each; and padding. */
static inline void memory_case_sweep(struct table_case *tc, unsigned op, unsigned rounds)
{
    uint64_t seed = op;
    for (unsigned offset = 0; offset < 8; offset += memory_width(op)) {
        for (unsigned i = 0; i < rounds; i++) {
            const struct memory_case m = memory_case_make(&seed, op, offset);
            memory_case_assert(tc, &m);
        }
    }
    table_case_clear(tc);
    table_case_assert_accepted(tc);
    assert_int_equal(table_case_n_sent(tc, BUS_CELL), 0);
    assert_int_equal(table_case_n_sent(tc, BUS_EXEC), 0);
}

/* v as a field element, from a signed number. */
static inline fp memory_int(int64_t v)
{
    return table_signed(v);
}

/* u - 2^-16: the half that makes up for one too many in a byte below it, if it were not checked. */
static inline fp memory_absorb(fp u)
{
    return fp_sub(u, fp_inv(UINT64_C(1) << 16));
}

#define ROUNDS 2000

#endif
