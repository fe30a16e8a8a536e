/* POW: the powers of two by which a register's shift amount multiplies (tables/shx.c). */
#ifndef CHERT_TABLES_POW_H
#define CHERT_TABLES_POW_H

#include "tables/table.h"

enum pow_column {
#define XX(name, kind, doc) POW_##name,
#include "tables/pow.def"
#undef XX
    POW_N_COLUMNS
};

#define POW_LOG     6u
#define POW_N_FIXED POW_M

TABLE_DECLARE(pow)

/* The tuple of bus POW for amount k < 64: k, n, n2, w. A left shift by k takes limbs i - w of
 * a n, a right shift limbs i + w + 1 of a n2. */
HD void pow_entries(unsigned k, fp entries[POW_N_FIXED])
{
    entries[POW_K] = k;
    entries[POW_N] = (fp)1 << k % 16;
    entries[POW_N2] = (fp)1 << (16 - k % 16);
    entries[POW_W] = k / 16;
}

/* Writes the fixed columns, 2^POW_LOG rows each, column c at to + c * stride. */
void pow_fixed(fp *to, size_t stride);

#endif
