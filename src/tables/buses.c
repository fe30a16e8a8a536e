/* The buses, generated from buses.def. */
#include "tables/row.h"

const struct air_bus chert_buses[N_BUSES] = {
#define XX(name, id, kind, width, doc) {#name, (id), AIR_##kind, (width), doc},
#include "tables/buses.def"
#undef XX
};
