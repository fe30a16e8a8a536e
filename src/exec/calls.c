/* The environment calls that do something: print and write. */
#include <string.h>

#include "exec/internal.h"

uint64_t exec_mapped(uint64_t addr, uint64_t most)
{
    uint64_t n = 0;
    if (!map_has(addr)) {
        return 0;
    }
    /* RAM above the guard and the input region lie side by side. */
    n = (addr < MAP_GUARD_START ? MAP_GUARD_START : MAP_INPUT_END) - addr;
    return n < most ? n : most;
}

/* A print has no effect on the machine, so a bad pointer cannot be a fault: what is there is
 * shown. */
void exec_print(const struct exec *x)
{
    const uint64_t n = exec_mapped(x->reg[REG_A0], x->reg[REG_A1]);
    if (n > 0 && x->options.print != NULL) {
        x->options.print(x->options.print_ctx, x->memory + x->reg[REG_A0], (size_t)n);
    }
}

enum outcome exec_check_write(struct exec *x, const struct insn *in)
{
    const uint64_t ptr = x->reg[REG_A1], n = x->reg[REG_A2];

    if (x->reg[REG_A0] != 1) {
        exec_fault_at(x, in, FAULT_FD, x->reg[REG_A0]);
        return OUTCOME_FAULT;
    }
    if (n == 0) {
        return OUTCOME_NEXT; /* nothing is touched, so the pointer may be anything */
    }
    if (exec_mapped(ptr, n) != n) {
        exec_fault_at(x, in, FAULT_WRITE, ptr);
        return OUTCOME_FAULT;
    }
    if (n > EXEC_MAX_WRITE || x->reg[REG_POSITION] + n > EXEC_MAX_OUTPUT) {
        x->write_refused = 1;
        return OUTCOME_LIMIT;
    }
    if (x->reg[REG_POSITION] + n > x->output_size) {
        void *grown = mapping_grow(x->output, &x->output_size, (size_t)(x->reg[REG_POSITION] + n));
        if (grown == NULL) {
            x->write_refused = 1;
            return OUTCOME_LIMIT;
        }
        x->output = grown;
    }
    return OUTCOME_NEXT;
}

void exec_do_write(struct exec *x)
{
    const uint64_t n = x->reg[REG_A2];
    if (n > 0) {
        memcpy(x->output + x->reg[REG_POSITION], x->memory + x->reg[REG_A1], n);
    }
    x->reg[REG_POSITION] += n;
    x->reg[REG_A0] = n;
}
