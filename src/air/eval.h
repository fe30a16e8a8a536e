/*
 * The prover's evaluator: an interpreter over blocks of rows, with SIMD kernels, written once for
 * all tables. Host only.
 *
 * air_compile turns the node array into a short program over a small set of block registers
 * (live ranges coloured), immutable and shared by threads.
 */
#ifndef CHERT_AIR_EVAL_H
#define CHERT_AIR_EVAL_H

#include "air/air.h"

struct air_program; /* opaque, arena-owned */

enum chert_status air_compile(const struct air *air, unsigned cpu_mask, struct arena *mem,
                              const struct air_program **out, struct err *e) CHERT_MUST_CHECK;

/* Where the values are: column-major, any domain, `rows` values each (a power of two or not). */
struct air_rows {
    const fp *const *columns; /* [air_n_columns] */
    const fp *const *ext;     /* [3 air_n_ext] planes; pair columns, then the accumulator */
    const fp *next[3];        /* accumulator's planes shifted by one trace row (same indexing) */
    const fp *params;         /* [n_params] */
};

/*
 * For r in [first, first + count):
 *   out[k][r] (+)= plane k of  sum_c lambda[c] C_c(row r)
 * over all air_n_total_constraints, in their order; LogUp constraints included:
 *   pair:        c f1 f2 - s1 m1 f2 - s2 m2 f1              (s = +1 send, -1 receive)
 *   accumulator: (next - acc + share - sum of pair columns) f1 f2 - s1 m1 f2 - s2 m2 f1,
 *                or (...) f - s m for an odd count; share = L / n
 * `add` = 0 writes out, 1 adds to it. scratch: air_eval_bytes(program), carved and released.
 */
enum chert_status air_eval_rows(const struct air_program *p, const struct air_rows *in,
                                const struct air_challenges *ch, fp3 share, const fp3 *lambda,
                                size_t first, size_t count, fp *const out[3], int add,
                                struct arena *scratch, struct err *e) CHERT_MUST_CHECK;
size_t air_eval_bytes(const struct air_program *p);

/* One row, for checkers and counters: all constraint values (the table's own), and every
 * interaction's multiplicity and tuple (fully reduced). out pointers may be NULL. */
void air_row_constraints(const struct air *air, const fp *const *columns, const fp *params,
                         size_t row, fp *nodes /* scratch [n_nodes] */, fp *values);
void air_row_interactions(const struct air *air, const fp *const *columns, const fp *params,
                          size_t row, fp *nodes, fp *mult, fp (*tuple)[AIR_MAX_TUPLE]);

/*
 * Lookups of rows [first, first + count), block by block: for every *sending* interaction on a
 * lookup bus and every row with non-zero multiplicity calls
 *   count(ctx, bus index, n, tuple pointers [width], mult)
 * where entries are arrays of n rows of the block (mult too). scratch: air_lookups_bytes.
 */
typedef void air_lookup_fn(void *ctx, uint32_t bus, size_t n, const fp *const *tuple,
                           const fp *mult);
enum chert_status air_lookups(const struct air_program *p, const struct air_rows *in, size_t first,
                              size_t count, air_lookup_fn *fn, void *ctx, struct arena *scratch,
                              struct err *e) CHERT_MUST_CHECK;
size_t air_lookups_bytes(const struct air_program *p);

#endif
