/*
 * One run on its way to a proof: recorded, planned, filled. Internal to src/prove and to the
 * lying prover of tests/, which edits events or cells between the steps.
 */
#ifndef CHERT_PROVE_SESSION_H
#define CHERT_PROVE_SESSION_H

#include "prove/prove.h"

struct session {
    const struct prove_options *opt;
    struct exec exec;
    int exec_open;
    struct exec_result result;
    struct trace_events events;
    struct prepared prepared;
    struct statement statement;
    struct layout layout;
    struct trace_rows rows;
    struct trace_filled *filled; /* [n_instances] */
    struct arena mem;            /* rows, layout, filled columns */
};

/* Steps, in order. After a failure of any: session_close. */
enum chert_status session_execute(struct session *s, const struct program *program,
                                  const struct prove_options *opt, struct err *e) CHERT_MUST_CHECK;
enum chert_status session_prepare(struct session *s, struct err *e) CHERT_MUST_CHECK;
enum chert_status session_fill(struct session *s, struct err *e) CHERT_MUST_CHECK;
/* The proof's bytes go to an arena that it makes; the caller releases it. */
enum chert_status session_prove(struct session *s, struct arena *out, uint8_t **proof, size_t *len,
                                struct stark_times *times, struct err *e) CHERT_MUST_CHECK;
void session_close(struct session *s);

#endif
