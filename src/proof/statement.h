/*
 * What one proof states beside its key: exit code, output, the ends of the machine's state, and
 * which table instances there are. Absorbed byte for byte before anything is committed; every
 * public term of LogUp is made from it and from the key alone (soundness rule S1). Freestanding.
 */
#ifndef CHERT_PROOF_STATEMENT_H
#define CHERT_PROOF_STATEMENT_H

#include "isa/insn.h"
#include "proof/key.h"

struct register_end {
    uint32_t lo, hi; /* value */
    uint32_t clk;    /* of its last token */
};

struct statement {
    uint8_t kind;     /* enum proof_kind */
    uint8_t grouping; /* enum grouping */
    uint32_t label;   /* epoch: 1 for a run of one proof */
    uint64_t exit_code;
    uint32_t halt_clk; /* of the exit call */
    uint32_t output_len;
    const uint8_t *output;             /* into the proof's bytes, or the caller's */
    struct register_end regs[N_REGS];  /* final; initial ones are (0, 0, clk 0) */
    uint16_t n_instances[N_TABLES];    /* in registry order; 0: the table is absent */
    uint8_t log_height[MAX_INSTANCES]; /* in registry order, instances of a table in row order */
};

uint32_t statement_total_instances(const struct statement *s);
void statement_write(struct writer *w, const struct statement *s);
enum chert_status statement_read(struct reader *r, struct statement *s,
                                 struct err *e) CHERT_MUST_CHECK;
/* Heights, counts and contradictions; what the key fixes must be as the key says. */
enum chert_status statement_check(const struct statement *s, const struct key *k,
                                  struct err *e) CHERT_MUST_CHECK;

/* 1 for the tables whose instances have a tree of their own for main columns. */
static inline int table_has_own_tree(unsigned table)
{
    return table == TABLE_BOUND;
}
/* 0..3 for the preprocessed tables in registry order, -1 for the others. */
int table_fixed_index(unsigned table);

#endif
