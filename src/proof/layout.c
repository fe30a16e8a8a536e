#include "proof/layout.h"

unsigned fri_schedule(unsigned log_n, uint8_t arities[MAX_LAYERS])
{
    unsigned n = 0;
    for (unsigned left = log_n - fri_log_final(log_n); left > 0; n++) {
        arities[n] = (uint8_t)(left < FRI_LOG_ARITY ? left : FRI_LOG_ARITY);
        left -= arities[n];
    }
    return n;
}

static enum chert_status make_instances(struct layout *l, const struct airs *airs,
                                        const struct statement *s, struct arena *mem, struct err *e)
{
    l->n_instances = statement_total_instances(s);
    TRY(ARENA_NEW(mem, &l->instances, l->n_instances, e));
    uint32_t at = 0;
    for (unsigned t = 0; t < N_TABLES; t++) {
        for (unsigned i = 0; i < s->n_instances[t]; i++, at++) {
            l->instances[at] = (struct instance){
                .air = &airs->table[t],
                .table = (uint16_t)t,
                .nth = (uint16_t)i,
                .log_n = s->log_height[at],
                .group = s->grouping == GROUPING_JOINT ? 0 : at,
                .params = {s->label},
            };
        }
    }
    return CHERT_OK;
}

/* Columns that an instance has in a tree of this kind of its group. */
static uint32_t columns_in(const struct instance *in, enum tree_kind kind)
{
    switch (kind) {
    case TREE_FIXED:
        return in->air->n_fixed;
    case TREE_OWN:
        return table_has_own_tree(in->table) ? in->air->n_main : 0;
    case TREE_MAIN:
        return table_has_own_tree(in->table) ? 0 : in->air->n_main;
    case TREE_AUX:
        return 3 * air_n_ext(in->air);
    case TREE_QUOTIENT:
    default:
        return 6;
    }
}

/* Instances [first, first + count) that have columns of this kind, tallest first. */
static enum chert_status make_tree(struct layout *l, struct group *g, enum tree_kind kind,
                                   uint32_t first, uint32_t count, struct arena *mem, struct err *e)
{
    struct tree_shape tree = {kind, 0, NULL};
    TRY(ARENA_NEW(mem, &tree.parts, count, e));
    for (int log_n = MAX_LOG_HEIGHT; log_n >= (int)MIN_LOG_HEIGHT; log_n--) {
        for (uint32_t i = first; i < first + count; i++) {
            const uint32_t n_columns = columns_in(&l->instances[i], kind);
            if (l->instances[i].log_n == log_n && n_columns != 0) {
                tree.parts[tree.n_parts++] = (struct tree_part){i, n_columns, (uint8_t)log_n};
            }
        }
    }
    if (tree.n_parts != 0) {
        g->trees[g->n_trees++] = tree;
    }
    return CHERT_OK;
}

static enum chert_status make_trees(struct layout *l, struct group *g, struct arena *mem,
                                    struct err *e)
{
    g->n_trees = 0;
    TRY(ARENA_NEW(mem, &g->trees, N_FIXED_TABLES + g->count + 3, e));
    for (uint32_t i = g->first; i < g->first + g->count; i++) {
        TRY(make_tree(l, g, TREE_FIXED, i, 1, mem, e));
    }
    for (uint32_t i = g->first; i < g->first + g->count; i++) {
        TRY(make_tree(l, g, TREE_OWN, i, 1, mem, e));
    }
    TRY(make_tree(l, g, TREE_MAIN, g->first, g->count, mem, e));
    TRY(make_tree(l, g, TREE_AUX, g->first, g->count, mem, e));
    struct tree_shape quotient = {TREE_QUOTIENT, 1, NULL};
    TRY(ARENA_NEW(mem, &quotient.parts, 1, e));
    quotient.parts[0] = (struct tree_part){g->first, 6, g->log_n};
    g->trees[g->n_trees++] = quotient;
    return CHERT_OK;
}

static void number_values(struct layout *l, struct group *g)
{
    for (uint32_t i = g->first; i < g->first + g->count; i++) {
        struct instance *in = &l->instances[i];
        in->value_at = g->n_values;
        in->lambda_at = g->n_constraints;
        g->n_values += air_n_columns(in->air) + air_n_ext(in->air) + 1;
        g->n_constraints += air_n_total_constraints(in->air);
        g->log_n = in->log_n > g->log_n ? in->log_n : g->log_n;
    }
    g->n_values += 2;
}

enum chert_status layout_make(struct layout *l, const struct airs *airs, const struct key *k,
                              const struct statement *s, struct arena *mem, struct err *e)
{
    *l = (struct layout){.set = set_by_id(k->set)};
    TRY(make_instances(l, airs, s, mem, e));
    const int joint = s->grouping == GROUPING_JOINT;
    l->n_groups = joint ? 1 : l->n_instances;
    TRY(ARENA_NEW(mem, &l->groups, l->n_groups, e));
    for (uint32_t i = 0; i < l->n_groups; i++) {
        struct group *g = &l->groups[i];
        *g = (struct group){.first = joint ? 0 : i, .count = joint ? l->n_instances : 1};
        number_values(l, g);
        TRY(make_trees(l, g, mem, e));
    }
    return CHERT_OK;
}
