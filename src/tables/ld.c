/*
 * LD: rd = the cell at a + imm, a multiple of 8.
 *
 * Why a cheating prover cannot win. The address is that of memory.h with offset 0, so the access
 * balances only if a + imm is the address of a cell. The result is the cell's token, limb by limb:
 * whoever made that token has checked its limbs. A load from an address that is no multiple of 8
 * has no cell here; it goes to MIS.
 *
 * Cells: 14 main, 12 interactions, 32 in all (the model: 14, 12, 32).
 */
#include "tables/ld.h"

#include "tables/memory.h"

static const struct air_column columns[] = {
#define XX AIR_COLUMN
#include "tables/ld.def"
#undef XX
};

TABLE_ROWS(ld, LD_N_COLUMNS)

enum chert_status ld_record(struct air *air, struct arena *mem, struct err *e)
{
    TRY(row_begin(air, "LD", columns, 0, LD_N_COLUMNS, mem, e));
#define C(name) air_col(air, LD_##name)
    struct row r = row_of(air, C(REAL), C(PC), C(CLK));
    const struct row_word v = {C(V_LO), C(V_HI)};
    expr cell;

    struct row_prog p = row_prog_zero(&r, OP_LD);
    p.rd = C(RD), p.rs1 = C(RS1), p.imm = C(IMM);
    row_step(&r, &p, p.next);
    cell = memory_cell(&r, C(RS1), C(PREV1), C(A_LO), C(IMM), air_const(air, 0));
    memory_load(&r, cell, C(PREVM), v);
    row_write_reg(&r, C(RD), C(PREVD), (struct row_word){C(OLD_LO), C(OLD_HI)}, v);
#undef C
    return air_finish(air);
}
