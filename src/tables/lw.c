/*
 * LW: rd = the word at a + imm, a multiple of 4, sign-extended (lw) or not (lwu).
 *
 * Why a cheating prover cannot win. The address is that of memory.h with offset 4 o2, so o2 says
 * which word of the cell is meant. That word is a limb of a token, w0 and w1 are checked, so word =
 * w0 + 2^16 w1 over the integers, which has one solution; the lookup of w1 gives its top bit s, and
 * the result's upper half is s times 2^32 - 1. lwu has s = 0 and needs no sign: nothing looks w1
 * up, the prover may put any w0 there, and w0 + 2^16 w1 is the word, a checked limb, all the same.
 *
 * Cells: 19 main, 14 interactions, 40 in all (the model: 19, 14, 40).
 */
#include "tables/lw.h"

#include "tables/row.h"

static const struct air_column columns[] = {
#define XX AIR_COLUMN
#include "tables/lw.def"
#undef XX
};

TABLE_ROWS(lw, LW_N_COLUMNS)

enum chert_status lw_record(struct air *air, struct arena *mem, struct err *e)
{
    TRY(row_begin(air, "LW", columns, 0, LW_N_COLUMNS, mem, e));
#define C(name) air_col(air, LW_##name)
    struct row r = row_of(air, air_add(air, C(LW), C(LWU)), C(PC), C(CLK));
    const struct row_word c = {C(C_LO), C(C_HI)};
    const expr word = air_limbs(air, C(W0), C(W1));
    const struct row_word d = memory_extended(air, word, 32, C(S));
    expr cell;

    struct row_prog p = row_prog_zero(&r, 0);
    p.op = air_add(air, air_scale(air, OP_LW, C(LW)), air_scale(air, OP_LWU, C(LWU)));
    p.rd = C(RD), p.rs1 = C(RS1), p.imm = C(IMM);
    row_step(&r, &p, p.next);
    cell = memory_cell(&r, C(RS1), C(PREV1), C(A_LO), C(IMM), air_scale(air, 4, C(O2)));
    memory_load(&r, cell, C(PREVM), c);
    row_write_reg(&r, C(RD), C(PREVD), (struct row_word){C(OLD_LO), C(OLD_HI)}, d);
    row_range(&r, r.real, C(W0));
    row_msb(&r, C(LW), C(W1), C(S));
    air_claim(air, LW_W1, "lw: looked up; lwu: w0 + 2^16 w1 is only copied, equal mod p is enough");

    air_eq(air, "word", word, memory_word(air, C(O2), c));
    air_zero(air, "unsigned_sign", air_mul(air, C(LWU), C(S)));
#undef C
    return air_finish(air);
}
