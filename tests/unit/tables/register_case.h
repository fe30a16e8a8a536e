/*
 * For the tests of tables that compute rd of rs1 and rs2 or an immediate: tries the table on edges
 * and random words against what the instruction means, written with plain C operators.
 */
#ifndef CHERT_TESTS_REGISTER_CASE_H
#define CHERT_TESTS_REGISTER_CASE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "air/eval.h"
#include "support/table_case.h"

/* rd after the instruction. */
typedef uint64_t register_meaning(const struct insn *in, uint64_t a, uint64_t b);

static inline struct event register_event(const struct insn *in, register_meaning *meaning,
                                          uint64_t a, uint64_t b)
{
    return table_case_event(a, b, meaning(in, a, b));
}

static inline void register_fill(struct table_case *tc, const struct insn *in,
                                 register_meaning *meaning, uint64_t a, uint64_t b)
{
    const struct event ev = register_event(in, meaning, a, b);
    table_case_fill(tc, in, &ev);
    table_case_assert_accepted(tc);
}

/* The row is accepted and does what it should; reads_b: rs2 is read. */
static inline void register_check(struct table_case *tc, const struct insn *in, int reads_b,
                                  const struct event *ev)
{
    const uint32_t last = reads_b ? 2 : 1;
    table_case_fill(tc, in, ev);
    table_case_assert_accepted(tc);
    table_case_assert_step(tc, in->pc, ev->clk, in->next);
    table_case_assert_access(tc, 0, 0, in->rs1, ev->prev1, ev->clk, ev->a, ev->a);
    if (reads_b) {
        table_case_assert_access(tc, 1, 0, in->rs2, ev->prev2, ev->clk + 1, ev->b, ev->b);
    }
    table_case_assert_access(tc, last, 0, in->rd, ev->prevd, ev->clk + 3, ev->old_d, ev->d);
    assert_int_equal(table_case_n_sent(tc, BUS_CELL), last + 1);
    assert_int_equal(table_case_n_received(tc, BUS_CELL), last + 1);
}

/* One instruction on all pairs of edges, on `n` random pairs, and with all registers the same. An
 * operand pair that `can` (may be NULL) refuses is not this table's. */
static inline void register_results(struct table_case *tc, const struct insn *in, int reads_b,
                                    register_meaning *meaning, int (*can)(uint64_t, uint64_t),
                                    int n)
{
    uint64_t seed = 7u * in->op + (uint64_t)in->imm;
    for (size_t i = 0; i < table_case_n_edges; i++) {
        for (size_t j = 0; j < (reads_b ? table_case_n_edges : 1); j++) {
            const uint64_t a = table_case_edges[i], b = reads_b ? table_case_edges[j] : 0;
            const struct event ev = register_event(in, meaning, a, b);
            if (can == NULL || can(a, b)) {
                register_check(tc, in, reads_b, &ev);
            }
        }
    }
    for (int i = 0; i < n; i++) {
        const uint64_t a = table_case_word(&seed), b = reads_b ? table_case_word(&seed) : 0;
        const struct event ev = register_event(in, meaning, a, b);
        if (can == NULL || can(a, b)) {
            register_check(tc, in, reads_b, &ev);
        }
    }
    /* rd = rs1 (= rs2): the write consumes what the last read left; and rd = x0, the sink. */
    struct insn same = *in;
    const uint64_t a = 0x12345678;
    struct event ev = register_event(in, meaning, a, reads_b ? a : 0);
    same.rd = same.rs1;
    same.rs2 = reads_b ? same.rs1 : same.rs2;
    ev.prev2 = ev.clk, ev.prevd = reads_b ? ev.clk + 1 : ev.clk, ev.old_d = a;
    register_check(tc, &same, reads_b, &ev);
    same.rd = REG_SINK;
    register_check(tc, &same, reads_b, &ev);
}

/* Forgeries of which one edit makes others necessary. */
static inline void register_edit(struct table_case *tc, uint32_t column, fp value)
{
    *table_case_cell(tc, column) = value;
}

static inline void register_add(struct table_case *tc, uint32_t column, int64_t by)
{
    fp *cell = table_case_cell(tc, column);
    *cell = fp_add(*cell, table_signed(by));
}

static inline fp register_value(struct table_case *tc, const char *constraint)
{
    for (uint32_t i = 0; i < tc->air.n_constraints; i++) {
        if (strcmp(tc->air.constraints[i].name, constraint) == 0) {
            air_row_constraints(&tc->air, tc->columns, tc->params, 0, tc->nodes, tc->values);
            return tc->values[i];
        }
    }
    fail_msg("%s has no constraint %s", tc->air.name, constraint);
    return 0;
}

/* Gives a column the value that satisfies a constraint in which it is linear. */
static inline void register_settle(struct table_case *tc, uint32_t column, const char *constraint)
{
    fp *cell = table_case_cell(tc, column);
    const fp was = *cell, at = register_value(tc, constraint);
    *cell = fp_add(was, 1);
    const fp slope = fp_sub(register_value(tc, constraint), at);
    assert_true(slope != 0);
    *cell = fp_sub(was, fp_mul(at, fp_inv(slope)));
}

/* The row as edited is rejected by `name` alone; then it is as filled again. */
static inline void register_forgery(struct table_case *tc, const char *name)
{
    table_case_forgery(tc, name);
    table_case_restore(tc);
}

#endif
