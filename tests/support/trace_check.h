/*
 * An independent judge of recorded epochs: does by plain arithmetic what the tables and buses of
 * the proof will do, from the program entries of isa/ops.def, not from the executor's handlers.
 */
#ifndef CHERT_TESTS_TRACE_CHECK_H
#define CHERT_TESTS_TRACE_CHECK_H

#include "exec/exec.h"

struct trace_check {
    char why[256]; /* the first thing found wrong; "" if nothing */
};

/*
 * Checks one epoch: every event's route, operands and result; that each row's state follows from
 * one other row's, from first to last; that each access consumes the token that the access before
 * left, within 2^16 ticks; that the output's bytes come out in order (`output`: of the whole run).
 * Returns 1 if all holds.
 */
int trace_check_epoch(struct trace_check *c, const struct trace_events *t, const uint8_t *output);

/* Checks the boundary rows of all epochs of a run against its genesis rows. */
int trace_check_world(struct trace_check *c, const struct trace_events *const *epochs, size_t n,
                      const struct trace_events *genesis, const struct exec_options *o);

#endif
