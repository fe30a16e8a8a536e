/*
 * One row of one table, to be accepted or forged: what the tests of tests/unit/tables stand on.
 *
 * A case records its table's AIR, fills one row as the prover would, and judges it as the proof
 * does: every constraint is zero, every multiplicity is 0 or 1, every lookup is true. Tokens of
 * stateful buses are read back, for the test to compare with what the instruction means.
 *
 *   table_case_init(&tc, TABLE_ADDI);
 *   table_case_fill(&tc, &insn, &event);
 *   table_case_assert_accepted(&tc);
 *   FORGE(&tc, "carry_lo", {ADDI_L0, 5}, {ADDI_L1, 7});
 *   table_case_assert_covered(&tc, NULL, 0);
 *   table_case_fini(&tc);
 *
 * A forgery has teeth: it must be rejected by the named check and by no other, so that without the
 * check it would pass. Checks are named as the constraint is, or "RANGE#11": a lookup on that bus,
 * interaction 11. Multiplicities follow their flags: where a constraint "..._bit" is skipped, so is
 * the demand that multiplicities be 0 or 1 (air_finish proves one from the other).
 *
 * Assertions are cmocka's. tests/support/table_toy.h goes on where single forgeries end.
 */
#ifndef CHERT_TESTS_SUPPORT_TABLE_CASE_H
#define CHERT_TESTS_SUPPORT_TABLE_CASE_H

#include "air/air.h"
#include "isa/insn.h"
#include "tables/row.h"
#include "tables/table.h"

#define TABLE_CASE_CHECKS (AIR_MAX_CONSTRAINTS + AIR_MAX_INTERACTIONS)
#define TABLE_CASE_NAME   32u

struct table_case {
    enum table_id id;
    struct arena mem;
    struct err err;
    struct air air;
    struct insn insn;           /* whose program rows PROG is compared with */
    fp *cells, *filled;         /* [air_n_columns]: the row, and as table_case_fill left it */
    const fp **columns;         /* pointers into cells */
    fp params[AIR_MAX_PARAMS];  /* for the test to set */
    fp *nodes, *values, *mult;  /* [n_nodes], [n_constraints], [n_interactions] */
    fp (*tuple)[AIR_MAX_TUPLE]; /* [n_interactions] */
    uint8_t covered[TABLE_CASE_CHECKS]; /* constraints, then interactions */
    char lookup[AIR_MAX_INTERACTIONS][TABLE_CASE_NAME];
};

/* Records the table; fails the test unless air_finish accepts it. The row is all zero: padding. */
void table_case_init(struct table_case *tc, enum table_id id);
void table_case_fini(struct table_case *tc);

/* Fills the row. `event` is what the table's rows take: one struct event (two for MIS), or the
 * table's own. An `insn` index in it must be 0. in = NULL for a table that looks nothing up in the
 * program. */
void table_case_fill(struct table_case *tc, const struct insn *in, const void *event);
/* Makes the row padding. */
void table_case_clear(struct table_case *tc);
/* Main column `column` of the row, for editing. */
fp *table_case_cell(struct table_case *tc, uint32_t column);
/* Undoes all edits since table_case_fill. */
void table_case_restore(struct table_case *tc);

/* 1 if every check but `skip` (may be NULL) holds; else *why (may be NULL) is the first that does
 * not. */
int table_case_accepts(struct table_case *tc, const char *skip, const char **why);
void table_case_assert_accepted(struct table_case *tc);

/* The k-th token of the row (from 0, multiplicity 1) on a bus; 0 if there are fewer. Sent: also
 * lookups. */
int table_case_sent(struct table_case *tc, enum bus bus, uint32_t k, fp tuple[AIR_MAX_TUPLE]);
int table_case_received(struct table_case *tc, enum bus bus, uint32_t k, fp tuple[AIR_MAX_TUPLE]);
uint32_t table_case_n_sent(struct table_case *tc, enum bus bus);
uint32_t table_case_n_received(struct table_case *tc, enum bus bus);

/* Asserts the row's step: exec(pc, clk) received, exec(next, clk + 4) sent, and nothing else. */
void table_case_assert_step(struct table_case *tc, uint64_t pc, uint64_t clk, uint64_t next);
/* Asserts the k-th access: token (space, addr, prev, old) consumed, (space, addr, now, new)
 * produced. */
void table_case_assert_access(struct table_case *tc, uint32_t k, uint32_t space, uint64_t addr,
                              uint64_t prev, uint64_t now, uint64_t old, uint64_t new_value);

/* Asserts that the row as it stands is rejected by `name` alone, and marks it covered. */
void table_case_forgery(struct table_case *tc, const char *name);
struct table_case_edit {
    uint32_t column; /* main */
    fp value;
};
/* The same after some edits of the filled row, which are undone. */
void table_case_forge(struct table_case *tc, const char *name, const struct table_case_edit *edits,
                      size_t n);
#define FORGE(tc, name, ...)                                                      \
    table_case_forge((tc), (name), (const struct table_case_edit[]){__VA_ARGS__}, \
                     sizeof((const struct table_case_edit[]){__VA_ARGS__}) /      \
                         sizeof(struct table_case_edit))

/* A check without a forgery, and why there can be none. */
struct table_case_exception {
    const char *name, *reason;
};
/* The k-th (from 0) constraint or lookup that no forgery has covered, or NULL. */
const char *table_case_uncovered(struct table_case *tc, uint32_t k);
/* Asserts that every check is covered or excepted, and no exception is idle. */
void table_case_assert_covered(struct table_case *tc, const struct table_case_exception *except,
                               size_t n);

/* An instruction at TABLE_CASE_PC with these program entries and next = pc + 4 (next1 = pc + 400),
 * and an execution of it at TABLE_CASE_CLK with times and an old rd of its own. */
#define TABLE_CASE_PC  0x10000u
#define TABLE_CASE_CLK 400u
struct insn table_case_insn(uint32_t op, uint32_t rd, uint32_t rs1, uint32_t rs2, int64_t imm);
struct event table_case_event(uint64_t a, uint64_t b, uint64_t d);

/* Operand values that tests try in all pairs, and a generator (splitmix64) for the rest. */
extern const uint64_t table_case_edges[];
extern const size_t table_case_n_edges;
uint64_t table_case_random(uint64_t *state);
/* A random word, half the time near an edge. */
uint64_t table_case_word(uint64_t *state);

#endif
