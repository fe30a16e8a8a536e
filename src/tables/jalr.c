/*
 * JALR: jalr with a link: rd = pc + 4, control goes to a + imm without its lowest bit.
 *
 * Why a cheating prover cannot win. rd, rs1 and imm are the program's, a is the register's token
 * with an upper half of 0. The row sends control to next = a_lo + imm - odd with odd a bit of the
 * prover's choice; whoever receives it looks its pc up in the program, whose pcs are multiples of 4
 * below 2^32. Only one of a_lo + imm and a_lo + imm - 1 is even, so odd is bit 0 of the target or
 * the run ends here; and where the target itself is misaligned, below 0 or beyond 2^32, no row has
 * it for a pc.
 *
 * Nothing right is lost. A base with another upper half could reach [0, 2^32) only by wrapping,
 * within 2^11 of 0 or of 2^32: there lie the null page and the last page, which hold no code.
 *
 * The link is pc + 4, below 2^32 because the last page holds no code either. With rd = rs1 the base
 * is read at slot 0, before the link is written.
 *
 * Cells: 12 main columns, 9 interactions: 27 (the model: 27).
 */
#include "tables/jalr.h"

#include "tables/row.h"

static const struct air_column columns[] = {
#define XX AIR_COLUMN
#include "tables/jalr.def"
#undef XX
};

TABLE_ROWS(jalr, JALR_N_COLUMNS)

enum chert_status jalr_record(struct air *air, struct arena *mem, struct err *e)
{
    TRY(row_begin(air, "JALR", columns, 0, JALR_N_COLUMNS, mem, e));
#define C(name) air_col(air, JALR_##name)
    struct row r = row_of(air, C(REAL), C(PC), C(CLK));
    const struct row_word a = {C(A_LO), air_const(air, 0)};
    const struct row_word old = {C(OLD_LO), C(OLD_HI)};
    const struct row_word link = {air_add(air, C(PC), air_const(air, 4)), air_const(air, 0)};
    const expr target = air_sub(air, air_add(air, a.lo, C(IMM)), C(ODD));

    struct row_prog p = row_prog_zero(&r, OP_JALR);
    p.rd = C(RD), p.rs1 = C(RS1), p.imm = C(IMM), p.next = air_const(air, 0);
    row_step(&r, &p, target);
    row_read_reg(&r, SLOT_RS1, C(RS1), C(PREV1), a);
    row_write_reg(&r, C(RD), C(PREVD), old, link);
#undef C
    return air_finish(air);
}
