#include "proof/public.h"

#include "tables/genesis.h"
#include "tables/row.h"

void public_tokens(const struct key *k, const struct statement *s, public_token_fn *fn, void *ctx)
{
    fn(ctx, BUS_EXEC, 1, (const fp[]){k->entry, CLK_FIRST}, 2);
    fn(ctx, BUS_HALT, 0, (const fp[]){s->halt_clk, (uint32_t)s->exit_code, s->exit_code >> 32}, 3);
    for (uint32_t r = 0; r < N_REGS; r++) {
        const struct register_end *end = &s->regs[r];
        fn(ctx, BUS_CELL, 1, (const fp[]){0, r, 0, 0, 0}, 5);
        fn(ctx, BUS_CELL, 0, (const fp[]){0, r, end->clk, end->lo, end->hi}, 5);
    }
    for (uint32_t i = 0; i < s->output_len; i++) {
        fn(ctx, BUS_COMMIT, 0, (const fp[]){i, s->output[i]}, 2);
    }
    for (unsigned i = 0; i < k->n_regions; i++) {
        const struct region *g = &k->regions[i];
        fn(ctx, BUS_CHAIN, 1, (const fp[]){g->kind, (fp)g->start - 8}, 2);
        fn(ctx, BUS_CHAIN, 0, (const fp[]){g->kind + GENESIS_CLOSED, g->end}, 2);
    }
}

/* The fraction num / den, so that one inversion serves all tokens. */
struct fraction {
    const struct air_challenges *ch;
    fp3 num, den;
    int zero;
};

static void add_token(void *ctx, uint32_t bus, int sends, const fp *tuple, uint32_t width)
{
    struct fraction *f = ctx;
    const fp3 d = air_fingerprint(f->ch, chert_buses[bus].id, tuple, width);
    const fp3 up = sends ? f->den : fp3_sub(fp3_of(0), f->den);
    f->zero |= fp3_is_zero(d);
    f->num = fp3_add(fp3_mul(f->num, d), up);
    f->den = fp3_mul(f->den, d);
}

enum chert_status public_sum(const struct key *k, const struct statement *s,
                             const struct air_challenges *ch, fp3 *sum, struct err *e)
{
    struct fraction f = {ch, fp3_of(0), fp3_of(1), 0};
    public_tokens(k, s, add_token, &f);
    if (f.zero) {
        return err_set(e, CHERT_REJECT_POINT, "a public term has a zero denominator");
    }
    *sum = fp3_mul(f.num, fp3_inv(f.den));
    return CHERT_OK;
}
