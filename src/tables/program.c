/*
 * PROGRAM: provides PROG, the decoded program, to every family.
 *
 * Why a cheating prover cannot win. All entries are fixed, so a family's row matches only what the
 * loader decoded at this pc. A conditional branch has two rows, which differ in op and next: the
 * family proves the outcome that its op names. Padding rows are all zero; their op 0 is no
 * instruction's, and no family can ask for it: on a real row each family's op is one of the numbers
 * of isa/ops.def, none of which is 0. Counters need no check: in LogUp a tuple's counts must match
 * how often it is asked for, mod p, and there are fewer than 2^30 rows that ask.
 *
 * Cells: 1 main, 1 interaction, 4 in all, and 7 fixed columns.
 */
#include "tables/program.h"

#include "isa/decode.h"
#include "tables/row.h"

static const struct air_column columns[] = {
#define XX AIR_COLUMN
#include "tables/program.def"
#undef XX
};

#ifndef CHERT_FREESTANDING
const struct table_rows program_rows = {PROGRAM_N_FIXED, 1, 0, NULL};

void program_entries(const struct insn *in, unsigned outcome, fp entries[PROGRAM_N_FIXED])
{
    entries[PROGRAM_PC] = in->pc;
    entries[PROGRAM_OP] = in->op + outcome;
    entries[PROGRAM_RD] = in->rd;
    entries[PROGRAM_RS1] = in->rs1;
    entries[PROGRAM_RS2] = in->op == OP_CONST ? in->value >> 32 : in->rs2;
    entries[PROGRAM_IMM] = table_signed(in->imm);
    entries[PROGRAM_NEXT] = outcome ? in->next1 : in->next;
}

void program_fixed_rows(fp *row, size_t stride, const struct insn *in)
{
    for (uint32_t outcome = 0; outcome < insn_rows(in); outcome++) {
        fp entries[PROGRAM_N_FIXED];
        program_entries(in, outcome, entries);
        for (uint32_t c = 0; c < PROGRAM_N_FIXED; c++) {
            row[c * stride + in->row + outcome] = entries[c];
        }
    }
}
#endif

enum chert_status program_record(struct air *air, struct arena *mem, struct err *e)
{
    TRY(row_begin(air, "PROGRAM", columns, PROGRAM_N_FIXED, 1, mem, e));
#define C(name) air_col(air, PROGRAM_##name)
    air_provide(air, BUS_PROG, C(COUNT), PROGRAM_N_FIXED,
                (expr[]){C(PC), C(OP), C(RD), C(RS1), C(RS2), C(IMM), C(NEXT)});
#undef C
    return air_finish(air);
}
