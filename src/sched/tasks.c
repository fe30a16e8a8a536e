#include "sched/tasks.h"

size_t tasks_bytes(uint32_t cuts)
{
    const size_t cap = (size_t)cuts * TASKS_MAX_PIECES;
    return arena_bytes(cap, sizeof(struct sched_job)) + arena_bytes(cap, sizeof(struct task)) +
           arena_bytes(cap, sizeof(uint32_t));
}

enum chert_status tasks_init(struct tasks *t, uint32_t cuts, struct arena *mem, struct err *e)
{
    *t = (struct tasks){.cap = cuts * TASKS_MAX_PIECES};
    TRY(ARENA_NEW(mem, &t->jobs, t->cap, e));
    TRY(ARENA_NEW(mem, &t->tasks, t->cap, e));
    return ARENA_NEW(mem, &t->position, t->cap, e);
}

static enum chert_status run_task(void *ctx, uint32_t index, struct arena *scratch, struct err *e)
{
    const struct task *task = ctx;
    (void)index;
    return task->run(task->ctx, task, scratch, e);
}

enum chert_status tasks_add(struct tasks *t, const struct cut *cut, struct task_span *span,
                            struct err *e)
{
    const size_t piece = tasks_piece(cut->size, cut->grain);
    const uint32_t from = t->n;
    for (size_t at = 0; at < cut->size; at += piece) {
        if (t->n == t->cap) {
            return err_set(e, CHERT_E_INTERNAL, "%s of %s: more jobs than planned", cut->stage,
                           cut->table);
        }
        const size_t left = cut->size - at;
        t->tasks[t->n] = (struct task){cut->run, cut->ctx, cut->index, cut->first + at,
                                       left < piece ? left : piece};
        t->position[t->n] = t->n;
        t->jobs[t->n] = (struct sched_job){
            .stage = cut->stage,
            .table = cut->table,
            .index = cut->index,
            .weight = cut->weight,
            .run_bytes = cut->run_bytes,
            .deps = t->position + cut->after.first,
            .n_deps = cut->after.count,
            .run = run_task,
            .ctx = &t->tasks[t->n],
        };
        t->n++;
    }
    if (span != NULL) {
        *span = (struct task_span){from, t->n - from};
    }
    return CHERT_OK;
}

enum chert_status tasks_run(const struct tasks *t, struct sched *sched, struct err *e)
{
    return sched_run(sched, t->jobs, t->n, e);
}
