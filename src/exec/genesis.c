/*
 * The genesis of a recorded run: every cell that the proof gives a first and a last token, by
 * increasing address. These are the image's cells and those that were touched; a mapped cell that
 * is neither has none.
 */
#include <string.h>

#include "exec/internal.h"

#define RADIX_BITS 11u
#define RADIX      (1u << RADIX_BITS)

/* Sorts n numbers by three passes over 11 bits; the result ends up in `to`. */
static void sort(uint32_t *from, uint32_t *to, size_t n)
{
    for (uint32_t pass = 0; pass < 3; pass++) {
        const uint32_t shift = pass * RADIX_BITS;
        size_t start[RADIX] = {0}, sum = 0;
        uint32_t *swap = from;

        for (size_t i = 0; i < n; i++) {
            start[from[i] >> shift & (RADIX - 1)]++;
        }
        for (uint32_t d = 0; d < RADIX; d++) {
            const size_t count = start[d];
            start[d] = sum;
            sum += count;
        }
        for (size_t i = 0; i < n; i++) {
            to[start[from[i] >> shift & (RADIX - 1)]++] = from[i];
        }
        from = to;
        to = swap;
    }
}

/* A cell of the input region before the run: the length, then the bytes, then zeros. */
static uint64_t input_cell(const struct exec_options *o, uint32_t addr)
{
    const uint64_t at = addr - MAP_INPUT_START;
    uint64_t value = 0;

    if (at == 0) {
        return o->input_bytes;
    }
    if (at - 8 < o->input_bytes) {
        const uint64_t rest = o->input_bytes - (at - 8);
        memcpy(&value, o->input + (at - 8), rest < 8 ? rest : 8);
    }
    return value;
}

static struct genesis_event cell_event(const struct exec *x, uint32_t addr,
                                       const struct elf_cell *image)
{
    const struct map_region *region = &map_regions[map_region_of(addr)];
    struct genesis_event ev = {
        .addr = addr,
        .kind = region->kind,
        .in_image = image != NULL,
        .writer = x->cell_writer[addr / 8],
    };

    if (image != NULL) {
        ev.init = image->value;
    } else if (region->kind == MAP_INPUT) {
        ev.init = input_cell(&x->options, addr);
    }
    memcpy(&ev.fin, x->memory + addr, 8);
    return ev;
}

/* Merges the sorted touched cells with the image, which is sorted already. */
static size_t merge(const struct exec *x, const uint32_t *touched, struct genesis_event *out)
{
    const struct program *p = x->program;
    uint32_t previous[MAP_N_REGIONS];
    size_t n = 0, i = 0, k = 0;

    for (uint32_t m = 0; m < MAP_N_REGIONS; m++) {
        previous[m] = map_regions[m].start - 8;
    }
    while (i < p->n_image || k < x->n_touched) {
        const int from_image =
            i < p->n_image && (k == x->n_touched || p->image[i].addr <= touched[k]);
        const uint32_t addr = from_image ? p->image[i].addr : touched[k];
        const uint32_t region = map_region_of(addr);

        out[n] = cell_event(x, addr, from_image ? &p->image[i] : NULL);
        out[n].prev_addr = previous[region];
        previous[region] = addr;
        n++;
        i += from_image != 0;
        k += k < x->n_touched && touched[k] == addr;
    }
    return n;
}

enum chert_status exec_genesis(const struct exec *x, struct trace_events *t, struct err *e)
{
    struct trace_table *table = &t->table[TABLE_GENESIS];
    const size_t most = x->program->n_image + x->n_touched;
    const size_t bytes = 2 * x->n_touched * sizeof *x->touched;
    uint32_t *sorted = NULL;

    ASSERT(table->events == NULL && x->cell_writer != NULL);
    if (most == 0) {
        return CHERT_OK;
    }
    table->events = mapping_grow(NULL, &table->size, most * sizeof(struct genesis_event));
    if (table->events == NULL) {
        return err_set(e, CHERT_E_MEMORY, "no memory for %zu genesis events", most);
    }
    if (x->n_touched > 0) {
        sorted = mapping_reserve(bytes, 1);
        if (sorted == NULL) {
            return err_set(e, CHERT_E_MEMORY, "no memory to sort %zu touched cells", x->n_touched);
        }
        memcpy(sorted, x->touched, bytes / 2);
        sort(sorted, sorted + x->n_touched, x->n_touched);
    }
    table->rows = merge(x, sorted == NULL ? NULL : sorted + x->n_touched,
                        (struct genesis_event *)(void *)table->events);
    table->used = table->rows * sizeof(struct genesis_event);
    mapping_free(sorted, bytes);
    return CHERT_OK;
}
