/* The protocol's order: main commitments, shared challenges, then each group's chain. */
#include "stark/stark.h"

#include <string.h>
#include <time.h>

#include "stark/group.h"

#define NO_SPAN ((struct task_span){0, 0})

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

enum chert_status stark_commit_alone(struct matrix *m, struct merkle *tree, struct arena *mem,
                                     struct err *e)
{
    struct tasks t;
    const size_t mark = arena_mark(mem);
    TRY(tasks_init(&t, MATRIX_CUTS + TREE_CUTS, mem, e));
    TRY(matrix_add(&t, m, "tree", 0, NO_SPAN, e));
    TRY(matrix_add_tree(&t, tree, "tree", (struct task_span){0, t.n}, e));
    TRY(tasks_run(&t, m->env->sched, e));
    arena_release(mem, mark);
    return CHERT_OK;
}

static enum chert_status commit_fixed(struct stark_fixed *f, struct arena *rows, struct arena *mem,
                                      struct err *e)
{
    const struct matrix *m = &f->matrix;
    struct tree_part part = {0, m->n_columns, m->log_n};
    const struct tree_shape shape = {TREE_FIXED, 1, &part};
    TRY(matrix_carve(&f->matrix, mem, rows, e));
    TRY(matrix_tree(&f->tree, m->env, &shape, &m, mem, e));
    return stark_commit_alone(&f->matrix, &f->tree, mem, e);
}

enum chert_status stark_commit_fixed(struct stark_fixed *f, const struct stark_env *env,
                                     uint32_t n_columns, unsigned log_n, const fp *columns,
                                     struct arena *mem, struct err *e)
{
    struct arena rows;
    TRY(matrix_init(&f->matrix, env, n_columns, log_n, mem, e));
    for (uint32_t c = 0; c < n_columns; c++) {
        f->matrix.from[c] = columns + c * columns_stride((size_t)1 << log_n);
    }
    TRY(arena_init(&rows, matrix_rows_bytes(log_n, env->set->log_blowup), e));
    const enum chert_status s = commit_fixed(f, &rows, mem, e);
    arena_fini(&rows);
    return s;
}

size_t stark_fixed_bytes(const struct stark_env *env, uint32_t n_columns, unsigned log_n)
{
    return matrix_bytes(n_columns, log_n, env->set->log_blowup) +
           merkle_bytes(log_n + env->set->log_blowup) + arena_bytes(1, sizeof(void *)) +
           tasks_bytes(MATRIX_CUTS + TREE_CUTS);
}

static enum chert_status commit_tables(struct prover *p, struct arena *mem, struct err *e)
{
    const struct layout *l = p->in->layout;
    struct tasks t;
    for (uint32_t i = 0; i < l->n_instances; i++) {
        const struct instance *in = &l->instances[i];
        struct matrix *m = &p->committed[i].main;
        if (in->air->n_main != 0) {
            TRY(matrix_init(m, p->env, in->air->n_main, in->log_n, mem, e));
        }
        for (uint32_t c = 0; c < in->air->n_main; c++) {
            m->from[c] = p->in->traces[i].main + c * columns_stride((size_t)1 << in->log_n);
        }
    }
    for (uint32_t i = 0; i < l->n_instances; i++) {
        if (l->instances[i].air->n_main != 0) {
            TRY(matrix_carve(&p->committed[i].main, mem, &p->rows, e));
        }
    }
    const size_t mark = arena_mark(mem);
    TRY(tasks_init(&t, MATRIX_CUTS * l->n_instances, mem, e));
    for (uint32_t i = 0; i < l->n_instances; i++) {
        if (l->instances[i].air->n_main != 0) {
            TRY(matrix_add(&t, &p->committed[i].main, l->instances[i].air->name, i, NO_SPAN, e));
        }
    }
    TRY(tasks_run(&t, p->env->sched, e));
    arena_release(mem, mark);
    return CHERT_OK;
}

static struct merkle *main_tree(struct prover *p, uint32_t g, const struct tree_shape *shape)
{
    return shape->kind == TREE_OWN    ? &p->own_trees[shape->parts[0].instance]
           : shape->kind == TREE_MAIN ? &p->main_trees[g]
                                      : NULL;
}

/* Carves the trees over main columns. */
static enum chert_status make_main_trees(struct prover *p, struct arena *mem, uint32_t *n_trees,
                                         struct err *e)
{
    const struct layout *l = p->in->layout;
    const struct matrix *parts[MAX_INSTANCES];
    *n_trees = 0;
    for (uint32_t g = 0; g < l->n_groups; g++) {
        for (uint32_t i = 0; i < l->groups[g].n_trees; i++) {
            const struct tree_shape *shape = &l->groups[g].trees[i];
            struct merkle *tree = main_tree(p, g, shape);
            for (uint32_t k = 0; tree != NULL && k < shape->n_parts; k++) {
                parts[k] = &p->committed[shape->parts[k].instance].main;
            }
            if (tree != NULL) {
                TRY(matrix_tree(tree, p->env, shape, parts, mem, e));
                ++*n_trees;
            }
        }
    }
    return CHERT_OK;
}

static enum chert_status fill_main_trees(struct prover *p, struct tasks *tasks, struct err *e)
{
    const struct layout *l = p->in->layout;
    for (uint32_t g = 0; g < l->n_groups; g++) {
        for (uint32_t i = 0; i < l->groups[g].n_trees; i++) {
            struct merkle *tree = main_tree(p, g, &l->groups[g].trees[i]);
            if (tree != NULL) {
                TRY(matrix_add_tree(tasks, tree, "main", NO_SPAN, e));
            }
        }
    }
    return tasks_run(tasks, p->env->sched, e);
}

/* The trees over main columns, their roots written and absorbed in index order. */
static enum chert_status main_trees(struct prover *p, struct transcript *t, struct writer *out,
                                    struct arena *mem, struct err *e)
{
    const struct layout *l = p->in->layout;
    struct tasks tasks;
    uint32_t n_trees;
    TRY(make_main_trees(p, mem, &n_trees, e));
    const size_t mark = arena_mark(mem);
    TRY(tasks_init(&tasks, TREE_CUTS * n_trees, mem, e));
    TRY(fill_main_trees(p, &tasks, e));
    for (uint32_t g = 0; g < l->n_groups; g++) {
        for (uint32_t i = 0; i < l->groups[g].n_trees; i++) {
            const struct merkle *tree = main_tree(p, g, &l->groups[g].trees[i]);
            if (tree != NULL) {
                write_digest(out, merkle_root(tree));
                transcript_absorb(t, TAG_MAIN_ROOT, merkle_root(tree)->b, DIGEST_BYTES);
            }
        }
    }
    arena_release(mem, mark);
    arena_release(&p->rows, 0);
    return CHERT_OK;
}

/* Runs one group's chain and writes its part of the proof. */
static enum chert_status run_chain(struct chain *c, struct err *e)
{
    double at[7];
    at[0] = now();
    TRY(chain_logup(c, e));
    at[1] = now();
    TRY(chain_quotient(c, e));
    at[2] = now();
    TRY(chain_values(c, e));
    at[3] = now();
    TRY(chain_deep(c, e));
    at[4] = now();
    TRY(chain_fri(c, e));
    at[5] = now();
    TRY(chain_query(c, e));
    at[6] = now();
    struct stark_times *t = c->p->times;
    t->logup += at[1] - at[0];
    t->quotient += at[2] - at[1];
    t->values += at[3] - at[2];
    t->deep += at[4] - at[3];
    t->fri += at[5] - at[4];
    t->query += at[6] - at[5];
    return CHERT_OK;
}

/* What a group's chain carves, in the order in which it does: an upper bound, within a few
 * planes. */
static size_t chain_bytes(const struct stark_env *env, const struct layout *l,
                          const struct group *g)
{
    const unsigned b = env->set->log_blowup;
    size_t bytes = arena_bytes(1, sizeof(struct chain));
    for (uint32_t i = g->first; i < g->first + g->count; i++) {
        bytes += matrix_bytes(3 * air_n_ext(l->instances[i].air), l->instances[i].log_n, b);
    }
    bytes += arena_bytes(g->count, sizeof(fp3)) + 2 * arena_bytes(g->count, sizeof(void *)) +
             merkle_bytes(g->log_n + b) + arena_bytes(g->n_constraints, sizeof(fp3)) +
             2 * arena_bytes(g->n_values, sizeof(fp3)) + matrix_bytes(6, g->log_n, b) +
             merkle_bytes(g->log_n + b) + tasks_bytes(3 * g->count + 2 * MAX_LOG_HEIGHT) +
             arena_bytes(2 * (size_t)g->count + 8, 64) +
             (MAX_LOG_HEIGHT + 2) * arena_bytes(l->set->queries, sizeof(uint32_t));
    /* The quotient's planes of all heights, 6 N words each and half of that below it; then, in
     * their place, the DEEP sums of two sets, its word, and FRI: words and extensions of 3 planes,
     * each layer's an eighth of the last, and trees. */
    const size_t plane = arena_bytes((size_t)1 << g->log_n, sizeof(fp));
    const size_t deep = (2 * 3 * 2 + 3) * plane;
    const size_t fri = ((4 * plane) << b) + 4 * plane + 2 * merkle_bytes(g->log_n + b);
    return bytes + deep + fri + ((size_t)MAX_LOG_HEIGHT * 64 * ARENA_ALIGN) + (1u << 16);
}

/* Row digests of the stage that has most of them. */
static size_t rows_bytes(const struct stark_env *env, const struct layout *l)
{
    const unsigned b = env->set->log_blowup;
    size_t all = 0;
    for (uint32_t i = 0; i < l->n_instances; i++) {
        all += matrix_rows_bytes(l->instances[i].log_n, b);
    }
    return all;
}

static enum chert_status prove_group(struct prover *p, uint32_t index, const struct transcript *t,
                                     struct arena *mem, struct writer *out, struct err *e)
{
    struct chain *c;
    const size_t mark = arena_mark(mem);
    TRY(ARENA_NEW(mem, &c, 1, e));
    memset(c, 0, sizeof *c);
    c->p = p;
    c->group = &p->in->layout->groups[index];
    c->index = index;
    c->mem = mem;
    c->t = transcript_fork(t, index);
    c->out = out;
    pthread_mutex_init(&c->lock, NULL);
    const enum chert_status s = run_chain(c, e);
    pthread_mutex_destroy(&c->lock);
    arena_release(mem, mark);
    return s;
}

size_t stark_prove_bytes(const struct stark_env *env, const struct layout *l)
{
    size_t bytes = rows_bytes(env, l) + (1u << 16);
    size_t most = tasks_bytes(2 * (l->n_instances + l->n_groups)); /* main columns and trees */
    for (uint32_t i = 0; i < l->n_instances; i++) {
        const struct instance *in = &l->instances[i];
        bytes += matrix_bytes(in->air->n_main, in->log_n, env->set->log_blowup) +
                 3 * arena_bytes(1, sizeof(struct merkle)) + sizeof(struct committed);
        bytes += table_has_own_tree(in->table) ? merkle_bytes(in->log_n + env->set->log_blowup) : 0;
    }
    for (uint32_t g = 0; g < l->n_groups; g++) {
        const size_t chain = chain_bytes(env, l, &l->groups[g]);
        most = chain > most ? chain : most;
        bytes += merkle_bytes(l->groups[g].log_n + env->set->log_blowup);
    }
    return bytes + most;
}

size_t stark_proof_bound(const struct layout *l, const struct statement *s)
{
    size_t bytes = 4096 + s->output_len + l->n_instances;
    const size_t queries = l->set->queries;
    for (uint32_t g = 0; g < l->n_groups; g++) {
        const struct group *group = &l->groups[g];
        const size_t log_size = (size_t)group->log_n + l->set->log_blowup;
        size_t row = 0;
        for (uint32_t i = 0; i < group->n_trees; i++) {
            for (uint32_t p = 0; p < group->trees[i].n_parts; p++) {
                row += 8 * (size_t)group->trees[i].parts[p].n_columns;
            }
        }
        bytes += queries * (row + group->n_trees * log_size * DIGEST_BYTES +
                            MAX_LAYERS * (192 + log_size * DIGEST_BYTES));
        bytes += 24 * ((size_t)group->n_values + group->count + 128) + 4096;
    }
    return bytes;
}

enum chert_status stark_prove(const struct stark_env *env, const struct stark_input *in,
                              struct arena *mem, struct writer *out, struct stark_times *times,
                              struct err *e)
{
    const struct layout *l = in->layout;
    struct prover p = {.env = env, .in = in, .times = times};
    struct transcript t;
    const double start = now();
    struct digest *rows;
    TRY(ARENA_NEW(mem, &p.committed, l->n_instances, e));
    TRY(arena_alloc(mem, rows_bytes(env, l), 1, (void **)&rows, e));
    p.rows = arena_over(rows, rows_bytes(env, l));
    TRY(ARENA_NEW(mem, &p.own_trees, l->n_instances, e));
    TRY(ARENA_NEW(mem, &p.main_trees, l->n_groups, e));
    memset(p.committed, 0, l->n_instances * sizeof *p.committed);

    write_bytes(out, PROOF_MAGIC, 8);
    const size_t key_at = out->len;
    key_write(out, in->key);
    const size_t statement_at = out->len;
    statement_write(out, in->statement);
    transcript_init(&t, env->hash);
    transcript_absorb(&t, TAG_KEY, out->at + key_at, statement_at - key_at);
    transcript_absorb(&t, TAG_STATEMENT, out->at + statement_at, out->len - statement_at);

    TRY(commit_tables(&p, mem, e));
    TRY(main_trees(&p, &t, out, mem, e));
    times->commit += now() - start;
    fp3 lookup[2];
    transcript_draw_fp3(&t, TAG_LOOKUP, lookup, 2);
    p.ch = air_challenges_of(lookup[0], lookup[1]);
    for (uint32_t g = 0; g < l->n_groups; g++) {
        TRY(prove_group(&p, g, &t, mem, out, e));
    }
    return out->overflowed ? err_set(e, CHERT_E_INTERNAL, "the proof is longer than its bound")
                           : CHERT_OK;
}
