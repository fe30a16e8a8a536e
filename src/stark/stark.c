/* The protocol's order: main commitments, shared challenges, then each group's chain. */
#include "stark/stark.h"

#include <string.h>
#include <time.h>

#include "stark/group.h"

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

enum chert_status stark_commit_fixed(struct stark_fixed *f, const struct stark_env *env,
                                     uint32_t n_columns, unsigned log_n, const fp *columns,
                                     struct arena *mem, struct arena *scratch, struct err *e)
{
    TRY(matrix_alloc(&f->matrix, env, n_columns, log_n, mem, e));
    TRY(matrix_commit(&f->matrix, env, columns, scratch, e));
    struct tree_part part = {0, n_columns, (uint8_t)log_n};
    const struct tree_shape shape = {TREE_FIXED, 1, &part};
    const struct matrix *m = &f->matrix;
    return matrix_tree(&f->tree, env, &shape, &m, mem, e);
}

size_t stark_fixed_bytes(const struct stark_env *env, uint32_t n_columns, unsigned log_n)
{
    return matrix_bytes(n_columns, log_n, env->set->log_blowup) +
           merkle_bytes(log_n + env->set->log_blowup);
}

enum chert_status chain_planes(struct chain *c, unsigned log, fp *planes[3], struct err *e)
{
    for (unsigned k = 0; k < 3; k++) {
        TRY(ARENA_NEW(c->mem, &planes[k], (size_t)1 << log, e));
        memset(planes[k], 0, sizeof(fp) << log);
    }
    return CHERT_OK;
}

struct stage_call {
    struct chain *c;
    chain_stage *stage;
};

static enum chert_status call_stage(void *ctx, uint32_t index, struct arena *scratch, struct err *e)
{
    const struct stage_call *call = ctx;
    return call->stage(call->c, index, scratch, e);
}

enum chert_status chain_run(struct chain *c, const char *name, chain_stage *stage,
                            size_t (*run_bytes)(const struct chain *c, uint32_t instance),
                            struct err *e)
{
    struct stage_call call = {c, stage};
    struct sched_job *jobs;
    const size_t mark = arena_mark(c->mem);
    TRY(ARENA_NEW(c->mem, &jobs, c->group->count, e));
    for (uint32_t i = 0; i < c->group->count; i++) {
        const uint32_t at = c->group->first + i;
        const struct instance *in = &c->p->in->layout->instances[at];
        jobs[i] = (struct sched_job){
            .stage = name,
            .table = in->air->name,
            .index = at,
            .weight = (uint64_t)(air_n_columns(in->air) + 3 * air_n_ext(in->air)) << in->log_n,
            .run_bytes = run_bytes(c, at),
            .run = call_stage,
            .ctx = &call,
        };
    }
    TRY(sched_run(c->p->env->sched, jobs, c->group->count, e));
    arena_release(c->mem, mark);
    return CHERT_OK;
}

static enum chert_status commit_one(void *ctx, uint32_t i, struct arena *scratch, struct err *e)
{
    struct prover *p = ctx;
    return matrix_commit(&p->committed[i].main, p->env, p->in->traces[i].main, scratch, e);
}

static enum chert_status commit_tables(struct prover *p, struct arena *mem, struct err *e)
{
    const struct layout *l = p->in->layout;
    struct sched_job *jobs;
    size_t n_jobs = 0;
    TRY(ARENA_NEW(mem, &jobs, l->n_instances, e));
    for (uint32_t i = 0; i < l->n_instances; i++) {
        const struct instance *in = &l->instances[i];
        if (in->air->n_main == 0) {
            continue;
        }
        TRY(matrix_alloc(&p->committed[i].main, p->env, in->air->n_main, in->log_n, mem, e));
        jobs[n_jobs++] = (struct sched_job){
            .stage = "commit",
            .table = in->air->name,
            .index = i,
            .weight = (uint64_t)in->air->n_main << in->log_n,
            .run_bytes = matrix_scratch_bytes(in->air->n_main, in->log_n),
            .run = commit_one,
            .ctx = p,
        };
    }
    return sched_run(p->env->sched, jobs, n_jobs, e);
}

/* The trees over main columns, their roots written and absorbed in index order. */
static enum chert_status main_trees(struct prover *p, struct transcript *t, struct writer *out,
                                    struct arena *mem, struct err *e)
{
    const struct layout *l = p->in->layout;
    const struct matrix **parts;
    TRY(ARENA_NEW(mem, &parts, l->n_instances, e));
    for (uint32_t g = 0; g < l->n_groups; g++) {
        for (uint32_t i = 0; i < l->groups[g].n_trees; i++) {
            const struct tree_shape *shape = &l->groups[g].trees[i];
            if (shape->kind != TREE_OWN && shape->kind != TREE_MAIN) {
                continue;
            }
            struct merkle *tree = shape->kind == TREE_OWN ? &p->own_trees[shape->parts[0].instance]
                                                          : &p->main_trees[g];
            for (uint32_t k = 0; k < shape->n_parts; k++) {
                parts[k] = &p->committed[shape->parts[k].instance].main;
            }
            TRY(matrix_tree(tree, p->env, shape, parts, mem, e));
            const struct digest *root = merkle_root(tree);
            write_digest(out, root);
            transcript_absorb(t, TAG_MAIN_ROOT, root->b, DIGEST_BYTES);
        }
    }
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

/* Scratch planes of a group's chain and what it commits, over all heights: an upper bound. */
static size_t chain_bytes(const struct stark_env *env, const struct layout *l,
                          const struct group *g)
{
    const unsigned b = env->set->log_blowup;
    size_t bytes = 1u << 20;
    for (uint32_t i = g->first; i < g->first + g->count; i++) {
        const struct instance *in = &l->instances[i];
        bytes += matrix_bytes(3 * air_n_ext(in->air), in->log_n, b) + 4096;
    }
    bytes += (size_t)g->n_constraints * sizeof(fp3) + 2 * (size_t)g->n_values * sizeof(fp3);
    /* numerators, weights and deep sums of every height up to N; word, lifts; quotient; FRI. */
    const size_t plane = arena_bytes((size_t)1 << g->log_n, sizeof(fp));
    bytes += (2 * 6 + 4 * 6 + 6 + 9) * plane + matrix_bytes(6, g->log_n, b) +
             2 * merkle_bytes(g->log_n + b) + merkle_bytes(g->log_n + b) + ((6 * plane) << b) +
             ((size_t)MAX_LOG_HEIGHT * 64 * 4096);
    return bytes;
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
    size_t bytes = 1u << 20, most = 0;
    for (uint32_t i = 0; i < l->n_instances; i++) {
        const struct instance *in = &l->instances[i];
        bytes += matrix_bytes(in->air->n_main, in->log_n, env->set->log_blowup) + 4096;
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
    TRY(ARENA_NEW(mem, &p.committed, l->n_instances, e));
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
