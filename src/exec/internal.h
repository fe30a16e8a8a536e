/* What the files of exec/ share: faults, environment calls, growable mappings. */
#ifndef CHERT_EXEC_INTERNAL_H
#define CHERT_EXEC_INTERNAL_H

#include <string.h>

#include "exec/exec.h"

enum call { CALL_PRINT = 1, CALL_PANIC = 2, CALL_WRITE = 64, CALL_EXIT = 93 };

/* Registers by their names in the calling convention. */
enum { REG_RA = 1, REG_SP = 2, REG_S0 = 8, REG_A0 = 10, REG_A1 = 11, REG_A2 = 12, REG_A7 = 17 };

/* After an environment call: go on, stop well, stop with x->fault set, stop at a limit. */
enum outcome { OUTCOME_NEXT, OUTCOME_HALT, OUTCOME_FAULT, OUTCOME_LIMIT };

/* Faults are noted when they happen, and put into words by exec_describe when the run has ended. */
void exec_fault_at(struct exec *x, const struct insn *in, enum exec_cause cause, uint64_t address);
/* `in` went to `to`, where no instruction is (PC_NONE: to a target that decoding refused). */
void exec_fault_jump(struct exec *x, const struct insn *in, uint64_t to);
/* `in` is no instruction, or the end of a range. */
void exec_fault_insn(struct exec *x, const struct insn *in);
/* Fills in the texts of x->fault and the sentence of *e. */
enum chert_status exec_describe(struct exec *x, struct err *e) CHERT_MUST_CHECK;

void exec_print(const struct exec *x);
/* Whether the write call in a0, a1, a2 can be done; nothing is done yet. */
enum outcome exec_check_write(struct exec *x, const struct insn *in);
/* Appends to the output, advances the position, sets a0. */
void exec_do_write(struct exec *x);

/* The memory cell that holds byte `addr`. */
static inline uint64_t exec_cell(const struct exec *x, uint64_t addr)
{
    uint64_t v = 0;
    memcpy(&v, x->memory + (addr & ~UINT64_C(7)), sizeof v);
    return v;
}

/* Stores are counted where they hit a segment that was not writable: nothing else happens. */
static inline void exec_count_readonly(struct exec *x, uint64_t addr, uint32_t bytes)
{
    const struct program *p = x->program;
    if (__builtin_expect(addr + 7 - p->readonly_start < p->readonly_end - p->readonly_start + 7u,
                         0)) {
        x->readonly_stores += (uint64_t)program_readonly(p, (uint32_t)addr, bytes);
    }
}

/* The bytes from addr on that are mapped without a gap, at most `most`. */
uint64_t exec_mapped(uint64_t addr, uint64_t most);

/* The range that holds most instructions: jumps look there first. */
const struct elf_range *exec_home(const struct program *p);

/* Outcome of a run as status and result. */
enum chert_status exec_finish(struct exec *x, enum exec_stop stop, struct exec_result *r,
                              struct err *e) CHERT_MUST_CHECK;

/* Anonymous memory that grows and is zero where it was never written. Grows `old` (NULL at first)
 * of *size bytes to at least `need` bytes, at least doubling it. NULL on failure: old stays. */
void *mapping_grow(void *old, size_t *size, size_t need);
/* Reserves `bytes` of zeros, backed when touched; NULL on failure. */
void *mapping_reserve(size_t bytes, int accessible);
void mapping_free(void *p, size_t bytes); /* NULL is nothing */

#endif
