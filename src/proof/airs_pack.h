/*
 * The tables as bytes. The verifier carries no code of src/tables: the build records the tables,
 * packs them with airs_pack (tools/airgen.c) and compiles the bytes in, about 11 KB; the
 * verifier unpacks them and hashes what it got, so key.air pins it as if it had been recorded.
 *
 * One table after the other, in registry order; every number is a LEB128 varint:
 *   name length, name, NUL; n_fixed, n_main, n_params;
 *   n_nodes, each: op, then a (AIR_COL, AIR_PARAM), k (AIR_CONST), or a, b;
 *   n_constraints, each: node;
 *   n_interactions, each: bus, sends + 2 counter, node of the multiplicity, width, nodes.
 */
#ifndef CHERT_PROOF_AIRS_PACK_H
#define CHERT_PROOF_AIRS_PACK_H

#include "proof/airs.h"
#include "proof/wire.h"

/* Host. */
void airs_pack(const struct airs *airs, struct writer *w);

/* Freestanding. Names point into `bytes`, which must outlive the airs; the rest is carved from
 * `mem`. CHERT_E_INTERNAL if the bytes are not a packing. */
enum chert_status airs_unpack(struct airs *airs, const uint8_t *bytes, size_t len,
                              struct arena *mem, struct err *e) CHERT_MUST_CHECK;

/* What the build packed (generated). */
extern const uint8_t chert_airs[];
extern const size_t chert_airs_len;

#endif
