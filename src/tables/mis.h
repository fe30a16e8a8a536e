/* MIS: misaligned loads and stores of halves, words and double words. */
#ifndef CHERT_TABLES_MIS_H
#define CHERT_TABLES_MIS_H

#include "tables/memory.h"

enum mis_column {
#define XX(name, kind, doc) MIS_##name,
#include "tables/mis.def"
#undef XX
    MIS_N_COLUMNS
};

TABLE_DECLARE(mis)

/* Bytes that one of the eight ops moves: 2, 4 or 8. */
HD uint32_t mis_width(uint32_t op)
{
    return op == OP_LD || op == OP_SD ? 8 : op == OP_LW || op == OP_LWU || op == OP_SW ? 4 : 2;
}

/* Bytes first..first + 7 of columns from the little-endian `value`. */
HD void mis_bytes(fp *row, size_t stride, size_t first, uint64_t value)
{
    for (size_t i = 0; i < 8; i++) {
        row[(first + i) * stride] = value >> 8 * i & 0xff;
    }
}

/* The AND of each pair of neighbouring bytes, into columns from `first`. */
HD void mis_pairs(fp *row, size_t stride, size_t first, uint64_t value)
{
    for (size_t i = 0; i < 4; i++) {
        row[(first + i) * stride] = value >> 16 * i & value >> (16 * i + 8) & 0xff;
    }
}

HD void mis_flags(fp *row, size_t stride, uint32_t op, uint32_t offset)
{
    row[MIS_LD * stride] = op == OP_LD;
    row[MIS_LW * stride] = op == OP_LW;
    row[MIS_LWU * stride] = op == OP_LWU;
    row[MIS_LH * stride] = op == OP_LH;
    row[MIS_LHU * stride] = op == OP_LHU;
    row[MIS_SD * stride] = op == OP_SD;
    row[MIS_SW * stride] = op == OP_SW;
    row[MIS_SH * stride] = op == OP_SH;
    row[MIS_TWO * stride] = offset + mis_width(op) > 8;
    for (uint32_t k = 1; k < 8; k++) {
        row[(MIS_O1 + k - 1) * stride] = offset == k;
    }
}

/* ev[0] holds the first cell, ev[1] the second (isa/insn.h). */
HD void mis_fill(fp *row, size_t stride, const struct insn *in, const struct event *ev)
{
    const int is_store = in->op >= OP_SD;
    const uint64_t value = is_store ? ev->b : ev->d;
    const uint64_t before = is_store ? ev->b : ev->old_d;
    const uint64_t after1 = is_store ? ev[0].d : ev[0].m, after2 = is_store ? ev[1].d : ev[1].m;
    const uint32_t top = in->op == OP_LW   ? (uint32_t)value >> 24
                         : in->op == OP_LH ? (uint32_t)value >> 8 & 0xff
                                           : 0;
    mis_flags(row, stride, in->op, memory_address(in, ev) & 7);
    row[MIS_PC * stride] = in->pc;
    row[MIS_CLK * stride] = ev->clk;
    row[MIS_RS1 * stride] = in->rs1;
    row[MIS_PREV1 * stride] = ev->prev1;
    row[MIS_A_LO * stride] = (uint32_t)ev->a;
    row[MIS_IMM * stride] = table_signed(in->imm);
    row[MIS_RD * stride] = in->rd;
    row[MIS_RS2 * stride] = in->rs2;
    row[MIS_PREV2 * stride] = is_store ? ev->prev2 : ev->prevd;
    row[MIS_OLD_LO * stride] = (uint32_t)before;
    row[MIS_OLD_HI * stride] = before >> 32;
    row[MIS_PREVM * stride] = ev[0].prevm;
    row[MIS_PREVN * stride] = ev[1].prevm;
    mis_bytes(row, stride, MIS_X0, ev[0].m);
    mis_bytes(row, stride, MIS_X8, ev[1].m);
    mis_bytes(row, stride, MIS_Y0, value);
    mis_pairs(row, stride, MIS_ZX0, ev[0].m);
    mis_pairs(row, stride, MIS_ZX4, ev[1].m);
    mis_pairs(row, stride, MIS_ZY0, value);
    row[MIS_N0 * stride] = (uint32_t)after1;
    row[MIS_N1 * stride] = after1 >> 32;
    row[MIS_N2 * stride] = (uint32_t)after2;
    row[MIS_N3 * stride] = after2 >> 32;
    row[MIS_T * stride] = top;
    row[MIS_S * stride] = top >> 7;
}

#endif
