/*
 * SLTX: slt sltu slti sltiu, and the signed branches that BLT cannot do: the complete comparison.
 *
 * One of four flags is 1 on a real row: a register form, an immediate form, or a branch with one of
 * its two outcomes, whose rows the program names CMPLT + 2 + lt.
 *
 * Why a cheating prover cannot win.
 * - The program. op is linear in the flags, sg and (for a branch) the outcome, and different for
 *   each form, so form and sg are the program's: a branch has sg = 1 by "branch_signed", and lt
 *   is the outcome named by "branch_outcome". The register forms have 0 for imm and the immediate
 *   forms 0 for rs2, as the program's row; a branch has rd = 0 and writes nothing.
 * - The operands. a is rs1's token. b is rs2's token, or the immediate, sign-extended: b_hi is sb
 *   times 32 ones and b_lo = imm + 2^32 sb. sb is imm's sign: rs2's access is idle then, so the
 *   lookup of its gap, clk - prev2, is put to use; it holds imm + 2^16 sb, which is in [0, 2^16)
 *   for one sb only.
 * - The signs. a_hi = ta + 2^16 v with ta in 16 bits and v looked up with its top bit, so v is the
 *   upper limb (both sides are below 2^32) and sa bit 63; the same for b.
 * - The comparison. x is two checked limbs, in [0, 2^32), and all sides are far smaller than p.
 *   e = 1: the upper halves are equal by "hi_equal", hence sa = sb, and a_lo - b_lo is
 *   x - 2^32 lt, negative if and only if lt = 1. e = 0: signed upper halves are a_hi - 2^32 sa and
 *   b_hi - 2^32 sb; their difference (the plain one if sg = 0) is x - 2^32 < 0 if lt = 1 and
 *   x + 1 > 0 if lt = 0, so that equal ones have no witness here. Either way lt is right, and it
 *   is what rd gets.
 *
 * Cells: 29 main columns, 18 interactions: 56 (the model: 55 with 28 columns in section 2, which
 * has no room for the op of a branch; section 6 counts 29 as well).
 */
#include "tables/sltx.h"

#include "tables/row.h"

static const struct air_column columns[] = {
#define XX AIR_COLUMN
#include "tables/sltx.def"
#undef XX
};

TABLE_ROWS(sltx, SLTX_N_COLUMNS)

#define C(name) air_col(air, SLTX_##name)

/* 56 + sg, 58 + sg for an immediate, and 54 + lt, that is 53 + sg + lt, for a branch. */
static expr op_of(struct air *air)
{
    const expr terms[] = {air_scale(air, OP_SLT, C(F_REG)), air_scale(air, OP_SLT + 2, C(F_IMM)),
                          air_scale(air, OP_CMPLT + 1, C(F_GE)),
                          air_scale(air, OP_CMPLT + 2, C(F_LT)), C(SG)};
    return air_sum(air, terms, 5);
}

/* The access of rs2 where there is one, and its gap's lookup on every row: with an immediate the
 * lookup holds imm + 2^16 sb. */
static void second_operand(struct row *r, struct row_word b)
{
    struct air *air = r->air;
    const expr zero = air_const(air, 0), by_reg = air_sub(air, r->real, C(F_IMM));
    const expr now = air_add(air, r->clk, air_const(air, SLOT_RS2));
    const expr gap = air_sub(air, r->clk, C(PREV2));
    air_receive(air, BUS_CELL, by_reg, 5, (expr[]){zero, C(RS2), C(PREV2), b.lo, b.hi});
    air_send(air, BUS_CELL, by_reg, 5, (expr[]){zero, C(RS2), now, b.lo, b.hi});
    row_range(r, r->real, gap);

    air_eq_if(air, "imm_sign", C(F_IMM), gap,
              air_add(air, C(IMM), air_scale(air, UINT64_C(1) << 16, C(SB))));
    air_eq_if(air, "imm_lo", C(F_IMM), b.lo,
              air_add(air, C(IMM), air_scale(air, UINT64_C(1) << 32, C(SB))));
    air_eq_if(air, "imm_hi", C(F_IMM), b.hi, air_scale(air, UINT32_MAX, C(SB)));
}

/* hi's upper limb, and its top bit. */
static void sign_of(struct row *r, expr hi, expr lower_limb, expr sign)
{
    const fp shift = fp_inv(UINT64_C(1) << 16);
    row_range(r, r->real, lower_limb);
    row_msb(r, r->real, air_scale(r->air, shift, air_sub(r->air, hi, lower_limb)), sign);
}

static void compare(struct row *r, struct row_word a, struct row_word b)
{
    struct air *air = r->air;
    const expr d_lo = air_sub(air, a.lo, b.lo), d_hi = air_sub(air, a.hi, b.hi);
    const expr by_hi = air_sub(air, r->real, C(E));
    const expr distance = air_add(air, air_mul(air, C(E), d_lo), air_mul(air, by_hi, d_hi));
    const expr signs = air_mul(air, C(SG), air_sub(air, C(SA), C(SB)));
    const expr borrow = air_scale(air, UINT64_C(1) << 32, air_sub(air, C(LT), signs));
    const expr strict = air_mul(air, by_hi, air_not(air, C(LT)));

    row_range(r, r->real, C(X0));
    row_range(r, r->real, C(X1));
    air_zero(air, "hi_equal", air_mul(air, C(E), d_hi));
    air_eq(air, "compare", air_sub(air, air_add(air, distance, borrow), strict),
           air_limbs(air, C(X0), C(X1)));
}

enum chert_status sltx_record(struct air *air, struct arena *mem, struct err *e)
{
    TRY(row_begin(air, "SLTX", columns, 0, SLTX_N_COLUMNS, mem, e));
    const expr writes = air_add(air, C(F_REG), C(F_IMM));
    const expr branches = air_add(air, C(F_GE), C(F_LT));
    struct row r = row_of(air, air_add(air, writes, branches), C(PC), C(CLK));
    const struct row_word a = {C(A_LO), C(A_HI)}, b = {C(B_LO), C(B_HI)};
    const struct row_word old = {C(OLD_LO), C(OLD_HI)}, d = {C(LT), air_const(air, 0)};

    struct row_prog p = row_prog_zero(&r, 0);
    p.op = op_of(air);
    p.rd = C(RD), p.rs1 = C(RS1), p.rs2 = C(RS2), p.imm = C(IMM), p.next = C(NEXT);
    row_step(&r, &p, p.next);
    row_read_reg(&r, SLOT_RS1, C(RS1), C(PREV1), a);
    second_operand(&r, b);
    row_access(&r, writes, air_const(air, 0), C(RD), SLOT_RD, C(PREVD), old, d);
    sign_of(&r, a.hi, C(TA), C(SA));
    sign_of(&r, b.hi, C(TB), C(SB));
    compare(&r, a, b);

    air_zero(air, "branch_signed", air_mul(air, branches, air_not(air, C(SG))));
    air_zero(air, "branch_outcome",
             air_add(air, air_mul(air, C(F_GE), C(LT)),
                     air_mul(air, C(F_LT), air_not(air, C(LT)))));
    air_claim(air, SLTX_PREV2, "rs2's token, or clk less 16 bits, which may be negative");
    air_claim(air, SLTX_B_LO, "rs2's token, or imm + 2^32 sb for an imm of 12 bits");
    air_claim(air, SLTX_B_HI, "rs2's token, or 2^32 - 1 times sb");
    air_claim(air, SLTX_PREVD, "rd's token; used nowhere in a branch");
    air_claim(air, SLTX_OLD_LO, "rd's token; used nowhere in a branch");
    air_claim(air, SLTX_OLD_HI, "rd's token; used nowhere in a branch");
    return air_finish(air);
}
