/* The openings: rows of every tree at the queried indices, then the leaves of FRI's layers. */
#include <stdlib.h>

#include "merkle/verify.h"
#include "stark/group.h"

static int by_value(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

/* The distinct values of sorted in[0..n) >> shift. */
static uint32_t distinct(const uint32_t *in, uint32_t n, unsigned shift, uint32_t *out)
{
    uint32_t m = 0;
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t v = in[i] >> shift;
        if (m == 0 || out[m - 1] != v) {
            out[m++] = v;
        }
    }
    return m;
}

static const struct matrix *part_matrix(const struct chain *c, const struct tree_shape *tree,
                                        const struct tree_part *part)
{
    const struct instance *in = &c->p->in->layout->instances[part->instance];
    switch (tree->kind) {
    case TREE_FIXED:
        return &c->p->in->fixed[table_fixed_index(in->table)].matrix;
    case TREE_OWN:
    case TREE_MAIN:
        return &c->p->committed[part->instance].main;
    case TREE_AUX:
        return &c->p->committed[part->instance].aux;
    case TREE_QUOTIENT:
    default:
        return &c->quotient;
    }
}

static const struct merkle *tree_of(const struct chain *c, const struct tree_shape *tree)
{
    const uint32_t i = tree->parts[0].instance;
    const struct instance *in = &c->p->in->layout->instances[i];
    switch (tree->kind) {
    case TREE_FIXED:
        return &c->p->in->fixed[table_fixed_index(in->table)].tree;
    case TREE_OWN:
        return &c->p->own_trees[i];
    case TREE_MAIN:
        return &c->p->main_trees[c->index];
    case TREE_AUX:
        return &c->aux_tree;
    case TREE_QUOTIENT:
    default:
        return &c->quotient_tree;
    }
}

static enum chert_status write_path(struct chain *c, const struct merkle *tree,
                                    const uint32_t *indices, uint32_t n, struct err *e)
{
    const size_t count = merkle_opening_count(indices, n, tree->log_size);
    const size_t mark = arena_mark(c->mem);
    struct digest *siblings;
    TRY(ARENA_NEW(c->mem, &siblings, count, e));
    ASSERT(merkle_open(tree, indices, n, siblings, count) == count);
    write_bytes(c->out, siblings, count * sizeof *siblings);
    arena_release(c->mem, mark);
    return CHERT_OK;
}

static enum chert_status open_tree(struct chain *c, const struct tree_shape *tree, uint32_t *rows,
                                   struct err *e)
{
    const unsigned log_n = c->group->log_n;
    for (uint32_t p = 0; p < tree->n_parts; p++) {
        const struct matrix *m = part_matrix(c, tree, &tree->parts[p]);
        const uint32_t n = distinct(c->indices, c->n_indices, log_n - m->log_n, rows);
        for (uint32_t j = 0; j < n; j++) {
            for (uint32_t k = 0; k < m->n_columns; k++) {
                write_fp(c->out, matrix_column(m, k)[rows[j]]);
            }
        }
    }
    const uint32_t n = distinct(c->indices, c->n_indices, log_n - tree->parts[0].log_n, rows);
    return write_path(c, tree_of(c, tree), rows, n, e);
}

static enum chert_status open_layer(struct chain *c, const struct fri_layer *layer, struct err *e)
{
    c->n_indices = distinct(c->indices, c->n_indices, layer->log_arity, c->indices);
    const size_t arity = (size_t)1 << layer->log_arity;
    for (uint32_t j = 0; j < c->n_indices; j++) {
        for (size_t i = 0; i < arity; i++) {
            const size_t at = c->indices[j] * arity + i;
            write_fp3(c->out, (fp3){{layer->word[0][at], layer->word[1][at], layer->word[2][at]}});
        }
    }
    return write_path(c, &layer->tree, c->indices, c->n_indices, e);
}

enum chert_status chain_query(struct chain *c, struct err *e)
{
    const struct set *set = c->p->env->set;
    uint32_t *rows;
    TRY(ARENA_NEW(c->mem, &c->indices, set->queries, e));
    TRY(ARENA_NEW(c->mem, &rows, set->queries, e));
    transcript_draw_indices(&c->t, TAG_QUERIES, c->indices, set->queries,
                            (unsigned)c->group->log_n + set->log_blowup);
    qsort(c->indices, set->queries, sizeof *c->indices, by_value);
    c->n_indices = distinct(c->indices, set->queries, 0, c->indices);
    for (uint32_t i = 0; i < c->group->n_trees; i++) {
        TRY(open_tree(c, &c->group->trees[i], rows, e));
    }
    for (unsigned i = 0; i < c->n_layers; i++) {
        TRY(open_layer(c, &c->layers[i], e));
    }
    return CHERT_OK;
}
