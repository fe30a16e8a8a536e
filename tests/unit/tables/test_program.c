/*
 * Goal: PROGRAM holds exactly the program entries of the decoded instructions, two rows a
 * conditional branch, and nothing that padding could be taken for.
 * Method: decoded words against entries written by hand; every table's op on every assignment of
 * its flags.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "air/eval.h"
#include "isa/decode.h"
#include "support/table_case.h"
#include "tables/program.h"

#define ROWS 8

static void assert_provided(struct table_case *tc, const fp *columns, unsigned row,
                            const fp expected[7])
{
    fp t[AIR_MAX_TUPLE];
    for (unsigned c = 0; c < PROGRAM_N_FIXED; c++) {
        tc->cells[c] = columns[c * ROWS + row];
    }
    tc->cells[PROGRAM_COUNT] = 1;
    assert_true(table_case_received(tc, BUS_PROG, 0, t));
    assert_memory_equal(t, expected, 7 * sizeof *t);
}

static void holds_the_entries(void **state)
{
    const uint32_t words[] = {
        0xffd58513, /* addi a0, a1, -3 */
        0x00b50463, /* beq a0, a1, +8 */
        0xdeadb537, /* lui a0, 0xdeadb */
        0x00000000, /* no instruction */
        0xfea53c23, /* sd a0, -8(a0) */
    };
    const unsigned rows[] = {0, 1, 3, 7, 4};
    struct table_case tc;
    fp columns[PROGRAM_N_FIXED * ROWS] = {0};
    const fp none[7] = {0};
    (void)state;
    table_case_init(&tc, TABLE_PROGRAM);
    assert_int_equal(tc.air.n_fixed, program_rows.n_fixed);
    assert_int_equal(tc.air.n_main, program_rows.n_main);
    for (unsigned i = 0; i < 5; i++) {
        struct insn in = decode(0x1000 + 4 * i, words[i]);
        in.row = rows[i];
        program_fixed_rows(columns, ROWS, &in);
    }
    assert_provided(&tc, columns, 0, (const fp[]){0x1000, OP_ADDI, 10, 11, 0, FP_P - 3, 0x1004});
    assert_provided(&tc, columns, 1, (const fp[]){0x1004, OP_CMPEQ, 0, 10, 11, 0, 0x1008});
    assert_provided(&tc, columns, 2, (const fp[]){0x1004, OP_CMPEQ + 1, 0, 10, 11, 0, 0x100c});
    assert_provided(&tc, columns, 3,
                    (const fp[]){0x1008, OP_CONST, 10, 0, 0xffffffff, 0xdeadb000, 0x100c});
    assert_provided(&tc, columns, 4, (const fp[]){0x1010, OP_SD, 0, 10, 10, FP_P - 8, 0x1014});
    for (unsigned row = 5; row < ROWS; row++) {
        assert_provided(&tc, columns, row, none);
    }
    table_case_assert_covered(&tc, NULL, 0);
    table_case_fini(&tc);
}

/* mark[id]: the nodes below e, where they are not marked yet. */
static void mark_below(const struct air *air, expr e, uint8_t *mark)
{
    mark[e.id] = 1;
    for (uint32_t id = e.id + 1; id-- > 0;) {
        const struct air_node *n = &air->nodes[id];
        if (mark[id] && (n->op == AIR_ADD || n->op == AIR_SUB || n->op == AIR_MUL)) {
            mark[n->a] = mark[n->b] = 1;
        }
    }
}

/* Whether e depends on no column but those of `chosen`. */
static int depends_on(const struct air *air, expr e, const uint8_t *chosen)
{
    uint8_t below[AIR_MAX_NODES] = {0};
    mark_below(air, e, below);
    for (uint32_t id = 0; id <= e.id; id++) {
        const struct air_node *n = &air->nodes[id];
        if (below[id] && (n->op == AIR_PARAM || (n->op == AIR_COL && !chosen[n->a]))) {
            return 0;
        }
    }
    return 1;
}

/* The bit columns that decide `real` and the op asked for. */
static uint32_t choose_flags(const struct air *air, expr op, uint8_t *chosen, uint32_t *flags)
{
    uint8_t below[AIR_MAX_NODES] = {0};
    uint32_t n_flags = 0;
    mark_below(air, op, below);
    mark_below(air, air->real, below);
    for (uint32_t id = 0; id < air->n_nodes; id++) {
        const struct air_node *n = &air->nodes[id];
        if (below[id] && n->op == AIR_COL && air->columns[n->a].kind == AIR_BIT) {
            chosen[n->a] = 1;
            flags[n_flags++] = n->a;
        }
    }
    return n_flags;
}

/* On no assignment of the flags that the constraints on them allow does a real row ask for op 0. */
static void assert_op_is_not_zero(struct table_case *tc, expr op)
{
    const struct air *air = &tc->air;
    uint8_t chosen[AIR_MAX_NODES] = {0}, decided[AIR_MAX_CONSTRAINTS];
    uint32_t flags[AIR_MAX_NODES], n_real = 0;
    const uint32_t n_flags = choose_flags(air, op, chosen, flags);
    assert_true(n_flags <= 16);
    for (uint32_t i = 0; i < air->n_constraints; i++) {
        decided[i] = (uint8_t)depends_on(air, air->constraints[i].e, chosen);
    }
    for (uint32_t x = 0; x < UINT32_C(1) << n_flags; x++) {
        int allowed = 1;
        for (uint32_t i = 0; i < n_flags; i++) {
            tc->cells[flags[i]] = x >> i & 1;
        }
        air_row_constraints(air, tc->columns, tc->params, 0, tc->nodes, tc->values);
        for (uint32_t i = 0; i < air->n_constraints; i++) {
            allowed &= !decided[i] || tc->values[i] == 0;
        }
        if (allowed && tc->nodes[air->real.id] == 1) {
            n_real++;
            assert_true(tc->nodes[op.id] != 0);
        }
    }
    assert_true(n_real > 0);
}

static void no_table_asks_for_padding(void **state)
{
    uint32_t asked = 0;
    (void)state;
    for (uint32_t id = 0; id < N_TABLES; id++) {
        struct table_case tc;
        table_case_init(&tc, (enum table_id)id);
        for (uint32_t k = 0; k < tc.air.n_interactions; k++) {
            if (tc.air.interactions[k].bus == BUS_PROG && tc.air.interactions[k].sends) {
                assert_op_is_not_zero(&tc, tc.air.interactions[k].tuple[1]);
                asked++;
            }
        }
        table_case_fini(&tc);
    }
    assert_int_equal(asked, 37); /* the tables of instructions */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(holds_the_entries),
        cmocka_unit_test(no_table_asks_for_padding),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
