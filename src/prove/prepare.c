#include "prove/prepare.h"

#include <string.h>

#include "base/bytes.h"
#include "field/columns.h"
#include "tables/image.h"
#include "tables/pow.h"
#include "tables/program.h"
#include "tables/t16.h"

static unsigned log_height(uint64_t rows)
{
    const unsigned log = rows <= 1 ? 0 : log2_floor(rows - 1) + 1;
    return log < MIN_LOG_HEIGHT ? MIN_LOG_HEIGHT : log;
}

static const enum table_id fixed_tables[N_FIXED_TABLES] = {TABLE_IMAGE, TABLE_PROGRAM, TABLE_T16,
                                                           TABLE_POW};

static void fill_fixed(const struct program *p, enum table_id table, fp *columns, size_t stride)
{
    switch ((int)table) {
    case TABLE_IMAGE:
        for (uint32_t i = 0; i < p->n_image; i++) {
            image_fixed_row(columns + i, stride, p->image[i].addr, p->image[i].value);
        }
        break;
    case TABLE_PROGRAM:
        for (uint32_t i = 0; i < p->n_insns; i++) {
            if (p->insns[i].op != 0) {
                program_fixed_rows(columns, stride, &p->insns[i]);
            }
        }
        break;
    case TABLE_T16:
        t16_fixed(columns, stride);
        break;
    default:
        pow_fixed(columns, stride);
        break;
    }
}

/* Heights of the four tables, and how much memory all of this takes. */
static size_t plan(const struct program *program, const struct prepare_options *opt,
                   uint8_t log_heights[N_FIXED_TABLES])
{
    const unsigned logs[N_FIXED_TABLES] = {log_height(program->n_image),
                                           log_height(program->n_rows), T16_LOG, POW_LOG};
    size_t bytes = (size_t)48 << 20; /* recorded and compiled tables, transforms below */
    unsigned max_log = opt->max_log;
    for (unsigned i = 0; i < N_FIXED_TABLES; i++) {
        log_heights[i] = (uint8_t)logs[i];
        max_log = logs[i] > max_log ? logs[i] : max_log;
        const size_t n = (size_t)1 << logs[i];
        bytes +=
            16 * sizeof(fp) * (columns_stride(n) + (columns_stride(n) << opt->set->log_blowup)) +
            3 * merkle_bytes(logs[i] + opt->set->log_blowup) + (1u << 16);
    }
    return bytes + ((size_t)64 << (max_log + opt->set->log_blowup));
}

static enum chert_status commit_fixed(struct prepared *p, const uint8_t log_heights[N_FIXED_TABLES],
                                      struct err *e)
{
    struct arena *mem = &p->mem;
    for (unsigned i = 0; i < N_FIXED_TABLES; i++) {
        const uint32_t n_columns = p->airs.table[fixed_tables[i]].n_fixed;
        const size_t n = (size_t)1 << log_heights[i], stride = columns_stride(n);
        fp *columns;
        TRY(ARENA_NEW(mem, &columns, n_columns * stride, e));
        memset(columns, 0, n_columns * stride * sizeof(fp));
        fill_fixed(p->program, fixed_tables[i], columns, stride);
        p->fixed_columns[i] = columns;
        TRY(stark_commit_fixed(&p->fixed[i], &p->env, n_columns, log_heights[i], columns, mem, e));
        p->key.root[i] = *merkle_root(&p->fixed[i].tree);
        p->key.log_height[i] = log_heights[i];
    }
    return CHERT_OK;
}

static enum chert_status prepare(struct prepared *p, const struct prepare_options *opt,
                                 struct err *e)
{
    uint8_t logs[N_FIXED_TABLES];
    TRY(sched_init(&p->sched, opt->workers, 0, e));
    TRY(arena_init(&p->mem, plan(p->program, opt, logs), e));
    TRY(airs_record(&p->airs, &p->mem, e));
    for (unsigned t = 0; t < N_TABLES; t++) {
        TRY(air_compile(&p->airs.table[t], opt->cpu_mask, &p->mem, &p->programs[t], e));
    }
    unsigned max_log = opt->max_log;
    for (unsigned i = 0; i < N_FIXED_TABLES; i++) {
        max_log = logs[i] > max_log ? logs[i] : max_log;
    }
    TRY(stark_env_init(&p->env, opt->set, opt->hash, opt->cpu_mask, max_log + opt->set->log_blowup,
                       &p->sched, &p->mem, e));
    p->key.set = opt->set->id;
    p->key.hash = (uint8_t)opt->hash;
    p->key.modes = opt->set->modes;
    p->key.entry = p->program->entry;
    p->key.n_regions = MAP_N_REGIONS;
    for (unsigned i = 0; i < MAP_N_REGIONS; i++) {
        p->key.regions[i] =
            (struct region){map_regions[i].start, map_regions[i].end, map_regions[i].kind};
    }
    airs_digest(&p->airs, opt->hash, &p->key.air);
    TRY(commit_fixed(p, logs, e));
    key_id(&p->key, &p->id);
    return CHERT_OK;
}

enum chert_status prepared_init(struct prepared *p, const struct program *program,
                                const struct prepare_options *opt, struct err *e)
{
    memset(p, 0, sizeof *p);
    p->program = program;
    return prepare(p, opt, e);
}

void prepared_fini(struct prepared *p)
{
    sched_fini(&p->sched);
    arena_fini(&p->mem);
}
