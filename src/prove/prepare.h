/*
 * What proving and identifying a program have in common: the tables recorded and compiled, the
 * preprocessed tables committed, the key.
 */
#ifndef CHERT_PROVE_PREPARE_H
#define CHERT_PROVE_PREPARE_H

#include "air/eval.h"
#include "elf/elf.h"
#include "proof/key.h"
#include "stark/stark.h"

struct prepare_options {
    const struct set *set;
    enum hash_kind hash;
    unsigned cpu_mask; /* base/cpu.h; results do not depend on it */
    unsigned workers;  /* at least 1 */
    unsigned max_log;  /* tallest table that will be proven: bounds the transforms */
};

/* Immutable once made, but for the workers: one proof at a time. */
struct prepared {
    const struct program *program;
    struct airs airs;
    const struct air_program *programs[N_TABLES];
    struct sched sched; /* workers; one proof at a time uses them */
    struct stark_env env;
    struct stark_fixed fixed[N_FIXED_TABLES];
    const fp *fixed_columns[N_FIXED_TABLES]; /* columns_stride(height) apart */
    struct key key;
    struct digest id;
    struct arena mem; /* owns all of the above but the program */
};

/* Release with prepared_fini, also after a failure. The program must outlive it. */
enum chert_status prepared_init(struct prepared *p, const struct program *program,
                                const struct prepare_options *opt, struct err *e) CHERT_MUST_CHECK;
void prepared_fini(struct prepared *p);

#endif
