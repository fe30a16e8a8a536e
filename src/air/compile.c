/*
 * air_compile: from the node array to the three programs of air/program.h.
 *
 * Nodes are emitted on demand, just before the dot product, pair or product that wants them, so
 * that live ranges are short. A dot product takes its operands stripped of added constants and
 * constant factors (clk + 1, clk + 2 and clk are one slot), and equal slots once.
 */
#include <string.h>

#include "air/program.h"
#include "base/cpu.h"

/* Sources of the sum over lambda that are gathered before one STEP_DOT is emitted: they stay live
 * until then. */
#define FOLD_TERMS 24u

struct compiler {
    const struct air *air;
    const struct air_program *p;
    struct code *code;
    uint16_t *slot;        /* [n_nodes] where a node is, or 0xffff */
    uint8_t *mark;         /* [n_nodes] */
    uint32_t next_virtual; /* registers before colouring: one for each value */
};

#define NOWHERE UINT16_MAX

static uint16_t new_register(struct compiler *c)
{
    return (uint16_t)(slot_register(c->p) + c->next_virtual++);
}

static struct step *new_step(struct compiler *c, enum step_op op)
{
    struct step *s = &c->code->steps[c->code->n_steps++];
    *s = (struct step){.op = (uint8_t)op};
    return s;
}

static int is_const(const struct air_node *n)
{
    return n->op == AIR_CONST;
}

/* Emits one node whose operands are there. */
static void emit_node(struct compiler *c, uint32_t id)
{
    const struct air_node *n = &c->air->nodes[id];
    const struct air_node *a = &c->air->nodes[n->a], *b = &c->air->nodes[n->b];
    struct step *s = NULL;
    if (n->op == AIR_COL) {
        c->slot[id] = (uint16_t)n->a;
        return;
    }
    s = new_step(c, STEP_SET);
    s->out[0] = c->slot[id] = new_register(c);
    if (n->op == AIR_CONST) {
        s->k = n->k;
    } else if (n->op == AIR_PARAM) {
        s->op = STEP_PARAM;
        s->in[0] = (uint16_t)n->a;
    } else if (is_const(a) || is_const(b)) {
        const fp k = is_const(a) ? a->k : b->k;
        s->in[0] = c->slot[is_const(a) ? n->b : n->a];
        s->op = n->op == AIR_MUL                  ? STEP_MUL_K
                : n->op == AIR_SUB && is_const(a) ? STEP_K_SUB
                                                  : STEP_ADD_K;
        s->k = n->op == AIR_SUB && is_const(b) ? fp_sub(0, k) : k;
        if (n->op == AIR_MUL && k == FP_P - 1) {
            s->op = STEP_K_SUB;
            s->k = 0;
        }
    } else {
        s->op = n->op == AIR_ADD ? STEP_ADD : n->op == AIR_SUB ? STEP_SUB : STEP_MUL;
        s->in[0] = c->slot[n->a];
        s->in[1] = c->slot[n->b];
    }
}

/* The slot of a node, emitting whatever below it is not there yet. Constant operands are part of
 * the step that uses them. */
static uint16_t need(struct compiler *c, uint32_t root)
{
    memset(c->mark, 0, root + 1);
    c->mark[root] = 1;
    for (uint32_t id = root + 1; id-- > 0;) {
        const struct air_node *n = &c->air->nodes[id];
        if (!c->mark[id] || c->slot[id] != NOWHERE) {
            c->mark[id] = 0;
        } else if (n->op == AIR_ADD || n->op == AIR_SUB || n->op == AIR_MUL) {
            c->mark[n->a] |= !is_const(&c->air->nodes[n->a]);
            c->mark[n->b] |= !is_const(&c->air->nodes[n->b]);
        }
    }
    for (uint32_t id = 0; id <= root; id++) {
        if (c->mark[id]) {
            emit_node(c, id);
        }
    }
    return c->slot[root];
}

/* Opens a dot product; its terms are those added until the next one is opened. */
static uint32_t open_dot(struct compiler *c)
{
    c->code->dots[c->code->n_dots] = (struct dot){c->code->n_terms, 0};
    return c->code->n_dots++;
}

static void add_weight(struct compiler *c, struct weight w)
{
    c->code->weights[c->code->n_weights++] = w;
}

/* w.coef * slot, merged with an equal slot of the same dot product. */
static void add_slot(struct compiler *c, uint16_t slot, struct weight w)
{
    struct code *code = c->code;
    struct dot *d = &code->dots[w.dot];
    for (w.term = d->first; w.term < code->n_terms && code->terms[w.term] != slot; w.term++) {
    }
    if (w.term == code->n_terms) {
        code->terms[code->n_terms++] = slot;
        d->n_terms++;
    }
    add_weight(c, w);
}

/* w.coef * node: strips constants, which go to the dot product's constant. */
static void add_term(struct compiler *c, uint32_t id, struct weight w)
{
    const struct air_node *nodes = c->air->nodes;
    for (;;) {
        const struct air_node *n = &nodes[id];
        const int affine = n->op == AIR_ADD || n->op == AIR_SUB || n->op == AIR_MUL;
        const uint32_t k = affine && is_const(&nodes[n->a])   ? n->a
                           : affine && is_const(&nodes[n->b]) ? n->b
                                                              : AIR_NONE;
        struct weight constant = w;
        constant.term = AIR_NONE;
        if (n->op == AIR_CONST || n->op == AIR_PARAM) {
            constant.coef = n->op == AIR_CONST ? fp_mul(w.coef, n->k) : w.coef;
            constant.param = n->op == AIR_PARAM ? n->a : AIR_NONE;
            if (constant.coef != 0) {
                add_weight(c, constant);
            }
            return;
        }
        if (k == AIR_NONE) {
            add_slot(c, need(c, id), w);
            return;
        }
        if (n->op == AIR_MUL) {
            w.coef = fp_mul(w.coef, nodes[k].k);
        } else {
            constant.coef = fp_mul(w.coef, nodes[k].k);
            if (n->op == AIR_SUB && k == n->b) {
                constant.coef = fp_sub(0, constant.coef);
            } else if (n->op == AIR_SUB) {
                w.coef = fp_sub(0, w.coef);
            }
            add_weight(c, constant);
        }
        id = k == n->a ? n->b : n->a;
    }
}

static void emit_dot(struct compiler *c, uint32_t dot, const uint16_t out[3], int add)
{
    struct step *s = new_step(c, STEP_DOT);
    s->dot = (uint16_t)dot;
    s->add = (uint8_t)add;
    memcpy(s->out, out, sizeof s->out);
}

/* The fingerprint of interaction k, in three new registers. */
static void emit_fingerprint(struct compiler *c, uint32_t k, uint16_t out[3])
{
    const struct air_interaction *it = &c->air->interactions[k];
    struct weight w = {.kind = WEIGHT_BUS,
                       .dot = open_dot(c),
                       .term = AIR_NONE,
                       .index = c->air->buses[it->bus].id,
                       .param = AIR_NONE,
                       .coef = 1};
    add_weight(c, w);
    for (uint32_t i = 0; i < it->width; i++) {
        w.kind = WEIGHT_TUPLE;
        w.index = i + 1;
        add_term(c, it->tuple[i].id, w);
    }
    for (int j = 0; j < 3; j++) {
        out[j] = new_register(c);
    }
    emit_dot(c, w.dot, out, 0);
}

/* The sum over lambda, gathered in pieces. */
struct fold {
    uint32_t dot;
    int emitted;               /* a piece has been written to the sum's planes already */
    uint16_t held[FOLD_TERMS]; /* slots and weights of the piece under way */
    struct weight weight[FOLD_TERMS];
    uint32_t n;
};

static void fold_flush(struct compiler *c, struct fold *f)
{
    uint16_t out[3];
    const uint32_t dot = open_dot(c);
    for (uint16_t j = 0; j < 3; j++) {
        out[j] = (uint16_t)(slot_sum(c->p) + j);
    }
    for (uint32_t i = 0; i < f->n; i++) {
        f->weight[i].dot = dot;
        add_slot(c, f->held[i], f->weight[i]);
    }
    emit_dot(c, dot, out, f->emitted);
    f->emitted = 1;
    f->n = 0;
}

static void fold_slot(struct compiler *c, struct fold *f, uint16_t slot, uint32_t index,
                      uint32_t plane)
{
    f->held[f->n] = slot;
    f->weight[f->n++] = (struct weight){
        .kind = WEIGHT_LAMBDA, .index = index, .param = AIR_NONE, .plane = plane, .coef = 1};
    if (f->n == FOLD_TERMS) {
        fold_flush(c, f);
    }
}

static void set_three(uint16_t *to, uint16_t first)
{
    for (uint16_t j = 0; j < 3; j++) {
        to[j] = (uint16_t)(first + j);
    }
}

/* The LogUp constraint of ext column k, in three registers. */
static void emit_logup(struct compiler *c, uint32_t k, uint16_t out[3])
{
    const struct air *air = c->air;
    const struct air_interaction *it = air->interactions + 2 * (size_t)k;
    const int pair = 2 * k + 1 < air->n_interactions;
    uint16_t in[STEP_INPUTS] = {0};
    struct step *s = NULL;
    emit_fingerprint(c, 2 * k, &in[0]);
    if (pair) {
        emit_fingerprint(c, 2 * k + 1, &in[3]);
        in[10] = need(c, it[1].mult.id);
    }
    in[9] = need(c, it[0].mult.id);
    set_three(&in[6], (uint16_t)(slot_ext(c->p) + 3 * k));
    if (k + 1 == air_n_ext(air)) {
        s = new_step(c, STEP_STEP);
        for (int j = 0; j < 3; j++) {
            in[6 + j] = s->out[j] = new_register(c);
        }
    }
    s = new_step(c, pair ? STEP_PAIR : STEP_ONE);
    memcpy(s->in, in, sizeof in);
    s->minus1 = !it[0].sends;
    s->minus2 = pair && !it[1].sends;
    for (int j = 0; j < 3; j++) {
        s->out[j] = out[j] = new_register(c);
    }
}

static void emit_constraints(struct compiler *c, struct air_program *p)
{
    const struct air *air = p->air;
    struct fold f = {0};
    uint16_t out[3];
    for (uint32_t i = 0; i < air->n_constraints; i++) {
        fold_slot(c, &f, need(c, air->constraints[i].e.id), i, 0);
    }
    for (uint32_t k = 0; k < air_n_ext(air); k++) {
        emit_logup(c, k, out);
        for (uint32_t j = 0; j < 3; j++) {
            fold_slot(c, &f, out[j], air->n_constraints + k, j);
        }
    }
    if (f.n > 0 || !f.emitted) {
        fold_flush(c, &f);
    }
}

static void emit_lookups(struct compiler *c, struct air_program *p)
{
    const struct air *air = p->air;
    p->n_lookup = 0;
    for (uint32_t k = 0; k < air->n_interactions; k++) {
        const struct air_interaction *it = &air->interactions[k];
        struct lookup *l = &p->lookup[p->n_lookup];
        if (!it->sends || air->buses[it->bus].kind != AIR_LOOKUP) {
            continue;
        }
        *l = (struct lookup){.bus = it->bus, .width = it->width, .mult = need(c, it->mult.id)};
        for (uint32_t i = 0; i < it->width; i++) {
            l->tuple[i] = need(c, it->tuple[i].id);
        }
        p->n_lookup++;
    }
}

static void emit_terms(struct compiler *c, struct air_program *p)
{
    const struct air *air = p->air;
    for (uint32_t k = 0; k < air_n_ext(air); k++) {
        const struct air_interaction *it = air->interactions + 2 * (size_t)k;
        const int pair = 2 * k + 1 < air->n_interactions;
        uint16_t in[STEP_INPUTS] = {0};
        struct step *s = NULL;
        emit_fingerprint(c, 2 * k, &in[0]);
        if (pair) {
            emit_fingerprint(c, 2 * k + 1, &in[3]);
            in[10] = need(c, it[1].mult.id);
        }
        in[9] = need(c, it[0].mult.id);
        s = new_step(c, pair ? STEP_TERM : STEP_TERM1);
        memcpy(s->in, in, sizeof in);
        s->minus1 = !it[0].sends;
        s->minus2 = pair && !it[1].sends;
        set_three(s->out, (uint16_t)(slot_term(c->p) + 6 * k));
        set_three(s->out2, (uint16_t)(slot_term(c->p) + 6 * k + 3));
    }
}

/* Upper bounds of a program's arrays. A stripped term has at most `depth` constants. */
static struct code upper_bounds(const struct air *air)
{
    const uint32_t n_ext = air_n_ext(air);
    const uint32_t folded = air->n_constraints + 3 * n_ext;
    const uint32_t depth = air->n_nodes > 0 ? air->nodes[air->n_nodes - 1].depth + UINT32_C(1) : 1;
    uint32_t entries = 0;
    for (uint32_t k = 0; k < air->n_interactions; k++) {
        entries += air->interactions[k].width;
    }
    return (struct code){.n_steps = air->n_nodes + air->n_interactions + 2 * n_ext + folded + 1,
                         .n_dots = air->n_interactions + folded + 1,
                         .n_terms = entries + folded,
                         .n_weights = air->n_interactions + entries * (depth + 1) + folded};
}

static enum chert_status carve(struct code *code, struct code sizes, struct arena *mem,
                               struct err *e)
{
    TRY(ARENA_NEW(mem, &code->steps, sizes.n_steps, e));
    TRY(ARENA_NEW(mem, &code->dots, sizes.n_dots, e));
    TRY(ARENA_NEW(mem, &code->terms, sizes.n_terms, e));
    return ARENA_NEW(mem, &code->weights, sizes.n_weights, e);
}

typedef void emit_fn(struct compiler *c, struct air_program *p);

static enum chert_status compile_into(struct air_program *p, struct code *code, emit_fn *emit,
                                      struct arena *mem, struct err *e)
{
    const size_t mark = arena_mark(mem);
    struct compiler c = {.air = p->air, .p = p, .code = code};
    TRY(ARENA_NEW(mem, &c.slot, p->air->n_nodes, e));
    TRY(ARENA_NEW(mem, &c.mark, p->air->n_nodes, e));
    memset(c.slot, 0xff, p->air->n_nodes * sizeof *c.slot);
    emit(&c, p);
    TRY(air_colour(code, slot_register(p), c.next_virtual, p->lookup,
                   emit == emit_lookups ? p->n_lookup : 0, mem, e));
    arena_release(mem, mark);
    return CHERT_OK;
}

/* Compiles twice: for the sizes, and into arrays of those sizes. */
static enum chert_status compile(struct air_program *p, struct code *code, emit_fn *emit,
                                 struct arena *mem, struct err *e)
{
    const size_t mark = arena_mark(mem);
    struct code sizes = {0};
    TRY(carve(&sizes, upper_bounds(p->air), mem, e));
    TRY(compile_into(p, &sizes, emit, mem, e));
    arena_release(mem, mark);
    TRY(carve(code, sizes, mem, e));
    return compile_into(p, code, emit, mem, e);
}

static struct air_kernels kernels_for(unsigned cpu_mask)
{
#define KERNELS(v)                                                 \
    (struct air_kernels)                                           \
    {                                                              \
        air_run_block_##v, air_close_terms_##v, air_prefix_sum_##v \
    }
#if defined(__x86_64__)
    if ((cpu_mask & CPU_AVX512) != 0) {
        return KERNELS(avx512);
    }
    if ((cpu_mask & CPU_AVX2) != 0) {
        return KERNELS(avx2);
    }
#else
    (void)cpu_mask;
#endif
    return KERNELS(portable);
}

enum chert_status air_compile(const struct air *air, unsigned cpu_mask, struct arena *mem,
                              const struct air_program **out, struct err *e)
{
    struct air_program *p = NULL;
    *out = NULL;
    TRY(ARENA_NEW(mem, &p, 1, e));
    *p = (struct air_program){.air = air,
                              .kernels = kernels_for(cpu_mask),
                              .cpu_mask = cpu_mask,
                              .n_columns = air_n_columns(air),
                              .n_ext = air_n_ext(air)};
    TRY(ARENA_NEW(mem, &p->lookup, air->n_interactions, e));
    TRY(compile(p, &p->constraints, emit_constraints, mem, e));
    TRY(compile(p, &p->lookups, emit_lookups, mem, e));
    TRY(compile(p, &p->terms, emit_terms, mem, e));
    *out = p;
    return CHERT_OK;
}
