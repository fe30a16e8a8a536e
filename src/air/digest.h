/*
 * The digest of a table's AIR, part of program_id: two verifiers with the same digest check the
 * same constraints. Freestanding.
 */
#ifndef CHERT_AIR_DIGEST_H
#define CHERT_AIR_DIGEST_H

#include "air/air.h"
#include "hash/hash.h"

/*
 * H_KEY over 32-bit little-endian words (constants of the field: 64 bits):
 *   length of the table's name, the name's bytes;
 *   n_fixed, n_main, n_params;
 *   n_buses, then id, kind, width of each;
 *   n_nodes, then op, a, b, k of each, in the canonical order of air_finish;
 *   n_constraints, then the node of each;
 *   n_interactions, then bus index, sends, counter, node of the multiplicity, width, nodes of the
 *   entries of each.
 * Names of columns and constraints, kinds and claims are not covered: they change no proof.
 */
struct digest air_digest(const struct air *air, enum hash_kind kind);

#endif
