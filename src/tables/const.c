/*
 * CONST: rd = a constant, and control goes to a constant.
 *
 * li lui auipc write it, jal writes its link and jumps, j nop fence write 0 to the sink: the loader
 * has worked everything out, and the row copies it.
 *
 * Why a cheating prover cannot win. rd, both halves of the value and the next pc are entries of the
 * program's row at this pc, so the prover chooses nothing. The halves need no check: the loader
 * makes them of 64 bits.
 *
 * Cells: 10 main columns, 6 interactions: 19 (the model: 19).
 */
#include "tables/const.h"

#include "tables/row.h"

static const struct air_column columns[] = {
#define XX AIR_COLUMN
#include "tables/const.def"
#undef XX
};

TABLE_ROWS(const, CONST_N_COLUMNS)

enum chert_status const_record(struct air *air, struct arena *mem, struct err *e)
{
    TRY(row_begin(air, "CONST", columns, 0, CONST_N_COLUMNS, mem, e));
#define C(name) air_col(air, CONST_##name)
    struct row r = row_of(air, C(REAL), C(PC), C(CLK));
    const struct row_word old = {C(OLD_LO), C(OLD_HI)}, v = {C(V_LO), C(V_HI)};

    struct row_prog p = row_prog_zero(&r, OP_CONST);
    p.rd = C(RD), p.rs2 = v.hi, p.imm = v.lo, p.next = C(NEXT);
    row_step(&r, &p, p.next);
    row_write_reg(&r, C(RD), C(PREVD), old, v);
    air_claim(air, CONST_V_LO, "the program's entry, which is the lower half of a 64-bit word");
    air_claim(air, CONST_V_HI, "the program's entry, which is the upper half of a 64-bit word");
#undef C
    return air_finish(air);
}
