#include "tables/late_write.h"

static expr write_time(const struct row *r)
{
    return air_add(r->air, r->clk, air_const(r->air, SLOT_RD));
}

void late_write_take(struct row *r, expr rd, expr prev, struct row_word old)
{
    struct air *air = r->air;
    const expr gap = air_sub(air, air_sub(air, write_time(r), prev), air_const(air, 1));
    air_receive(air, BUS_CELL, r->real, 5, (expr[]){air_const(air, 0), rd, prev, old.lo, old.hi});
    row_range(r, r->real, gap);
}

void late_write_put(struct row *r, expr rd, struct row_word v)
{
    struct air *air = r->air;
    air_send(air, BUS_CELL, r->real, 5, (expr[]){air_const(air, 0), rd, write_time(r), v.lo, v.hi});
}
