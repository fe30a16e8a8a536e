/*
 * From event records to filled tables: which instances there are, their rows, and how often every
 * row of a lookup table is used.
 *
 *   trace_plan   instances and heights, a deterministic function of the event counts
 *   trace_fill   main columns of every instance; multiplicities counted from the very columns
 *
 * Rows keep execution order; instances of a table take consecutive ranges of its events.
 */
#ifndef CHERT_TRACE_TRACE_H
#define CHERT_TRACE_TRACE_H

#include "air/eval.h"
#include "exec/events.h"
#include "field/columns.h"
#include "proof/layout.h"
#include "sched/sched.h"

/* The rows to be proven: the executor's, with GENESIS's closing rows added. */
struct trace_rows {
    const struct trace_events *events;
    const struct genesis_event *genesis; /* the executor's, then one closing row a region */
    uint64_t rows[N_TABLES];
};

/* Collects the rows; the genesis array is carved from `mem`. */
enum chert_status trace_rows_make(struct trace_rows *r, const struct trace_events *ev,
                                  const struct key *key, struct arena *mem,
                                  struct err *e) CHERT_MUST_CHECK;

/* Sets n_instances and log_height of the statement; preprocessed tables once, with the key's
 * heights. CHERT_E_LIMIT if there are too many instances or rows for one proof. */
enum chert_status trace_plan(const struct trace_rows *r, const struct airs *airs,
                             const struct key *key, struct statement *s,
                             struct err *e) CHERT_MUST_CHECK;

/* One instance's columns, columns_stride(2^log_n) apart. */
struct trace_filled {
    const struct air_program *program;
    const fp *fixed; /* [n_fixed]; NULL if none */
    fp *main;        /* [n_main] */
    uint64_t rows;   /* real ones */
    uint64_t first;  /* its first row among the table's events */
};

/* Bytes of main columns of all instances: what trace_fill carves from `mem`. */
size_t trace_bytes(const struct layout *l);

/* Fixed columns (in registry order of the preprocessed tables) and programs are the caller's;
 * filled[i] belongs to layout instance i. */
enum chert_status trace_fill(const struct trace_rows *r, const struct layout *l,
                             const struct air_program *const programs[N_TABLES],
                             const fp *const fixed[N_FIXED_TABLES], struct trace_filled *filled,
                             struct sched *sched, struct arena *mem,
                             struct err *e) CHERT_MUST_CHECK;

/* Counts all lookups of the filled tables into the preprocessed tables' main columns, which it
 * clears first; trace_fill ends with it, tests call it after editing cells. Lookups that no row
 * provides are counted in *missing. */
enum chert_status trace_count(const struct layout *l, struct trace_filled *filled,
                              struct sched *sched, uint64_t *missing,
                              struct err *e) CHERT_MUST_CHECK;

/* The event struct behind row `row` of an instance, or NULL for tables without events. */
const void *trace_event(const struct trace_rows *r, unsigned table, uint64_t row);

#endif
