/*
 * ADDI_M: d = a + imm mod 2^64, with rd = rs1.
 *
 * One read-modify-write access at slot 3: the operand is the token that the write consumes
 * (soundness rule S6), so a is what the register held, whatever else the row does. The program's
 * row has rd in both entries, rd and rs1. The sum is ADDI's, and so is the argument: tables/addi.c.
 *
 * Cells: 12 main columns, 8 interactions: 24 (the model: 24).
 */
#include "tables/addi_m.h"

#include "tables/row.h"

static const struct air_column columns[] = {
#define XX AIR_COLUMN
#include "tables/addi_m.def"
#undef XX
};

TABLE_ROWS(addi_m, ADDI_M_N_COLUMNS)

enum chert_status addi_m_record(struct air *air, struct arena *mem, struct err *e)
{
    TRY(row_begin(air, "ADDI_M", columns, 0, ADDI_M_N_COLUMNS, mem, e));
#define C(name) air_col(air, ADDI_M_##name)
    struct row r = row_of(air, C(REAL), C(PC), C(CLK));
    const struct row_word a = {C(A_LO), C(A_HI)};
    const struct row_word d = {air_limbs(air, C(L0), C(L1)), C(HI)};

    struct row_prog p = row_prog_zero(&r, OP_ADDI);
    p.rd = C(RD), p.rs1 = C(RD), p.imm = C(IMM);
    row_step(&r, &p, p.next);
    row_write_reg(&r, C(RD), C(PREVD), a, d);
    row_range(&r, r.real, C(L0));
    row_range(&r, r.real, C(L1));

    row_add_imm(&r, a, C(IMM), d, C(INV));
    air_claim(air, ADDI_M_HI,
              "row_add_imm: a_hi + c within the inverse's exclusions, or 0, or 2^32 - 1");
#undef C
    return air_finish(air);
}
