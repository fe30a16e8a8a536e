/*
 * ADDI: d = a + imm mod 2^64, with rd != rs1.
 *
 * Why a cheating prover cannot win. op, rd, rs1, imm and pc are the program's. a is the token that
 * rs1's register holds, so both limbs are below 2^32; imm is one signed number of 12 bits.
 * c = (a_lo + imm - lo) / 2^32 is in {-1, 0, 1} by constraint and lo is two checked 16-bit limbs,
 * so a_lo + imm = lo + 2^32 c over the integers, which has one solution. Likewise
 * a_hi + c = hi + 2^32 w with w in {-1, 0, 1}. hi has no limbs of its own: w = 0 leaves hi = a_hi +
 * c, in [-1, 2^32], and both ends are excluded by the inverse; w = 1 forces hi = 0, w = -1 forces
 * hi = 2^32 - 1. Whatever w, hi is thus a 32-bit limb, and only one w fits a_hi + c.
 *
 * Cells: 16 main columns, 11 interactions: 34 (the model: 34).
 */
#include "tables/addi.h"

#include "tables/row.h"

static const struct air_column columns[] = {
#define XX AIR_COLUMN
#include "tables/addi.def"
#undef XX
};

TABLE_ROWS(addi, ADDI_N_COLUMNS)

enum chert_status addi_record(struct air *air, struct arena *mem, struct err *e)
{
    TRY(row_begin(air, "ADDI", columns, 0, ADDI_N_COLUMNS, mem, e));
#define C(name) air_col(air, ADDI_##name)
    struct row r = row_of(air, C(REAL), C(PC), C(CLK));
    const struct row_word a = {C(A_LO), C(A_HI)};
    const struct row_word d = {air_limbs(air, C(L0), C(L1)), C(HI)};

    struct row_prog p = row_prog_zero(&r, OP_ADDI);
    p.rd = C(RD), p.rs1 = C(RS1), p.imm = C(IMM);
    row_step(&r, &p, p.next);
    row_read_reg(&r, SLOT_RS1, C(RS1), C(PREV1), a);
    row_write_reg(&r, C(RD), C(PREVD), (struct row_word){C(OLD_LO), C(OLD_HI)}, d);
    row_range(&r, r.real, C(L0));
    row_range(&r, r.real, C(L1));

    row_add_imm(&r, a, C(IMM), d, C(INV));
    air_claim(air, ADDI_HI,
              "row_add_imm: a_hi + c within the inverse's exclusions, or 0, or 2^32 - 1");
#undef C
    return air_finish(air);
}
