/*
 * SHHI: slli and srli by 32..63.
 *
 * Half of a is lost, so one half times n = 2^0 .. 2^16 does it. With half n = t0 + 2^16 t1 +
 * 2^32 t2, the half of the result that is not 0 is
 *
 *     left  by 32 + log n: t0 t1        right by 48 - log n: t1 t2
 *     left  by 48 + log n:  0 t0        right by 64 - log n: t2 0
 *
 * limbs, lowest first. (Right by 32 is n = 2^16.)
 *
 * Why a cheating prover cannot win. The program holds op = SHHI + far + 2 right, so both bits, and
 * n. a is the token of rs1, so its halves are below 2^32. The pieces are range-checked, so the
 * product's equation, which takes a_lo to the left and a_hi to the right, holds over the integers
 * (both sides stay below p, whatever n < 2^32) and has one solution. Each half of the result is
 * checked limbs, or 0.
 *
 * Cells: 19 main columns, 12 interactions: 37 (the model: 38, with four flags instead of three
 * bits).
 */
#include "tables/shhi.h"

#include "tables/row.h"

static const struct air_column columns[] = {
#define XX AIR_COLUMN
#include "tables/shhi.def"
#undef XX
};

TABLE_ROWS(shhi, SHHI_N_COLUMNS)

enum chert_status shhi_record(struct air *air, struct arena *mem, struct err *e)
{
    TRY(row_begin(air, "SHHI", columns, 0, SHHI_N_COLUMNS, mem, e));
#define C(name) air_col(air, SHHI_##name)
    struct row r = row_of(air, C(REAL), C(PC), C(CLK));
    const struct row_word a = {C(A_LO), C(A_HI)}, d = {C(O_LO), C(O_HI)};
    const expr left = air_not(air, C(RIGHT));
    const expr product =
        air_add(air, air_limbs(air, C(T0), C(T1)), air_scale(air, UINT64_C(1) << 32, C(T2)));
    const expr to_left = air_pick(air, C(FAR), air_scale(air, UINT64_C(1) << 16, C(T0)),
                                  air_limbs(air, C(T0), C(T1)));
    const expr to_right = air_pick(air, C(FAR), C(T2), air_limbs(air, C(T1), C(T2)));

    struct row_prog p = row_prog_zero(&r, OP_SHHI);
    p.op = air_add(air, p.op, air_add(air, C(FAR), air_scale(air, 2, C(RIGHT))));
    p.rd = C(RD), p.rs1 = C(RS1), p.imm = C(N);
    row_step(&r, &p, p.next);
    row_read_reg(&r, SLOT_RS1, C(RS1), C(PREV1), a);
    row_write_reg(&r, C(RD), C(PREVD), (struct row_word){C(OLD_LO), C(OLD_HI)}, d);
    row_range(&r, r.real, C(T0));
    row_range(&r, r.real, C(T1));
    row_range(&r, r.real, C(T2));

    air_eq_if(air, "product_left", left, air_mul(air, a.lo, C(N)), product);
    air_eq_if(air, "product_right", C(RIGHT), air_mul(air, a.hi, C(N)), product);
    air_eq(air, "result_lo", d.lo, air_mul(air, C(RIGHT), to_right));
    air_eq(air, "result_hi", d.hi, air_mul(air, left, to_left));
    air_claim(air, SHHI_N, "the program's entry imm: 2^0 .. 2^16");
    air_claim(air, SHHI_O_LO, "result_lo: two checked limbs, one, or 0");
    air_claim(air, SHHI_O_HI, "result_hi: two checked limbs, one, or 0");
#undef C
    return air_finish(air);
}
