#include "tables/memory.h"

expr memory_cell(struct row *r, expr rs1, expr prev1, expr a_lo, expr imm, expr offset)
{
    const struct row_word base = {a_lo, air_const(r->air, 0)};
    row_read_reg(r, SLOT_RS1, rs1, prev1, base);
    return air_sub(r->air, air_add(r->air, a_lo, imm), offset);
}

void memory_load(struct row *r, expr cell, expr prev, struct row_word v)
{
    row_memory(r, cell, prev, v, v);
}

expr memory_word(struct air *air, expr upper, struct row_word cell)
{
    return air_pick(air, upper, cell.hi, cell.lo);
}

struct row_word memory_extended(struct air *air, expr x, unsigned bits, expr s)
{
    const uint64_t two32 = UINT64_C(1) << 32;
    return (struct row_word){air_add(air, x, air_scale(air, two32 - (UINT64_C(1) << bits), s)),
                             air_scale(air, two32 - 1, s)};
}

/* low + base high, where `swap` exchanges the two: one product. */
static expr placed(struct air *air, uint64_t base, expr swap, expr low, expr high)
{
    const expr straight = air_add(air, low, air_scale(air, base, high));
    const expr more = air_scale(air, base - 1, air_sub(air, low, high));
    return air_add(air, straight, air_mul(air, swap, more));
}

expr memory_of_halves(struct air *air, expr o1, expr h, expr u)
{
    return placed(air, UINT64_C(1) << 16, o1, h, u);
}

expr memory_of_bytes(struct air *air, expr o0, expr r, expr q)
{
    return placed(air, UINT64_C(1) << 8, o0, r, q);
}
