/*
 * IMAGE: gives (addr, value) for each cell that the program's readable segments fill. Every column
 * is fixed, the multiplicity too (rule S3), so each cell is given exactly once, in a table whose
 * height and root are the key's; GENESIS must take every one (genesis.c).
 *
 * Cells: 0 main, 1 interaction, 3 in all, and 4 fixed columns.
 */
#include "tables/image.h"

#include "tables/row.h"

static const struct air_column columns[] = {
#define XX AIR_COLUMN
#include "tables/image.def"
#undef XX
};

#ifndef CHERT_FREESTANDING
const struct table_rows image_rows = {IMAGE_N_COLUMNS, 0, 0, NULL};

void image_fixed_row(fp *row, size_t stride, uint32_t addr, uint64_t value)
{
    row[IMAGE_ADDR * stride] = addr;
    row[IMAGE_LO * stride] = (uint32_t)value;
    row[IMAGE_HI * stride] = value >> 32;
    row[IMAGE_MULT * stride] = 1;
}
#endif

enum chert_status image_record(struct air *air, struct arena *mem, struct err *e)
{
    TRY(row_begin(air, "IMAGE", columns, IMAGE_N_COLUMNS, 0, mem, e));
#define C(name) air_col(air, IMAGE_##name)
    air_send(air, BUS_IMG, C(MULT), 3, (expr[]){C(ADDR), C(LO), C(HI)});
#undef C
    return air_finish(air);
}
