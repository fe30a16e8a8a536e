/* What every stage of the prover needs: transforms, kernels, parameters. Immutable once made. */
#ifndef CHERT_STARK_ENV_H
#define CHERT_STARK_ENV_H

#include "field/block.h"
#include "hash/hash.h"
#include "ntt/ntt.h"
#include "proof/layout.h"
#include "sched/sched.h"

struct stark_env {
    struct ntt ntt;
    const struct fp_block *block;
    unsigned cpu_mask;
    enum hash_kind hash;
    const struct set *set;
    struct sched *sched; /* the caller's */
};

/* `max_log` bounds the domains: height + blowup (at least 1 for the quotient). */
enum chert_status stark_env_init(struct stark_env *env, const struct set *set, enum hash_kind hash,
                                 unsigned cpu_mask, unsigned max_log, struct sched *sched,
                                 struct arena *mem, struct err *e) CHERT_MUST_CHECK;

#endif
