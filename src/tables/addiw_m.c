/*
 * ADDIW_M: d = the low word of a + imm, sign-extended, with rd = rs1.
 *
 * One read-modify-write access at slot 3: the operand is the token that the write consumes
 * (soundness rule S6). The program's row has rd in both entries. The rest of the argument is
 * ADDIW's: tables/addiw.c.
 *
 * Cells: 11 main columns, 8 interactions: 23 (the model: 23).
 */
#include "tables/addiw_m.h"

#include "tables/row.h"

static const struct air_column columns[] = {
#define XX AIR_COLUMN
#include "tables/addiw_m.def"
#undef XX
};

TABLE_ROWS(addiw_m, ADDIW_M_N_COLUMNS)

enum chert_status addiw_m_record(struct air *air, struct arena *mem, struct err *e)
{
    TRY(row_begin(air, "ADDIW_M", columns, 0, ADDIW_M_N_COLUMNS, mem, e));
#define C(name) air_col(air, ADDIW_M_##name)
    struct row r = row_of(air, C(REAL), C(PC), C(CLK));
    const struct row_word a = {C(A_LO), C(A_HI)};
    const struct row_word d = {air_limbs(air, C(L0), C(L1)), air_scale(air, UINT32_MAX, C(S))};

    struct row_prog p = row_prog_zero(&r, OP_ADDIW);
    p.rd = C(RD), p.rs1 = C(RD), p.imm = C(IMM);
    row_step(&r, &p, p.next);
    row_write_reg(&r, C(RD), C(PREVD), a, d);
    row_range(&r, r.real, C(L0));
    row_msb(&r, r.real, C(L1), C(S));

    row_trit(&r, "carry", row_carry(&r, air_sub(air, air_add(air, a.lo, C(IMM)), d.lo)));
#undef C
    return air_finish(air);
}
