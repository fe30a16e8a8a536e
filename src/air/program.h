/*
 * What air_compile makes of a table: three short programs over blocks of rows (constraints,
 * lookups, LogUp terms), and their interpreter. Internal to air/.
 *
 * A program's values are arrays of AIR_BLOCK elements, named by slots:
 *
 *   [0, n_columns)   the table's columns, where they are
 *   ext              3 n_ext planes of the LogUp columns, where they are
 *   next             3 planes of the accumulator at the next row
 *   term             6 n_ext planes that only the LogUp program writes: for each ext column the
 *                    product of its fingerprints, then the numerator
 *   sum              3 planes of the result
 *   registers        coloured by live range
 *
 * Sums of products by challenge weights (fingerprints; the sum over lambda) are dot products with
 * weights fixed for a whole call: STEP_DOT. Their weights are split beforehand into limbs of 22
 * bits, so that a product takes six multiplications and six additions and no reduction; only the
 * sum is reduced (field/lazy.h).
 */
#ifndef CHERT_AIR_PROGRAM_H
#define CHERT_AIR_PROGRAM_H

#include "air/eval.h"
#include "base/bytes.h"

#define AIR_BLOCK 128u
#define AIR_GRAIN 32u /* kernels work on multiples of this many rows */

enum step_op {
    STEP_ADD,   /* out = a + b */
    STEP_SUB,   /* out = a - b */
    STEP_MUL,   /* out = a b */
    STEP_ADD_K, /* out = a + k */
    STEP_K_SUB, /* out = k - a */
    STEP_MUL_K, /* out = k a */
    STEP_SET,   /* out = k */
    STEP_PARAM, /* out = params[in[0]] */
    STEP_DOT,   /* out[3] (+)= constant + sum of weight * slot, of dots[dot]; adds if `add` */
    STEP_STEP,  /* out[3] = next - acc + share - sum of the pair columns */
    STEP_PAIR,  /* out[3] = (c f1 -+ m1) f2 -+ m2 f1 */
    STEP_ONE,   /* out[3] = c f1 -+ m1 */
    STEP_TERM,  /* out[3] = f1 f2, out2[3] = +-m1 f2 +- m2 f1 */
    STEP_TERM1  /* out[3] = f1, out2[3] = +-m1 */
};

/* in[]: a, b; or f1[3], f2[3], c[3], m1, m2. A minus sign: receives. */
#define STEP_INPUTS 11u
struct step {
    uint8_t op; /* enum step_op */
    uint8_t add;
    uint8_t minus1, minus2;
    uint16_t dot;
    uint16_t in[STEP_INPUTS];
    uint16_t out[3], out2[3];
    fp k;
};

/* One dot product: `n_terms` slots from terms[first] on. */
struct dot {
    uint32_t first, n_terms;
};

#define AIR_NONE UINT32_MAX
enum weight_kind { WEIGHT_TUPLE, WEIGHT_BUS, WEIGHT_LAMBDA };

/* A summand of a weight: coef * params[param] * (-alpha^index | gamma - index | lambda[index]) *
 * w^plane, added to the weight of `term`, or to the constant of `dot` (term = AIR_NONE). */
struct weight {
    uint32_t kind, dot, term, index, param, plane;
    fp coef;
};

/* One program. */
struct code {
    struct step *steps;
    struct dot *dots;
    uint16_t *terms; /* slots */
    struct weight *weights;
    uint32_t n_steps, n_dots, n_terms, n_weights, n_registers;
};

/* A lookup of the second program: slots of the multiplicity and of the entries. */
struct lookup {
    uint32_t bus, width;
    uint16_t mult, tuple[AIR_MAX_TUPLE];
};

/* Rows of a LogUp chunk under inversion: [n_ext][rows] in each plane. */
struct chunk {
    size_t first; /* row */
    uint32_t rows;
    fp *product[3], *numerator[3];
};

#define SCAN_LOG   3u
#define SCAN_LANES 8u /* rows of one cache line */

/* What differs by instruction set. */
struct block;
typedef void run_block_fn(const struct code *code, const struct block *b);
typedef void close_terms_fn(const struct chunk *c, uint32_t n_ext, fp *const *ext,
                            fp totals[3][SCAN_LANES]);
typedef void prefix_sum_fn(fp *plane, unsigned log_n, const fp start[SCAN_LANES], fp share);
struct air_kernels {
    run_block_fn *run_block;
    close_terms_fn *close_terms;
    prefix_sum_fn *prefix_sum;
};
run_block_fn air_run_block_portable, air_run_block_avx2, air_run_block_avx512;
close_terms_fn air_close_terms_portable, air_close_terms_avx2, air_close_terms_avx512;
prefix_sum_fn air_prefix_sum_portable, air_prefix_sum_avx2, air_prefix_sum_avx512;

struct air_program {
    const struct air *air;
    struct air_kernels kernels;
    unsigned cpu_mask;
    uint32_t n_columns, n_ext;
    struct code constraints, lookups, terms;
    struct lookup *lookup;
    uint32_t n_lookup;
};

/* Replaces the virtual registers base, base + 1, ... (one a value) by as few as will do; what
 * `lookups` name stays live to the end. Carves scratch, which the caller releases. */
enum chert_status air_colour(struct code *code, uint32_t base, uint32_t n_virtual,
                             struct lookup *lookups, uint32_t n_lookups, struct arena *scratch,
                             struct err *e) CHERT_MUST_CHECK;

/* Weights of one call, [term][plane], split as field/lazy.h wants them: limbs of w, limbs of
 * 2^32 w; constants, [dot][plane], limbs of the number alone. */
#define WEIGHT_LIMBS 3u
typedef uint64_t weight_limbs[3][2 * WEIGHT_LIMBS];
typedef uint64_t constant_limbs[3][WEIGHT_LIMBS];

/* A block under evaluation. */
struct block {
    const fp **in;  /* [n_slots] */
    fp **out;       /* [n_slots], NULL where a program may not write */
    uint32_t rows;  /* a multiple of AIR_GRAIN, at most AIR_BLOCK */
    uint32_t n_ext; /* for STEP_STEP */
    uint32_t ext_slot, next_slot;
    const fp *params;
    fp3 share;
    const weight_limbs *weights;
    const constant_limbs *constants;
};

static inline uint32_t slot_ext(const struct air_program *p)
{
    return p->n_columns;
}

static inline uint32_t slot_next(const struct air_program *p)
{
    return slot_ext(p) + 3 * p->n_ext;
}

static inline uint32_t slot_term(const struct air_program *p)
{
    return slot_next(p) + 3;
}

static inline uint32_t slot_sum(const struct air_program *p)
{
    return slot_term(p) + 6 * p->n_ext;
}

static inline uint32_t slot_register(const struct air_program *p)
{
    return slot_sum(p) + 3;
}

/* A program with its scratch, ready for blocks: air/blocks.c. */
struct runner {
    const struct air_program *p;
    const struct code *code;
    const struct air_rows *rows;
    struct block b;
    fp *pad; /* copies of the columns, ext and next of a last block whose rows are no grain */
};

/* Carves runner_bytes. ch = NULL: a program without dot products. */
enum chert_status runner_init(struct runner *r, const struct air_program *p,
                              const struct code *code, const struct air_rows *rows,
                              const struct air_challenges *ch, fp3 share, const fp3 *lambda,
                              struct arena *scratch, struct err *e) CHERT_MUST_CHECK;
size_t runner_bytes(const struct air_program *p, const struct code *code);

/* How many of `left` rows the next block takes: a whole one, or what is a multiple of AIR_GRAIN, or
 * the few that are left. */
uint32_t runner_rows(size_t left);
/* Evaluates rows [first, first + n), n = runner_rows(..). Results are in the program's out slots;
 * up to AIR_GRAIN rows are written there even if n is less. */
void runner_block(struct runner *r, size_t first, uint32_t n);

#endif
