/*
 * What a recorded epoch leaves: one array of events a table, in execution order, and the two ends
 * of the epoch. The structs of the events are isa/insn.h's.
 */
#ifndef CHERT_EXEC_EVENTS_H
#define CHERT_EXEC_EVENTS_H

#include <stddef.h>
#include <stdint.h>

#include "base/status.h"
#include "elf/elf.h"
#include "isa/insn.h"

/* The rows of one table: contiguous, `rows` times chert_tables[t].rows->event_bytes bytes (two
 * struct event a row for MIS). */
struct trace_table {
    uint8_t *events;
    uint64_t rows;
    size_t used, size; /* bytes used and bytes mapped */
};

struct trace_events {
    const struct program *program;
    struct trace_table table[N_TABLES]; /* preprocessed tables have none */
    uint32_t epoch;                     /* 1, 2, ...: its label */
    uint32_t pc_first, clk_first;       /* first state; clk_first is CLK_FIRST */
    uint32_t pc_last, clk_last;         /* halted: of the exit call itself, which sends
                                           halt(clk_last, a0); else the state after */
    int halted;
    uint64_t exit_code;
    uint64_t reg_first[N_REGS]; /* initial tokens of the registers: clk 0 */
    uint64_t reg_last[N_REGS];  /* final tokens */
    uint32_t reg_clk[N_REGS];   /* their clks */
    uint64_t instructions;      /* of this epoch */
    uint64_t cycles;            /* (clk after the last instruction - CLK_FIRST) / CLK_STEP */
};

/* Releases the arrays; safe on a zeroed struct and after a failed exec_record. */
void trace_free(struct trace_events *t);

static inline const struct event *trace_rows(const struct trace_events *t, enum table_id id)
{
    return (const struct event *)(const void *)t->table[id].events;
}

#endif
