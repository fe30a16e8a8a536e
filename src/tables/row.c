#include "tables/row.h"

enum chert_status row_begin(struct air *air, const char *name, const struct air_column *columns,
                            uint32_t n_fixed, uint32_t n_main, struct arena *mem, struct err *e)
{
    return air_begin(air, name, columns, n_fixed, n_main, chert_buses, N_BUSES, mem, e);
}

struct row row_of(struct air *air, expr real, expr pc, expr clk)
{
    air_real(air, real);
    return (struct row){air, real, pc, clk};
}

struct row_prog row_prog_zero(struct row *r, uint32_t op)
{
    const expr zero = air_const(r->air, 0);
    const expr next = air_add(r->air, r->pc, air_const(r->air, 4));
    return (struct row_prog){air_const(r->air, op), zero, zero, zero, zero, next};
}

void row_step(struct row *r, const struct row_prog *p, expr to)
{
    struct air *air = r->air;
    const expr clk_next = air_add(air, r->clk, air_const(air, CLK_STEP));
    air_receive(air, BUS_EXEC, r->real, 2, (expr[]){r->pc, r->clk});
    air_send(air, BUS_EXEC, r->real, 2, (expr[]){to, clk_next});
    air_send(air, BUS_PROG, r->real, 7,
             (expr[]){r->pc, p->op, p->rd, p->rs1, p->rs2, p->imm, p->next});
}

void row_access(struct row *r, expr mult, expr space, expr addr, enum slot slot, expr prev,
                struct row_word old, struct row_word v)
{
    struct air *air = r->air;
    const expr now = air_add(air, r->clk, air_const(air, (uint64_t)slot));
    const expr gap = air_sub(air, air_sub(air, now, prev), air_const(air, 1));
    air_receive(air, BUS_CELL, mult, 5, (expr[]){space, addr, prev, old.lo, old.hi});
    air_send(air, BUS_CELL, mult, 5, (expr[]){space, addr, now, v.lo, v.hi});
    row_range(r, mult, gap);
}

void row_read_reg(struct row *r, enum slot slot, expr reg, expr prev, struct row_word v)
{
    row_access(r, r->real, air_const(r->air, 0), reg, slot, prev, v, v);
}

void row_write_reg(struct row *r, expr rd, expr prev, struct row_word old, struct row_word v)
{
    row_access(r, r->real, air_const(r->air, 0), rd, SLOT_RD, prev, old, v);
}

void row_memory(struct row *r, expr addr, expr prev, struct row_word old, struct row_word v)
{
    row_access(r, r->real, air_const(r->air, 1), addr, SLOT_MEM, prev, old, v);
}

void row_range(struct row *r, expr mult, expr v)
{
    air_send(r->air, BUS_RANGE, mult, 1, &v);
}

void row_msb(struct row *r, expr mult, expr v, expr bit)
{
    air_send(r->air, BUS_MSB, mult, 2, (expr[]){v, bit});
}

void row_and(struct row *r, expr mult, expr x, expr y, expr z)
{
    air_send(r->air, BUS_AND, mult, 3, (expr[]){x, y, z});
}

expr row_carry(struct row *r, expr x)
{
    return air_scale(r->air, fp_inv(UINT64_C(1) << 32), x);
}

void row_trit(struct row *r, const char *name, expr x)
{
    struct air *air = r->air;
    const expr one = air_const(air, 1);
    (void)name; /* unused in the freestanding verifier */
    air_zero(air, name, air_mul(air, x, air_mul(air, air_sub(air, x, one), air_add(air, x, one))));
}

void row_add_imm(struct row *r, struct row_word a, expr imm, struct row_word d, expr inverse)
{
    struct air *air = r->air;
    const expr one = air_const(air, 1);
    const expr c = row_carry(r, air_sub(air, air_add(air, a.lo, imm), d.lo));
    const expr w = row_carry(r, air_sub(air, air_add(air, a.hi, c), d.hi));
    const expr ends = air_mul(air, air_add(air, d.hi, one),
                              air_sub(air, d.hi, air_const(air, UINT64_C(1) << 32)));
    row_trit(r, "carry_lo", c);
    row_trit(r, "carry_hi", w);
    /* w = 1: hi = 0; w = -1: hi = 2^32 - 1. */
    air_zero(air, "wrapped_hi",
             air_mul(air, w,
                     air_sub(air, air_scale(air, 2, d.hi),
                             air_scale(air, UINT64_C(0xffffffff), air_sub(air, one, w)))));
    air_zero(air, "hi_in_range", air_sub(air, air_mul(air, ends, inverse), r->real));
}
