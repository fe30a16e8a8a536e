/* The registry, generated from tables.def. */
#include "tables/table.h"

#define XX(NAME, stem, doc) TABLE_DECLARE(stem)
#include "isa/tables.def"
#undef XX

#ifdef CHERT_FREESTANDING
#    define ROWS(stem) NULL
#else
#    define ROWS(stem) (&stem##_rows)
#endif

const struct table chert_tables[N_TABLES] = {
#define XX(NAME, stem, doc) {#NAME, #stem, doc, stem##_record, ROWS(stem)},
#include "isa/tables.def"
#undef XX
};
