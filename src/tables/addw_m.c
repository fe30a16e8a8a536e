/*
 * ADDW_M: d = the low word of a + b, sign-extended, with rd = rs1 (the loader swaps the operands
 * where rd = rs2).
 *
 * One read of rs2 at slot 1 and one read-modify-write access of rd at slot 3, whose operand is the
 * token that the write consumes (soundness rule S6). With rs2 = rd as well, the read leaves the
 * token that the write consumes, so a = b is enforced by the bus.
 *
 * Why a cheating prover cannot win. rd, rs1 = rd and rs2 are the program's. c = (a_lo + b_lo - lo)
 * / 2^32 is 0 or 1 by constraint and lo two checked limbs, so a_lo + b_lo = lo + 2^32 c over the
 * integers, and lo is the low word. The lookup of l1 gives its top bit with its range, so the upper
 * half written is bit 31 times 32 ones.
 *
 * Cells: 14 main columns, 11 interactions: 32 (the model: 32).
 */
#include "tables/addw_m.h"

#include "tables/row.h"

static const struct air_column columns[] = {
#define XX AIR_COLUMN
#include "tables/addw_m.def"
#undef XX
};

TABLE_ROWS(addw_m, ADDW_M_N_COLUMNS)

enum chert_status addw_m_record(struct air *air, struct arena *mem, struct err *e)
{
    TRY(row_begin(air, "ADDW_M", columns, 0, ADDW_M_N_COLUMNS, mem, e));
#define C(name) air_col(air, ADDW_M_##name)
    struct row r = row_of(air, C(REAL), C(PC), C(CLK));
    const struct row_word a = {C(A_LO), C(A_HI)};
    const struct row_word b = {C(B_LO), C(B_HI)};
    const struct row_word d = {air_limbs(air, C(L0), C(L1)), air_scale(air, UINT32_MAX, C(S))};

    struct row_prog p = row_prog_zero(&r, OP_ADDW);
    p.rd = C(RD), p.rs1 = C(RD), p.rs2 = C(RS2);
    row_step(&r, &p, p.next);
    row_read_reg(&r, SLOT_RS2, C(RS2), C(PREV2), b);
    row_write_reg(&r, C(RD), C(PREVD), a, d);
    row_range(&r, r.real, C(L0));
    row_msb(&r, r.real, C(L1), C(S));

    air_bit(air, "carry", row_carry(&r, air_sub(air, air_add(air, a.lo, b.lo), d.lo)));
#undef C
    return air_finish(air);
}
