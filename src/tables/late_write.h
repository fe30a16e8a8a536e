/*
 * A write of rd cut in two, for a table with an odd number of interactions.
 *
 * The last interaction of such a table has the accumulator's constraint for itself, so its tuple
 * may be of degree 2 (air/air.h). A result that is a flag times limbs can then be written as it
 * stands, without two columns for its halves. The order of interactions means nothing to the bus:
 * late_write_take and late_write_put together are row_write_reg.
 */
#ifndef CHERT_TABLES_LATE_WRITE_H
#define CHERT_TABLES_LATE_WRITE_H

#include "tables/row.h"

/* Consumes (0, rd, prev, old) and looks up the gap to clk + 3. */
void late_write_take(struct row *r, expr rd, expr prev, struct row_word old);
/* Produces (0, rd, clk + 3, v): the table's last interaction. */
void late_write_put(struct row *r, expr rd, struct row_word v);

#endif
