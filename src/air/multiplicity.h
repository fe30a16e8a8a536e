/*
 * What a multiplicity can be, by enumeration of the bit columns that decide it. Host only; used by
 * air/check.c.
 */
#ifndef CHERT_AIR_MULTIPLICITY_H
#define CHERT_AIR_MULTIPLICITY_H

#include "air/air.h"

#define MULTIPLICITY_MAX_BITS 14u /* 2^14 assignments at most */

/* Over all assignments of bit columns that the constraints on them allow. */
struct behaviour {
    int decided;    /* it is an expression in up to MULTIPLICITY_MAX_BITS bit columns */
    int boolean;    /* always 0 or 1 */
    int gated;      /* 0 wherever `real` is 0 */
    int every_real; /* 1 wherever `real` is 1 */
};

/* The columns are those of m and of `real`, the constraints those on such columns alone; if m is
 * then not boolean and gated, columns that further constraints on bits tie to them join. Needs
 * air->has_real. Scratch is carved from air->mem and released. */
enum chert_status multiplicity_behaviour(const struct air *air, expr m,
                                         struct behaviour *out) CHERT_MUST_CHECK;

#endif
