/* IMAGE: the cells that the program's readable segments fill. Preprocessed. */
#ifndef CHERT_TABLES_IMAGE_H
#define CHERT_TABLES_IMAGE_H

#include "tables/table.h"

enum image_column {
#define XX(name, kind, doc) IMAGE_##name,
#include "tables/image.def"
#undef XX
    IMAGE_N_COLUMNS
};

TABLE_DECLARE(image)

/* Writes the fixed columns of one row; rows that are never written stay 0 and are padding. The
 * loader writes each cell once. */
void image_fixed_row(fp *row, size_t stride, uint32_t addr, uint64_t value);

#endif
