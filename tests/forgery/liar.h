/*
 * The lying prover: runs a guest honestly, lies about the run, and proves it all the same.
 *
 * A lie is told where it is easiest to keep the rest of the run consistent with it, so that the
 * check under test is the only one that can object:
 *
 *   events   what the executor saw, before any table is filled: a result, an outcome, a time, a
 *            row dropped or doubled. Everything that is made from events follows.
 *   cells    filled columns, before lookups are counted: a carry, a flag, a padding row.
 *   counts   after counting: multiplicities, the statement.
 *   proof    the proof's bytes, for what no trace can say.
 *
 * Two judges hear it. trace_check must name exactly the checks that the lie lists, each as
 * "TABLE.constraint" or "TABLE.BUS"; then the unchanged verifier, which knows the guest's id and
 * would take any output and any exit code, must reject the real prover's proof with the status that
 * the lie lists. Told without a lie, both must accept.
 *
 *   liar_open(&l, &liar_everything);
 *   liar_tell(&l, &(struct lie){"...", TABLE_ADDI, CHERT_REJECT_CONSTRAINT, "ADDI.carry_hi", ...});
 *   liar_close(&l);
 */
#ifndef CHERT_TESTS_FORGERY_LIAR_H
#define CHERT_TESTS_FORGERY_LIAR_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "forgery/liar_program.h"
#include "prove/session.h"

struct liar {
    const struct liar_guest *guest;
    struct arena mem; /* owns the program, the session, refilled tables */
    struct program program;
    struct prove_options opt;
    struct insn *insns;       /* as decoded */
    struct prepared prepared; /* made once; each session gets a copy, which lies may edit */
    struct session *s;        /* the run under way */
    uint8_t *proof;           /* while a lie's `proof` runs */
    size_t proof_len;
    struct err err;
};

struct lie;
typedef void liar_fn(struct liar *l, const struct lie *lie);

struct lie {
    const char *name;
    enum table_id table;      /* that is lied about */
    enum chert_status status; /* what the verifier must say */
    const char *checks;       /* what trace_check must report: "ADDI.carry_hi CONST.CELL" */
    liar_fn *events, *cells, *counts, *proof; /* each may be NULL */
    /* For functions that serve many lies. */
    uint32_t row;    /* of the table, in execution order */
    uint32_t column; /* as in the table's enum */
    uint64_t value;  /* for events */
    fp cell;         /* for cells and counts */
    /* Otherwise 0. */
    uint32_t log_epoch;     /* the run is cut after its first 2^log_epoch cycles */
    enum grouping grouping; /* GROUPING_PER_TABLE: each instance is a group of its own */
    int trusted;            /* 1: the verifier is told the id of the key as the lie made it */
};

/* Loads and prepares the guest, and asserts that both judges accept an honest run. */
void liar_open(struct liar *l, const struct liar_guest *guest);
void liar_close(struct liar *l);
/* Tells one lie, of a run of its own. Assertions are cmocka's. */
void liar_tell(struct liar *l, const struct lie *lie);

/* The row-th event of a table; fails the test if there are fewer. */
void *liar_row(struct liar *l, enum table_id table, uint64_t row);
struct event *liar_event(struct liar *l, enum table_id table, uint64_t row);
struct insn *liar_insn(const struct liar *l,
                       const struct event *ev); /* as decoded again for the next lie */
struct bound_event *liar_bound(struct liar *l, uint32_t addr);
struct genesis_event *liar_genesis(struct liar *l, uint32_t addr);

/* Who consumes a cell's token: pointers to the time and the value that it finds. */
struct liar_use {
    uint32_t *prev;
    uint64_t *value;
    uint32_t next;  /* time of the token that it leaves; 0: it is the cell's end */
    int reads;      /* it leaves the value as it is */
    const char *at; /* table, for messages */
};
/* Finds the consumer of token (space, addr, clk), an end included; fails the test if there is
 * none. */
struct liar_use liar_consumer(struct liar *l, uint32_t space, uint32_t addr, uint32_t clk);
/* The next access finds `value` in the token that register `reg` got at time `clk`. Fails the test
 * if that access reads. */
void liar_hand_on(struct liar *l, uint32_t reg, uint32_t clk, uint64_t value);
/* The same for any cell, and reads pass the value on: all up to the next write see it. */
void liar_spread(struct liar *l, uint32_t space, uint32_t addr, uint32_t clk, uint64_t value);

/* Takes a row out, or puts a copy behind it, in place and as it is: times are the caller's. The
 * copy is returned. */
void liar_drop(struct liar *l, enum table_id table, uint64_t row);
void *liar_double(struct liar *l, enum table_id table, uint64_t row);
/* Adds `by` to all times at or after `clk`. */
void liar_shift(struct liar *l, uint32_t clk, int32_t by);
/* The instruction never happened, or happened twice in a row: its accesses leave the chains of
 * their registers or enter them once more, later times move. Nobody may read its result. For
 * tables of registers only. */
void liar_skip(struct liar *l, enum table_id table, uint64_t row);
void liar_repeat(struct liar *l, enum table_id table, uint64_t row);

/* A filled cell. Rows at or after the table's events are padding. */
fp *liar_cell(struct liar *l, enum table_id table, uint64_t row, uint32_t column);
/* Number of the table's first padding row; fails the test if there is none. */
uint64_t liar_padding(const struct liar *l, enum table_id table);
/* Lays the tables out and fills them anew, after the statement's heights were edited. */
void liar_refill(struct liar *l);
/* proof: writes key and statement of the session anew, before the rest as it is. */
void liar_restate(struct liar *l);

/* Lies that many tables have in common; each takes its arguments from the lie. */
liar_fn liar_wrong_result;  /* events: d ^= value, handed on */
liar_fn liar_wrong_store;   /* events: the cell after ^= value, handed on */
liar_fn liar_wrong_operand; /* events: a ^= value */
liar_fn liar_private;       /* events: the input was another: LD row `row` finds its value ^ value,
                               and so do all who read it or the register that it went to */
liar_fn liar_other_outcome; /* events: a branch's outcome; both lead to the same place */
liar_fn liar_skip_row;      /* events: liar_skip */
liar_fn liar_repeat_row;    /* events: liar_repeat */
liar_fn liar_set_cell;      /* column = cell */
liar_fn liar_add_cell;      /* column += cell */
liar_fn liar_wake_padding;  /* column of the first padding row = cell */

/* A test program: opens the guest, tells each lie as a test of its own, closes the guest. */
int liar_run(const char *name, const struct liar_guest *guest, struct lie *lies, size_t n);

#endif
