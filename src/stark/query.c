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

/* Rows of one matrix: a place in the proof, which jobs fill. Reading a row touches a page for
 * every column, so this takes longer than its bytes suggest. */
struct opening {
    const struct matrix *m;
    const uint32_t *rows; /* which */
    uint8_t *to;
};

#define PIECE_CELLS ((size_t)1 << 12)

static enum chert_status write_rows(void *ctx, const struct task *t, struct arena *scratch,
                                    struct err *e)
{
    const struct opening *o = ctx;
    const size_t width = sizeof(fp) * o->m->n_columns;
    struct writer w = {.at = o->to + t->first * width, .cap = t->count * width};
    (void)scratch, (void)e;
    for (size_t j = t->first; j < t->first + t->count; j++) {
        for (uint32_t k = 0; k < o->m->n_columns; k++) {
            write_fp(&w, matrix_column(o->m, k)[o->rows[j]]);
        }
    }
    return CHERT_OK;
}

/* Room for bytes that jobs fill, or NULL. */
static uint8_t *reserve(struct writer *w, size_t len)
{
    if (w->overflowed || len > w->cap - w->len) {
        w->overflowed = 1;
        return NULL;
    }
    uint8_t *at = w->at + w->len;
    w->len += len;
    return at;
}

/* The opened rows of all trees. */
struct query {
    struct tasks tasks;
    struct opening *openings; /* one a part of a tree */
    uint32_t n_openings;
    uint32_t *rows[MAX_LOG_HEIGHT + 1]; /* by log height */
    uint32_t n_rows[MAX_LOG_HEIGHT + 1];
};

static enum chert_status open_tree(struct chain *c, const struct tree_shape *tree, struct query *q,
                                   struct err *e)
{
    for (uint32_t p = 0; p < tree->n_parts; p++) {
        struct opening *o = &q->openings[q->n_openings++];
        o->m = part_matrix(c, tree, &tree->parts[p]);
        o->rows = q->rows[o->m->log_n];
        const uint32_t n = q->n_rows[o->m->log_n];
        o->to = reserve(c->out, sizeof(fp) * n * o->m->n_columns);
        const struct cut cut = {
            .stage = "open",
            .table = c->p->in->layout->instances[tree->parts[p].instance].air->name,
            .run = write_rows,
            .ctx = o,
            .index = tree->parts[p].instance,
            .size = o->to != NULL ? n : 0,
            .grain = tasks_grain(PIECE_CELLS, o->m->n_columns),
            .weight = (uint64_t)n * o->m->n_columns,
        };
        TRY(tasks_add(&q->tasks, &cut, NULL, e));
    }
    const unsigned log_n = tree->parts[0].log_n;
    return write_path(c, tree_of(c, tree), q->rows[log_n], q->n_rows[log_n], e);
}

static enum chert_status open_trees(struct chain *c, struct err *e)
{
    const struct group *g = c->group;
    struct query q = {.n_openings = 0};
    uint32_t n_parts = 0;
    for (uint32_t i = 0; i < g->n_trees; i++) {
        n_parts += g->trees[i].n_parts;
    }
    TRY(ARENA_NEW(c->mem, &q.openings, n_parts, e));
    for (unsigned h = 0; h <= g->log_n; h++) {
        TRY(ARENA_NEW(c->mem, &q.rows[h], c->n_indices, e));
        q.n_rows[h] = distinct(c->indices, c->n_indices, g->log_n - h, q.rows[h]);
    }
    TRY(tasks_init(&q.tasks, n_parts, c->mem, e));
    for (uint32_t i = 0; i < g->n_trees; i++) {
        TRY(open_tree(c, &g->trees[i], &q, e));
    }
    return tasks_run(&q.tasks, c->p->env->sched, e);
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
    TRY(ARENA_NEW(c->mem, &c->indices, set->queries, e));
    transcript_draw_indices(&c->t, TAG_QUERIES, c->indices, set->queries,
                            (unsigned)c->group->log_n + set->log_blowup);
    qsort(c->indices, set->queries, sizeof *c->indices, by_value);
    c->n_indices = distinct(c->indices, set->queries, 0, c->indices);
    const size_t mark = arena_mark(c->mem);
    TRY(open_trees(c, e));
    arena_release(c->mem, mark);
    for (unsigned i = 0; i < c->n_layers; i++) {
        TRY(open_layer(c, &c->layers[i], e));
    }
    return CHERT_OK;
}
