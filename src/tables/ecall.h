/* ECALL: exit, write and print. */
#ifndef CHERT_TABLES_ECALL_H
#define CHERT_TABLES_ECALL_H

#include "tables/table.h"

enum ecall_column {
#define XX(name, kind, doc) ECALL_##name,
#include "tables/ecall.def"
#undef XX
    ECALL_N_COLUMNS
};

/* a7 of the calls that can be proven; any other is a fault. */
enum ecall_number { CALL_PRINT = 1, CALL_WRITE = 64, CALL_EXIT = 93 };

/* Registers of struct ecall_event, in its order. */
enum ecall_register { ECALL_A7, ECALL_A0, ECALL_A1, ECALL_A2, ECALL_POSITION };

TABLE_DECLARE(ecall)

HD void ecall_fill(fp *row, size_t stride, const struct insn *in, const struct ecall_event *ev)
{
    const int is_exit = ev->value[ECALL_A7] == CALL_EXIT;
    const int is_write = ev->value[ECALL_A7] == CALL_WRITE;
    const int is_empty = is_write && ev->value[ECALL_A2] == 0;
    const unsigned x = is_exit ? ECALL_A0 : ECALL_A1;
    const uint64_t value = is_exit || is_write ? ev->value[x] : 0;
    row[ECALL_EXIT * stride] = (fp)is_exit;
    row[ECALL_WRITE * stride] = (fp)(is_write - is_empty);
    row[ECALL_EMPTY * stride] = (fp)is_empty;
    row[ECALL_PRINT * stride] = (fp)(1 - is_exit - is_write);
    row[ECALL_PC * stride] = in->pc;
    row[ECALL_CLK * stride] = ev->clk;
    row[ECALL_PREV7 * stride] = ev->prev[ECALL_A7];
    row[ECALL_X_LO * stride] = (uint32_t)value;
    row[ECALL_X_HI * stride] = value >> 32;
    row[ECALL_PREVX * stride] = ev->prev[x];
    row[ECALL_LEN * stride] = is_write ? ev->value[ECALL_A2] : 0;
    row[ECALL_PREV2 * stride] = ev->prev[ECALL_A2];
    row[ECALL_PREV0 * stride] = ev->prev[ECALL_A0];
    row[ECALL_POS * stride] = ev->value[ECALL_POSITION];
    row[ECALL_PREVP * stride] = ev->prev[ECALL_POSITION];
}

#endif
