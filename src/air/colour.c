/* Registers of a program: colouring by linear scan. */
#include "air/program.h"

/* How many in[] and out[] a step has, by op. STEP_DOT's operands are its terms. */
static void shape(const struct step *s, uint32_t *n_in, uint32_t *n_out)
{
    *n_out = s->op < STEP_DOT ? 1 : 3;
    switch ((enum step_op)s->op) {
    case STEP_ADD:
    case STEP_SUB:
    case STEP_MUL:
        *n_in = 2;
        break;
    case STEP_ADD_K:
    case STEP_K_SUB:
    case STEP_MUL_K:
        *n_in = 1;
        break;
    case STEP_SET:
    case STEP_PARAM:
    case STEP_DOT:
    case STEP_STEP:
        *n_in = 0;
        break;
    case STEP_PAIR:
    case STEP_ONE:
    case STEP_TERM:
    case STEP_TERM1:
        *n_in = STEP_INPUTS;
        break;
    }
}

/* A register is free again after its value's last use. */
struct colours {
    uint32_t base;      /* slot of register 0 */
    uint32_t *last_use; /* [virtual registers] */
    uint16_t *colour;   /* [virtual registers] */
    uint16_t *spare;    /* stack of free registers */
    uint32_t n_spare, n_registers;
};

static void see_use(struct colours *k, uint16_t slot, uint32_t at)
{
    if (slot >= k->base) {
        k->last_use[slot - k->base] = at;
    }
}

static void last_uses(struct colours *k, const struct code *code)
{
    for (uint32_t i = 0; i < code->n_steps; i++) {
        const struct step *s = &code->steps[i];
        uint32_t n_in = 0, n_out = 0;
        shape(s, &n_in, &n_out);
        for (uint32_t j = 0; j < n_out; j++) {
            see_use(k, s->out[j], i);
        }
        for (uint32_t j = 0; j < n_in; j++) {
            see_use(k, s->in[j], i);
        }
        if (s->op == STEP_DOT) {
            for (uint32_t j = 0; j < code->dots[s->dot].n_terms; j++) {
                see_use(k, code->terms[code->dots[s->dot].first + j], i);
            }
        }
    }
}

static uint16_t recolour(const struct colours *k, uint16_t slot)
{
    return slot < k->base ? slot : (uint16_t)(k->base + k->colour[slot - k->base]);
}

/* Gives the register back if step i was the value's last use. */
static void use_colour(struct colours *k, uint16_t *slot, uint32_t i)
{
    const uint16_t v = *slot;
    *slot = recolour(k, v);
    if (v >= k->base && k->last_use[v - k->base] == i) {
        k->spare[k->n_spare++] = k->colour[v - k->base];
        k->last_use[v - k->base] = AIR_NONE; /* once, though it be used twice in this step */
    }
}

/* Outputs are coloured before the step's operands are given back: STEP_DOT writes one plane while
 * it still reads for the next. */
static void colour_steps(struct colours *k, struct code *code)
{
    for (uint32_t i = 0; i < code->n_steps; i++) {
        struct step *s = &code->steps[i];
        uint32_t n_in = 0, n_out = 0;
        shape(s, &n_in, &n_out);
        for (uint32_t j = 0; j < n_out; j++) {
            if (s->out[j] >= k->base) {
                k->colour[s->out[j] - k->base] =
                    k->n_spare > 0 ? k->spare[--k->n_spare] : (uint16_t)k->n_registers++;
                s->out[j] = recolour(k, s->out[j]);
            }
        }
        for (uint32_t j = 0; j < n_in; j++) {
            use_colour(k, &s->in[j], i);
        }
        if (s->op == STEP_DOT) {
            for (uint32_t j = 0; j < code->dots[s->dot].n_terms; j++) {
                use_colour(k, &code->terms[code->dots[s->dot].first + j], i);
            }
        }
    }
    code->n_registers = k->n_registers;
}

enum chert_status air_colour(struct code *code, uint32_t base, uint32_t n_virtual,
                             struct lookup *lookups, uint32_t n_lookups, struct arena *scratch,
                             struct err *e)
{
    const size_t n = (size_t)n_virtual + 1;
    struct colours k = {.base = base};
    TRY(ARENA_NEW(scratch, &k.last_use, n, e));
    TRY(ARENA_NEW(scratch, &k.colour, n, e));
    TRY(ARENA_NEW(scratch, &k.spare, n, e));
    last_uses(&k, code);
    for (uint32_t i = 0; i < n_lookups; i++) {
        see_use(&k, lookups[i].mult, code->n_steps);
        for (uint32_t j = 0; j < lookups[i].width; j++) {
            see_use(&k, lookups[i].tuple[j], code->n_steps);
        }
    }
    colour_steps(&k, code);
    for (uint32_t i = 0; i < n_lookups; i++) {
        lookups[i].mult = recolour(&k, lookups[i].mult);
        for (uint32_t j = 0; j < lookups[i].width; j++) {
            lookups[i].tuple[j] = recolour(&k, lookups[i].tuple[j]);
        }
    }
    return CHERT_OK;
}
