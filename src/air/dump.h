/*
 * A table for outside readers: JSON for tools, Markdown for docs/tables. Both are functions of the
 * recorded table alone, so the same for every compiler and run. Host only.
 *
 * JSON, one object:
 *   "table"         name
 *   "fixed", "main", "params", "ext"    counts; ext columns are elements of fp3
 *   "columns"       [{"name", "kind", "doc"}], fixed ones first; kind as in air.h: "BIT", ...
 *   "nodes"         ["col", column] | ["const", "decimal"] | ["param", i] | ["add"|"sub"|"mul", a,
 * b] with a, b indices of earlier nodes "constraints"   [{"name", "node", "degree", "integers"}]:
 * node is 0 on every row; integers: the recomposition holds over the integers too. LogUp's
 * constraints follow from "interactions" (air/eval.h) and are not listed "interactions"  [{"bus",
 * "id", "kind", "sends", "counter", "mult", "tuple"}], mult and tuple entries nodes; numbers 2k and
 * 2k + 1 share ext column k "claims"        [{"column", "why"}] "real"          node or null
 */
#ifndef CHERT_AIR_DUMP_H
#define CHERT_AIR_DUMP_H

#include "air/air.h"

/* Takes n bytes of text, in order. */
typedef void air_write_fn(void *ctx, const char *text, size_t n);

void air_dump_json(const struct air *air, air_write_fn *write, void *ctx);
/* A page: columns, constraints as formulas, interactions, claims, and the table's cost in cells.
 * `doc` is the sentence under the title. */
void air_dump_page(const struct air *air, const char *doc, air_write_fn *write, void *ctx);

#endif
