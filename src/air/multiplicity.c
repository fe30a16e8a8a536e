#include "air/multiplicity.h"

#include <string.h>

/* What a node depends on, besides constants. */
enum reach {
    CONSTANT, /* nothing */
    CHOSEN,   /* chosen columns only */
    BITS,     /* bit columns only, some of them not chosen */
    OTHER     /* other columns, or parameters */
};

struct enumeration {
    const struct air *air;
    fp *value;          /* [n_nodes] */
    uint8_t *reach;     /* [n_nodes] enum reach */
    uint8_t *below;     /* [n_nodes] scratch of choose() */
    uint32_t *order;    /* [n_nodes] the nodes to evaluate */
    uint32_t *tests;    /* [n_constraints] nodes that must be zero */
    uint8_t *chosen;    /* [n_columns] */
    uint32_t *position; /* [n_columns] of a chosen column's bit in the assignment */
    uint32_t n_chosen, n_order, n_tests;
};

static enum chert_status enumeration_init(struct enumeration *n, const struct air *air)
{
    struct arena *mem = air->mem;
    *n = (struct enumeration){.air = air};
    TRY(ARENA_NEW(mem, &n->value, air->n_nodes, air->err));
    TRY(ARENA_NEW(mem, &n->reach, air->n_nodes, air->err));
    TRY(ARENA_NEW(mem, &n->below, air->n_nodes, air->err));
    TRY(ARENA_NEW(mem, &n->order, air->n_nodes, air->err));
    TRY(ARENA_NEW(mem, &n->tests, air->n_constraints, air->err));
    TRY(ARENA_NEW(mem, &n->chosen, air_n_columns(air), air->err));
    TRY(ARENA_NEW(mem, &n->position, air_n_columns(air), air->err));
    memset(n->chosen, 0, air_n_columns(air));
    return CHERT_OK;
}

/* The columns below e that are not chosen yet: how many, or MULTIPLICITY_MAX_BITS + 1 if some are
 * no bits. Chooses them if `take`. *touches: some below e were chosen before. */
static uint32_t choose(struct enumeration *n, expr e, int take, int *touches)
{
    const struct air_node *nodes = n->air->nodes;
    uint32_t more = 0, others = 0;
    *touches = 0;
    memset(n->below, 0, e.id + 1);
    n->below[e.id] = 1;
    for (uint32_t id = e.id + 1; id-- > 0;) {
        const struct air_node *x = &nodes[id];
        if (!n->below[id] || x->op == AIR_CONST) {
            continue;
        }
        if (x->op != AIR_COL && x->op != AIR_PARAM) {
            n->below[x->a] = n->below[x->b] = 1;
        } else if (x->op == AIR_PARAM || n->air->columns[x->a].kind != AIR_BIT) {
            others++;
        } else if (n->chosen[x->a]) {
            *touches = 1;
        } else {
            more++;
            n->chosen[x->a] = (uint8_t)take;
        }
    }
    return others > 0 ? MULTIPLICITY_MAX_BITS + 1 : more;
}

/* Adds the columns of further constraints on bits, as long as there is room. */
static void widen(struct enumeration *n)
{
    const struct air *air = n->air;
    for (uint32_t before = 0; before != n->n_chosen;) {
        before = n->n_chosen;
        for (uint32_t i = air->n_bits; i < air->n_constraints; i++) {
            int touches = 0;
            const uint32_t more = choose(n, air->constraints[i].e, 0, &touches);
            if (touches && more > 0 && n->n_chosen + more <= MULTIPLICITY_MAX_BITS) {
                n->n_chosen += choose(n, air->constraints[i].e, 1, &touches);
            }
        }
    }
}

static uint8_t reach_of(const struct enumeration *n, const struct air_node *x)
{
    if (x->op == AIR_CONST) {
        return CONSTANT;
    }
    if (x->op == AIR_PARAM) {
        return OTHER;
    }
    if (x->op == AIR_COL) {
        return n->chosen[x->a] ? CHOSEN : n->air->columns[x->a].kind == AIR_BIT ? BITS : OTHER;
    }
    return n->reach[x->a] > n->reach[x->b] ? n->reach[x->a] : n->reach[x->b];
}

static fp value_of(const struct enumeration *n, const struct air_node *x, uint32_t bits)
{
    const fp *v = n->value;
    return x->op == AIR_COL     ? bits >> n->position[x->a] & 1
           : x->op == AIR_CONST ? x->k
           : x->op == AIR_ADD   ? fp_add(v[x->a], v[x->b])
           : x->op == AIR_SUB   ? fp_sub(v[x->a], v[x->b])
                                : fp_mul(v[x->a], v[x->b]);
}

/* Which nodes an assignment decides; constants get their value here. */
static void prepare(struct enumeration *n)
{
    const struct air *air = n->air;
    uint32_t next = 0;
    n->n_order = n->n_tests = 0;
    for (uint32_t c = 0; c < air_n_columns(air); c++) {
        n->position[c] = next;
        next += n->chosen[c];
    }
    for (uint32_t id = 0; id < air->n_nodes; id++) {
        n->reach[id] = reach_of(n, &air->nodes[id]);
        if (n->reach[id] == CONSTANT) {
            n->value[id] = value_of(n, &air->nodes[id], 0);
        } else if (n->reach[id] == CHOSEN) {
            n->order[n->n_order++] = id;
        }
    }
    for (uint32_t i = air->n_bits; i < air->n_constraints; i++) {
        if (n->reach[air->constraints[i].e.id] == CHOSEN) {
            n->tests[n->n_tests++] = air->constraints[i].e.id;
        }
    }
}

static int allowed(const struct enumeration *n)
{
    for (uint32_t i = 0; i < n->n_tests; i++) {
        if (n->value[n->tests[i]] != 0) {
            return 0;
        }
    }
    return 1;
}

static struct behaviour observe(struct enumeration *n, expr m)
{
    const struct air *air = n->air;
    struct behaviour b = {1, 1, 1, 1};
    prepare(n);
    for (uint32_t bits = 0; bits < UINT32_C(1) << n->n_chosen; bits++) {
        for (uint32_t i = 0; i < n->n_order; i++) {
            n->value[n->order[i]] = value_of(n, &air->nodes[n->order[i]], bits);
        }
        if (allowed(n)) {
            const fp v = n->value[m.id], real = n->value[air->real.id];
            b.boolean &= v <= 1;
            b.gated &= real != 0 || v == 0;
            b.every_real &= real != 1 || v == 1;
        }
    }
    return b;
}

enum chert_status multiplicity_behaviour(const struct air *air, expr m, struct behaviour *out)
{
    const size_t mark = arena_mark(air->mem);
    struct enumeration n;
    int touches = 0;
    *out = (struct behaviour){0};
    TRY(enumeration_init(&n, air));
    n.n_chosen = choose(&n, m, 1, &touches);
    n.n_chosen += choose(&n, air->real, 1, &touches);
    if (n.n_chosen <= MULTIPLICITY_MAX_BITS) {
        *out = observe(&n, m);
        if (!out->boolean || !out->gated) {
            widen(&n);
            *out = observe(&n, m);
        }
    }
    arena_release(air->mem, mark);
    return CHERT_OK;
}
