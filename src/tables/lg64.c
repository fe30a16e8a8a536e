/*
 * LG64: d = a AND b, a OR b, a XOR b for any words; ORI of a negative immediate.
 *
 * Why a cheating prover cannot win. One of four flags is 1 and names the program's op. a is the
 * token of rs1 cut into eight bytes, each an entry of an AND lookup, so below 256: the cut is
 * unique. b is the same of rs2, or, for ori, whose flag takes the access of rs2 away, of the
 * immediate: imm is a number below 0 with 12 bits, so its two halves as a word are 2^32 + imm and
 * 2^32 - 1. (b_lo + 2^32 b_hi = imm in the field would have a second solution.) The lookups give
 * r_i = a_i AND b_i, and bit by bit a OR b = a + b - r, a XOR b = a + b - 2 r without carries, so
 * the same holds of bytes and of halves. The halves of the result are such words, below 2^32.
 *
 * Cells: 41 main columns, 20 interactions: 71 (the model: 71).
 */
#include "tables/lg64.h"

#include "tables/row.h"

static const struct air_column columns[] = {
#define XX AIR_COLUMN
#include "tables/lg64.def"
#undef XX
};

TABLE_ROWS(lg64, LG64_N_COLUMNS)

/* Bytes at columns first .. first + 3. */
static expr half_at(struct air *air, uint32_t first)
{
    return air_limbs(
        air, air_add(air, air_col(air, first), air_scale(air, 256, air_col(air, first + 1))),
        air_add(air, air_col(air, first + 2), air_scale(air, 256, air_col(air, first + 3))));
}

/* The result's half where a, b and r = a AND b are these. */
static expr result_of(struct air *air, expr a, expr b, expr r)
{
    const expr either = air_sub(air, air_add(air, a, b), r);
    const expr terms[] = {
        air_mul(air, air_col(air, LG64_F_AND), r),
        air_mul(air, air_add(air, air_col(air, LG64_F_OR), air_col(air, LG64_F_ORI)), either),
        air_mul(air, air_col(air, LG64_F_XOR), air_sub(air, either, r)),
    };
    return air_sum(air, terms, 3);
}

enum chert_status lg64_record(struct air *air, struct arena *mem, struct err *e)
{
    TRY(row_begin(air, "LG64", columns, 0, LG64_N_COLUMNS, mem, e));
#define C(name) air_col(air, LG64_##name)
    const expr by_register = air_sum(air, (expr[]){C(F_AND), C(F_OR), C(F_XOR)}, 3);
    struct row r = row_of(air, air_add(air, by_register, C(F_ORI)), C(PC), C(CLK));
    const struct row_word a = {half_at(air, LG64_A0), half_at(air, LG64_A4)};
    const struct row_word b = {half_at(air, LG64_B0), half_at(air, LG64_B4)};
    const struct row_word d = {C(O_LO), C(O_HI)};

    struct row_prog p = row_prog_zero(&r, 0);
    p.op = air_sum(air,
                   (expr[]){air_scale(air, OP_AND, C(F_AND)), air_scale(air, OP_OR, C(F_OR)),
                            air_scale(air, OP_XOR, C(F_XOR)), air_scale(air, OP_ORI, C(F_ORI))},
                   4);
    p.rd = C(RD), p.rs1 = C(RS1), p.rs2 = C(RS2), p.imm = C(IMM);
    row_step(&r, &p, p.next);
    row_read_reg(&r, SLOT_RS1, C(RS1), C(PREV1), a);
    row_access(&r, by_register, air_const(air, 0), C(RS2), SLOT_RS2, C(PREV2), b, b);
    row_write_reg(&r, C(RD), C(PREVD), (struct row_word){C(OLD_LO), C(OLD_HI)}, d);
    for (uint32_t i = 0; i < 8; i++) {
        row_and(&r, r.real, air_col(air, LG64_A0 + i), air_col(air, LG64_B0 + i),
                air_col(air, LG64_R0 + i));
    }

    air_eq_if(air, "imm_lo", C(F_ORI), b.lo,
              air_add(air, C(IMM), air_const(air, UINT64_C(1) << 32)));
    air_eq_if(air, "imm_hi", C(F_ORI), b.hi, air_const(air, UINT32_MAX));
    air_eq(air, "result_lo", d.lo, result_of(air, a.lo, b.lo, half_at(air, LG64_R0)));
    air_eq(air, "result_hi", d.hi, result_of(air, a.hi, b.hi, half_at(air, LG64_R4)));
    air_claim(air, LG64_PREV2, "the time of rs2's token where rs2 is read, and not used elsewhere");
    air_claim(air, LG64_O_LO, "result_lo: a bitwise operation on four bytes");
    air_claim(air, LG64_O_HI, "result_hi: a bitwise operation on four bytes");
#undef C
    return air_finish(air);
}
