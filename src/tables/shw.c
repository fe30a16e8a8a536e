/*
 * SHW: slliw and srliw by 1..31.
 *
 * a_lo n, n = 2^0 .. 2^15, is three limbs. t is the one that the result's highest bits lie in, u
 * and v are the lower and the higher of the other two:
 *
 *                             a_lo n      result
 *     left  by log n          u t v       u t
 *     left  by 16 + log n     t u v       0 t
 *     right by 16 - log n     u v t       v t
 *     right by 32 - log n     u v t       t 0
 *
 * limbs, lowest first. The upper half of rd is 2^32 - 1 times the top bit of t: in the first three
 * rows that is bit 31; in the last one, where bit 31 is 0, t is a_lo n / 2^32 < n <= 2^15, so its
 * top bit is 0 as well.
 *
 * Why a cheating prover cannot win. The program holds op = SHW + far + 2 right, so both bits, and
 * n. a_lo is a half of rs1's token, below 2^32. t, u and v are limbs by their lookups, so the
 * product's equation holds over the integers and has one solution; t's lookup also gives its top
 * bit s. The result is checked limbs, or 0.
 *
 * Cells: 19 main columns, 12 interactions: 37 (the model: 40, with four flags instead of three
 * bits, and a sign for each limb that may need one).
 */
#include "tables/shw.h"

#include "tables/row.h"

static const struct air_column columns[] = {
#define XX AIR_COLUMN
#include "tables/shw.def"
#undef XX
};

TABLE_ROWS(shw, SHW_N_COLUMNS)

/* air_pick, written so that interval arithmetic sees that it is not negative. */
static expr choose(struct air *air, expr bit, expr one, expr zero)
{
    return air_add(air, air_mul(air, bit, one), air_mul(air, air_not(air, bit), zero));
}

enum chert_status shw_record(struct air *air, struct arena *mem, struct err *e)
{
    TRY(row_begin(air, "SHW", columns, 0, SHW_N_COLUMNS, mem, e));
#define C(name) air_col(air, SHW_##name)
    struct row r = row_of(air, C(REAL), C(PC), C(CLK));
    const struct row_word a = {C(A_LO), C(A_HI)};
    const struct row_word d = {C(O), air_scale(air, UINT32_MAX, C(S))};
    const uint64_t third = UINT64_C(1) << 32;
    const expr left =
        air_add(air, choose(air, C(FAR), air_limbs(air, C(T), C(U)), air_limbs(air, C(U), C(T))),
                air_scale(air, third, C(V)));
    const expr right = air_add(air, air_limbs(air, C(U), C(V)), air_scale(air, third, C(T)));
    const expr from_left =
        air_add(air, air_mul(air, air_not(air, C(FAR)), C(U)), air_scale(air, 1u << 16, C(T)));
    const expr from_right = air_pick(air, C(FAR), C(T), air_limbs(air, C(V), C(T)));

    struct row_prog p = row_prog_zero(&r, OP_SHW);
    p.op = air_add(air, p.op, air_add(air, C(FAR), air_scale(air, 2, C(RIGHT))));
    p.rd = C(RD), p.rs1 = C(RS1), p.imm = C(N);
    row_step(&r, &p, p.next);
    row_read_reg(&r, SLOT_RS1, C(RS1), C(PREV1), a);
    row_write_reg(&r, C(RD), C(PREVD), (struct row_word){C(OLD_LO), C(OLD_HI)}, d);
    row_range(&r, r.real, C(U));
    row_range(&r, r.real, C(V));
    row_msb(&r, r.real, C(T), C(S));

    air_eq(air, "product", air_mul(air, a.lo, C(N)), choose(air, C(RIGHT), right, left));
    air_eq(air, "result", C(O), air_pick(air, C(RIGHT), from_right, from_left));
    air_claim(air, SHW_N, "the program's entry imm: 2^0 .. 2^15");
    air_claim(air, SHW_O, "result: two checked limbs, or one");
#undef C
    return air_finish(air);
}
