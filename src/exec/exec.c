/* A machine's life: memory, image, input; plain runs; how a run ended. */
#include "exec/exec.h"

#include <string.h>
#include <sys/mman.h>

#include "exec/internal.h"

#define RECORD     0
#define CORE(name) name##_plain
#include "exec/exec_core.h"

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "guest memory is used in place");

#define MEMORY_BYTES ((size_t)1 << 32)

const struct elf_range *exec_home(const struct program *p)
{
    const struct elf_range *home = &p->ranges[0];
    for (uint32_t i = 1; i < p->n_ranges; i++) {
        if (p->ranges[i].end - p->ranges[i].start > home->end - home->start) {
            home = &p->ranges[i];
        }
    }
    return home;
}

/* The whole address space is reserved; what the map does not have stays inaccessible, so that a
 * bug here crashes instead of reading on. */
static enum chert_status map_memory(struct exec *x, struct err *e)
{
    x->memory = mapping_reserve(MEMORY_BYTES, 0);
    if (x->memory == NULL) {
        return err_set(e, CHERT_E_MEMORY, "cannot reserve 4 GiB of addresses for the guest");
    }
    for (uint32_t i = 0; i < MAP_N_REGIONS; i++) {
        const struct map_region *m = &map_regions[i];
        if (mprotect(x->memory + m->start, m->end - m->start, PROT_READ | PROT_WRITE) != 0) {
            return err_set(e, CHERT_E_MEMORY, "cannot map guest memory [0x%x, 0x%x)", m->start,
                           m->end);
        }
    }
    return CHERT_OK;
}

enum chert_status exec_open(struct exec *x, const struct program *p, const struct exec_options *o,
                            struct err *e)
{
    const uint64_t n = o->input_bytes;

    *x = (struct exec){.program = p, .options = *o};
    if (n > MAP_INPUT_MAX) {
        return err_set(e, CHERT_E_LIMIT, "%llu bytes of input, at most %u", (unsigned long long)n,
                       MAP_INPUT_MAX);
    }
    if (o->log_epoch > 0 && UINT64_C(1) << o->log_epoch > EXEC_MAX_EPOCH) {
        return err_set(e, CHERT_E_ARG, "epochs of 2^%u cycles: at most 2^28", o->log_epoch);
    }
    x->at = program_find(p, p->entry);
    if (x->at == INSN_NONE) {
        return err_set(e, CHERT_E_ELF, "the entry point 0x%x lies behind its segment's file bytes",
                       p->entry);
    }
    TRY(map_memory(x, e));
    for (uint32_t i = 0; i < p->n_image; i++) {
        memcpy(x->memory + p->image[i].addr, &p->image[i].value, 8);
    }
    memcpy(x->memory + MAP_INPUT_START, &n, sizeof n);
    if (n > 0) {
        memcpy(x->memory + MAP_INPUT_START + sizeof n, o->input, n);
    }
    return CHERT_OK;
}

void exec_close(struct exec *x)
{
    mapping_free(x->memory, MEMORY_BYTES);
    mapping_free(x->cell_clk, MEMORY_BYTES / 8 * sizeof *x->cell_clk);
    mapping_free(x->cell_writer, MEMORY_BYTES / 8 * sizeof *x->cell_writer);
    mapping_free(x->touched, x->touched_size);
    mapping_free(x->output, x->output_size);
    for (uint32_t i = 0; i < N_TABLES; i++) {
        mapping_free(x->spare[i].events, x->spare[i].size);
    }
    *x = (struct exec){0};
}

static enum chert_status limit_reached(const struct exec *x, struct err *e)
{
    const struct insn *in = &x->program->insns[x->at];

    if (x->options.max_cycles != 0 && x->cycles >= x->options.max_cycles) {
        return err_set(e, CHERT_E_LIMIT,
                       "the guest was still running after %llu cycles, at pc 0x%x",
                       (unsigned long long)x->cycles, in->pc);
    }
    if (x->write_refused) {
        return err_set(e, CHERT_E_LIMIT,
                       "write call at pc 0x%x of %llu bytes after %llu: at most %u at once, %u in "
                       "all",
                       in->pc, (unsigned long long)x->reg[REG_A2],
                       (unsigned long long)x->reg[REG_POSITION], EXEC_MAX_WRITE, EXEC_MAX_OUTPUT);
    }
    return err_set(e, CHERT_E_LIMIT,
                   "the run is longer than 2^28 cycles, the most that one proof covers");
}

enum chert_status exec_finish(struct exec *x, enum exec_stop stop, struct exec_result *r,
                              struct err *e)
{
    enum chert_status status = CHERT_OK;

    if (stop == EXEC_FAULT) {
        status = exec_describe(x, e);
    } else if (stop == EXEC_LIMIT) {
        status = limit_reached(x, e);
    }
    *r = (struct exec_result){
        .stop = stop,
        .exit_code = x->halted ? x->reg[REG_A0] : 0,
        .instructions = x->cycles - x->reg[REG_POSITION],
        .cycles = x->cycles,
        .misaligned = x->misaligned,
        .readonly_stores = x->readonly_stores,
        .output = x->output,
        .output_bytes = (size_t)x->reg[REG_POSITION],
        .fault = x->fault,
    };
    return status;
}

enum chert_status exec_run(struct exec *x, struct exec_result *r, struct err *e)
{
    const uint64_t most = x->options.max_cycles;
    int64_t budget = INT64_MAX;

    if (most != 0) {
        budget = most > x->cycles ? (int64_t)((most - x->cycles) & INT64_MAX) : 0;
    }
    ASSERT(!x->halted && x->fault.cause == FAULT_NONE);
    return exec_finish(x, run_plain(x, NULL, budget), r, e);
}
