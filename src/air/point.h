/*
 * The verifier's evaluator: all constraints of a table at one point of the extension field.
 * Freestanding.
 */
#ifndef CHERT_AIR_POINT_H
#define CHERT_AIR_POINT_H

#include "air/air.h"

struct air_point {
    const fp3 *columns; /* [air_n_columns] */
    const fp3 *ext;     /* [air_n_ext] */
    fp3 next;           /* the accumulator at the next row's point */
    const fp *params;
};

/* *sum = sum_c lambda[c] C_c over all air_n_total_constraints (air/eval.h has the formulas).
 * scratch: n_nodes elements of fp3. */
enum chert_status air_eval_point(const struct air *air, const struct air_point *in,
                                 const struct air_challenges *ch, fp3 share, const fp3 *lambda,
                                 fp3 *sum, struct arena *scratch, struct err *e) CHERT_MUST_CHECK;

#endif
