/*
 * BEQ: beq and bne.
 *
 * The program has two rows for the branch, CMPEQ + eq with the next pc of that outcome; this row
 * proves the outcome that it names.
 *
 * Why a cheating prover cannot win. rs1, rs2 and the next pc are the program's for the outcome
 * named; a and b are the registers' tokens. Let dx = a_lo - b_lo, dy = a_hi - b_hi, both smaller
 * than p in size, so that they vanish mod p only where the halves are equal. If eq is not 0, both
 * differences are 0 by the two constraints: a = b. If eq = 0, (dx^2 - 7 dy^2) inv = 1, so dx^2 != 7
 * dy^2: 7 is no square mod p (x^2 - 7 y^2 is a norm form), and dx^2 = 7 dy^2 only where both are 0:
 * a != b. And eq != 0 makes the left side 0 and so eq = 1, which is why eq's bit constraint says
 * nothing new.
 *
 * Cells: 14 main columns, 9 interactions: 29 (the model: 29).
 */
#include "tables/beq.h"

#include "tables/row.h"

static const struct air_column columns[] = {
#define XX AIR_COLUMN
#include "tables/beq.def"
#undef XX
};

TABLE_ROWS(beq, BEQ_N_COLUMNS)

enum chert_status beq_record(struct air *air, struct arena *mem, struct err *e)
{
    TRY(row_begin(air, "BEQ", columns, 0, BEQ_N_COLUMNS, mem, e));
#define C(name) air_col(air, BEQ_##name)
    struct row r = row_of(air, C(REAL), C(PC), C(CLK));
    const struct row_word a = {C(A_LO), C(A_HI)};
    const struct row_word b = {C(B_LO), C(B_HI)};
    const expr dx = air_sub(air, a.lo, b.lo), dy = air_sub(air, a.hi, b.hi);
    const expr norm = air_sub(air, air_mul(air, dx, dx), air_scale(air, 7, air_mul(air, dy, dy)));

    struct row_prog p = row_prog_zero(&r, OP_CMPEQ);
    p.op = air_add(air, p.op, C(EQ));
    p.rs1 = C(RS1), p.rs2 = C(RS2), p.next = C(NEXT);
    row_step(&r, &p, p.next);
    row_read_reg(&r, SLOT_RS1, C(RS1), C(PREV1), a);
    row_read_reg(&r, SLOT_RS2, C(RS2), C(PREV2), b);

    air_zero(air, "unequal", air_sub(air, air_mul(air, norm, C(INV)), air_sub(air, r.real, C(EQ))));
    air_zero(air, "equal_lo", air_mul(air, C(EQ), dx));
    air_zero(air, "equal_hi", air_mul(air, C(EQ), dy));
#undef C
    return air_finish(air);
}
