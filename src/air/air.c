/*
 * The recorder: hash consing, constant folding, and the canonical order of a finished table.
 *
 * gcc and clang evaluate the arguments of air_add(air, air_col(..), air_mul(..)) in different
 * orders, so node ids while recording mean nothing. What is canonical is the structure: a node's
 * hash is computed from its operation and its operands' hashes, operands of + and * stand in the
 * order of their hashes, and air_finish sorts the nodes by (depth, hash).
 *
 * Freestanding: no libc but mem*, no recursion.
 */
#define AIR_RECORDER
#include "air/air.h"

#include <string.h>

#ifndef CHERT_FREESTANDING
#    include "air/check.h"
#endif

#define INDEX_SIZE ((size_t)2 * AIR_MAX_NODES) /* a power of two; at most half full */

/* The first failure sticks; later ones are most likely its consequences. */
#define STICK(air, code, ...)                                         \
    do {                                                              \
        if ((air)->status == CHERT_OK) {                              \
            (air)->status = err_set((air)->err, (code), __VA_ARGS__); \
        }                                                             \
    } while (0)

/* Where the arrays lie behind the mark, for given counts. */
struct layout {
    size_t constraints, interactions, claims, end;
};

static struct layout layout_of(size_t nodes, size_t constraints, size_t interactions, size_t claims)
{
    struct layout l;
    l.constraints = arena_bytes(nodes, sizeof(struct air_node));
    l.interactions = l.constraints + arena_bytes(constraints, sizeof(struct air_constraint));
    l.claims = l.interactions + arena_bytes(interactions, sizeof(struct air_interaction));
    l.end = l.claims + arena_bytes(claims, sizeof(struct air_claim));
    return l;
}

static void layout_apply(struct air *air, void *block, struct layout l)
{
    uint8_t *at = block;
    air->nodes = (struct air_node *)block;
    air->constraints = (struct air_constraint *)(void *)(at + l.constraints);
    air->interactions = (struct air_interaction *)(void *)(at + l.interactions);
    air->claims = (struct air_claim *)(void *)(at + l.claims);
}

/* Names of the constraints that air_begin makes, "<column>_bit"; they are kept before the mark. */
static enum chert_status bit_names(const struct air *air, char **names)
{
    *names = NULL;
#ifndef CHERT_FREESTANDING
    size_t bytes = 0;
    for (uint32_t c = 0; c < air_n_columns(air); c++) {
        bytes += air->columns[c].kind == AIR_BIT ? strlen(air->columns[c].name) + sizeof "_bit" : 0;
    }
    TRY(ARENA_NEW(air->mem, names, bytes, air->err));
#else
    (void)air;
#endif
    return CHERT_OK;
}

static const char *bit_name(const struct air *air, uint32_t column, char **names)
{
#ifndef CHERT_FREESTANDING
    char *name = *names;
    const size_t n = strlen(air->columns[column].name);
    memcpy(name, air->columns[column].name, n);
    memcpy(name + n, "_bit", sizeof "_bit");
    *names = name + n + sizeof "_bit";
    return name;
#else
    (void)air, (void)column, (void)names;
    return NULL;
#endif
}

/* NOLINTNEXTLINE(readability-function-size): the contract's parameters */
enum chert_status air_begin(struct air *air, const char *name, const struct air_column *columns,
                            uint32_t n_fixed, uint32_t n_main, const struct air_bus *buses,
                            uint32_t n_buses, struct arena *mem, struct err *e)
{
    const struct layout l =
        layout_of(AIR_MAX_NODES, AIR_MAX_CONSTRAINTS, AIR_MAX_INTERACTIONS, AIR_MAX_CLAIMS);
    char *names = NULL;
    void *block = NULL;
    *air = (struct air){.name = name,
                        .buses = buses,
                        .n_buses = n_buses,
                        .columns = columns,
                        .n_fixed = n_fixed,
                        .n_main = n_main,
                        .max_nodes = AIR_MAX_NODES,
                        .max_constraints = AIR_MAX_CONSTRAINTS,
                        .max_interactions = AIR_MAX_INTERACTIONS,
                        .max_claims = AIR_MAX_CLAIMS,
                        .err = e,
                        .mem = mem};
    TRY(bit_names(air, &names));
    air->mark = arena_mark(mem);
    TRY(arena_alloc(mem, l.end + INDEX_SIZE * sizeof *air->index, 1, &block, e));
    layout_apply(air, block, l);
    air->index = (uint32_t *)(void *)((uint8_t *)block + l.end);
    memset(air->index, 0, INDEX_SIZE * sizeof *air->index);

    (void)air_const(air, 0); /* node 0: what a failed call returns */
    for (uint32_t c = 0; c < n_fixed + n_main; c++) {
        if (columns[c].kind == AIR_BIT) {
            air_bit(air, bit_name(air, c, &names), air_col(air, c));
        }
        if ((columns[c].kind == AIR_FIXED) != (c < n_fixed)) {
            STICK(air, CHERT_E_ARG,
                  "table %s, column %s: the first %u columns, and only they, are FIXED", name,
                  columns[c].name, n_fixed);
        }
    }
    air->n_bits = air->n_constraints;
    return CHERT_OK;
}

static uint64_t mix(uint64_t h, uint64_t x)
{
    h = (h ^ x) * UINT64_C(0x9e3779b97f4a7c15);
    return h ^ h >> 32;
}

static int is_binary(const struct air_node *n)
{
    return n->op == AIR_ADD || n->op == AIR_SUB || n->op == AIR_MUL;
}

/* Appends a node, or finds the equal one. */
static expr push(struct air *air, struct air_node n)
{
    size_t at = 0;
    n.hash = mix(mix(UINT64_C(0x6368657274), n.op), n.k);
    if (is_binary(&n)) {
        n.hash = mix(mix(n.hash, air->nodes[n.a].hash), air->nodes[n.b].hash);
    } else {
        n.hash = mix(n.hash, n.a);
    }
    for (at = n.hash & (INDEX_SIZE - 1); air->index[at] != 0; at = (at + 1) & (INDEX_SIZE - 1)) {
        const struct air_node *m = &air->nodes[air->index[at] - 1];
        if (m->op == n.op && m->a == n.a && m->b == n.b && m->k == n.k) {
            return (expr){air->index[at] - 1};
        }
    }
    if (air->n_nodes == air->max_nodes) {
        STICK(air, CHERT_E_LIMIT, "table %s: more than %u nodes", air->name, air->max_nodes);
        return (expr){0};
    }
    air->nodes[air->n_nodes] = n;
    air->index[at] = ++air->n_nodes;
    return (expr){air->n_nodes - 1};
}

expr air_col(struct air *air, uint32_t column)
{
    if (column >= air_n_columns(air)) {
        STICK(air, CHERT_E_ARG, "table %s: column %u of %u", air->name, column, air_n_columns(air));
        return (expr){0};
    }
    return push(air, (struct air_node){.op = AIR_COL, .a = column, .deg = 1});
}

expr air_const(struct air *air, uint64_t k)
{
    if (k >= FP_P) {
        STICK(air, CHERT_E_ARG, "table %s: constant %llu is not below p", air->name,
              (unsigned long long)k);
        return (expr){0};
    }
    return push(air, (struct air_node){.op = AIR_CONST, .k = k});
}

expr air_int(struct air *air, int64_t k)
{
    return k < 0 ? air_const(air, FP_P - (0 - (uint64_t)k)) : air_const(air, (uint64_t)k);
}

expr air_param(struct air *air, uint32_t i)
{
    if (i >= AIR_MAX_PARAMS) {
        STICK(air, CHERT_E_ARG, "table %s: parameter %u, at most %u", air->name, i, AIR_MAX_PARAMS);
        return (expr){0};
    }
    if (i >= air->n_params) {
        air->n_params = i + 1;
    }
    return push(air, (struct air_node){.op = AIR_PARAM, .a = i});
}

static int known(struct air *air, expr e)
{
    if (e.id >= air->n_nodes) {
        STICK(air, CHERT_E_ARG, "table %s: expression %u of %u: it belongs to another table",
              air->name, e.id, air->n_nodes);
        return 0;
    }
    return 1;
}

static int is_const(const struct air *air, expr e, fp k)
{
    return air->nodes[e.id].op == AIR_CONST && air->nodes[e.id].k == k;
}

/* Sets *out and returns 1 if an operand is a constant that decides the result. */
static int fold(struct air *air, enum air_op op, expr a, expr b, expr *out)
{
    const struct air_node x = air->nodes[a.id], y = air->nodes[b.id];
    if (x.op == AIR_CONST && y.op == AIR_CONST) {
        *out = air_const(air, op == AIR_ADD   ? fp_add(x.k, y.k)
                              : op == AIR_SUB ? fp_sub(x.k, y.k)
                                              : fp_mul(x.k, y.k));
        return 1;
    }
    if (op == AIR_MUL ? is_const(air, a, 0) || is_const(air, b, 1) : is_const(air, b, 0)) {
        *out = a;
        return 1;
    }
    if (op == AIR_MUL ? is_const(air, b, 0) || is_const(air, a, 1)
                      : op == AIR_ADD && is_const(air, a, 0)) {
        *out = b;
        return 1;
    }
    return 0;
}

static expr binary(struct air *air, enum air_op op, expr a, expr b)
{
    const struct air_node *x = NULL, *y = NULL;
    expr out = {0};
    uint32_t deg = 0;
    if (!known(air, a) || !known(air, b) || fold(air, op, a, b, &out)) {
        return out;
    }
    if (op != AIR_SUB && air->nodes[a.id].hash > air->nodes[b.id].hash) {
        const expr t = a;
        a = b;
        b = t;
    }
    x = &air->nodes[a.id];
    y = &air->nodes[b.id];
    deg = op == AIR_MUL ? (uint32_t)x->deg + y->deg : (x->deg > y->deg ? x->deg : y->deg);
    if (deg > AIR_MAX_DEGREE) {
        STICK(air, CHERT_E_LIMIT,
              "table %s, after constraint %s: an expression of degree %u, at most %u", air->name,
              air->n_constraints > 0 ? air->constraints[air->n_constraints - 1].name : "-", deg,
              AIR_MAX_DEGREE);
        return out;
    }
    return push(air, (struct air_node){.op = (uint32_t)op,
                                       .a = a.id,
                                       .b = b.id,
                                       .deg = (uint16_t)deg,
                                       .depth = (uint16_t)(1 + (x->depth > y->depth ? x->depth
                                                                                    : y->depth))});
}

expr air_add(struct air *air, expr a, expr b)
{
    return binary(air, AIR_ADD, a, b);
}

expr air_sub(struct air *air, expr a, expr b)
{
    return binary(air, AIR_SUB, a, b);
}

expr air_mul(struct air *air, expr a, expr b)
{
    return binary(air, AIR_MUL, a, b);
}

expr air_scale(struct air *air, uint64_t k, expr a)
{
    return air_mul(air, air_const(air, k), a);
}

expr air_sum(struct air *air, const expr *terms, size_t n)
{
    expr sum = terms[0];
    for (size_t i = 1; i < n; i++) {
        sum = air_add(air, sum, terms[i]);
    }
    return sum;
}

expr air_not(struct air *air, expr a)
{
    return air_sub(air, air_const(air, 1), a);
}

expr air_pick(struct air *air, expr bit, expr one, expr zero)
{
    return air_add(air, zero, air_mul(air, bit, air_sub(air, one, zero)));
}

expr air_limbs(struct air *air, expr l0, expr l1)
{
    return air_add(air, l0, air_scale(air, UINT64_C(1) << 16, l1));
}

static struct air_constraint *constrain(struct air *air, const char *name, expr e)
{
    if (air->n_constraints == air->max_constraints) {
        STICK(air, CHERT_E_LIMIT, "table %s, constraint %s: more than %u constraints", air->name,
              name, air->max_constraints);
        return NULL;
    }
    if (!known(air, e)) {
        return NULL;
    }
    air->constraints[air->n_constraints] = (struct air_constraint){.name = name, .e = e};
    return &air->constraints[air->n_constraints++];
}

void air_zero(struct air *air, const char *name, expr e)
{
    (void)constrain(air, name, e);
}

void air_eq(struct air *air, const char *name, expr lhs, expr rhs)
{
    air_eq_if(air, name, air_const(air, 1), lhs, rhs);
}

void air_eq_if(struct air *air, const char *name, expr gate, expr lhs, expr rhs)
{
    const expr diff = air_sub(air, lhs, rhs);
    struct air_constraint *c = constrain(air, name, air_mul(air, gate, diff));
    if (c != NULL) {
        c->integers = 1;
        c->diff = diff;
    }
}

void air_bit(struct air *air, const char *name, expr e)
{
    air_zero(air, name, air_mul(air, e, air_sub(air, e, air_const(air, 1))));
}

void air_real(struct air *air, expr real)
{
    if (air->has_real) {
        STICK(air, CHERT_E_ARG, "table %s: air_real called twice", air->name);
    }
    if (!known(air, real)) {
        return;
    }
    air->real = real;
    air->has_real = 1;
    if (air->nodes[real.id].op != AIR_COL) {
        air_bit(air, "real_bit", real);
    }
}

void air_claim(struct air *air, uint32_t column, const char *why)
{
    if (column >= air_n_columns(air) || air->n_claims == air->max_claims) {
        STICK(air, CHERT_E_LIMIT, "table %s: claim %u of at most %u, column %u of %u", air->name,
              air->n_claims, air->max_claims, column, air_n_columns(air));
        return;
    }
    air->claims[air->n_claims++] = (struct air_claim){column, why};
}

static void interact(struct air *air, uint32_t bus, struct air_interaction it, const expr *tuple)
{
    if (bus >= air->n_buses || air->n_interactions == air->max_interactions) {
        STICK(air, CHERT_E_LIMIT, "table %s: interaction %u of at most %u, bus %u of %u", air->name,
              air->n_interactions, air->max_interactions, bus, air->n_buses);
        return;
    }
    if (it.width != air->buses[bus].width || it.width > AIR_MAX_TUPLE) {
        STICK(air, CHERT_E_ARG,
              "table %s, interaction %u: a tuple of %u on bus %s, whose width is %u", air->name,
              air->n_interactions, it.width, air->buses[bus].name, air->buses[bus].width);
        return;
    }
    it.bus = bus;
    for (uint32_t i = 0; i < it.width; i++) {
        it.tuple[i] = tuple[i];
        if (!known(air, tuple[i])) {
            return;
        }
    }
    if (known(air, it.mult)) {
        air->interactions[air->n_interactions++] = it;
    }
}

void air_send(struct air *air, uint32_t bus, expr mult, uint32_t width, const expr *tuple)
{
    interact(air, bus, (struct air_interaction){.sends = 1, .mult = mult, .width = width}, tuple);
}

void air_receive(struct air *air, uint32_t bus, expr mult, uint32_t width, const expr *tuple)
{
    interact(air, bus, (struct air_interaction){.mult = mult, .width = width}, tuple);
}

void air_provide(struct air *air, uint32_t bus, expr counter, uint32_t width, const expr *tuple)
{
    interact(air, bus, (struct air_interaction){.counter = 1, .mult = counter, .width = width},
             tuple);
}

/* Calls visit for every node id that the table itself holds. */
static void each_root(struct air *air, uint32_t *map, void (*visit)(expr *e, uint32_t *map))
{
    for (uint32_t c = 0; c < air->n_constraints; c++) {
        visit(&air->constraints[c].e, map);
        if (air->constraints[c].integers) {
            visit(&air->constraints[c].diff, map);
        }
    }
    for (uint32_t k = 0; k < air->n_interactions; k++) {
        struct air_interaction *it = &air->interactions[k];
        visit(&it->mult, map);
        for (uint32_t i = 0; i < it->width; i++) {
            visit(&it->tuple[i], map);
        }
    }
    if (air->has_real) {
        visit(&air->real, map);
    }
}

static void mark_live(expr *e, uint32_t *map)
{
    map[e->id] = 1;
}

/* NOLINTNEXTLINE(readability-non-const-parameter): the type that each_root wants */
static void translate(expr *e, uint32_t *map)
{
    e->id = map[e->id];
}

/* Unused nodes (depth = DEAD) come last. */
#define DEAD UINT16_MAX

static int before(const struct air_node *x, const struct air_node *y)
{
    return x->depth != y->depth ? x->depth < y->depth : x->hash < y->hash;
}

static void swap_nodes(struct air *air, uint32_t *order, uint32_t i, uint32_t j)
{
    const struct air_node n = air->nodes[i];
    const uint32_t o = order[i];
    air->nodes[i] = air->nodes[j];
    air->nodes[j] = n;
    order[i] = order[j];
    order[j] = o;
}

/* Heapsort of the nodes; order[] takes the same exchanges. Not recursive, and needs no memory. */
static void sort_nodes(struct air *air, uint32_t *order)
{
    uint32_t start = air->n_nodes / 2;
    uint32_t end = air->n_nodes;
    while (end > 1) {
        uint32_t root = 0;
        if (start > 0) {
            root = --start;
        } else {
            swap_nodes(air, order, 0, --end);
        }
        for (uint32_t child = 2 * root + 1; child < end; child = 2 * root + 1) {
            if (child + 1 < end && before(&air->nodes[child], &air->nodes[child + 1])) {
                child++;
            }
            if (!before(&air->nodes[root], &air->nodes[child])) {
                break;
            }
            swap_nodes(air, order, root, child);
            root = child;
        }
    }
}

/* Sorts the live nodes by (depth, hash), drops the others, and translates every id. */
static enum chert_status renumber(struct air *air)
{
    uint32_t *const map = air->index;                   /* the hash table has done its duty */
    uint32_t *const order = air->index + AIR_MAX_NODES; /* order[new] = old */
    uint32_t live = 0;
    memset(map, 0, AIR_MAX_NODES * sizeof *map);
    each_root(air, map, mark_live);
    for (uint32_t i = air->n_nodes; i-- > 0;) {
        struct air_node *n = &air->nodes[i];
        order[i] = i;
        if (map[i] == 0) {
            n->depth = DEAD;
        } else if (is_binary(n)) {
            map[n->a] = map[n->b] = 1;
        }
        live += map[i];
    }
    sort_nodes(air, order);
    for (uint32_t i = 0; i < live; i++) {
        map[order[i]] = i;
        if (i > 0 && !before(&air->nodes[i - 1], &air->nodes[i])) {
            return err_set(air->err, CHERT_E_INTERNAL,
                           "table %s: two expressions share a hash: change mix() in air/air.c",
                           air->name);
        }
    }
    air->n_nodes = live;
    for (uint32_t i = 0; i < live; i++) {
        if (is_binary(&air->nodes[i])) {
            air->nodes[i].a = map[air->nodes[i].a];
            air->nodes[i].b = map[air->nodes[i].b];
        }
    }
    each_root(air, map, translate);
    return CHERT_OK;
}

/* Moves the arrays together and gives the rest of the block back. */
static enum chert_status compact(struct air *air)
{
    const struct air old = *air;
    const struct layout l =
        layout_of(air->n_nodes, air->n_constraints, air->n_interactions, air->n_claims);
    void *block = NULL;
    layout_apply(air, old.nodes, l);
    memmove(air->constraints, old.constraints, air->n_constraints * sizeof *air->constraints);
    memmove(air->interactions, old.interactions, air->n_interactions * sizeof *air->interactions);
    memmove(air->claims, old.claims, air->n_claims * sizeof *air->claims);
    air->max_nodes = air->n_nodes;
    air->max_constraints = air->n_constraints;
    air->max_interactions = air->n_interactions;
    air->max_claims = air->n_claims;
    air->index = NULL;
    arena_release(air->mem, air->mark);
    return arena_alloc(air->mem, l.end, 1, &block, air->err); /* the same place, cut to size */
}

enum chert_status air_finish(struct air *air)
{
    TRY(air->status);
#ifndef CHERT_FREESTANDING
    TRY(air_check(air));
#endif
    TRY(renumber(air));
    return compact(air);
}
