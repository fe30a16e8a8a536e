/* PROGRAM: the decoded program. Preprocessed, with one counter. */
#ifndef CHERT_TABLES_PROGRAM_H
#define CHERT_TABLES_PROGRAM_H

#include "tables/table.h"

enum program_column {
#define XX(name, kind, doc) PROGRAM_##name,
#include "tables/program.def"
#undef XX
    PROGRAM_N_COLUMNS
};
#define PROGRAM_N_FIXED ((uint32_t)PROGRAM_COUNT)

TABLE_DECLARE(program)

/* The program entries of an instruction, in the order of the fixed columns and of PROG's tuple;
 * `outcome` is 1 for the second row of a conditional branch, else 0. */
void program_entries(const struct insn *in, unsigned outcome, fp entries[PROGRAM_N_FIXED]);

/* Writes the fixed columns of the instruction's rows: row in->row, and in->row + 1 for a
 * conditional branch (isa/decode.h, insn_rows). A word that is no instruction has none. `row`
 * points at row 0 of the first column; rows that are never written stay 0 and are padding. */
void program_fixed_rows(fp *row, size_t stride, const struct insn *in);

#endif
