/*
 * BEQZ: beqz and bnez.
 *
 * The program has two rows for the branch, CMPZ + eq with the next pc of that outcome; this row
 * proves the outcome that it names.
 *
 * Why a cheating prover cannot win. rs1 and the next pc are the program's for the outcome named; a
 * is the register's token. n = a_lo + a_hi is a sum of two numbers below 2^32, so it is 0 mod p
 * only where a = 0. If eq is not 0, n = 0 by the second constraint, and then the first says eq = 1
 * (so that eq's bit constraint says nothing new). If eq = 0, n inv = 1 and n is not 0.
 *
 * Cells: 10 main columns, 6 interactions: 19 (the model: 19).
 */
#include "tables/beqz.h"

#include "tables/row.h"

static const struct air_column columns[] = {
#define XX AIR_COLUMN
#include "tables/beqz.def"
#undef XX
};

TABLE_ROWS(beqz, BEQZ_N_COLUMNS)

enum chert_status beqz_record(struct air *air, struct arena *mem, struct err *e)
{
    TRY(row_begin(air, "BEQZ", columns, 0, BEQZ_N_COLUMNS, mem, e));
#define C(name) air_col(air, BEQZ_##name)
    struct row r = row_of(air, C(REAL), C(PC), C(CLK));
    const struct row_word a = {C(A_LO), C(A_HI)};
    const expr n = air_add(air, a.lo, a.hi);

    struct row_prog p = row_prog_zero(&r, OP_CMPZ);
    p.op = air_add(air, p.op, C(EQ));
    p.rs1 = C(RS1), p.next = C(NEXT);
    row_step(&r, &p, p.next);
    row_read_reg(&r, SLOT_RS1, C(RS1), C(PREV1), a);

    air_zero(air, "not_zero", air_sub(air, air_mul(air, n, C(INV)), air_sub(air, r.real, C(EQ))));
    air_zero(air, "zero", air_mul(air, C(EQ), n));
#undef C
    return air_finish(air);
}
