/* Which rows there are, and in which instances. */
#include <string.h>

#include "tables/genesis.h"
#include "tables/table.h"
#include "trace/cover.h"
#include "trace/trace.h"

enum chert_status trace_rows_make(struct trace_rows *r, const struct trace_events *ev,
                                  const struct key *key, struct arena *mem, struct err *e)
{
    *r = (struct trace_rows){.events = ev};
    for (unsigned t = 0; t < N_TABLES; t++) {
        r->rows[t] = ev->table[t].rows;
    }
    const size_t n = r->rows[TABLE_GENESIS];
    struct genesis_event *g;
    TRY(ARENA_NEW(mem, &g, n + key->n_regions, e));
    if (n != 0) {
        memcpy(g, ev->table[TABLE_GENESIS].events, n * sizeof *g);
    }
    size_t at = 0;
    for (unsigned i = 0; i < key->n_regions; i++) {
        const struct region *region = &key->regions[i];
        uint32_t last = region->start - 8;
        for (; at < n && g[at].addr < region->end; at++) {
            last = g[at].addr;
        }
        g[n + i] = (struct genesis_event){.addr = region->end,
                                          .prev_addr = last,
                                          .kind = region->kind,
                                          .in_image = GENESIS_CLOSING};
    }
    r->genesis = g;
    r->rows[TABLE_GENESIS] = n + key->n_regions;
    return CHERT_OK;
}

const void *trace_event(const struct trace_rows *r, unsigned table, uint64_t row)
{
    const size_t bytes = chert_tables[table].rows->event_bytes;
    if (bytes == 0) {
        return NULL;
    }
    const uint8_t *events =
        table == TABLE_GENESIS ? (const uint8_t *)r->genesis : r->events->table[table].events;
    return events + row * bytes;
}

enum chert_status trace_plan(const struct trace_rows *r, const struct airs *airs,
                             const struct key *key, struct statement *s, struct err *e)
{
    size_t n = 0;
    for (unsigned t = 0; t < N_TABLES; t++) {
        const int fixed = table_fixed_index(t);
        const size_t left = MAX_INSTANCES - n;
        size_t here = 1;
        if (fixed >= 0) {
            s->log_height[n] = key->log_height[fixed];
        } else {
            here = cover_rows(&airs->table[t], r->rows[t], r->events->instructions,
                              s->log_height + n, left);
        }
        if (left <= here) {
            return err_set(e, CHERT_E_LIMIT,
                           "the run of %llu instructions needs more than %u table instances: "
                           "one proof holds about 2^24 instructions",
                           (unsigned long long)r->events->instructions, MAX_INSTANCES);
        }
        s->n_instances[t] = (uint16_t)here;
        n += here;
    }
    return CHERT_OK;
}
