/* The verifier's evaluator, and the fingerprint of one tuple. Freestanding. */
#include "air/point.h"

struct air_challenges air_challenges_of(fp3 alpha, fp3 gamma)
{
    struct air_challenges ch = {.gamma = gamma};
    ch.alpha[0] = fp3_of(1);
    for (uint32_t i = 1; i <= AIR_MAX_TUPLE; i++) {
        ch.alpha[i] = fp3_mul(ch.alpha[i - 1], alpha);
    }
    return ch;
}

fp3 air_fingerprint(const struct air_challenges *ch, uint32_t bus_id, const fp *tuple,
                    uint32_t width)
{
    fp3 f = fp3_sub(ch->gamma, fp3_of(bus_id));
    for (uint32_t i = 0; i < width; i++) {
        f = fp3_sub(f, fp3_mul_fp(ch->alpha[i + 1], tuple[i]));
    }
    return f;
}

static void evaluate(const struct air *air, const struct air_point *in, fp3 *value)
{
    for (uint32_t id = 0; id < air->n_nodes; id++) {
        const struct air_node *n = &air->nodes[id];
        switch ((enum air_op)n->op) {
        case AIR_COL:
            value[id] = in->columns[n->a];
            break;
        case AIR_CONST:
            value[id] = fp3_of(n->k);
            break;
        case AIR_PARAM:
            value[id] = fp3_of(in->params[n->a]);
            break;
        case AIR_ADD:
            value[id] = fp3_add(value[n->a], value[n->b]);
            break;
        case AIR_SUB:
            value[id] = fp3_sub(value[n->a], value[n->b]);
            break;
        case AIR_MUL:
            value[id] = fp3_mul(value[n->a], value[n->b]);
            break;
        }
    }
}

/* One side of a LogUp constraint: the fingerprint, and the multiplicity with the bus's sign. */
struct term {
    fp3 f, m;
};

static struct term term_at(const struct air *air, const struct air_challenges *ch, const fp3 *value,
                           uint32_t k)
{
    const struct air_interaction *it = &air->interactions[k];
    struct term t = {fp3_sub(ch->gamma, fp3_of(air->buses[it->bus].id)), value[it->mult.id]};
    for (uint32_t i = 0; i < it->width; i++) {
        t.f = fp3_sub(t.f, fp3_mul(ch->alpha[i + 1], value[it->tuple[i].id]));
    }
    if (!it->sends) {
        t.m = fp3_sub(fp3_of(0), t.m);
    }
    return t;
}

/* c f1 f2 - m1 f2 - m2 f1, or c f1 - m1 for the single interaction of an odd count. */
static fp3 logup_constraint(const struct air *air, const struct air_challenges *ch,
                            const fp3 *value, uint32_t k, fp3 c)
{
    const struct term t1 = term_at(air, ch, value, 2 * k);
    struct term t2;
    if (2 * k + 1 == air->n_interactions) {
        return fp3_sub(fp3_mul(c, t1.f), t1.m);
    }
    t2 = term_at(air, ch, value, 2 * k + 1);
    return fp3_sub(fp3_mul(fp3_sub(fp3_mul(c, t1.f), t1.m), t2.f), fp3_mul(t2.m, t1.f));
}

enum chert_status air_eval_point(const struct air *air, const struct air_point *in,
                                 const struct air_challenges *ch, fp3 share, const fp3 *lambda,
                                 fp3 *sum, struct arena *scratch, struct err *e)
{
    const size_t mark = arena_mark(scratch);
    const uint32_t n_ext = air_n_ext(air);
    fp3 *value = NULL, acc = fp3_of(0), step;
    TRY(ARENA_NEW(scratch, &value, air->n_nodes, e));
    evaluate(air, in, value);
    for (uint32_t i = 0; i < air->n_constraints; i++) {
        acc = fp3_add(acc, fp3_mul(lambda[i], value[air->constraints[i].e.id]));
    }
    step = n_ext > 0 ? fp3_add(fp3_sub(in->next, in->ext[n_ext - 1]), share) : share;
    for (uint32_t k = 0; k < n_ext; k++) {
        const fp3 c = k + 1 < n_ext ? in->ext[k] : step;
        step = fp3_sub(step, c); /* the accumulator's constraint comes last: step less all pairs */
        acc = fp3_add(acc, fp3_mul(lambda[air->n_constraints + k],
                                   logup_constraint(air, ch, value, k, c)));
    }
    *sum = acc;
    arena_release(scratch, mark);
    return CHERT_OK;
}
