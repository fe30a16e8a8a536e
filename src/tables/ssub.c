/*
 * SSUB: the byte at a + imm becomes rs2's lowest byte (sb), or the half there, a multiple of 2,
 * rs2's lowest half (sh).
 *
 * Why a cheating prover cannot win. The address is that of memory.h with offset o0 + 2 o1 + 4 o2,
 * and o0 = 0 on rows of sh. The word before is put together of r, q and u as in LBU, so those are
 * its own bytes and half. rs2's lower limb is rv + 256 qv + 2^16 t with rv, qv checked bytes and
 * t, an expression, checked to 16 bits: over the integers, so rv and qv are rs2's two lowest bytes.
 *
 * The word after is the word before plus the change of what is replaced, at its place:
 *
 *     sb   (rv - r) 256^o0 2^(16 o1)          sh   ((rv - r) + 256 (qv - q)) 2^(16 o1)
 *
 * the other word of the cell does not change, and the sum of both words after says so: what o2
 * leaves alone is equal, so the sum's change is the other word's. The word after is made of checked
 * pieces at disjoint places, hence again below 2^32.
 *
 * Cells: 27 main, 16 interactions, 51 in all (the model: 29, 16, 53, with columns for the change
 * and for 256^o0 2^(16 o1)).
 */
#include "tables/ssub.h"

#include "tables/row.h"

static const struct air_column columns[] = {
#define XX AIR_COLUMN
#include "tables/ssub.def"
#undef XX
};

TABLE_ROWS(ssub, SSUB_N_COLUMNS)

/* 1 + (factor - 1) bit. */
static expr power(struct air *air, uint64_t factor, expr bit)
{
    return air_add(air, air_const(air, 1), air_scale(air, factor - 1, bit));
}

enum chert_status ssub_record(struct air *air, struct arena *mem, struct err *e)
{
    TRY(row_begin(air, "SSUB", columns, 0, SSUB_N_COLUMNS, mem, e));
#define C(name) air_col(air, SSUB_##name)
    struct row r = row_of(air, air_add(air, C(SB), C(SH)), C(PC), C(CLK));
    const struct row_word v = {C(V_LO), C(V_HI)};
    const struct row_word c = {C(C_LO), C(C_HI)};
    const struct row_word n = {C(N_LO), C(N_HI)};
    const expr offset =
        air_sum(air, (expr[]){C(O0), air_scale(air, 2, C(O1)), air_scale(air, 4, C(O2))}, 3);
    const expr half = memory_of_bytes(air, C(O0), C(R), C(Q));
    const expr low_half = air_add(air, C(RV), air_scale(air, 256, C(QV)));
    /* (v_lo - low_half) / 2^16; row_carry divides by 2^32 */
    const expr high_half = row_carry(&r, air_scale(air, 0x10000, air_sub(air, v.lo, low_half)));
    const expr change = air_sub(air, air_add(air, n.lo, n.hi), air_add(air, c.lo, c.hi));
    expr cell, byte, second;

    struct row_prog p = row_prog_zero(&r, 0);
    p.op = air_add(air, air_scale(air, OP_SB, C(SB)), air_scale(air, OP_SH, C(SH)));
    p.rs1 = C(RS1), p.rs2 = C(RS2), p.imm = C(IMM);
    row_step(&r, &p, p.next);
    cell = memory_cell(&r, C(RS1), C(PREV1), C(A_LO), C(IMM), offset);
    row_read_reg(&r, SLOT_RS2, C(RS2), C(PREV2), v);
    row_memory(&r, cell, C(PREVM), c, n);
    row_and(&r, r.real, C(R), C(Q), C(Z));
    row_range(&r, r.real, C(U));
    row_and(&r, r.real, C(RV), C(QV), C(ZV));
    row_range(&r, r.real, high_half);

    air_zero(air, "sh_even", air_mul(air, C(SH), C(O0)));
    air_eq(air, "before", memory_of_halves(air, C(O1), half, C(U)), memory_word(air, C(O2), c));
    air_eq_if(air, "lower_same", C(O2), n.lo, c.lo);
    air_eq_if(air, "upper_same", air_not(air, C(O2)), n.hi, c.hi);
    byte = air_mul(air, power(air, 256, C(O0)), air_sub(air, C(RV), C(R)));
    second = air_mul(air, air_scale(air, 256, C(SH)), air_sub(air, C(QV), C(Q)));
    air_eq(air, "after", change,
           air_mul(air, power(air, 0x10000, C(O1)), air_add(air, byte, second)));
    air_claim(air, SSUB_N_LO, "after: c_lo, or c_lo with some of its checked pieces replaced");
    air_claim(air, SSUB_N_HI, "after: c_hi, or c_hi with some of its checked pieces replaced");
#undef C
    return air_finish(air);
}
