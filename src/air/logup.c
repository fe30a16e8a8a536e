#include "air/logup.h"

#include <string.h>

#include "air/program.h"
#include "field/block.h"

/* Rows whose fractions are inverted together: one inversion for all of their pairs. Products and
 * numerators of a chunk (48 bytes an ext column and row) stay in the second-level cache. */
#define CHUNK_ROWS 512u

static size_t chunk_elements(const struct air_program *p)
{
    return (size_t)CHUNK_ROWS * p->n_ext + AIR_GRAIN;
}

size_t air_logup_bytes(const struct air_program *p, unsigned log_n)
{
    (void)log_n;
    return p->n_ext == 0
               ? 0
               : runner_bytes(p, &p->terms) + arena_bytes(6 * chunk_elements(p), sizeof(fp));
}

/* Runs the program on the chunk's rows. Chunks shorter than AIR_GRAIN are written AIR_GRAIN rows
 * long: a column's excess is overwritten by the next one's, the last one's lies in the slack. */
static void chunk_terms(struct runner *r, const struct chunk *c)
{
    const struct air_program *p = r->p;
    uint32_t n = 0;
    for (uint32_t at = 0; at < c->rows; at += n) {
        n = runner_rows(c->rows - at);
        for (uint32_t k = 0; k < p->n_ext; k++) {
            for (uint32_t j = 0; j < 3; j++) {
                const uint32_t slot = slot_term(p) + 6 * k + j;
                r->b.out[slot] = c->product[j] + (size_t)k * c->rows + at;
                r->b.out[slot + 3] = c->numerator[j] + (size_t)k * c->rows + at;
            }
        }
        runner_block(r, c->first + at, n);
    }
}

static int has_zero(fp *const planes[3], size_t n)
{
    uint64_t found = 0;
    for (size_t i = 0; i < n; i++) {
        found |= (planes[0][i] | planes[1][i] | planes[2][i]) == 0;
    }
    return found != 0;
}

/* Segment starts of one plane, and its share: lane t's segment is number bitrev(t). */
static void segment_starts(const fp totals[SCAN_LANES], fp share, unsigned log_n,
                           fp start[SCAN_LANES])
{
    const fp rows = UINT64_C(1) << (log_n - SCAN_LOG);
    fp at = 0;
    for (uint32_t i = 0; i < SCAN_LANES; i++) {
        const uint32_t t = bit_reverse(i, SCAN_LOG);
        start[t] = at;
        at = fp_add(at, fp_sub(totals[t], fp_mul(rows, share)));
    }
}

enum chert_status air_logup(const struct air_program *p, const struct air_rows *in, unsigned log_n,
                            const struct air_challenges *ch, fp *const *ext, fp3 *sum,
                            struct arena *scratch, struct err *e)
{
    const size_t mark = arena_mark(scratch), n = (size_t)1 << log_n;
    const struct fp_block *block = fp_block_get(p->cpu_mask);
    struct runner r;
    struct chunk c = {.rows = n < CHUNK_ROWS ? (uint32_t)n : CHUNK_ROWS};
    fp totals[3][SCAN_LANES] = {{0}}, *planes = NULL;
    const fp over_n = fp_inv((fp)n);
    *sum = fp3_of(0);
    if (p->n_ext == 0) {
        return CHERT_OK;
    }
    if (log_n < SCAN_LOG) {
        return err_set(e, CHERT_E_ARG, "table %s: %zu rows, at least %u", p->air->name, n,
                       SCAN_LANES);
    }
    TRY(runner_init(&r, p, &p->terms, in, ch, fp3_of(0), NULL, scratch, e));
    TRY(ARENA_NEW(scratch, &planes, 6 * chunk_elements(p), e));
    for (uint32_t j = 0; j < 3; j++) {
        c.product[j] = planes + j * chunk_elements(p);
        c.numerator[j] = planes + (3 + j) * chunk_elements(p);
    }
    for (c.first = 0; c.first < n; c.first += c.rows) {
        const size_t fractions = (size_t)c.rows * p->n_ext;
        chunk_terms(&r, &c);
        if (has_zero(c.product, fractions)) {
            return err_set(e, CHERT_REJECT_POINT, "table %s: a fingerprint is 0", p->air->name);
        }
        block->inverse3(c.product[0], c.product[1], c.product[2], fractions);
        p->kernels.close_terms(&c, p->n_ext, ext, totals);
    }
    for (uint32_t j = 0; j < 3; j++) {
        fp start[SCAN_LANES];
        for (uint32_t t = 0; t < SCAN_LANES; t++) {
            sum->c[j] = fp_add(sum->c[j], totals[j][t]);
        }
        segment_starts(totals[j], fp_mul(sum->c[j], over_n), log_n, start);
        p->kernels.prefix_sum(ext[3 * (p->n_ext - 1) + j], log_n, start, fp_mul(sum->c[j], over_n));
    }
    arena_release(scratch, mark);
    return CHERT_OK;
}
