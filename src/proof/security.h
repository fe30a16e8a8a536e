/*
 * Provable security of a parameter set, round by round (reference: soundcalc's formulas; the
 * arithmetic is worked out in docs/security.md). Host only: it needs logarithms.
 *
 * Unique decoding (fast): distance (1 - rho)/2, proximity gaps of BCHKS25 Corollary 1.4.
 * Johnson regime (compact): distance 1 - sqrt(rho)(1 + 1/(2m)), eprint 2025/2055 Theorem 4.2.
 */
#ifndef CHERT_PROOF_SECURITY_H
#define CHERT_PROOF_SECURITY_H

#include "proof/params.h"

#define SECURITY_TARGET_BITS 128.0

/* The largest proof that the figures hold for: the limits of proof/params.h by default. */
struct security_shape {
    unsigned log_height; /* tallest table */
    double values;       /* DEEP terms of a group */
    double constraints;  /* of a group */
    double denominators; /* LogUp fractions over all tables */
    double tuple_width;
    double proofs; /* groups x epochs that one statement rests on */
};
struct security_shape security_limits(const struct set *set);

struct security_round {
    const char *name;
    double bits;
    const char *formula;
};

#define SECURITY_MAX_ROUNDS 10u
/* Writes the rounds and returns how many. */
size_t security_rounds(const struct set *set, const struct security_shape *shape,
                       struct security_round rounds[SECURITY_MAX_ROUNDS]);
/* The least of them. */
double security_bits(const struct set *set, const struct security_shape *shape);

#endif
