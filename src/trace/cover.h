/* How a table's rows are cut into instances: powers of two, by one exchange rate. */
#ifndef CHERT_TRACE_COVER_H
#define CHERT_TRACE_COVER_H

#include <stddef.h>
#include <stdint.h>

#include "air/air.h"

/*
 * What one byte of opened row costs: COVER_RATE / 10000 cells for each instruction of the run.
 * (A byte is opened about 285 times; at 8 the mean proof of 2^20 instructions is near 4 MB and one
 * cell an instruction is worth 0.36 MB: docs/decisions/0003-exchange-rate.md.)
 */
#define COVER_RATE 8u

/* No instance is taller than this: 2^17 up to 2^20 instructions, 2^19 at 2^22. */
unsigned cover_max_log(uint64_t instructions);

/* Writes the log heights, descending, that cover `rows` at the least cost; returns how many, at
 * most `cap` (one more than fit means: too many). 0 rows: no instance. */
size_t cover_rows(const struct air *air, uint64_t rows, uint64_t instructions, uint8_t *log_heights,
                  size_t cap);

#endif
