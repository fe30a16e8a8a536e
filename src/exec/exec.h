/*
 * The machine: runs a program, plainly or while recording the events that the tables are filled
 * from. docs/machine.md describes it to the bit.
 *
 *   struct exec x;
 *   TRY(exec_open(&x, &program, &options, e));
 *   status = exec_run(&x, &result, e);                       plain, to the end, or
 *   do status = exec_record(&x, &trace, &result, e);         epoch after epoch
 *   while (status == CHERT_OK && result.stop == EXEC_EPOCH); (trace_free or exec_recycle each)
 *   exec_close(&x);
 *
 * Both share one source, so they cannot differ. A machine is one thread's; several may run at
 * once. Memory is reserved in full (4 GiB of addresses, 2 GiB more when recording) and backed by
 * the system only where it is touched.
 */
#ifndef CHERT_EXEC_EXEC_H
#define CHERT_EXEC_EXEC_H

#include "elf/symbols.h"
#include "exec/events.h"

enum exec_stop {
    EXEC_EXIT,  /* the guest called exit */
    EXEC_EPOCH, /* recording: the epoch is full, the run goes on */
    EXEC_FAULT, /* status CHERT_E_FAULT; `fault` says what */
    EXEC_LIMIT  /* status CHERT_E_LIMIT: max_cycles or a limit of the machine */
};

enum exec_cause {
    FAULT_NONE,
    FAULT_ILLEGAL,    /* the word at pc is no instruction */
    FAULT_EBREAK,     /* EBREAK */
    FAULT_LOAD,       /* a load from an unmapped address */
    FAULT_STORE,      /* a store to one */
    FAULT_MISALIGNED, /* a jump to an address that is no multiple of 4 */
    FAULT_FETCH,      /* a jump, or running on, to where no executable segment is */
    FAULT_CALL,       /* an unknown environment call */
    FAULT_FD,         /* write to another descriptor than 1 */
    FAULT_WRITE,      /* write of bytes that are unmapped or reach past 2^32 */
    FAULT_PANIC       /* the guest's own: panic, abort */
};

#define EXEC_TEXT_BYTES  256u
#define EXEC_TRACE_BYTES 1024u
#define EXEC_MAX_OUTPUT  (UINT32_C(1) << 30) /* bytes of public output of a run */
#define EXEC_MAX_WRITE   (UINT32_C(1) << 24) /* bytes of one write call */
#define EXEC_MAX_EPOCH   (UINT64_C(1) << 28) /* cycles of an epoch, its last write call aside */

struct exec_fault {
    enum exec_cause cause;
    uint32_t pc;                      /* of the instruction that faulted */
    uint64_t address;                 /* LOAD, STORE, WRITE: accessed; MISALIGNED, FETCH: target;
                                         CALL: its number; FD: the descriptor */
    char text[EXEC_TEXT_BYTES];       /* what happened: "load of 8 bytes from unmapped 0x10" */
    char symbol[ELF_NAME_BYTES];      /* function of pc, "" if unknown */
    char source[ELF_NAME_BYTES];      /* "main.c:12", "" if unknown */
    char instruction[DISASM_BYTES];   /* disassembled */
    char backtrace[EXEC_TRACE_BYTES]; /* one line a caller: "  0x00010084 main (main.c:12)\n" */
};

struct exec_options {
    const uint8_t *input; /* private input; must outlive the machine */
    size_t input_bytes;   /* at most MAP_INPUT_MAX */
    uint64_t max_cycles;  /* 0: no limit */
    uint32_t log_epoch;   /* recording: an epoch ends at the first instruction border at which it
                             has 2^log_epoch cycles or more; 0: one epoch, however long */
    void (*print)(void *ctx, const uint8_t *bytes, size_t n); /* debug print; NULL: dropped */
    void *print_ctx;
};

/* Totals since exec_open. */
struct exec_result {
    enum exec_stop stop;
    uint64_t exit_code;       /* EXEC_EXIT: a0, all 64 bits */
    uint64_t instructions;    /* executed, the exit call included */
    uint64_t cycles;          /* the same and one more for each byte written: clk / 4 */
    uint64_t misaligned;      /* loads and stores */
    uint64_t readonly_stores; /* stores that changed a read-only segment's cell (never its code) */
    const uint8_t *output;    /* public output so far; the machine owns it */
    size_t output_bytes;
    struct exec_fault fault;
};

/* The machine's state. Fields are private, but for those a debugger would show. */
struct exec {
    uint64_t reg[N_REGS];
    const struct program *program;
    struct exec_options options;
    uint32_t at;    /* index of the next instruction */
    uint32_t epoch; /* epochs begun by exec_record */
    uint64_t cycles, misaligned, readonly_stores;
    uint8_t *memory; /* 2^32 bytes; unmapped pages cannot be read */
    uint8_t *output; /* mapped: output_size bytes, of which reg[REG_POSITION] are used */
    size_t output_size;
    uint32_t *cell_clk;    /* recording: clk of each cell's last token in this epoch; 0 untouched */
    uint16_t *cell_writer; /* recording: last epoch that touched each cell; 0 none */
    struct trace_table spare[N_TABLES]; /* recording: arrays given back by exec_recycle */
    uint32_t *touched;                  /* recording: cells touched in any epoch, by first touch */
    size_t n_touched, touched_size;
    struct exec_fault fault;
    int halted;
    int write_refused; /* stopped at a write call that is over a limit */
};

/* Reserves memory, loads image and input. Registers are 0, the next instruction is the entry. */
enum chert_status exec_open(struct exec *x, const struct program *p, const struct exec_options *o,
                            struct err *e) CHERT_MUST_CHECK;
void exec_close(struct exec *x);

/* Runs to the end. CHERT_OK: the guest exited, with whatever code. CHERT_E_FAULT, CHERT_E_LIMIT:
 * *e says why in one sentence, *r has the details. */
enum chert_status exec_run(struct exec *x, struct exec_result *r, struct err *e) CHERT_MUST_CHECK;

/* Runs one epoch and records it. With CHERT_OK, *t is to be released with trace_free, and
 * r->stop is EXEC_EXIT (this was the last epoch) or EXEC_EPOCH. Where the first epoch is the last,
 * the GENESIS events are filled in as well. */
enum chert_status exec_record(struct exec *x, struct trace_events *t, struct exec_result *r,
                              struct err *e) CHERT_MUST_CHECK;

/* As trace_free, but keeps the arrays for the next epoch that this machine records: new pages cost
 * three times what recording does. On the machine's thread. */
void exec_recycle(struct exec *x, struct trace_events *t);

/* After the last epoch of a recorded run: the GENESIS events of the whole run, appended to
 * t->table[TABLE_GENESIS], which is empty. Cells by increasing address: all image cells, and all
 * that were touched. */
enum chert_status exec_genesis(const struct exec *x, struct trace_events *t,
                               struct err *e) CHERT_MUST_CHECK;

const char *exec_cause_name(enum exec_cause cause); /* "load", for --json; never NULL */

#endif
