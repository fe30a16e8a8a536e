/*
 * The static checks of a table, run by air_finish on the host: what a reviewer would otherwise
 * have to see with the eye.
 *
 *   columns        each one occurs in a constraint (other than its bit constraint) or interaction
 *   constraints    of degree at most 3; zero on the all-zero row, whatever the parameters
 *   recomposition  air_eq, air_eq_if: lhs - rhs over the declared ranges lies in (-p, p)
 *   multiplicity   linear in columns; boolean on every assignment of the bit columns that
 *                  satisfies the constraints on them; zero where `real` is zero. Or a counter
 *                  (air_provide): a main column, in a table with fixed columns, on a lookup bus,
 *                  with fixed columns as entries. Or a fixed column, in a table without `real`.
 *   buses          a lookup bus is received from by air_provide only, a stateful bus never
 *   degree         tuple entries are linear; the last one of an odd count may be of degree 2
 *   ranges         a column's declared kind is backed by an interaction that happens on every real
 *                  row and has the column alone as an entry, or by air_claim; and no claim is idle.
 *                  LIMB, CLK, REG, SMALL: received from a stateful bus; REG, SMALL: also looked up
 *                  on PROG; U16: looked up on RANGE, or first on MSB; U8: looked up on AND
 */
#ifndef CHERT_AIR_CHECK_H
#define CHERT_AIR_CHECK_H

#include "air/air.h"

/* Scratch is carved from air->mem and released. Writes the first failure to air->err. */
enum chert_status air_check(const struct air *air) CHERT_MUST_CHECK;

#endif
