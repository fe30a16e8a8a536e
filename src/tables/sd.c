/*
 * SD: the cell at a + imm, a multiple of 8, becomes rs2.
 *
 * Why a cheating prover cannot win. The address is that of memory.h with offset 0, so the access
 * balances only if a + imm is the address of a cell. The cell's new value is the token of rs2, limb
 * by limb, checked by whoever made it. Any cell that exists may be stored to: there is no write
 * protection in the machine either, and fetches never look at cells.
 *
 * Cells: 14 main, 12 interactions, 32 in all (the model: 14, 12, 32).
 */
#include "tables/sd.h"

#include "tables/memory.h"

static const struct air_column columns[] = {
#define XX AIR_COLUMN
#include "tables/sd.def"
#undef XX
};

TABLE_ROWS(sd, SD_N_COLUMNS)

enum chert_status sd_record(struct air *air, struct arena *mem, struct err *e)
{
    TRY(row_begin(air, "SD", columns, 0, SD_N_COLUMNS, mem, e));
#define C(name) air_col(air, SD_##name)
    struct row r = row_of(air, C(REAL), C(PC), C(CLK));
    const struct row_word v = {C(V_LO), C(V_HI)};
    expr cell;

    struct row_prog p = row_prog_zero(&r, OP_SD);
    p.rs1 = C(RS1), p.rs2 = C(RS2), p.imm = C(IMM);
    row_step(&r, &p, p.next);
    cell = memory_cell(&r, C(RS1), C(PREV1), C(A_LO), C(IMM), air_const(air, 0));
    row_read_reg(&r, SLOT_RS2, C(RS2), C(PREV2), v);
    row_memory(&r, cell, C(PREVM), (struct row_word){C(C_LO), C(C_HI)}, v);
#undef C
    return air_finish(air);
}
