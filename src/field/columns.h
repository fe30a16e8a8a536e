/*
 * Column-major storage of field elements. Columns of a power of two would all start in the same
 * cache set; the stride therefore adds 17 cache lines to longer columns.
 */
#ifndef CHERT_FIELD_COLUMNS_H
#define CHERT_FIELD_COLUMNS_H

#include <stddef.h>

/* Elements from one column of n values to the next. */
static inline size_t columns_stride(size_t n)
{
    return n < 512 ? n : n + 136;
}

#endif
