/*
 * LG32: d = a AND b, a OR b, a XOR b where the upper half of a and of b is 0 or 2^32 - 1
 * (lg32_can): sign-extended words, and zero-extended ones.
 *
 * Why a cheating prover cannot win. One of three flags is 1 and names the program's op. The token
 * of rs1 must be four bytes, each below 256 by its AND lookup, and an upper half of M sa with a bit
 * sa and M = 2^32 - 1; so of rs2. A word of another kind has no row here. The lookups give r_i =
 * a_i AND b_i, and bit by bit a OR b = a + b - r, a XOR b = a + b - 2 r without carries, so the
 * same holds of the lower half. In the upper half all bits are sa, and sb: all bits of the result
 * are sr, the operation on these two. Nothing ties sa to the lower half, and nothing need.
 *
 * Cells: 29 main columns, 16 interactions: 53 (the model: 53).
 */
#include "tables/lg32.h"

#include "tables/row.h"

static const struct air_column columns[] = {
#define XX AIR_COLUMN
#include "tables/lg32.def"
#undef XX
};

TABLE_ROWS(lg32, LG32_N_COLUMNS)

/* Bytes at columns first .. first + 3. */
static expr half_at(struct air *air, uint32_t first)
{
    return air_limbs(
        air, air_add(air, air_col(air, first), air_scale(air, 256, air_col(air, first + 1))),
        air_add(air, air_col(air, first + 2), air_scale(air, 256, air_col(air, first + 3))));
}

/* The result where a, b and r = a AND b are these. */
static expr result_of(struct air *air, expr a, expr b, expr r)
{
    const expr either = air_sub(air, air_add(air, a, b), r);
    const expr terms[] = {
        air_mul(air, air_col(air, LG32_F_AND), r),
        air_mul(air, air_col(air, LG32_F_OR), either),
        air_mul(air, air_col(air, LG32_F_XOR), air_sub(air, either, r)),
    };
    return air_sum(air, terms, 3);
}

enum chert_status lg32_record(struct air *air, struct arena *mem, struct err *e)
{
    TRY(row_begin(air, "LG32", columns, 0, LG32_N_COLUMNS, mem, e));
#define C(name) air_col(air, LG32_##name)
    const expr real = air_sum(air, (expr[]){C(F_AND), C(F_OR), C(F_XOR)}, 3);
    struct row r = row_of(air, real, C(PC), C(CLK));
    const struct row_word a = {half_at(air, LG32_A0), air_scale(air, UINT32_MAX, C(SA))};
    const struct row_word b = {half_at(air, LG32_B0), air_scale(air, UINT32_MAX, C(SB))};
    const struct row_word d = {C(O_LO), air_scale(air, UINT32_MAX, C(SR))};

    struct row_prog p = row_prog_zero(&r, 0);
    p.op = air_sum(air,
                   (expr[]){air_scale(air, OP_AND, C(F_AND)), air_scale(air, OP_OR, C(F_OR)),
                            air_scale(air, OP_XOR, C(F_XOR))},
                   3);
    p.rd = C(RD), p.rs1 = C(RS1), p.rs2 = C(RS2);
    row_step(&r, &p, p.next);
    row_read_reg(&r, SLOT_RS1, C(RS1), C(PREV1), a);
    row_read_reg(&r, SLOT_RS2, C(RS2), C(PREV2), b);
    row_write_reg(&r, C(RD), C(PREVD), (struct row_word){C(OLD_LO), C(OLD_HI)}, d);
    for (uint32_t i = 0; i < 4; i++) {
        row_and(&r, real, air_col(air, LG32_A0 + i), air_col(air, LG32_B0 + i),
                air_col(air, LG32_R0 + i));
    }

    air_eq(air, "result_lo", d.lo, result_of(air, a.lo, b.lo, half_at(air, LG32_R0)));
    air_zero(air, "result_hi",
             air_sub(air, C(SR), result_of(air, C(SA), C(SB), air_mul(air, C(SA), C(SB)))));
    air_claim(air, LG32_O_LO, "result_lo: a bitwise operation on four bytes");
#undef C
    return air_finish(air);
}
