/*
 * The interpreter of air/program.h, written once over field/vec.h and compiled for each
 * instruction set: eval_portable.c, eval_avx2.c, eval_avx512.c.
 *
 * Products a row. STEP_MUL, STEP_MUL_K: 1. STEP_PAIR: 6 + 6 + 3, as (c f1 - m1) f2 - m2 f1, which
 * has three fewer than c (f1 f2) - m1 f2 - m2 f1. STEP_DOT: 3 lazy ones a term, no reduction but
 * one a plane at the end. ADDI, for scale: 11 interactions, 6 ext columns: 29 tuple entries
 * (87 lazy), 5 pairs and a single (81), 23 folded values (69 lazy), about 15 in its constraints.
 */
#include "air/program.h"
#include "field/lazy.h"

/* Vectors of rows that share a weight's loads: 3 sums each in the registers there are. AIR_GRAIN is
 * a multiple at any width. */
#define ROWS_AT_ONCE 4u

/* One plane of a dot product, on ROWS_AT_ONCE vectors from row r on. */
static inline void dot_rows(const struct block *b, const uint16_t *terms, const struct dot *d,
                            uint32_t plane, const uint64_t constant[LAZY_LIMBS], uint32_t r,
                            vec out[ROWS_AT_ONCE])
{
    lazy sum[ROWS_AT_ONCE];
    for (uint32_t i = 0; i < ROWS_AT_ONCE; i++) {
        for (uint32_t l = 0; l < LAZY_LIMBS; l++) {
            sum[i].limb[l] = wide_set1(constant[l]);
        }
    }
    for (uint32_t t = d->first; t < d->first + d->n_terms; t++) {
        const fp *v = b->in[terms[t]] + r;
        const uint64_t *limbs = b->weights[t][plane];
        const wide w[2 * LAZY_LIMBS] = {wide_set1(limbs[0]), wide_set1(limbs[1]),
                                        wide_set1(limbs[2]), wide_set1(limbs[3]),
                                        wide_set1(limbs[4]), wide_set1(limbs[5])};
        for (uint32_t i = 0; i < ROWS_AT_ONCE; i++) {
            const vec v0 = vec_load(v + (size_t)i * VEC_LANES);
            lazy_add(&sum[i], v0, WIDE_SHR(v0, 32), w);
        }
    }
    for (uint32_t i = 0; i < ROWS_AT_ONCE; i++) {
        out[i] = lazy_reduce(sum[i]);
    }
}

static void step_dot(const struct code *code, const struct step *s, const struct block *b)
{
    const struct dot *d = &code->dots[s->dot];
    for (uint32_t j = 0; j < 3; j++) {
        fp *to = b->out[s->out[j]];
        for (uint32_t r = 0; r < b->rows; r += ROWS_AT_ONCE * VEC_LANES) {
            vec out[ROWS_AT_ONCE];
            dot_rows(b, code->terms, d, j, b->constants[s->dot][j], r, out);
            for (uint32_t i = 0; i < ROWS_AT_ONCE; i++) {
                fp *at = to + r + (size_t)i * VEC_LANES;
                vec_store(at, s->add ? vec_add(vec_load(at), out[i]) : out[i]);
            }
        }
    }
}

static inline vec3 load3(const struct block *b, const uint16_t slot[3], uint32_t r)
{
    return vec3_load(b->in[slot[0]] + r, b->in[slot[1]] + r, b->in[slot[2]] + r);
}

static inline void store3(const struct block *b, const uint16_t slot[3], uint32_t r, vec3 v)
{
    vec3_store(b->out[slot[0]] + r, b->out[slot[1]] + r, b->out[slot[2]] + r, v);
}

/* a - m, or a + m if `minus` (the interaction receives: its term is -m). */
static inline vec minus_term(vec a, vec m, int minus)
{
    return minus ? vec_add(a, m) : vec_sub(a, m);
}

static inline vec3 minus_term3(vec3 a, vec3 m, int minus)
{
    return minus ? vec3_add(a, m) : vec3_sub(a, m);
}

static void step_pair(const struct step *s, const struct block *b)
{
    for (uint32_t r = 0; r < b->rows; r += VEC_LANES) {
        const vec3 f1 = load3(b, &s->in[0], r), f2 = load3(b, &s->in[3], r);
        const vec m1 = vec_load(b->in[s->in[9]] + r), m2 = vec_load(b->in[s->in[10]] + r);
        vec3 x = vec3_mul(load3(b, &s->in[6], r), f1);
        x.c0 = minus_term(x.c0, m1, s->minus1);
        x = vec3_mul(x, f2);
        store3(b, s->out, r, minus_term3(x, vec3_mul_vec(f1, m2), s->minus2));
    }
}

static void step_one(const struct step *s, const struct block *b)
{
    for (uint32_t r = 0; r < b->rows; r += VEC_LANES) {
        vec3 x = vec3_mul(load3(b, &s->in[6], r), load3(b, &s->in[0], r));
        x.c0 = minus_term(x.c0, vec_load(b->in[s->in[9]] + r), s->minus1);
        store3(b, s->out, r, x);
    }
}

static void step_step(const struct step *s, const struct block *b)
{
    for (uint32_t j = 0; j < 3; j++) {
        const fp *next = b->in[b->next_slot + j];
        const fp *acc = b->in[b->ext_slot + 3 * (b->n_ext - 1) + j];
        for (uint32_t r = 0; r < b->rows; r += VEC_LANES) {
            vec x = vec_sub(vec_load(next + r), vec_load(acc + r));
            x = vec_add(x, vec_set1(b->share.c[j]));
            for (uint32_t k = 0; k + 1 < b->n_ext; k++) {
                x = vec_sub(x, vec_load(b->in[b->ext_slot + 3 * k + j] + r));
            }
            vec_store(b->out[s->out[j]] + r, x);
        }
    }
}

/* With one multiplicity for both, which is the rule: m (+-f1 +- f2). */
static void step_term(const struct step *s, const struct block *b)
{
    for (uint32_t r = 0; r < b->rows; r += VEC_LANES) {
        const vec3 f1 = load3(b, &s->in[0], r), f2 = load3(b, &s->in[3], r);
        const vec m1 = vec_load(b->in[s->in[9]] + r), m2 = vec_load(b->in[s->in[10]] + r);
        const vec3 a = s->minus1 ? vec3_neg(f2) : f2;
        store3(b, s->out, r, vec3_mul(f1, f2));
        if (s->in[9] == s->in[10]) {
            store3(b, s->out2, r, vec3_mul_vec(minus_term3(a, f1, !s->minus2), m1));
        } else {
            store3(b, s->out2, r,
                   minus_term3(vec3_mul_vec(a, m1), vec3_mul_vec(f1, m2), !s->minus2));
        }
    }
}

static void step_term1(const struct step *s, const struct block *b)
{
    const vec zero = vec_set1(0);
    for (uint32_t r = 0; r < b->rows; r += VEC_LANES) {
        const vec m = vec_load(b->in[s->in[9]] + r);
        store3(b, s->out, r, load3(b, &s->in[0], r));
        store3(b, s->out2, r, (vec3){s->minus1 ? vec_neg(m) : m, zero, zero});
    }
}

/* The steps with one output. */
static void step_base(const struct step *s, const struct block *b)
{
#define EACH(value)                                     \
    for (uint32_t r = 0; r < b->rows; r += VEC_LANES) { \
        vec_store(out + r, (value));                    \
    }                                                   \
    break
    fp *out = b->out[s->out[0]];
    const fp *x = b->in[s->in[0]], *y = b->in[s->in[1]];
    const vec k = vec_set1(s->op == STEP_PARAM ? b->params[s->in[0]] : s->k);
    switch ((enum step_op)s->op) {
    case STEP_ADD:
        EACH(vec_add(vec_load(x + r), vec_load(y + r)));
    case STEP_SUB:
        EACH(vec_sub(vec_load(x + r), vec_load(y + r)));
    case STEP_MUL:
        EACH(vec_mul(vec_load(x + r), vec_load(y + r)));
    case STEP_ADD_K:
        EACH(vec_add(vec_load(x + r), k));
    case STEP_K_SUB:
        EACH(vec_sub(k, vec_load(x + r)));
    case STEP_MUL_K:
        EACH(vec_mul(k, vec_load(x + r)));
    case STEP_SET:
    case STEP_PARAM:
        EACH(k);
    case STEP_DOT:
    case STEP_STEP:
    case STEP_PAIR:
    case STEP_ONE:
    case STEP_TERM:
    case STEP_TERM1:
        break; /* run_block has them */
    }
#undef EACH
}

void VEC_NAME(air_run_block)(const struct code *code, const struct block *b)
{
    for (uint32_t i = 0; i < code->n_steps; i++) {
        const struct step *s = &code->steps[i];
        switch ((enum step_op)s->op) {
        case STEP_DOT:
            step_dot(code, s, b);
            break;
        case STEP_STEP:
            step_step(s, b);
            break;
        case STEP_PAIR:
            step_pair(s, b);
            break;
        case STEP_ONE:
            step_one(s, b);
            break;
        case STEP_TERM:
            step_term(s, b);
            break;
        case STEP_TERM1:
            step_term1(s, b);
            break;
        case STEP_ADD:
        case STEP_SUB:
        case STEP_MUL:
        case STEP_ADD_K:
        case STEP_K_SUB:
        case STEP_MUL_K:
        case STEP_SET:
        case STEP_PARAM:
            step_base(s, b);
            break;
        }
    }
}
