/*
 * Recording, the hot half: which table an execution goes to, the time of every register's and
 * cell's last token, and appending events. Included by the executor's core; what is rare is in
 * record.c.
 */
#ifndef CHERT_EXEC_RECORD_H
#define CHERT_EXEC_RECORD_H

#include <string.h>

#include "exec/exec.h"
#include "tables/blt.h"
#include "tables/lg32.h"

struct recorder {
    struct exec *x;
    struct trace_events *trace;
    uint32_t *cell_clk;       /* x->cell_clk */
    int64_t left;             /* cycles of this epoch; set to 0 to stop after the instruction */
    uint32_t clk;             /* of the next instruction */
    uint32_t reg_clk[N_REGS]; /* of each register's last token */
    int out_of_memory;        /* growing a table failed: the epoch is void */
    struct ecall_event spare; /* where events go then; the largest of all events */
};

/* An access must come within this many ticks after the token that it consumes; a REFRESH row
 * moves older tokens forward. The width of table T16. */
#define RECORD_MAX_GAP UINT32_C(0x10000)

/* Makes room for one event of `bytes` bytes; the array is full. */
void *record_grow(struct recorder *r, enum table_id table, size_t bytes);
/* Appends the row that moves token (space, addr, prev, value) to `clk`. */
void record_refresh(struct recorder *r, uint32_t space, uint32_t addr, uint32_t prev, uint32_t clk,
                    uint64_t value);
/* Appends the boundary row of a cell whose initial token has clk `clk`. */
void record_touch(struct recorder *r, uint32_t addr, uint32_t clk, uint64_t value);

/* A zeroed event at the end of a table; its array may be a recycled one. */
static inline void *record_new(struct recorder *r, enum table_id table, size_t bytes)
{
    struct trace_table *t = &r->trace->table[table];
    const size_t at = t->used;
    if (__builtin_expect(at + bytes > t->size, 0)) {
        return record_grow(r, table, bytes);
    }
    t->used = at + bytes;
    return memset(t->events + at, 0, bytes);
}

static inline struct event *record_event(struct recorder *r, uint32_t table, uint32_t insn)
{
    struct event *ev = record_new(r, (enum table_id)table, sizeof *ev);
    ev->insn = insn;
    ev->clk = r->clk;
    return ev;
}

/* One access of a register that holds `value`: returns the clk of the token it consumes, and makes
 * `clk` that of the token it leaves. */
static inline uint32_t record_reg(struct recorder *r, uint32_t reg, uint32_t clk, uint64_t value)
{
    uint32_t prev = r->reg_clk[reg];
    if (__builtin_expect(clk - prev - 1 >= RECORD_MAX_GAP, 0)) {
        record_refresh(r, 0, reg, prev, clk - 1, value);
        prev = clk - 1;
    }
    r->reg_clk[reg] = clk;
    return prev;
}

/* The same for the memory cell that holds byte `addr`. A cell's first token of an epoch may have
 * any clk, so it is given the one that needs no refresh. */
static inline uint32_t record_cell(struct recorder *r, uint32_t addr, uint32_t clk, uint64_t value)
{
    uint32_t *last = &r->cell_clk[addr / 8];
    uint32_t prev = *last;
    if (__builtin_expect(clk - prev - 1 >= RECORD_MAX_GAP || prev == 0, 0)) {
        if (prev == 0) {
            record_touch(r, addr & ~7u, clk - 1, value);
        } else {
            record_refresh(r, 1, addr & ~7u, prev, clk - 1, value);
        }
        prev = clk - 1;
    }
    *last = clk;
    return prev;
}

/* Routes that the operands decide, by the tables' own predicates. */
static inline uint32_t route_logic(uint64_t a, uint64_t b)
{
    return lg32_can(a, b) ? TABLE_LG32 : TABLE_LG64;
}

static inline uint32_t route_less(uint64_t a, uint64_t b)
{
    return blt_can(1, a, b) ? TABLE_BLT : TABLE_SLTX;
}

#endif
