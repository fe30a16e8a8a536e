/*
 * ADDIW: d = the low word of a + imm, sign-extended, with rd != rs1.
 *
 * Why a cheating prover cannot win. rd, rs1 and imm are the program's; a is the token that rs1's
 * register holds. c = (a_lo + imm - lo) / 2^32 is in {-1, 0, 1} by constraint and lo is two checked
 * limbs, so a_lo + imm = lo + 2^32 c over the integers, and lo is the low word of the sum. The
 * lookup of l1 gives its top bit with its range, so s is bit 31, and the upper half written is s
 * times 32 ones. a_hi is read because the token has it, and used nowhere.
 *
 * Cells: 15 main columns, 11 interactions: 33 (the model: 33).
 */
#include "tables/addiw.h"

#include "tables/row.h"

static const struct air_column columns[] = {
#define XX AIR_COLUMN
#include "tables/addiw.def"
#undef XX
};

TABLE_ROWS(addiw, ADDIW_N_COLUMNS)

enum chert_status addiw_record(struct air *air, struct arena *mem, struct err *e)
{
    TRY(row_begin(air, "ADDIW", columns, 0, ADDIW_N_COLUMNS, mem, e));
#define C(name) air_col(air, ADDIW_##name)
    struct row r = row_of(air, C(REAL), C(PC), C(CLK));
    const struct row_word a = {C(A_LO), C(A_HI)};
    const struct row_word old = {C(OLD_LO), C(OLD_HI)};
    const struct row_word d = {air_limbs(air, C(L0), C(L1)), air_scale(air, UINT32_MAX, C(S))};

    struct row_prog p = row_prog_zero(&r, OP_ADDIW);
    p.rd = C(RD), p.rs1 = C(RS1), p.imm = C(IMM);
    row_step(&r, &p, p.next);
    row_read_reg(&r, SLOT_RS1, C(RS1), C(PREV1), a);
    row_write_reg(&r, C(RD), C(PREVD), old, d);
    row_range(&r, r.real, C(L0));
    row_msb(&r, r.real, C(L1), C(S));

    row_trit(&r, "carry", row_carry(&r, air_sub(air, air_add(air, a.lo, C(IMM)), d.lo)));
#undef C
    return air_finish(air);
}
