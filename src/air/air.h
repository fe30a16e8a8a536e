/*
 * Algebraic intermediate representation: one table's columns, constraints and bus interactions,
 * recorded once and read by everyone.
 *
 *   tables/addi.c --record--> struct air --+--> air/eval.h    prover: blocks of rows, SIMD
 *                                          +--> air/point.h   verifier: one point of fp3
 *                                          +--> air/logup.h   prover: the LogUp columns
 *                                          +--> air/check.h   static checks, run by air_finish
 *                                          +--> air/dump.h    JSON and the pages under docs/tables
 *                                          +--> air/digest.h  bound to program_id
 *
 * A table's record function runs once at start-up, in the prover and in the freestanding verifier
 * alike. It is deterministic and looks at no trace data.
 *
 * Values: a table has fixed (preprocessed) columns first, then main columns; a column index runs
 * over both. LogUp adds air_n_ext() columns of fp3, laid out as three planes of fp each.
 */
#ifndef CHERT_AIR_AIR_H
#define CHERT_AIR_AIR_H

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/status.h"
#include "field/fp.h"

enum air_op { AIR_COL, AIR_CONST, AIR_PARAM, AIR_ADD, AIR_SUB, AIR_MUL };

/* A node; its operands have smaller ids, so the array is a topological order. */
struct air_node {
    uint32_t op;    /* enum air_op */
    uint32_t a;     /* AIR_COL: column; AIR_PARAM: parameter; else a node id */
    uint32_t b;     /* node id */
    uint16_t deg;   /* degree in the columns */
    uint16_t depth; /* of the expression below; nodes are sorted by (depth, hash) */
    fp k;           /* AIR_CONST */
    uint64_t hash;  /* of the expression below, whatever the ids: hash consing and the digest */
};

/* A node id with a type of its own, so that an expression cannot be mixed up with a number. */
typedef struct {
    uint32_t id;
} expr;

/* What the integer in a column may be. Interval arithmetic (air_eq) starts from these claims, and
 * air_finish demands that something in the table backs each of them. */
enum air_kind {
    AIR_BIT,   /* 0, 1: air_begin adds the constraint "<column>_bit" */
    AIR_U8,    /* [0, 2^8): must be an entry of an AND lookup */
    AIR_U16,   /* [0, 2^16): must be the entry of a RANGE, or the value of an MSB lookup */
    AIR_LIMB,  /* [0, 2^32): received from a stateful bus or a fixed column, or air_claim */
    AIR_CLK,   /* [0, 2^32): the same; a time */
    AIR_REG,   /* [0, 34): the same, or looked up in the program */
    AIR_SMALL, /* |v| < 2^33: looked up in the program (imm, next), or air_claim */
    AIR_FIELD, /* anything: inverses, counters; never in an air_eq */
    AIR_FIXED  /* preprocessed: [0, 2^32) unless air_claim says otherwise */
};

struct air_column {
#ifndef CHERT_FREESTANDING
    const char *name;
    const char *doc;
#endif
    uint8_t kind; /* enum air_kind */
};

/* An initialiser from a line of a table's .def. Names and docs do not reach the verifier's object.
 */
#ifdef CHERT_FREESTANDING
#    define AIR_COLUMN(name, kind, doc) {AIR_##kind},
#else
#    define AIR_COLUMN(name, kind, doc) {#    name, doc, AIR_##kind},
#endif

enum air_bus_kind { AIR_STATEFUL, AIR_LOOKUP };

struct air_bus {
    const char *name;
    uint32_t id; /* the constant term of the fingerprint */
    enum air_bus_kind kind;
    uint32_t width;
    const char *doc;
};

struct air_constraint {
    const char *name; /* stable; tests and messages refer to it */
    expr e;           /* zero on every row */
    int integers;     /* air_eq, air_eq_if: `diff` has been checked over the integers */
    expr diff;        /* lhs - rhs of those two */
};

#define AIR_MAX_TUPLE  7u
#define AIR_MAX_PARAMS 2u
#define AIR_MAX_DEGREE 3u

struct air_interaction {
    uint32_t bus; /* index into struct air's buses */
    int sends;    /* 1 sends (+), 0 receives (-) */
    int counter;  /* 1: the multiplicity is a free counter (provider of a lookup bus) */
    expr mult;
    uint32_t width;
    expr tuple[AIR_MAX_TUPLE];
};

struct air_claim {
    uint32_t column;
    const char *why; /* the argument, printed in the table's page */
};

/* Filled by air_begin .. air_finish; read-only afterwards. All pointers are into the arena. */
struct air {
    const char *name;
    const struct air_bus *buses;
    uint32_t n_buses;
    const struct air_column *columns; /* n_fixed, then n_main */
    uint32_t n_fixed, n_main;
    uint32_t n_params;
    struct air_node *nodes;
    uint32_t n_nodes, max_nodes;
    struct air_constraint *constraints;
    uint32_t n_constraints, max_constraints;
    struct air_interaction *interactions;
    uint32_t n_interactions, max_interactions;
    struct air_claim *claims;
    uint32_t n_claims, max_claims;
    expr real; /* 1 on real rows, 0 on padding; air_real */
    int has_real;
    enum chert_status status; /* first failure while recording; returned by air_finish */
    struct err *err;
    uint32_t n_bits;   /* the bit constraints of air_begin come first */
    struct arena *mem; /* while recording: where everything is carved, */
    size_t mark;       /* from which mark, */
    uint32_t *index;   /* and the hash table of the nodes */
};

static inline uint32_t air_n_columns(const struct air *a)
{
    return a->n_fixed + a->n_main;
}

/* LogUp: interactions 2k and 2k+1 share ext column k; the last one (odd count) or the last two
 * (even count) are in the accumulator, which is the last ext column. 0 interactions: none. */
static inline uint32_t air_n_ext(const struct air *a)
{
    return (a->n_interactions + 1) / 2;
}

/* Constraints in the order of the powers of lambda: the table's own, one for each pair column,
 * the accumulator's. */
static inline uint32_t air_n_total_constraints(const struct air *a)
{
    return a->n_constraints + air_n_ext(a);
}

/* While recording; the finished air is cut to what it holds. */
#define AIR_MAX_NODES        2048u
#define AIR_MAX_CONSTRAINTS  256u
#define AIR_MAX_INTERACTIONS 64u
#define AIR_MAX_CLAIMS       64u

/*
 * Starts recording. `columns` (n_fixed first, then n_main) and `buses` must outlive the air.
 * `mem` keeps the result. Adds a bit constraint for every AIR_BIT column.
 */
enum chert_status air_begin(struct air *air, const char *name, const struct air_column *columns,
                            uint32_t n_fixed, uint32_t n_main, const struct air_bus *buses,
                            uint32_t n_buses, struct arena *mem, struct err *e) CHERT_MUST_CHECK;

/*
 * Ends recording and runs every static check (air/check.h). Returns the first failure of
 * recording or checking, with table, constraint or column named.
 */
enum chert_status air_finish(struct air *air) CHERT_MUST_CHECK;
/* Renumbers the nodes and drops the unused ones, so every `expr` from before is void. The node
 * array, constraints and interactions are then the same whatever order the compiler evaluated the
 * table's body in. The freestanding verifier skips the static checks: the build has run them. */

/* Recording. These never fail visibly: the first failure sticks and air_finish reports it, so a
 * table's body reads like the algebra it is. Equal expressions share a node; constants fold
 * (x + 0, x * 1, x * 0, const op const). */
expr air_col(struct air *air, uint32_t column); /* fixed and main in one index space */
expr air_const(struct air *air, uint64_t k);    /* k < p */
expr air_int(struct air *air, int64_t k);       /* negative k means p - |k| */
expr air_param(struct air *air, uint32_t i);    /* a constant of the instance, from the verifier */
expr air_add(struct air *air, expr a, expr b);
expr air_sub(struct air *air, expr a, expr b);
expr air_mul(struct air *air, expr a, expr b);
expr air_scale(struct air *air, uint64_t k, expr a);           /* k a */
expr air_sum(struct air *air, const expr *terms, size_t n);    /* n >= 1 */
expr air_not(struct air *air, expr a);                         /* 1 - a */
expr air_pick(struct air *air, expr bit, expr one, expr zero); /* bit ? one : zero, by algebra */
expr air_limbs(struct air *air, expr l0, expr l1);             /* l0 + 2^16 l1 */

/* e = 0 on every row, as field elements. */
void air_zero(struct air *air, const char *name, expr e);
/* lhs = rhs as integers: a recomposition. Checked: lhs - rhs, over the declared ranges, lies in
 * (-p, p), so that equality mod p is equality. Use it wherever limbs, carries or products of
 * limbs are put together. */
void air_eq(struct air *air, const char *name, expr lhs, expr rhs);
/* gate (lhs - rhs) = 0 with the same check on lhs - rhs; gate may be any expression. */
void air_eq_if(struct air *air, const char *name, expr gate, expr lhs, expr rhs);
/* e (e - 1) = 0, for an expression that is no column. */
void air_bit(struct air *air, const char *name, expr e);

/* The row is real where `real` is 1: a bit column, or the sum of one-hot bit columns (then adds
 * the constraint that the sum is a bit, "real_bit"). Call it once, first. */
void air_real(struct air *air, expr real);

/* States why a column's declared range holds where air_finish cannot see it. */
void air_claim(struct air *air, uint32_t column, const char *why);

/* Interactions, in the order in which they are paired. `mult` must vanish on padding rows. */
void air_send(struct air *air, uint32_t bus, expr mult, uint32_t width, const expr *tuple);
void air_receive(struct air *air, uint32_t bus, expr mult, uint32_t width, const expr *tuple);
/* The provider of a lookup bus: receives with a free counter column. Only in a table with fixed
 * columns; every tuple entry must be a fixed column. */
void air_provide(struct air *air, uint32_t bus, expr counter, uint32_t width, const expr *tuple);

/* The verifier keeps no text. (The recorder itself is compiled with AIR_RECORDER.) */
#if defined(CHERT_FREESTANDING) && !defined(AIR_RECORDER)
#    define air_zero(air, name, e)               air_zero((air), NULL, (e))
#    define air_eq(air, name, lhs, rhs)          air_eq((air), NULL, (lhs), (rhs))
#    define air_eq_if(air, name, gate, lhs, rhs) air_eq_if((air), NULL, (gate), (lhs), (rhs))
#    define air_bit(air, name, e)                air_bit((air), NULL, (e))
#    define air_claim(air, column, why)          air_claim((air), (column), NULL)
#endif

/* Challenges of LogUp. Fingerprint of a tuple on bus b: gamma - (id_b + sum_i alpha^(i+1) v_i). */
struct air_challenges {
    fp3 gamma;
    fp3 alpha[AIR_MAX_TUPLE + 1]; /* alpha[i] = alpha^i */
};
struct air_challenges air_challenges_of(fp3 alpha, fp3 gamma);
fp3 air_fingerprint(const struct air_challenges *ch, uint32_t bus_id, const fp *tuple,
                    uint32_t width);

#endif
