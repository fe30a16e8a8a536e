/*
 * `chert check`: whether filled tables satisfy every constraint on every row and every bus
 * balances, without proving. Says which table, row, instruction and pc.
 */
#ifndef CHERT_TRACE_CHECK_H
#define CHERT_TRACE_CHECK_H

#include "trace/trace.h"

struct check_failure {
    const char *table;
    uint32_t instance; /* of the layout; UINT32_MAX: a public term */
    uint64_t row;      /* of the instance */
    const char *name;  /* constraint, or bus */
    int is_bus;
    int has_pc;
    uint32_t pc, clk;        /* of the instruction, where the row has one */
    const struct insn *insn; /* or NULL */
    char text[160]; /* what is wrong: "constraint carry_lo is 5", "sent and not received: ..." */
};

typedef void check_report_fn(void *ctx, const struct check_failure *failure);

/* Calls `report` for up to `max` failures and returns how many there are in *failures (constraint
 * failures, then tokens without a partner). */
enum chert_status trace_check(const struct trace_rows *r, const struct layout *l,
                              const struct trace_filled *filled, const struct key *key,
                              const struct statement *s, check_report_fn *report, void *ctx,
                              uint64_t max, uint64_t *failures, struct err *e) CHERT_MUST_CHECK;

#endif
