/* LogUp columns of every instance, their commitment, and the challenges that follow. */
#include <string.h>

#include "air/logup.h"
#include "stark/group.h"

const fp *chain_column(const struct chain *c, uint32_t instance, uint32_t column)
{
    const struct instance *in = &c->p->in->layout->instances[instance];
    return column < in->air->n_fixed
               ? matrix_column(&c->p->in->fixed[table_fixed_index(in->table)].matrix, column)
               : matrix_column(&c->p->committed[instance].main, column - in->air->n_fixed);
}

static size_t logup_bytes(const struct chain *c, uint32_t i)
{
    const struct instance *in = &c->p->in->layout->instances[i];
    const uint32_t planes = 3 * air_n_ext(in->air);
    const size_t later = matrix_scratch_bytes(planes, in->log_n);
    const size_t now = air_logup_bytes(c->p->in->traces[i].program, in->log_n);
    return arena_bytes(planes * columns_stride((size_t)1 << in->log_n), sizeof(fp)) +
           arena_bytes(air_n_columns(in->air), sizeof(fp *)) + arena_bytes(planes, sizeof(fp *)) +
           (now > later ? now : later);
}

static enum chert_status logup_one(struct chain *c, uint32_t i, struct arena *scratch,
                                   struct err *e)
{
    const struct instance *in = &c->p->in->layout->instances[i];
    const struct stark_trace *trace = &c->p->in->traces[i];
    struct committed *com = &c->p->committed[i];
    const size_t stride = columns_stride((size_t)1 << in->log_n);
    const uint32_t planes = 3 * air_n_ext(in->air);
    const fp **columns;
    fp **ext, *values;
    TRY(ARENA_NEW(scratch, &columns, air_n_columns(in->air), e));
    TRY(ARENA_NEW(scratch, &ext, planes, e));
    TRY(ARENA_NEW(scratch, &values, planes * stride, e));
    for (uint32_t k = 0; k < air_n_columns(in->air); k++) {
        columns[k] = k < in->air->n_fixed ? trace->fixed + k * stride
                                          : trace->main + (k - in->air->n_fixed) * stride;
    }
    for (uint32_t k = 0; k < planes; k++) {
        ext[k] = values + k * stride;
    }
    const struct air_rows rows = {.columns = columns, .params = in->params};
    TRY(air_logup(trace->program, &rows, in->log_n, &c->p->ch, ext, &com->sum, scratch, e));
    return matrix_commit(&com->aux, c->p->env, values, scratch, e);
}

enum chert_status chain_logup(struct chain *c, struct err *e)
{
    const struct layout *l = c->p->in->layout;
    const struct group *g = c->group;
    for (uint32_t i = g->first; i < g->first + g->count; i++) {
        TRY(matrix_alloc(&c->p->committed[i].aux, c->p->env, 3 * air_n_ext(l->instances[i].air),
                         l->instances[i].log_n, c->mem, e));
    }
    TRY(chain_run(c, "logup", logup_one, logup_bytes, e));

    const struct tree_shape *shape = &g->trees[g->n_trees - 2]; /* TREE_AUX */
    const struct matrix **parts;
    fp3 *sums;
    TRY(ARENA_NEW(c->mem, &parts, shape->n_parts, e));
    TRY(ARENA_NEW(c->mem, &sums, g->count, e));
    for (uint32_t p = 0; p < shape->n_parts; p++) {
        parts[p] = &c->p->committed[shape->parts[p].instance].aux;
    }
    TRY(matrix_tree(&c->aux_tree, c->p->env, shape, parts, c->mem, e));
    const struct digest *root = merkle_root(&c->aux_tree);
    write_digest(c->out, root);
    for (uint32_t i = 0; i < g->count; i++) {
        sums[i] = c->p->committed[g->first + i].sum;
        write_fp3(c->out, sums[i]);
    }
    transcript_absorb(&c->t, TAG_AUX_ROOT, root->b, DIGEST_BYTES);
    transcript_absorb_fp3(&c->t, TAG_SUMS, sums, g->count);
    return CHERT_OK;
}
