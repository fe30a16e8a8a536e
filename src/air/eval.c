/* air_eval_rows and air_lookups: the loops over blocks. */
#include "air/eval.h"

#include <string.h>

#include "air/program.h"

size_t air_eval_bytes(const struct air_program *p)
{
    return runner_bytes(p, &p->constraints);
}

/* NOLINTNEXTLINE(readability-function-size): the contract's parameters */
enum chert_status air_eval_rows(const struct air_program *p, const struct air_rows *in,
                                const struct air_challenges *ch, fp3 share, const fp3 *lambda,
                                size_t first, size_t count, fp *const out[3], int add,
                                struct arena *scratch, struct err *e)
{
    const size_t mark = arena_mark(scratch);
    struct runner r;
    uint32_t n = 0;
    TRY(runner_init(&r, p, &p->constraints, in, ch, share, lambda, scratch, e));
    for (size_t at = 0; at < count; at += n) {
        n = runner_rows(count - at);
        runner_block(&r, first + at, n);
        for (uint32_t j = 0; j < 3; j++) {
            const fp *sum = r.b.in[slot_sum(p) + j];
            fp *to = out[j] + first + at;
            for (uint32_t i = 0; i < n; i++) {
                to[i] = add ? fp_add(to[i], sum[i]) : sum[i];
            }
        }
    }
    arena_release(scratch, mark);
    return CHERT_OK;
}

size_t air_lookups_bytes(const struct air_program *p)
{
    return runner_bytes(p, &p->lookups) + arena_bytes(AIR_MAX_TUPLE + 1, AIR_BLOCK * sizeof(fp));
}

/* The entries of `from` whose row has a multiplicity; no branch, so one place more is written. */
static void pack(fp *to, const fp *from, const fp *mult, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        *to = from[i];
        to += mult[i] != 0;
    }
}

/* Hands over the rows of lookup l whose multiplicity is not 0: as they are if that is all rows,
 * otherwise packed into `packed` [AIR_MAX_TUPLE + 1][AIR_BLOCK]. */
static void hand_over(const struct runner *r, const struct lookup *l, uint32_t n, fp *packed,
                      air_lookup_fn *fn, void *ctx)
{
    const fp *tuple[AIR_MAX_TUPLE] = {NULL};
    const fp *mult = r->b.in[l->mult];
    uint32_t live = 0;
    for (uint32_t i = 0; i < n; i++) {
        live += mult[i] != 0;
    }
    for (uint32_t j = 0; j < l->width; j++) {
        fp *to = packed + (size_t)j * AIR_BLOCK;
        tuple[j] = r->b.in[l->tuple[j]];
        if (live < n) {
            pack(to, tuple[j], mult, n);
            tuple[j] = to;
        }
    }
    if (live < n) {
        fp *to = packed + (size_t)l->width * AIR_BLOCK;
        pack(to, mult, mult, n);
        mult = to;
    }
    if (live > 0) {
        fn(ctx, l->bus, live, tuple, mult);
    }
}

enum chert_status air_lookups(const struct air_program *p, const struct air_rows *in, size_t first,
                              size_t count, air_lookup_fn *fn, void *ctx, struct arena *scratch,
                              struct err *e)
{
    const size_t mark = arena_mark(scratch);
    struct runner r;
    fp *packed = NULL;
    uint32_t n = 0;
    TRY(runner_init(&r, p, &p->lookups, in, NULL, fp3_of(0), NULL, scratch, e));
    TRY(ARENA_NEW(scratch, &packed, (AIR_MAX_TUPLE + 1) * (size_t)AIR_BLOCK, e));
    for (size_t at = 0; at < count; at += n) {
        n = runner_rows(count - at);
        runner_block(&r, first + at, n);
        for (uint32_t i = 0; i < p->n_lookup; i++) {
            hand_over(&r, &p->lookup[i], n, packed, fn, ctx);
        }
    }
    arena_release(scratch, mark);
    return CHERT_OK;
}
