/*
 * What the loader makes of an instruction word, and what one execution of it leaves behind.
 * The executor writes events, the tables' fillers read them; host and CUDA compile this header.
 */
#ifndef CHERT_ISA_INSN_H
#define CHERT_ISA_INSN_H

#include <stdint.h>

enum op {
#define XX(name, number, entries) OP_##name = (number),
#include "isa/ops.def"
#undef XX
};

/* The tables, in registry order. Here and not in tables/ because decoding routes. */
enum table_id {
#define XX(name, stem, rows) TABLE_##name,
#include "isa/tables.def"
#undef XX
    N_TABLES
};

/* What the executor does with an instruction. */
enum handler {
#define XX(name) HANDLER_##name,
#include "isa/handlers.def"
#undef XX
    N_HANDLERS
};

#define REG_SINK     32u /* rd = x0: written, never read */
#define REG_POSITION 33u /* bytes of public output so far */
#define N_REGS       34u

#define CLK_FIRST 4u /* clk of an epoch's first instruction; each one advances it by CLK_STEP */
#define CLK_STEP  4u
/* Slots of one instruction's accesses, added to its clk. A read-modify-write takes SLOT_RD. */
enum slot { SLOT_RS1 = 0, SLOT_RS2 = 1, SLOT_MEM = 2, SLOT_RD = 3 };

/* A pre-decoded instruction. `op` and the entries are the program table's (isa/ops.def); a word
 * that is no instruction has op = 0, no program row, and faults when reached. */
struct insn {
    int64_t imm;    /* program entry imm as a signed number; CONST: the low limb */
    uint64_t value; /* CONST: the whole constant; else the immediate, sign-extended */
    uint32_t pc;
    uint32_t word;   /* as fetched */
    uint32_t next;   /* program entry: next pc; branches: of outcome 0; JALR, RET: 0 */
    uint32_t next1;  /* branches: next pc of outcome 1 (eq or lt true); otherwise 0 */
    uint16_t op;     /* enum op plus its flags; branches: of outcome 0 */
    uint8_t handler; /* enum handler: the executor's label */
    uint8_t table;   /* enum table_id: the static route; LG64, BLT and aligned accesses may be
                        rerouted by the operands (exec/record.h) */
    uint8_t rd, rs1, rs2;
    uint8_t amount; /* shift amount of an immediate shift */
    uint32_t row;   /* index of its (first) row in the program table */
};

/*
 * One executed instruction. 64 bytes; the fields that a table does not need are 0.
 * prev* are the clks of the token that each access consumes.
 */
struct event {
    uint32_t insn; /* index into the decoded program */
    uint32_t clk;
    uint32_t prev1; /* of rs1; unused in read-modify-write tables */
    uint32_t prev2; /* of rs2 */
    uint32_t prevm; /* of the memory cell */
    uint32_t prevd; /* of rd */
    uint64_t a;     /* rs1 before */
    uint64_t b;     /* rs2 before */
    uint64_t d;     /* the result: rd after; a store: the cell after; a branch: outcome 0 or 1 */
    uint64_t old_d; /* rd before */
    uint64_t m;     /* the memory cell before */
};

/* A misaligned access is two consecutive events of table MIS: the second one holds the second
 * cell (m before, d after for stores, prevm) and repeats insn and clk; its prevm is 0 and m = d =
 * 0 where the access stays inside one cell (b of the second event is then 0, else 1). */

/* ECALL: registers a7, a0, a1, a2 and the output position, in this order. */
struct ecall_event {
    uint32_t insn, clk;
    uint32_t prev[5];
    uint32_t pad;
    uint64_t value[5];
    uint64_t result; /* write: a0 after */
};

/* WRITE: one byte of a write call; clk is the row's own (header's clk + 4, then + 4 a byte). */
struct write_event {
    uint32_t clk, prevm;
    uint32_t ptr, remaining; /* of this byte; remaining counts it: 1 on the last */
    uint32_t position, next_pc;
    uint64_t cell; /* memory cell that holds the byte */
};

/* REFRESH: token (space, addr, prev, value) becomes (space, addr, clk, value). */
struct refresh_event {
    uint32_t space, addr, prev, clk;
    uint64_t value;
};

/* BOUND: one memory cell touched in the epoch, in order of first touch. */
struct bound_event {
    uint32_t addr, init_clk, fin_clk, writer; /* writer: the epoch that wrote `init`; 0 genesis */
    uint64_t init, fin;
};

/* GENESIS: one cell, in increasing address. */
struct genesis_event {
    uint32_t addr,
        prev_addr; /* prev_addr: of the row before in its region, or the region's start - 8 */
    uint32_t kind; /* 0 zero or image, 1 input */
    uint32_t in_image;
    uint32_t writer, pad; /* epoch of the last write */
    uint64_t init, fin;
};

#endif
