#include "air/check.h"

#include <string.h>

#include "air/interval.h"
#include "air/multiplicity.h"

/* Per-node scratch, and what is known of the columns. */
struct checker {
    const struct air *air;
    fp *value;             /* [n_nodes] */
    i128 *weight;          /* [n_nodes] */
    struct interval *memo; /* [n_nodes] */
    uint8_t *mark;         /* [n_nodes] */
    uint8_t *one_hot;      /* [n_columns] flags whose sum is `real` */
    uint8_t *used;         /* [n_columns] occurs in a constraint or interaction */
    uint8_t *backed;       /* [n_columns] an interaction of every real row proves its range */
};

#define FAIL(air, fmt, ...) \
    return err_set((air)->err, CHERT_E_ARG, "table %s, " fmt, (air)->name, __VA_ARGS__)

static enum chert_status checker_init(struct checker *c, const struct air *air)
{
    const uint32_t n = air->n_nodes, columns = air_n_columns(air);
    struct arena *mem = air->mem;
    uint8_t *flags = NULL;
    *c = (struct checker){.air = air};
    TRY(ARENA_NEW(mem, &c->value, n, air->err));
    TRY(ARENA_NEW(mem, &c->weight, n, air->err));
    TRY(ARENA_NEW(mem, &c->memo, n, air->err));
    TRY(ARENA_NEW(mem, &c->mark, n, air->err));
    TRY(ARENA_NEW(mem, &flags, 3 * (size_t)columns, air->err));
    memset(flags, 0, 3 * (size_t)columns);
    c->one_hot = flags;
    c->used = flags + columns;
    c->backed = flags + 2 * (size_t)columns;
    return CHERT_OK;
}

static int is_binary(const struct air_node *n)
{
    return n->op == AIR_ADD || n->op == AIR_SUB || n->op == AIR_MUL;
}

static const char *column_name(const struct air *air, uint32_t column)
{
    return air->columns[column].name;
}

/* mark[]: the nodes below e. */
static void mark_below(struct checker *c, expr e)
{
    memset(c->mark, 0, e.id + 1);
    c->mark[e.id] = 1;
    for (uint32_t id = e.id + 1; id-- > 0;) {
        const struct air_node *n = &c->air->nodes[id];
        if (c->mark[id] && is_binary(n)) {
            c->mark[n->a] = c->mark[n->b] = 1;
        }
    }
}

static void use(struct checker *c, expr e)
{
    mark_below(c, e);
    for (uint32_t id = 0; id <= e.id; id++) {
        if (c->mark[id] && c->air->nodes[id].op == AIR_COL) {
            c->used[c->air->nodes[id].a] = 1;
        }
    }
}

static enum chert_status check_columns_used(struct checker *c)
{
    const struct air *air = c->air;
    for (uint32_t i = air->n_bits; i < air->n_constraints; i++) {
        use(c, air->constraints[i].e);
    }
    for (uint32_t k = 0; k < air->n_interactions; k++) {
        const struct air_interaction *it = &air->interactions[k];
        use(c, it->mult);
        for (uint32_t i = 0; i < it->width; i++) {
            use(c, it->tuple[i]);
        }
    }
    for (uint32_t i = 0; i < air_n_columns(air); i++) {
        if (!c->used[i]) {
            FAIL(air, "column %s: no constraint and no interaction uses it", column_name(air, i));
        }
    }
    return CHERT_OK;
}

/* value[]: every node where columns and parameters are what the callbacks' arrays say. */
static void evaluate(const struct checker *c, const fp *columns, const fp *params)
{
    for (uint32_t id = 0; id < c->air->n_nodes; id++) {
        const struct air_node *n = &c->air->nodes[id];
        switch ((enum air_op)n->op) {
        case AIR_COL:
            c->value[id] = columns == NULL ? 0 : columns[n->a];
            break;
        case AIR_CONST:
            c->value[id] = n->k;
            break;
        case AIR_PARAM:
            c->value[id] = params[n->a];
            break;
        case AIR_ADD:
            c->value[id] = fp_add(c->value[n->a], c->value[n->b]);
            break;
        case AIR_SUB:
            c->value[id] = fp_sub(c->value[n->a], c->value[n->b]);
            break;
        case AIR_MUL:
            c->value[id] = fp_mul(c->value[n->a], c->value[n->b]);
            break;
        }
    }
}

/* Constraints are of degree at most 3 in the parameters' values too, so a constraint that does not
 * vanish identically in them is non-zero at one of two points of no special form, bar an accident
 * of one in 2^60. */
static enum chert_status check_zero_row(struct checker *c)
{
    static const fp params[2][AIR_MAX_PARAMS] = {{UINT64_C(0x2545f4914f6cdd1d),
                                                  UINT64_C(0x5851f42d4c957f2d)},
                                                 {UINT64_C(0x369dea0f31a53f85),
                                                  UINT64_C(0x14057b7ef767814f)}};
    const struct air *air = c->air;
    for (int round = 0; round < 2; round++) {
        evaluate(c, NULL, params[round]);
        for (uint32_t i = 0; i < air->n_constraints; i++) {
            if (c->value[air->constraints[i].e.id] != 0) {
                FAIL(air, "constraint %s: not zero on the all-zero row, which is padding",
                     air->constraints[i].name);
            }
        }
        for (uint32_t k = 0; k < air->n_interactions; k++) {
            if (c->value[air->interactions[k].mult.id] != 0) {
                FAIL(air, "interaction %u (%s): its multiplicity is not zero on the all-zero row",
                     k, air->buses[air->interactions[k].bus].name);
            }
        }
    }
    return CHERT_OK;
}

/* `real` must be a bit column or a sum of distinct ones; the flags of a sum are one-hot. */
static enum chert_status check_real(struct checker *c)
{
    const struct air *air = c->air;
    int flags = 0, sum = 1;
    if (!air->has_real) {
        return CHERT_OK;
    }
    sum = linear_form(air, air->real, c->weight);
    for (uint32_t id = 0; sum && id <= air->real.id; id++) {
        const struct air_node *node = &air->nodes[id];
        if (c->weight[id] != 0) {
            sum =
                c->weight[id] == 1 && node->op == AIR_COL && air->columns[node->a].kind == AIR_BIT;
            c->one_hot[sum ? node->a : 0] = 1;
            flags = 1;
        }
    }
    return sum && flags ? CHERT_OK
                        : err_set(air->err, CHERT_E_ARG,
                                  "table %s, real: not a sum of distinct bit columns", air->name);
}

static enum chert_status check_constraints(struct checker *c)
{
    const struct air *air = c->air;
    const i128 p = (i128)FP_P;
    uint32_t done = 0;
    for (uint32_t i = 0; i < air->n_constraints; i++) {
        const struct air_constraint *k = &air->constraints[i];
        struct interval r;
        if (air->nodes[k->e.id].deg > AIR_MAX_DEGREE) {
            FAIL(air, "constraint %s: degree %u, at most %u", k->name, air->nodes[k->e.id].deg,
                 AIR_MAX_DEGREE);
        }
        if (!k->integers) {
            continue;
        }
        r = interval_of(air, c->one_hot, k->diff, c->weight, c->memo, &done);
        if (r.fault == INTERVAL_FIELD) {
            FAIL(air, "constraint %s: column %s has no range as an integer", k->name,
                 column_name(air, r.column));
        }
        if (r.fault != INTERVAL_OK || r.lo <= -p || r.hi >= p) {
            FAIL(air, "constraint %s: the two sides can differ by p or more", k->name);
        }
    }
    return CHERT_OK;
}

static int is_column(const struct air *air, expr e, int fixed)
{
    const struct air_node *n = &air->nodes[e.id];
    return n->op == AIR_COL && (n->a < air->n_fixed) == fixed;
}

static enum chert_status check_counter(const struct air *air, uint32_t k)
{
    const struct air_interaction *it = &air->interactions[k];
    const char *bus = air->buses[it->bus].name;
    if (air->buses[it->bus].kind != AIR_LOOKUP) {
        FAIL(air, "interaction %u (%s): a counter on a stateful bus mints tokens", k, bus);
    }
    if (air->n_fixed == 0) {
        FAIL(air, "interaction %u (%s): only a table with fixed columns may provide", k, bus);
    }
    if (!is_column(air, it->mult, 0)) {
        FAIL(air, "interaction %u (%s): a counter must be a main column", k, bus);
    }
    for (uint32_t i = 0; i < it->width; i++) {
        if (!is_column(air, it->tuple[i], 1)) {
            FAIL(air, "interaction %u (%s): entry %u provided must be a fixed column", k, bus, i);
        }
    }
    return CHERT_OK;
}

/* The same multiplicity of an earlier interaction, or k itself. */
static uint32_t first_with(const struct air *air, uint32_t k)
{
    for (uint32_t j = 0; j < k; j++) {
        if (air->interactions[j].mult.id == air->interactions[k].mult.id) {
            return j;
        }
    }
    return k;
}

/* Checks interaction k's multiplicity; *every_real: it is 1 on every real row. `seen` remembers
 * the enumerations. */
static enum chert_status check_multiplicity(const struct air *air, uint32_t k,
                                            struct behaviour *seen, int *every_real)
{
    const struct air_interaction *it = &air->interactions[k];
    const char *bus = air->buses[it->bus].name;
    struct behaviour *b = &seen[first_with(air, k)];
    *every_real = 0;
    if (it->counter) {
        return check_counter(air, k);
    }
    if (air->buses[it->bus].kind == AIR_LOOKUP && !it->sends) {
        FAIL(air, "interaction %u (%s): only air_provide may receive from a lookup bus", k, bus);
    }
    if (!air->has_real) {
        if (!is_column(air, it->mult, 1)) {
            FAIL(air, "interaction %u (%s): a table without `real` needs a fixed column here", k,
                 bus);
        }
        *every_real = 1; /* there is no padding: the key fixes the rows */
        return CHERT_OK;
    }
    if (air->nodes[it->mult.id].deg > 1) {
        FAIL(air, "interaction %u (%s): its multiplicity is not linear", k, bus);
    }
    if (!b->decided) {
        TRY(multiplicity_behaviour(air, it->mult, b));
    }
    if (!b->decided) {
        FAIL(air, "interaction %u (%s): its multiplicity is no expression in up to %u bit columns",
             k, bus, MULTIPLICITY_MAX_BITS);
    }
    if (!b->boolean) {
        FAIL(air, "interaction %u (%s): its multiplicity can be other than 0 and 1", k, bus);
    }
    if (!b->gated) {
        FAIL(air, "interaction %u (%s): its multiplicity can be 1 where `real` is 0", k, bus);
    }
    *every_real = b->every_real;
    return CHERT_OK;
}

static enum chert_status check_degrees(const struct air *air, uint32_t k)
{
    const struct air_interaction *it = &air->interactions[k];
    const uint32_t alone = air->n_interactions % 2 == 1 && k == air->n_interactions - 1;
    for (uint32_t i = 0; i < it->width; i++) {
        if (air->nodes[it->tuple[i].id].deg > 1 + alone) {
            FAIL(air, "interaction %u (%s): entry %u has degree %u, at most %u", k,
                 air->buses[it->bus].name, i, air->nodes[it->tuple[i].id].deg, 1 + alone);
        }
    }
    return CHERT_OK;
}

/* Which kinds a lookup's entries prove; stateful buses prove what their producers have checked. */
static int entry_backs(const struct air_bus *bus, int sends, uint32_t entry, enum air_kind kind)
{
    if (bus->kind == AIR_STATEFUL) {
        return !sends &&
               (kind == AIR_LIMB || kind == AIR_CLK || kind == AIR_REG || kind == AIR_SMALL);
    }
    if (strcmp(bus->name, "RANGE") == 0 || (strcmp(bus->name, "MSB") == 0 && entry == 0)) {
        return kind == AIR_U16;
    }
    if (strcmp(bus->name, "AND") == 0) {
        return kind == AIR_U8;
    }
    return strcmp(bus->name, "PROG") == 0 && (kind == AIR_REG || kind == AIR_SMALL);
}

static void back_columns(struct checker *c, uint32_t k)
{
    const struct air *air = c->air;
    const struct air_interaction *it = &air->interactions[k];
    for (uint32_t i = 0; i < it->width; i++) {
        const struct air_node *n = &air->nodes[it->tuple[i].id];
        if (n->op == AIR_COL && entry_backs(&air->buses[it->bus], it->sends, i,
                                            (enum air_kind)air->columns[n->a].kind)) {
            c->backed[n->a] = 1;
        }
    }
}

static enum chert_status check_ranges(struct checker *c)
{
    const struct air *air = c->air;
    for (uint32_t i = 0; i < air_n_columns(air); i++) {
        const uint32_t kind = air->columns[i].kind;
        uint32_t claims = 0;
        for (uint32_t j = 0; j < air->n_claims; j++) {
            claims += air->claims[j].column == i;
        }
        if (kind == AIR_BIT || kind == AIR_FIELD) {
            c->backed[i] = 1;
        }
        if (claims > 1 || (claims == 1 && c->backed[i])) {
            FAIL(air, "column %s: a claim too many: its range is proved already",
                 column_name(air, i));
        }
        if (claims == 0 && !c->backed[i] && kind != AIR_FIXED) {
            FAIL(air, "column %s: nothing backs its range; look it up, receive it, or air_claim",
                 column_name(air, i));
        }
    }
    return CHERT_OK;
}

static enum chert_status check_interactions(struct checker *c)
{
    const struct air *air = c->air;
    struct behaviour seen[AIR_MAX_INTERACTIONS] = {{0}};
    for (uint32_t k = 0; k < air->n_interactions; k++) {
        int every_real = 0;
        TRY(check_multiplicity(air, k, seen, &every_real));
        TRY(check_degrees(air, k));
        if (every_real) {
            back_columns(c, k);
        }
    }
    return CHERT_OK;
}

enum chert_status air_check(const struct air *air)
{
    const size_t mark = arena_mark(air->mem);
    struct checker c;
    TRY(checker_init(&c, air));
    TRY(check_columns_used(&c));
    TRY(check_zero_row(&c));
    TRY(check_real(&c));
    TRY(check_interactions(&c));
    TRY(check_ranges(&c));
    TRY(check_constraints(&c));
    arena_release(air->mem, mark);
    return CHERT_OK;
}
