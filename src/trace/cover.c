#include "trace/cover.h"

#include "base/bytes.h"
#include "proof/params.h"

static unsigned log2_ceil(uint64_t x)
{
    return x <= 1 ? 0 : log2_floor(x - 1) + 1;
}

unsigned cover_max_log(uint64_t instructions)
{
    const unsigned log = log2_ceil(instructions);
    return log < 19 ? 16 : log - 3 > MAX_LOG_HEIGHT ? MAX_LOG_HEIGHT : log - 3;
}

/* Cost of one instance, in 1/10000 cells. */
static uint64_t instance_cost(const struct air *air, unsigned log_n, uint64_t instructions)
{
    const uint64_t n_ext = air_n_ext(air);
    const uint64_t cells = (air->n_main + 3 * n_ext) << log_n;
    const uint64_t bytes = 8 * (uint64_t)air_n_columns(air) + 24 * n_ext;
    return 10000 * cells + COVER_RATE * bytes * instructions;
}

size_t cover_rows(const struct air *air, uint64_t rows, uint64_t instructions, uint8_t *log_heights,
                  size_t cap)
{
    const unsigned max_log = cover_max_log(instructions);
    size_t n = 0;
    for (; rows > UINT64_C(1) << max_log && n < cap; rows -= UINT64_C(1) << max_log) {
        log_heights[n++] = (uint8_t)max_log;
    }
    /* The rest: either one power of two that holds all of it, or the one below it and again. Ways
     * to stop are compared by what they cost in all: `prefix` is what the halves so far cost. */
    uint8_t tail[64];
    size_t n_tail = 0, best_at = 0;
    uint64_t prefix = 0, best = UINT64_MAX;
    unsigned best_log = 0;
    while (rows > 0) {
        const unsigned log = log2_ceil(rows) < MIN_LOG_HEIGHT ? MIN_LOG_HEIGHT : log2_ceil(rows);
        const uint64_t whole = prefix + instance_cost(air, log, instructions);
        if (whole < best) {
            best = whole, best_at = n_tail, best_log = log;
        }
        if (log == MIN_LOG_HEIGHT || rows == UINT64_C(1) << log) {
            break;
        }
        tail[n_tail++] = (uint8_t)(log - 1);
        prefix += instance_cost(air, log - 1, instructions);
        rows -= UINT64_C(1) << (log - 1);
    }
    if (best != UINT64_MAX) {
        tail[best_at] = (uint8_t)best_log;
        for (size_t i = 0; i <= best_at && n < cap; i++) {
            log_heights[n++] = tail[i];
        }
    }
    return n;
}
