#include "support/table_toy.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "isa/decode.h"
#include "tables/program.h"

static uint32_t power(uint32_t p, uint32_t x, uint32_t e)
{
    uint32_t r = 1;
    for (; e > 0; e--) {
        r = r * x % p;
    }
    return r;
}

static uint32_t residue(uint32_t p, int64_t k)
{
    const int64_t r = k % (int64_t)p;
    return (uint32_t)(r < 0 ? r + p : r);
}

/* k as a small integer; 0 if it is none. */
static int small(fp k, int64_t bound, int64_t *out)
{
    *out = k > FP_P / 2 ? -(int64_t)(FP_P - k) : (int64_t)k;
    return *out <= bound && *out >= -bound;
}

/* A recorded constant: small, or c + s 2^e for small c, s and e = +-16, +-32, 15, 31. */
static uint32_t translate(const struct table_toy *toy, fp k)
{
    const uint32_t t = toy->t, p = toy->p;
    const struct {
        fp real;
        uint32_t toy;
    } powers[] = {
        {UINT64_C(1) << 16, t},
        {UINT64_C(1) << 32, t * t},
        {UINT64_C(1) << 15, t / 2},
        {UINT64_C(1) << 31, t * t / 2},
        {fp_inv(UINT64_C(1) << 16), power(p, t, p - 2)},
        {fp_inv(UINT64_C(1) << 32), power(p, t * t % p, p - 2)},
    };
    int64_t c;
    if (small(k, 4096, &c)) {
        return residue(p, c);
    }
    for (int64_t s = -4; s <= 4; s++) {
        for (size_t i = 0; i < sizeof powers / sizeof *powers; i++) {
            if (small(fp_sub(k, fp_mul(table_signed(s), powers[i].real)), 128, &c)) {
                return residue(p, c + s * (int64_t)powers[i].toy);
            }
        }
    }
    fail_msg("%s: constant %llx has no toy form", toy->tc.air.name, (unsigned long long)k);
    return 0;
}

void table_toy_init(struct table_toy *toy, enum table_id id, uint32_t t, const struct insn *in)
{
    memset(toy, 0, sizeof *toy);
    table_case_init(&toy->tc, id);
    toy->tc.insn = *in;
    toy->skip = UINT32_MAX;
    toy->t = t;
    toy->p = t * t * t * t - t * t + 1;
    assert_true(t == 2 || t == 4);
    const size_t nodes = toy->tc.air.n_nodes;
    void *p[4];
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(arena_alloc(&toy->tc.mem, nodes + TABLE_CASE_CHECKS, sizeof(uint64_t),
                                     &p[i], &toy->tc.err),
                         CHERT_OK);
        memset(p[i], 0, (nodes + TABLE_CASE_CHECKS) * sizeof(uint64_t));
    }
    toy->value = p[0], toy->support = p[1], toy->order = p[2], toy->checks = p[3];
}

void table_toy_fini(struct table_toy *toy)
{
    table_case_fini(&toy->tc);
}

static uint32_t column(const struct table_toy *toy, const char *name)
{
    uint32_t c = 0;
    while (c < air_n_columns(&toy->tc.air) && strcmp(toy->tc.air.columns[c].name, name) != 0) {
        c++;
    }
    return c;
}

int table_toy_has(const struct table_toy *toy, const char *name)
{
    return column(toy, name) < air_n_columns(&toy->tc.air);
}

static uint32_t known_column(const struct table_toy *toy, const char *name)
{
    if (!table_toy_has(toy, name)) {
        fail_msg("%s has no column %s", toy->tc.air.name, name);
    }
    return column(toy, name);
}

void table_toy_set(struct table_toy *toy, const char *name, int64_t value)
{
    toy->columns[known_column(toy, name)] = residue(toy->p, value);
}

uint32_t table_toy_get(const struct table_toy *toy, const char *name)
{
    return toy->columns[known_column(toy, name)];
}

void table_toy_input(struct table_toy *toy, const char *name)
{
    toy->input[known_column(toy, name)] = 1;
}

void table_toy_free(struct table_toy *toy, const char *name)
{
    assert_true(toy->n_free < TABLE_TOY_FREE);
    toy->free[toy->n_free++] = known_column(toy, name);
}

void table_toy_choice(struct table_toy *toy, const char *name, int64_t x, int64_t y)
{
    const uint32_t i = toy->n_free;
    table_toy_free(toy, name);
    toy->domain[i][0] = (uint8_t)residue(toy->p, x);
    toy->domain[i][1] = (uint8_t)residue(toy->p, y);
    toy->n_domain[i] = 2;
}

void table_toy_skip(struct table_toy *toy, uint32_t check)
{
    toy->skip = check;
}

static void evaluate(struct table_toy *toy, uint32_t id)
{
    const struct air_node *n = &toy->tc.air.nodes[id];
    uint32_t *v = toy->value;
    switch ((enum air_op)n->op) {
    case AIR_COL:
        v[id] = toy->columns[n->a];
        break;
    case AIR_CONST:
        break; /* table_toy_prepare has put it there */
    case AIR_PARAM:
        fail_msg("%s: parameters have no toy form", toy->tc.air.name);
        break;
    case AIR_ADD:
        v[id] = v[n->a] + v[n->b] < toy->p ? v[n->a] + v[n->b] : v[n->a] + v[n->b] - toy->p;
        break;
    case AIR_SUB:
        v[id] = v[n->a] >= v[n->b] ? v[n->a] - v[n->b] : v[n->a] + toy->p - v[n->b];
        break;
    case AIR_MUL:
        v[id] = v[n->a] * v[n->b] % toy->p;
        break;
    }
}

static int program_has(const struct table_toy *toy, const struct air_interaction *it)
{
    const struct insn *in = &toy->tc.insn;
    for (uint32_t outcome = 0; outcome < insn_rows(in); outcome++) {
        fp entries[PROGRAM_N_FIXED];
        uint32_t i = 0;
        program_entries(in, outcome, entries);
        for (; i < PROGRAM_N_FIXED; i++) {
            int64_t k;
            if (!small(entries[i], INT32_MAX, &k) ||
                toy->value[it->tuple[i].id] != residue(toy->p, k)) {
                break;
            }
        }
        if (i == PROGRAM_N_FIXED) {
            return 1;
        }
    }
    return 0;
}

/* Constraints, interactions, and that the row is real. */
static uint32_t n_checks(const struct air *air)
{
    return air->n_constraints + air->n_interactions + 1;
}

/* Constraint i, interaction i - n_constraints if it is a lookup, or the last check. */
static int holds(const struct table_toy *toy, uint32_t i)
{
    const struct air *air = &toy->tc.air;
    const uint32_t *v = toy->value;
    if (i == n_checks(air) - 1) {
        return v[air->real.id] == 1;
    }
    if (i == toy->skip) {
        return 1;
    }
    if (i < air->n_constraints) {
        return v[air->constraints[i].e.id] == 0;
    }
    const struct air_interaction *it = &air->interactions[i - air->n_constraints];
    if (chert_buses[it->bus].kind != AIR_LOOKUP ||
        (it->mult.id != air->real.id && v[it->mult.id] == 0)) {
        return 1;
    }
    switch (it->bus) {
    case BUS_PROG:
        return program_has(toy, it);
    case BUS_RANGE:
        return v[it->tuple[0].id] < toy->t;
    case BUS_MSB:
        return v[it->tuple[0].id] < toy->t &&
               v[it->tuple[1].id] == v[it->tuple[0].id] / (toy->t / 2);
    default:
        fail_msg("%s: lookups of bus %s have no toy form", air->name, chert_buses[it->bus].name);
        return 0;
    }
}

static uint64_t check_support(const struct table_toy *toy, uint32_t i)
{
    const struct air *air = &toy->tc.air;
    if (i == n_checks(air) - 1) {
        return toy->support[air->real.id];
    }
    if (i < air->n_constraints) {
        return toy->support[air->constraints[i].e.id];
    }
    const struct air_interaction *it = &air->interactions[i - air->n_constraints];
    uint64_t s = it->mult.id == air->real.id ? 0 : toy->support[it->mult.id]; /* real: 1 */
    for (uint32_t k = 0; k < it->width; k++) {
        s |= toy->support[it->tuple[k].id];
    }
    return s;
}

/* 0 for constants, 1 for what inputs complete, 2 + i for what free column i completes. */
static uint32_t level(uint64_t support)
{
    return support == 0 ? 0 : 64 - (uint32_t)__builtin_clzll(support);
}

static void find_support(struct table_toy *toy)
{
    const struct air *air = &toy->tc.air;
    for (uint32_t id = 0; id < air->n_nodes; id++) {
        const struct air_node *n = &air->nodes[id];
        if (n->op == AIR_COL) {
            toy->support[id] = toy->input[n->a];
            for (uint32_t i = 0; i < toy->n_free; i++) {
                toy->support[id] |= (uint64_t)(toy->free[i] == n->a) << (i + 1);
            }
        } else if (n->op == AIR_CONST) {
            toy->value[id] = translate(toy, n->k);
        } else if (n->op != AIR_PARAM) {
            toy->support[id] = toy->support[n->a] | toy->support[n->b];
        }
    }
}

/* The values of free column i that pass the checks on it alone. */
static void find_domain(struct table_toy *toy, uint32_t i)
{
    const struct air *air = &toy->tc.air;
    const uint64_t alone = UINT64_C(1) << (i + 1);
    for (uint32_t x = 0; x < toy->p; x++) {
        int ok = 1;
        toy->columns[toy->free[i]] = x;
        for (uint32_t id = 0; id < air->n_nodes; id++) {
            if ((toy->support[id] & ~alone) == 0) {
                evaluate(toy, id);
            }
        }
        for (uint32_t k = 0; ok && k < n_checks(air); k++) {
            ok = check_support(toy, k) != alone || holds(toy, k);
        }
        if (ok) {
            toy->domain[i][toy->n_domain[i]++] = (uint8_t)x;
        }
    }
}

void table_toy_prepare(struct table_toy *toy)
{
    const struct air *air = &toy->tc.air;
    uint32_t n = 0, m = 0;
    find_support(toy);
    for (uint32_t l = 0; l <= toy->n_free + 1; l++) {
        toy->level_at[l] = n;
        toy->checks_at[l] = m;
        for (uint32_t id = 0; id < air->n_nodes; id++) {
            if (level(toy->support[id]) == l) {
                toy->order[n++] = id;
            }
        }
        for (uint32_t k = 0; k < n_checks(air); k++) {
            const uint64_t s = check_support(toy, k);
            const int in_domain =
                l >= 2 && s == UINT64_C(1) << (l - 1) && toy->n_domain[l - 2] == 0;
            if (level(s) == l && !in_domain) {
                toy->checks[m++] = k;
            }
        }
    }
    toy->level_at[toy->n_free + 2] = n;
    toy->checks_at[toy->n_free + 2] = m;
    for (uint32_t i = 0; i < toy->n_free; i++) {
        if (toy->n_domain[i] == 0) {
            find_domain(toy, i);
        }
    }
}

/* Evaluates what level l completes; returns whether its checks hold. */
static int complete(struct table_toy *toy, uint32_t l)
{
    for (uint32_t i = toy->level_at[l]; i < toy->level_at[l + 1]; i++) {
        evaluate(toy, toy->order[i]);
    }
    for (uint32_t i = toy->checks_at[l]; i < toy->checks_at[l + 1]; i++) {
        if (!holds(toy, toy->checks[i])) {
            return 0;
        }
    }
    return 1;
}

/* Depth first without recursion: at[i] is the next value of free column i. */
static void search(struct table_toy *toy)
{
    uint32_t at[TABLE_TOY_FREE] = {0}, i = 0;
    for (;;) {
        if (i == toy->n_free) {
            toy->accepted++;
            toy->judge(toy, toy->ctx);
        } else if (at[i] < toy->n_domain[i]) {
            toy->columns[toy->free[i]] = toy->domain[i][at[i]++];
            if (complete(toy, i + 2) && ++i < toy->n_free) {
                at[i] = 0;
            }
            continue;
        }
        if (i == 0) {
            return;
        }
        i--;
    }
}

uint64_t table_toy_run(struct table_toy *toy, table_toy_judge *judge, void *ctx)
{
    toy->accepted = 0;
    toy->judge = judge;
    toy->ctx = ctx;
    if (complete(toy, 0) && complete(toy, 1)) {
        search(toy);
    }
    return toy->accepted;
}

int table_toy_sent(struct table_toy *toy, enum bus bus, uint32_t k, uint32_t tuple[AIR_MAX_TUPLE])
{
    const struct air *air = &toy->tc.air;
    for (uint32_t i = 0; i < air->n_interactions; i++) {
        const struct air_interaction *it = &air->interactions[i];
        if (it->bus == (uint32_t)bus && it->sends && toy->value[it->mult.id] == 1 && k-- == 0) {
            for (uint32_t j = 0; j < it->width; j++) {
                tuple[j] = toy->value[it->tuple[j].id];
            }
            return 1;
        }
    }
    return 0;
}
