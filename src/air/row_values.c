/* One row at a time: for checkers and counters, and the oracle of the SIMD evaluator. */
#include "air/eval.h"

static void evaluate(const struct air *air, const fp *const *columns, const fp *params, size_t row,
                     fp *value)
{
    for (uint32_t id = 0; id < air->n_nodes; id++) {
        const struct air_node *n = &air->nodes[id];
        switch ((enum air_op)n->op) {
        case AIR_COL:
            value[id] = columns[n->a][row];
            break;
        case AIR_CONST:
            value[id] = n->k;
            break;
        case AIR_PARAM:
            value[id] = params[n->a];
            break;
        case AIR_ADD:
            value[id] = fp_add(value[n->a], value[n->b]);
            break;
        case AIR_SUB:
            value[id] = fp_sub(value[n->a], value[n->b]);
            break;
        case AIR_MUL:
            value[id] = fp_mul(value[n->a], value[n->b]);
            break;
        }
    }
}

void air_row_constraints(const struct air *air, const fp *const *columns, const fp *params,
                         size_t row, fp *nodes, fp *values)
{
    evaluate(air, columns, params, row, nodes);
    for (uint32_t i = 0; values != NULL && i < air->n_constraints; i++) {
        values[i] = nodes[air->constraints[i].e.id];
    }
}

void air_row_interactions(const struct air *air, const fp *const *columns, const fp *params,
                          size_t row, fp *nodes, fp *mult, fp (*tuple)[AIR_MAX_TUPLE])
{
    evaluate(air, columns, params, row, nodes);
    for (uint32_t k = 0; k < air->n_interactions; k++) {
        const struct air_interaction *it = &air->interactions[k];
        if (mult != NULL) {
            mult[k] = nodes[it->mult.id];
        }
        for (uint32_t i = 0; tuple != NULL && i < it->width; i++) {
            tuple[k][i] = nodes[it->tuple[i].id];
        }
    }
}
