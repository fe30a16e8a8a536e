/*
 * The interpreter, included twice: by run.c with RECORD 0, by record.c with RECORD 1. One text, so
 * what is recorded is what is run. Threaded dispatch: every handler jumps to the next one itself.
 *
 * The includer defines RECORD and CORE(name), which gives the functions their names.
 */
#include <string.h>

#include "exec/alu.h"
#include "exec/internal.h"
#include "exec/record.h"

/* An access of 2, 4 or 8 bytes that is not aligned: one or two cells. Returns 0 on a fault. */
static __attribute__((noinline)) int CORE(misaligned)(struct exec *x, struct recorder *r,
                                                      const struct insn *in, uint64_t addr,
                                                      uint32_t bytes, int store)
{
    const uint64_t last = addr + bytes - 1;
    const uint32_t cells[2] = {(uint32_t)addr & ~7u, (uint32_t)last & ~7u};
    const int two = cells[1] != cells[0];
    const uint64_t a = x->reg[in->rs1], b = x->reg[in->rs2], old_d = x->reg[in->rd];
    uint64_t before[2], after[2], value = 0;

    if (!map_has(addr) || !map_has(last)) {
        exec_fault_at(x, in, store ? FAULT_STORE : FAULT_LOAD, addr);
        return 0;
    }
    x->misaligned++;
    before[0] = exec_cell(x, cells[0]);
    before[1] = exec_cell(x, cells[1]);
    if (store) {
        exec_count_readonly(x, addr, bytes);
        memcpy(x->memory + addr, &b, bytes);
    } else {
        memcpy(&value, x->memory + addr, bytes);
        value = alu_load(in->handler, value);
        x->reg[in->rd] = value;
    }
    after[0] = exec_cell(x, cells[0]);
    after[1] = exec_cell(x, cells[1]);
#if RECORD
    struct event *first = record_event(r, TABLE_MIS, (uint32_t)(in - x->program->insns));
    first->a = a;
    first->prev1 = record_reg(r, in->rs1, r->clk + SLOT_RS1, a);
    if (store) {
        first->b = b;
        first->prev2 = record_reg(r, in->rs2, r->clk + SLOT_RS2, b);
        first->d = after[0];
    } else {
        first->d = value;
        first->old_d = old_d;
        first->prevd = record_reg(r, in->rd, r->clk + SLOT_RD, old_d);
    }
    first->m = before[0];
    first->prevm = record_cell(r, cells[0], r->clk + SLOT_MEM, before[0]);
    struct event *second = record_event(r, TABLE_MIS, (uint32_t)(in - x->program->insns));
    if (two) {
        second->b = 1;
        second->m = before[1];
        second->d = store ? after[1] : 0;
        second->prevm = record_cell(r, cells[1], r->clk + SLOT_MEM, before[1]);
    }
#else
    (void)r, (void)a, (void)old_d, (void)two, (void)before, (void)after;
#endif
    return 1;
}

#if RECORD
/* exit and print read a7, exit reads a0 as well. */
static void record_short_call(struct recorder *r, const struct insn *in, int with_a0)
{
    const uint64_t *reg = r->x->reg;
    struct ecall_event *ev = record_new(r, TABLE_ECALL, sizeof *ev);

    ev->insn = (uint32_t)(in - r->x->program->insns);
    ev->clk = r->clk;
    ev->value[0] = reg[REG_A7];
    ev->prev[0] = record_reg(r, REG_A7, r->clk, reg[REG_A7]);
    if (with_a0) {
        ev->value[1] = reg[REG_A0];
        ev->prev[1] = record_reg(r, REG_A0, r->clk + 1, reg[REG_A0]);
    }
}

/* The call's row, then one for each byte, each with a tick of its own. Registers still hold what
 * they held before the call. */
static void record_write(struct recorder *r, const struct insn *in)
{
    const struct exec *x = r->x;
    const uint64_t *reg = x->reg;
    const uint32_t ptr = (uint32_t)reg[REG_A1], n = (uint32_t)reg[REG_A2];
    struct ecall_event *ev = record_new(r, TABLE_ECALL, sizeof *ev);

    ev->insn = (uint32_t)(in - x->program->insns);
    ev->clk = r->clk;
    ev->value[0] = reg[REG_A7];
    ev->value[1] = reg[REG_A0];
    ev->value[2] = reg[REG_A1];
    ev->value[3] = reg[REG_A2];
    ev->value[4] = reg[REG_POSITION];
    ev->result = n;
    ev->prev[0] = record_reg(r, REG_A7, r->clk, reg[REG_A7]);
    ev->prev[2] = record_reg(r, REG_A1, r->clk + 1, reg[REG_A1]);
    ev->prev[3] = record_reg(r, REG_A2, r->clk + 2, reg[REG_A2]);
    ev->prev[1] = record_reg(r, REG_A0, r->clk + 3, reg[REG_A0]);
    ev->prev[4] = record_reg(r, REG_POSITION, r->clk + 3, reg[REG_POSITION]);
    for (uint32_t i = 0; i < n; i++) {
        struct write_event *w = record_new(r, TABLE_WRITE, sizeof *w);
        w->clk = r->clk + CLK_STEP * (i + 1);
        w->ptr = ptr + i;
        w->remaining = n - i;
        w->position = (uint32_t)reg[REG_POSITION] + i;
        w->next_pc = in->next;
        w->cell = exec_cell(x, ptr + i);
        w->prevm = record_cell(r, ptr + i, w->clk + SLOT_MEM, w->cell);
    }
    r->clk += CLK_STEP * n;
}
#endif

/* One environment call. *left loses the cycles of a write's bytes. */
static __attribute__((noinline)) enum outcome CORE(call)(struct exec *x, struct recorder *r,
                                                         const struct insn *in, int64_t *left)
{
    uint64_t *reg = x->reg;
    enum outcome outcome = OUTCOME_NEXT;

    (void)r;
    switch (reg[REG_A7]) {
    case CALL_EXIT:
        x->halted = 1;
        outcome = OUTCOME_HALT;
#if RECORD
        record_short_call(r, in, 1);
#endif
        break;
    case CALL_PRINT:
        exec_print(x);
#if RECORD
        record_short_call(r, in, 0);
#endif
        break;
    case CALL_WRITE:
        outcome = exec_check_write(x, in);
        if (outcome == OUTCOME_NEXT) {
#if RECORD
            record_write(r, in);
#endif
            *left -= (int64_t)reg[REG_A2];
            exec_do_write(x);
        }
        break;
    case CALL_PANIC:
        exec_fault_at(x, in, FAULT_PANIC, 0);
        outcome = OUTCOME_FAULT;
        break;
    default:
        exec_fault_at(x, in, FAULT_CALL, reg[REG_A7]);
        outcome = OUTCOME_FAULT;
        break;
    }
    return outcome;
}

/* The macros that handlers are written with. They name what is in scope in run(). */
#if RECORD
#    define LEFT   r->left
#    define TICK() (r->clk += CLK_STEP)
#else
#    define LEFT   left
#    define TICK() ((void)0)
#endif
#define DISPATCH()                 \
    do {                           \
        if (LEFT <= 0) {           \
            goto done;             \
        }                          \
        LEFT--;                    \
        goto *labels[in->handler]; \
    } while (0)
#define NEXT()      \
    do {            \
        TICK();     \
        in++;       \
        DISPATCH(); \
    } while (0)
/* To a pc of the program's own: PC_NONE is in no range. */
#define GO(pc_)                                                   \
    do {                                                          \
        to = (pc_);                                               \
        if (__builtin_expect(to - home_start >= home_bytes, 0)) { \
            goto far;                                             \
        }                                                         \
        in = home_insns + ((uint32_t)to - home_start) / 4;        \
        TICK();                                                   \
        DISPATCH();                                               \
    } while (0)

/* Events. a, b, d and m are the handler's; each access is recorded in the order of its slot. */
#if RECORD
#    define EVENT(table_) struct event *const ev = record_event(r, (table_), (uint32_t)(in - insns))
#    define EV_RS1()      (ev->a = a, ev->prev1 = record_reg(r, in->rs1, r->clk + SLOT_RS1, a))
#    define EV_RS2()      (ev->b = b, ev->prev2 = record_reg(r, in->rs2, r->clk + SLOT_RS2, b))
#    define EV_CELL()     (ev->m = m, ev->prevm = record_cell(r, (uint32_t)addr, r->clk + SLOT_MEM, m))
#    define EV_RD()                          \
        (ev->d = d, ev->old_d = reg[in->rd], \
         ev->prevd = record_reg(r, in->rd, r->clk + SLOT_RD, reg[in->rd]))
/* rs1 by itself, or, in the table for rd = rs1, only as rd's old value */
#    define EV_IN_PLACE(table_m) (in->table == (table_m) ? (void)(ev->a = a) : (void)EV_RS1())
#    define EV_OUTCOME()         (ev->d = (uint64_t)outcome)
#    define EV_AFTER()           (ev->d = exec_cell(x, addr))
#else
#    define EVENT(table_)        ((void)0)
#    define EV_RS1()             ((void)0)
#    define EV_RS2()             ((void)0)
#    define EV_CELL()            ((void)0)
#    define EV_RD()              ((void)0)
#    define EV_IN_PLACE(table_m) ((void)0)
#    define EV_OUTCOME()         ((void)0)
#    define EV_AFTER()           ((void)0)
#endif

/* The shapes of handlers, by the accesses they make; semantics.def has one line a handler. Where rd
 * is written, the event is recorded with rd as it was. */
/* rd = a constant, then on to `leave` */
#define CONSTANT(name, leave)         \
    do_##name:                        \
    {                                 \
        const uint64_t d = in->value; \
        EVENT(TABLE_CONST);           \
        EV_RD();                      \
        reg[in->rd] = d;              \
        leave;                        \
    }
/* rd = f(rs1, immediate) */
#define IMMEDIATE(name, expression)      \
    do_##name:                           \
    {                                    \
        const uint64_t a = reg[in->rs1]; \
        const uint64_t i = in->value;    \
        const uint64_t d = (expression); \
        (void)i;                         \
        EVENT(in->table);                \
        EV_RS1();                        \
        EV_RD();                         \
        reg[in->rd] = d;                 \
        NEXT();                          \
    }
/* The same where a table of its own has rd = rs1: there the two are one access, at rd's slot. */
#define IN_PLACE(name, table_m, expression) \
    do_##name:                              \
    {                                       \
        const uint64_t a = reg[in->rs1];    \
        const uint64_t i = in->value;       \
        const uint64_t d = (expression);    \
        EVENT(in->table);                   \
        EV_IN_PLACE(table_m);               \
        EV_RD();                            \
        reg[in->rd] = d;                    \
        NEXT();                             \
    }
/* rd = f(rs1, rs2) */
#define REGISTERS(name, table_, expression) \
    do_##name:                              \
    {                                       \
        const uint64_t a = reg[in->rs1];    \
        const uint64_t b = reg[in->rs2];    \
        const uint64_t d = (expression);    \
        EVENT(table_);                      \
        EV_RS1();                           \
        EV_RS2();                           \
        EV_RD();                            \
        reg[in->rd] = d;                    \
        NEXT();                             \
    }
#define REGISTERS_IN_PLACE(name, table_m, expression) \
    do_##name:                                        \
    {                                                 \
        const uint64_t a = reg[in->rs1];              \
        const uint64_t b = reg[in->rs2];              \
        const uint64_t d = (expression);              \
        EVENT(in->table);                             \
        EV_IN_PLACE(table_m);                         \
        EV_RS2();                                     \
        EV_RD();                                      \
        reg[in->rd] = d;                              \
        NEXT();                                       \
    }
/* Two ways out: `next` where the comparison is false, `next1` where it is true. */
#define BRANCH(name, table_, second, comparison)        \
    do_##name:                                          \
    {                                                   \
        const uint64_t a = reg[in->rs1];                \
        const uint64_t b = (second) ? reg[in->rs2] : 0; \
        const int outcome = (comparison);               \
        EVENT(table_);                                  \
        EV_RS1();                                       \
        if (second) {                                   \
            EV_RS2();                                   \
        }                                               \
        EV_OUTCOME();                                   \
        GO(outcome ? in->next1 : in->next);             \
    }
/* To rs1 + imm without its lowest bit; `linked`: rd = pc + 4. */
#define INDIRECT(name, table_, linked)           \
    do_##name:                                   \
    {                                            \
        const uint64_t a = reg[in->rs1];         \
        const uint64_t d = UINT64_C(4) + in->pc; \
        EVENT(table_);                           \
        EV_RS1();                                \
        if (linked) {                            \
            EV_RD();                             \
            reg[in->rd] = d;                     \
        }                                        \
        to = (a + in->value) & ~UINT64_C(1);     \
        goto indirect;                           \
    }
/* rd = the bytes at rs1 + imm, as `type` */
#define LOAD(name, table_, type, width)                          \
    do_##name:                                                   \
    {                                                            \
        const uint64_t a = reg[in->rs1];                         \
        const uint64_t addr = a + in->value;                     \
        type loaded;                                             \
        if (__builtin_expect(addr % (width) != 0, 0)) {          \
            if (!CORE(misaligned)(x, r, in, addr, (width), 0)) { \
                goto fault;                                      \
            }                                                    \
            NEXT();                                              \
        }                                                        \
        if (__builtin_expect(!map_has(addr), 0)) {               \
            exec_fault_at(x, in, FAULT_LOAD, addr);              \
            goto fault;                                          \
        }                                                        \
        memcpy(&loaded, memory + addr, sizeof loaded);           \
        const uint64_t d = (uint64_t)(int64_t)loaded;            \
        const uint64_t m = exec_cell(x, addr);                   \
        (void)m;                                                 \
        EVENT(table_);                                           \
        EV_RS1();                                                \
        EV_CELL();                                               \
        EV_RD();                                                 \
        reg[in->rd] = d;                                         \
        NEXT();                                                  \
    }
/* the bytes at rs1 + imm = rs2, as `type` */
#define STORE(name, table_, type, width)                         \
    do_##name:                                                   \
    {                                                            \
        const uint64_t a = reg[in->rs1];                         \
        const uint64_t b = reg[in->rs2];                         \
        const uint64_t addr = a + in->value;                     \
        const type stored = (type)b;                             \
        if (__builtin_expect(addr % (width) != 0, 0)) {          \
            if (!CORE(misaligned)(x, r, in, addr, (width), 1)) { \
                goto fault;                                      \
            }                                                    \
            NEXT();                                              \
        }                                                        \
        if (__builtin_expect(!map_has(addr), 0)) {               \
            exec_fault_at(x, in, FAULT_STORE, addr);             \
            goto fault;                                          \
        }                                                        \
        exec_count_readonly(x, addr, (width));                   \
        const uint64_t m = exec_cell(x, addr);                   \
        (void)m;                                                 \
        memcpy(memory + addr, &stored, sizeof stored);           \
        EVENT(table_);                                           \
        EV_RS1();                                                \
        EV_RS2();                                                \
        EV_CELL();                                               \
        EV_AFTER();                                              \
        NEXT();                                                  \
    }

/* Computed goto is what makes the dispatch fast, and is no ISO C. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic"

/* One function by nature: every handler jumps to every other. */
/* NOLINTBEGIN(readability-function-size) */
/* Runs until `left` cycles are used up, the guest halts, or it faults. */
static enum exec_stop CORE(run)(struct exec *x, struct recorder *r, int64_t budget)
{
    static const void *const labels[N_HANDLERS] = {
#define XX(name) &&do_##name,
#include "isa/handlers.def"
#undef XX
    };
    const struct program *const p = x->program;
    const struct insn *const insns = p->insns;
    const struct elf_range *const home = exec_home(p);
    const uint32_t home_start = home->start, home_bytes = home->end - home->start;
    const struct insn *const home_insns = insns + home->first;
    uint8_t *const memory = x->memory;
    uint64_t *const reg = x->reg;
    const struct insn *in = insns + x->at;
    enum exec_stop stop = EXEC_LIMIT;
    uint64_t to = 0;
#if RECORD
    r->left = budget;
#else
    int64_t left = budget;
#endif

    DISPATCH();
#include "exec/semantics.def"
do_ECALL:
    switch (CORE(call)(x, r, in, &LEFT)) {
    case OUTCOME_NEXT:
        NEXT();
    case OUTCOME_HALT:
        stop = EXEC_EXIT;
        goto done;
    case OUTCOME_LIMIT:
        LEFT++;
        stop = EXEC_LIMIT;
        goto done;
    case OUTCOME_FAULT:
        goto fault;
    }

indirect:
    if (__builtin_expect(to % 4 != 0, 0)) {
        exec_fault_at(x, in, FAULT_MISALIGNED, to);
        goto fault;
    }
    GO(to);

far : {
    const uint32_t at = program_find(p, to);
    if (at == INSN_NONE) {
        exec_fault_jump(x, in, to);
        goto fault;
    }
    in = insns + at;
    TICK();
    DISPATCH();
}

do_FAULT:
    exec_fault_insn(x, in);
fault:
    LEFT++; /* it did not happen */
    stop = EXEC_FAULT;
done:
    x->at = (uint32_t)(in - insns);
    x->cycles += (uint64_t)(budget - LEFT);
    return stop;
}
/* NOLINTEND(readability-function-size) */
#pragma GCC diagnostic pop
