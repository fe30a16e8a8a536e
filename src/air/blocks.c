/* Weights of a call, and programs run block by block: what air_eval_rows, air_lookups and air_logup
 * share. */
#include <string.h>

#include "air/program.h"
#include "field/lazy.h"

_Static_assert(WEIGHT_LIMBS == LAZY_LIMBS, "air/program.h and field/lazy.h agree");

static uint32_t n_slots(const struct air_program *p, const struct code *code)
{
    return slot_register(p) + code->n_registers;
}

/* Columns, ext and next, which a short block needs copies of. */
static uint32_t n_inputs(const struct air_program *p)
{
    return slot_term(p);
}

size_t runner_bytes(const struct air_program *p, const struct code *code)
{
    return 2 * arena_bytes(n_slots(p, code), sizeof(fp *)) +
           arena_bytes(code->n_registers + 3, AIR_BLOCK * sizeof(fp)) +
           arena_bytes(n_inputs(p), AIR_GRAIN * sizeof(fp)) +
           arena_bytes(code->n_terms, sizeof(weight_limbs)) +
           arena_bytes(code->n_dots, sizeof(constant_limbs)) +
           arena_bytes(code->n_terms + code->n_dots, sizeof(fp3));
}

/* w a: w^3 = 2. */
static fp3 shift_plane(fp3 a)
{
    return (fp3){{fp_add(a.c[2], a.c[2]), a.c[0], a.c[1]}};
}

static fp3 weight_value(const struct weight *w, const struct air_challenges *ch, const fp3 *lambda,
                        const fp *params)
{
    fp3 v = fp3_of(0);
    fp k = w->coef;
    switch ((enum weight_kind)w->kind) {
    case WEIGHT_TUPLE:
        v = fp3_sub(v, ch->alpha[w->index]);
        break;
    case WEIGHT_BUS:
        v = fp3_sub(ch->gamma, fp3_of(w->index));
        break;
    case WEIGHT_LAMBDA:
        v = lambda[w->index];
        break;
    }
    for (uint32_t i = 0; i < w->plane; i++) {
        v = shift_plane(v);
    }
    if (w->param != AIR_NONE) {
        k = fp_mul(k, params[w->param]);
    }
    return (fp3){{fp_mul(v.c[0], k), fp_mul(v.c[1], k), fp_mul(v.c[2], k)}};
}

/* Adds the summands up and splits the sums into limbs. */
static void bind(const struct code *code, const struct air_challenges *ch, const fp3 *lambda,
                 const fp *params, fp3 *sums, weight_limbs *weights, constant_limbs *constants)
{
    memset(sums, 0, (code->n_terms + code->n_dots) * sizeof *sums);
    for (uint32_t i = 0; i < code->n_weights; i++) {
        const struct weight *w = &code->weights[i];
        fp3 *to = &sums[w->term == AIR_NONE ? code->n_terms + w->dot : w->term];
        *to = fp3_add(*to, weight_value(w, ch, lambda, params));
    }
    for (uint32_t t = 0; t < code->n_terms; t++) {
        for (uint32_t j = 0; j < 3; j++) {
            lazy_split(sums[t].c[j], weights[t][j]);
        }
    }
    for (uint32_t d = 0; d < code->n_dots; d++) {
        for (uint32_t j = 0; j < 3; j++) {
            uint64_t limbs[2 * LAZY_LIMBS];
            lazy_split(sums[code->n_terms + d].c[j], limbs);
            memcpy(constants[d][j], limbs, sizeof constants[d][j]);
        }
    }
}

/* NOLINTNEXTLINE(readability-function-size): what air_eval_rows is given */
enum chert_status runner_init(struct runner *r, const struct air_program *p,
                              const struct code *code, const struct air_rows *rows,
                              const struct air_challenges *ch, fp3 share, const fp3 *lambda,
                              struct arena *scratch, struct err *e)
{
    fp *registers = NULL;
    fp3 *sums = NULL;
    weight_limbs *weights = NULL;
    constant_limbs *constants = NULL;
    *r = (struct runner){.p = p, .code = code, .rows = rows};
    TRY(ARENA_NEW(scratch, &r->b.in, n_slots(p, code), e));
    TRY(ARENA_NEW(scratch, &r->b.out, n_slots(p, code), e));
    TRY(arena_alloc(scratch, code->n_registers + 3, AIR_BLOCK * sizeof(fp), (void **)&registers,
                    e));
    TRY(arena_alloc(scratch, n_inputs(p), AIR_GRAIN * sizeof(fp), (void **)&r->pad, e));
    TRY(ARENA_NEW(scratch, &weights, code->n_terms, e));
    TRY(ARENA_NEW(scratch, &constants, code->n_dots, e));
    TRY(ARENA_NEW(scratch, &sums, code->n_terms + code->n_dots, e));
    if (ch != NULL) {
        bind(code, ch, lambda, rows->params, sums, weights, constants);
    }
    memset(r->b.in, 0, n_slots(p, code) * sizeof *r->b.in);
    memset(r->b.out, 0, n_slots(p, code) * sizeof *r->b.out);
    for (uint32_t i = 0; i < code->n_registers + 3; i++) {
        r->b.out[slot_sum(p) + i] = registers + (size_t)i * AIR_BLOCK;
        r->b.in[slot_sum(p) + i] = registers + (size_t)i * AIR_BLOCK;
    }
    r->b.n_ext = p->n_ext;
    r->b.ext_slot = slot_ext(p);
    r->b.next_slot = slot_next(p);
    r->b.params = rows->params;
    r->b.share = share;
    r->b.weights = (const weight_limbs *)weights;
    r->b.constants = (const constant_limbs *)constants;
    return CHERT_OK;
}

uint32_t runner_rows(size_t left)
{
    return left >= AIR_BLOCK   ? AIR_BLOCK
           : left >= AIR_GRAIN ? (uint32_t)left / AIR_GRAIN * AIR_GRAIN
                               : (uint32_t)left;
}

static void point_at(struct runner *r, uint32_t slot, const fp *from, size_t first, uint32_t n)
{
    if (from == NULL) {
        return;
    }
    r->b.in[slot] = from + first;
    if (n < AIR_GRAIN) {
        fp *copy = r->pad + (size_t)slot * AIR_GRAIN;
        memset(copy, 0, AIR_GRAIN * sizeof *copy);
        memcpy(copy, from + first, n * sizeof *copy);
        r->b.in[slot] = copy;
    }
}

void runner_block(struct runner *r, size_t first, uint32_t n)
{
    const struct air_program *p = r->p;
    for (uint32_t c = 0; c < p->n_columns; c++) {
        point_at(r, c, r->rows->columns[c], first, n);
    }
    if (r->code == &p->constraints) {
        for (uint32_t c = 0; c < 3 * p->n_ext; c++) {
            point_at(r, slot_ext(p) + c, r->rows->ext[c], first, n);
        }
        for (uint32_t j = 0; j < 3 && p->n_ext > 0; j++) {
            point_at(r, slot_next(p) + j, r->rows->next[j], first, n);
        }
    }
    r->b.rows = n < AIR_GRAIN ? AIR_GRAIN : n;
    p->kernels.run_block(r->code, &r->b);
}
