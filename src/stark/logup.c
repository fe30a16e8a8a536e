/* LogUp columns of every instance, their commitment, and the challenges that follow. */
#include "air/logup.h"

#include "stark/group.h"

static size_t logup_bytes(const struct chain *c, uint32_t i)
{
    const struct instance *in = &c->p->in->layout->instances[i];
    return arena_bytes(air_n_columns(in->air), sizeof(fp *)) +
           arena_bytes((size_t)3 * air_n_ext(in->air), sizeof(fp *)) +
           air_logup_bytes(c->p->in->traces[i].program, in->log_n);
}

/* Writes the columns where their extensions will be: each is read once more, to be extended. */
static enum chert_status logup_one(void *ctx, const struct task *t, struct arena *scratch,
                                   struct err *e)
{
    const struct chain *c = ctx;
    const uint32_t i = t->index;
    const struct instance *in = &c->p->in->layout->instances[i];
    const struct stark_trace *trace = &c->p->in->traces[i];
    struct committed *com = &c->p->committed[i];
    const size_t stride = columns_stride((size_t)1 << in->log_n);
    const fp **columns;
    fp **ext;
    TRY(ARENA_NEW(scratch, &columns, air_n_columns(in->air), e));
    TRY(ARENA_NEW(scratch, &ext, com->aux.n_columns, e));
    for (uint32_t k = 0; k < air_n_columns(in->air); k++) {
        columns[k] = k < in->air->n_fixed ? trace->fixed + k * stride
                                          : trace->main + (k - in->air->n_fixed) * stride;
    }
    for (uint32_t k = 0; k < com->aux.n_columns; k++) {
        ext[k] = com->aux.lde + k * com->aux.stride;
    }
    const struct air_rows rows = {.columns = columns, .params = in->params};
    return air_logup(trace->program, &rows, in->log_n, &c->p->ch, ext, &com->sum, scratch, e);
}

/* Each instance's columns, then their extension. */
static enum chert_status make_columns(struct chain *c, struct err *e)
{
    const struct group *g = c->group;
    struct tasks t;
    TRY(tasks_init(&t, (1 + MATRIX_CUTS) * g->count, c->mem, e));
    for (uint32_t i = g->first; i < g->first + g->count; i++) {
        const struct instance *in = &c->p->in->layout->instances[i];
        struct matrix *aux = &c->p->committed[i].aux;
        struct task_span made;
        for (uint32_t k = 0; k < aux->n_columns; k++) {
            aux->from[k] = aux->columns[k];
        }
        const struct cut cut = {
            .stage = "logup",
            .table = in->air->name,
            .run = logup_one,
            .ctx = c,
            .index = i,
            .size = 1,
            .grain = 1,
            .weight = (uint64_t)aux->n_columns << in->log_n,
            .run_bytes = logup_bytes(c, i),
        };
        TRY(tasks_add(&t, &cut, &made, e));
        TRY(matrix_add(&t, aux, in->air->name, i, made, e));
    }
    return tasks_run(&t, c->p->env->sched, e);
}

static enum chert_status make_tree(struct chain *c, struct err *e)
{
    const struct tree_shape *shape = &c->group->trees[c->group->n_trees - 2]; /* TREE_AUX */
    const struct matrix **parts;
    struct tasks t;
    TRY(ARENA_NEW(c->mem, &parts, shape->n_parts, e));
    for (uint32_t p = 0; p < shape->n_parts; p++) {
        parts[p] = &c->p->committed[shape->parts[p].instance].aux;
    }
    TRY(matrix_tree(&c->aux_tree, c->p->env, shape, parts, c->mem, e));
    const size_t mark = arena_mark(c->mem);
    TRY(tasks_init(&t, TREE_CUTS, c->mem, e));
    TRY(matrix_add_tree(&t, &c->aux_tree, "aux", (struct task_span){0, 0}, e));
    TRY(tasks_run(&t, c->p->env->sched, e));
    arena_release(c->mem, mark);
    return CHERT_OK;
}

enum chert_status chain_logup(struct chain *c, struct err *e)
{
    const struct group *g = c->group;
    fp3 *sums;
    for (uint32_t i = g->first; i < g->first + g->count; i++) {
        const struct instance *in = &c->p->in->layout->instances[i];
        TRY(matrix_init(&c->p->committed[i].aux, c->p->env, 3 * air_n_ext(in->air), in->log_n,
                        c->mem, e));
    }
    for (uint32_t i = g->first; i < g->first + g->count; i++) {
        TRY(matrix_carve(&c->p->committed[i].aux, c->mem, &c->p->rows, e));
    }
    TRY(ARENA_NEW(c->mem, &sums, g->count, e));
    const size_t mark = arena_mark(c->mem);
    TRY(make_columns(c, e));
    arena_release(c->mem, mark);
    TRY(make_tree(c, e));
    arena_release(&c->p->rows, 0);
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
