/*
 * Every static check of air_finish, and every failure of the recorder, shown to fail on a table
 * that is wrong in that one way; and the forms that must pass.
 */
#include "toy.h"

enum { REAL, F, G, X, T, U, V, B, S, R, N, FREE, N_MAIN };
static const struct air_column columns[N_MAIN] = {{"REAL", "", AIR_BIT}, {"F", "", AIR_BIT},
                                                  {"G", "", AIR_BIT},    {"X", "", AIR_LIMB},
                                                  {"T", "", AIR_CLK},    {"U", "", AIR_U16},
                                                  {"V", "", AIR_U16},    {"B", "", AIR_U8},
                                                  {"S", "", AIR_SMALL},  {"R", "", AIR_REG},
                                                  {"N", "", AIR_FIELD},  {"FREE", "", AIR_FIELD}};

enum { K, ONES, COUNT, N_FIXED_TABLE };
static const struct air_column fixed_columns[N_FIXED_TABLE] = {{"K", "", AIR_FIXED},
                                                               {"ONES", "", AIR_FIXED},
                                                               {"COUNT", "", AIR_FIELD}};

typedef void body_fn(struct air *a);

static expr c(struct air *a, uint32_t column)
{
    return air_col(a, column);
}

static expr k(struct air *a, uint64_t x)
{
    return air_const(a, x);
}

static expr plus(struct air *a, expr x, expr y)
{
    return air_add(a, x, y);
}

static expr minus(struct air *a, expr x, expr y)
{
    return air_sub(a, x, y);
}

static expr times(struct air *a, expr x, expr y)
{
    return air_mul(a, x, y);
}

/* Everything but FREE used and backed; 6 interactions; F <= REAL and G <= F. */
static void good(struct air *a)
{
    const expr real = c(a, REAL);
    air_real(a, real);
    air_zero(a, "f_real", times(a, c(a, F), air_not(a, real)));
    air_zero(a, "g_f", times(a, c(a, G), air_not(a, c(a, F))));
    air_receive(a, TOY_TOKEN, real, 2, (expr[]){c(a, X), c(a, T)});
    air_send(a, TOY_TOKEN, real, 2, (expr[]){c(a, N), c(a, T)});
    air_send(a, TOY_RANGE, real, 1, (expr[]){c(a, U)});
    air_send(a, TOY_MSB, real, 2, (expr[]){c(a, V), k(a, 0)});
    air_send(a, TOY_AND, real, 3, (expr[]){c(a, B), k(a, 1), k(a, 2)});
    air_send(a, TOY_PROG, real, 2, (expr[]){c(a, S), c(a, R)});
}

static void free_used(struct air *a)
{
    good(a);
    air_zero(a, "free", times(a, c(a, FREE), c(a, REAL)));
}

/* One more interaction makes the count odd, two make it even again. */
static void one(struct air *a)
{
    air_send(a, TOY_RANGE, c(a, REAL), 1, (expr[]){c(a, U)});
}

static enum chert_status record(body_fn *body, int fixed, struct arena *mem, struct err *e)
{
    struct air air;
    TRY(fixed ? air_begin(&air, "FIX", fixed_columns, 2, 1, toy_buses, TOY_N_BUSES, mem, e)
              : air_begin(&air, "BAD", columns, 0, N_MAIN, toy_buses, TOY_N_BUSES, mem, e));
    body(&air);
    return air_finish(&air);
}

struct bad {
    body_fn *body;
    int fixed;
    const char *message; /* must occur in the failure's */
};

static void check(const struct bad *b)
{
    struct arena *mem = toy_arena();
    struct err e = {0};
    const enum chert_status s = record(b->body, b->fixed, mem, &e);
    if (b->message == NULL) {
        assert_string_equal(e.msg, "");
        assert_int_equal(s, CHERT_OK);
    } else {
        assert_int_not_equal(s, CHERT_OK);
        assert_int_equal(e.status, s);
        if (strstr(e.msg, b->message) == NULL) {
            print_error("expected \"%s\" in \"%s\"\n", b->message, e.msg);
            fail();
        }
    }
    arena_fini(mem);
}

#define BODY(name) static void name(struct air *a)

BODY(column_unused)
{
    good(a);
}
BODY(bit_column_unused) /* its own bit constraint is no use */
{
    free_used(a);
    a->constraints[a->n_bits].e = k(a, 0); /* the two constraints of F and G */
    a->constraints[a->n_bits + 1].e = k(a, 0);
}
BODY(degree)
{
    free_used(a);
    air_zero(a, "quartic", times(a, times(a, c(a, N), c(a, N)), times(a, c(a, N), c(a, N))));
}
BODY(padding_constraint)
{
    free_used(a);
    air_zero(a, "not_zero", minus(a, c(a, N), k(a, 7)));
}
BODY(padding_parameter)
{
    free_used(a);
    air_zero(a, "label", minus(a, c(a, N), air_param(a, 1)));
}
BODY(padding_parameter_gated)
{
    free_used(a);
    air_zero(a, "label", times(a, c(a, REAL), minus(a, c(a, N), air_param(a, 1))));
}
BODY(padding_multiplicity)
{
    free_used(a);
    one(a);
    air_send(a, TOY_RANGE, air_not(a, c(a, F)), 1, (expr[]){c(a, U)});
}
BODY(multiplicity_two)
{
    free_used(a);
    one(a);
    air_send(a, TOY_RANGE, plus(a, c(a, REAL), c(a, F)), 1, (expr[]){c(a, U)});
}
BODY(multiplicity_negative) /* F - G is a bit as G <= F, F - REAL is not */
{
    free_used(a);
    one(a);
    air_send(a, TOY_RANGE, minus(a, c(a, F), c(a, REAL)), 1, (expr[]){c(a, U)});
}
BODY(multiplicity_ungated) /* FLAG that nothing ties to REAL: drop f_real */
{
    free_used(a);
    a->constraints[a->n_bits].e = k(a, 0);
    one(a);
    air_send(a, TOY_RANGE, c(a, F), 1, (expr[]){c(a, U)});
}
BODY(multiplicity_chained) /* G <= F <= REAL takes both constraints */
{
    free_used(a);
    one(a);
    air_send(a, TOY_RANGE, c(a, G), 1, (expr[]){c(a, U)});
    air_send(a, TOY_RANGE, minus(a, c(a, F), c(a, G)), 1, (expr[]){c(a, U)});
    air_send(a, TOY_RANGE, minus(a, c(a, REAL), c(a, F)), 1, (expr[]){c(a, U)});
}
BODY(multiplicity_chain_cut)
{
    multiplicity_chained(a);
    a->constraints[a->n_bits + 1].e = times(a, c(a, F), air_not(a, c(a, REAL)));
}
BODY(multiplicity_no_bit)
{
    free_used(a);
    one(a);
    air_send(a, TOY_RANGE, c(a, N), 1, (expr[]){c(a, U)});
}
BODY(multiplicity_quadratic)
{
    free_used(a);
    one(a);
    air_send(a, TOY_RANGE, times(a, c(a, F), c(a, G)), 1, (expr[]){c(a, U)});
}
BODY(no_real)
{
    air_zero(a, "f_real", times(a, c(a, F), c(a, G)));
    air_send(a, TOY_RANGE, c(a, F), 1, (expr[]){c(a, U)});
    air_zero(a, "all",
             plus(a, air_sum(a, (expr[]){c(a, X), c(a, T), c(a, V), c(a, B)}, 4),
                  air_sum(a, (expr[]){c(a, S), c(a, R), c(a, N), c(a, REAL)}, 4)));
    air_zero(a, "free", c(a, FREE));
}
BODY(real_no_bits)
{
    air_real(a, c(a, N));
    free_used(a);
}
BODY(real_weighted)
{
    free_used(a);
    a->real = plus(a, c(a, REAL), times(a, k(a, 2), c(a, F)));
}
BODY(real_twice)
{
    free_used(a);
    air_real(a, c(a, F));
}
BODY(real_constant)
{
    free_used(a);
    a->real = k(a, 0);
}
BODY(real_cancels) /* F - F, which no folding sees */
{
    free_used(a);
    a->real = minus(a, c(a, F), c(a, F));
}
BODY(receive_from_lookup)
{
    free_used(a);
    one(a);
    air_receive(a, TOY_RANGE, c(a, REAL), 1, (expr[]){c(a, U)});
}
BODY(provide_without_fixed)
{
    free_used(a);
    one(a);
    air_provide(a, TOY_RANGE, c(a, N), 1, (expr[]){c(a, U)});
}
BODY(paired_entry_quadratic)
{
    free_used(a);
    one(a);
    air_send(a, TOY_RANGE, c(a, REAL), 1, (expr[]){times(a, c(a, U), c(a, F))});
}
BODY(last_entry_quadratic)
{
    free_used(a);
    air_send(a, TOY_RANGE, c(a, REAL), 1, (expr[]){times(a, c(a, U), c(a, F))});
}
BODY(last_entry_cubic)
{
    free_used(a);
    air_send(a, TOY_RANGE, c(a, REAL), 1, (expr[]){times(a, times(a, c(a, U), c(a, F)), c(a, F))});
}
BODY(width)
{
    free_used(a);
    air_send(a, TOY_RANGE, c(a, REAL), 2, (expr[]){c(a, U), c(a, V)});
}
BODY(bus_number)
{
    free_used(a);
    air_send(a, TOY_N_BUSES, c(a, REAL), 1, (expr[]){c(a, U)});
}
BODY(column_number)
{
    free_used(a);
    air_zero(a, "beyond", c(a, N_MAIN));
}
BODY(constant_range)
{
    free_used(a);
    air_zero(a, "p", times(a, k(a, FP_P), c(a, N)));
}
BODY(parameter_number)
{
    free_used(a);
    air_zero(a, "param", times(a, c(a, REAL), air_param(a, AIR_MAX_PARAMS)));
}
BODY(foreign_expression)
{
    free_used(a);
    air_zero(a, "foreign", times(a, (expr){1000}, c(a, N)));
}
BODY(too_many_constraints)
{
    free_used(a);
    for (uint32_t i = 0; i < AIR_MAX_CONSTRAINTS; i++) {
        air_zero(a, "again", times(a, c(a, N), c(a, REAL)));
    }
}
BODY(too_many_nodes)
{
    free_used(a);
    for (uint32_t i = 0; i < AIR_MAX_NODES; i++) {
        (void)plus(a, c(a, N), k(a, i + 10));
    }
}
BODY(too_many_interactions)
{
    free_used(a);
    for (uint32_t i = 0; i < AIR_MAX_INTERACTIONS; i++) {
        one(a);
    }
}
BODY(too_many_claims)
{
    free_used(a);
    for (uint32_t i = 0; i <= AIR_MAX_CLAIMS; i++) {
        air_claim(a, X, "again");
    }
}

/* Ranges: what a real row's interaction backs, and what it does not. */
BODY(limb_sent_only) /* N is sent, X's receipt turned into a sending */
{
    free_used(a);
    a->interactions[0].sends = 1;
}
BODY(u16_of_wrong_entry) /* the bit of MSB is no 16-bit value */
{
    free_used(a);
    a->interactions[3].tuple[0] = k(a, 0);
    a->interactions[3].tuple[1] = c(a, V);
}
BODY(u8_in_range)
{
    free_used(a);
    a->interactions[4].tuple[0] = k(a, 0);
    air_send(a, TOY_RANGE, c(a, REAL), 1, (expr[]){c(a, B)});
}
BODY(small_in_range)
{
    free_used(a);
    a->interactions[5].tuple[0] = k(a, 0);
    air_send(a, TOY_RANGE, c(a, REAL), 1, (expr[]){c(a, S)});
}
BODY(not_alone) /* U + 1 in range says nothing of U = -1 */
{
    free_used(a);
    a->interactions[2].tuple[0] = plus(a, c(a, U), k(a, 1));
}
BODY(not_on_every_row)
{
    free_used(a);
    a->interactions[2].mult = c(a, F);
}
BODY(not_on_every_row_claimed)
{
    not_on_every_row(a);
    air_claim(a, U, "used where F is 1 only");
}
BODY(idle_claim)
{
    free_used(a);
    air_claim(a, U, "looked up anyway");
}
BODY(idle_claim_field)
{
    free_used(a);
    air_claim(a, N, "has no range");
}
BODY(double_claim)
{
    not_on_every_row_claimed(a);
    air_claim(a, U, "once more");
}

/* Recompositions. */
BODY(eq_just_fits) /* (2^32 - 1)^2 + 2^32 - 1 = p - 1 */
{
    free_used(a);
    air_eq(a, "fits", times(a, k(a, UINT64_C(0xffffffff)), c(a, X)),
           times(a, k(a, FP_P - 1), c(a, T)));
}
BODY(eq_just_spans_p)
{
    free_used(a);
    air_eq(a, "spans", plus(a, times(a, k(a, UINT64_C(0xffffffff)), c(a, X)), c(a, F)),
           times(a, k(a, FP_P - 1), c(a, T)));
}
BODY(eq_spans_p)
{
    free_used(a);
    air_eq(a, "spans", plus(a, times(a, k(a, UINT64_C(1) << 32), c(a, X)), c(a, T)), c(a, U));
}
BODY(eq_negative_spans_p)
{
    free_used(a);
    air_eq(a, "spans", c(a, U), plus(a, times(a, k(a, UINT64_C(1) << 32), c(a, X)), c(a, T)));
}
BODY(eq_if_spans_p)
{
    free_used(a);
    air_eq_if(a, "twice", c(a, N), times(a, k(a, UINT64_C(0x1ffffffff)), c(a, X)), c(a, F));
}
BODY(eq_products)
{
    free_used(a);
    air_eq(a, "product", times(a, c(a, U), c(a, V)),
           plus(a, c(a, X), times(a, k(a, UINT64_C(1) << 31), c(a, F))));
    air_eq(a, "limbs", times(a, c(a, X), c(a, T)), c(a, U));
}
BODY(eq_product_spans_p)
{
    free_used(a);
    air_eq(a, "product", times(a, c(a, X), plus(a, c(a, T), c(a, T))), c(a, S));
}
BODY(eq_field)
{
    free_used(a);
    air_eq(a, "field", c(a, N), c(a, U));
}
BODY(eq_inverse_constant) /* X / 2 */
{
    free_used(a);
    air_eq(a, "half", times(a, k(a, (FP_P + 1) / 2), c(a, X)), c(a, U));
}
BODY(eq_overflow) /* 2^31 (2^32 X)^3 would not fit 128 bits */
{
    free_used(a);
    const expr y = times(a, k(a, UINT64_C(1) << 62), c(a, X));
    air_eq(a, "huge", times(a, times(a, y, y), y), c(a, U));
}
BODY(eq_cancels) /* 2^33 X - 2^33 X = 0, whatever the intervals of the two sides */
{
    free_used(a);
    const expr big = times(a, k(a, UINT64_C(1) << 40), c(a, X));
    air_eq(a, "cancels", plus(a, big, c(a, U)), plus(a, c(a, V), big));
}
BODY(eq_parameter)
{
    free_used(a);
    air_eq_if(a, "param", c(a, REAL), c(a, X), air_param(a, 0));
}
BODY(eq_gate_quartic)
{
    free_used(a);
    air_eq_if(a, "gated", times(a, c(a, N), c(a, N)), times(a, c(a, U), c(a, V)), c(a, X));
}

/* One-hot flags as `real`: F + G + REAL. */
static void one_hot(struct air *a, uint64_t weight)
{
    const expr real = air_sum(a, (expr[]){c(a, REAL), c(a, F), c(a, G)}, 3);
    air_real(a, real);
    air_receive(a, TOY_TOKEN, real, 2, (expr[]){c(a, X), c(a, T)});
    air_send(a, TOY_TOKEN, plus(a, c(a, F), c(a, REAL)), 2, (expr[]){c(a, N), c(a, T)});
    air_send(a, TOY_RANGE, real, 1, (expr[]){c(a, U)});
    air_send(a, TOY_MSB, real, 2, (expr[]){c(a, V), k(a, 0)});
    air_send(a, TOY_AND, real, 3, (expr[]){c(a, B), c(a, B), c(a, B)});
    air_send(a, TOY_PROG, real, 2, (expr[]){c(a, S), c(a, R)});
    air_zero(a, "free", times(a, c(a, FREE), c(a, F)));
    air_eq(a, "flags",
           air_sum(a,
                   (expr[]){air_scale(a, weight, c(a, F)), air_scale(a, weight, c(a, G)),
                            air_scale(a, weight, c(a, REAL))},
                   3),
           c(a, U));
}
BODY(one_hot_fits) /* three times 3 2^61 would span p */
{
    one_hot(a, UINT64_C(3) << 61);
}
BODY(one_hot_opposite)
{
    one_hot(a, UINT64_C(1) << 62);
    air_eq(a, "opposite", air_scale(a, UINT64_C(1) << 62, minus(a, c(a, F), c(a, G))), c(a, U));
}

BODY(flags_not_one_hot) /* the same sum of flags, but only REAL says that a row is real */
{
    free_used(a);
    air_eq(a, "flags",
           air_scale(a, UINT64_C(3) << 61, air_sum(a, (expr[]){c(a, F), c(a, G), c(a, REAL)}, 3)),
           c(a, U));
}

/* Tables with fixed columns. */
BODY(provider)
{
    air_provide(a, TOY_RANGE, c(a, COUNT), 1, (expr[]){c(a, K)});
    air_send(a, TOY_TOKEN, c(a, ONES), 2, (expr[]){c(a, K), c(a, ONES)});
}
BODY(counter_on_stateful)
{
    air_provide(a, TOY_TOKEN, c(a, COUNT), 2, (expr[]){c(a, K), c(a, ONES)});
}
BODY(counter_of_free_entry)
{
    provider(a);
    air_provide(a, TOY_RANGE, c(a, COUNT), 1, (expr[]){c(a, COUNT)});
}
BODY(counter_of_expression)
{
    provider(a);
    air_provide(a, TOY_RANGE, plus(a, c(a, COUNT), c(a, COUNT)), 1, (expr[]){c(a, K)});
}
BODY(counter_fixed)
{
    provider(a);
    air_provide(a, TOY_RANGE, c(a, ONES), 1, (expr[]){c(a, K)});
}
BODY(free_multiplicity)
{
    provider(a);
    air_send(a, TOY_TOKEN, c(a, COUNT), 2, (expr[]){c(a, K), c(a, ONES)});
}
BODY(fixed_eq)
{
    provider(a);
    air_eq(a, "fixed", c(a, K), air_scale(a, 3, c(a, ONES)));
}
BODY(fixed_eq_claimed) /* a claim says that K's range is another one: unknown here */
{
    fixed_eq(a);
    air_claim(a, K, "up to 2^63");
}

static const struct bad cases[] = {
    {free_used, 0, NULL},
    {column_unused, 0, "column FREE: no constraint and no interaction uses it"},
    {bit_column_unused, 0, "column F: no constraint and no interaction uses it"},
    {degree, 0, "degree 4"},
    {padding_constraint, 0, "constraint not_zero: not zero on the all-zero row"},
    {padding_parameter, 0, "constraint label: not zero on the all-zero row"},
    {padding_parameter_gated, 0, NULL},
    {padding_multiplicity, 0, "interaction 7 (RANGE): its multiplicity is not zero"},
    {multiplicity_two, 0, "interaction 7 (RANGE): its multiplicity can be other than 0 and 1"},
    {multiplicity_negative, 0, "can be other than 0 and 1"},
    {multiplicity_ungated, 0, "interaction 7 (RANGE): its multiplicity can be 1 where `real` is 0"},
    {multiplicity_chained, 0, NULL},
    {multiplicity_chain_cut, 0, "interaction 7 (RANGE): its multiplicity can be 1 where"},
    {multiplicity_no_bit, 0, "interaction 7 (RANGE): its multiplicity is no expression in up to"},
    {multiplicity_quadratic, 0, "interaction 7 (RANGE): its multiplicity is not linear"},
    {no_real, 0, "interaction 0 (RANGE): a table without `real`"},
    {real_no_bits, 0, "air_real called twice"},
    {real_weighted, 0, "real: not a sum of distinct bit columns"},
    {real_twice, 0, "air_real called twice"},
    {real_constant, 0, "real: not a sum of distinct bit columns"},
    {real_cancels, 0, "real: not a sum of distinct bit columns"},
    {receive_from_lookup, 0, "interaction 7 (RANGE): only air_provide may receive"},
    {provide_without_fixed, 0, "interaction 7 (RANGE): only a table with fixed columns"},
    {paired_entry_quadratic, 0, "interaction 7 (RANGE): entry 0 has degree 2, at most 1"},
    {last_entry_quadratic, 0, NULL},
    {last_entry_cubic, 0, "interaction 6 (RANGE): entry 0 has degree 3, at most 2"},
    {width, 0, "interaction 6: a tuple of 2 on bus RANGE, whose width is 1"},
    {bus_number, 0, "bus 6 of 6"},
    {column_number, 0, "column 12 of 12"},
    {constant_range, 0, "is not below p"},
    {parameter_number, 0, "parameter 2, at most 2"},
    {foreign_expression, 0, "it belongs to another table"},
    {too_many_constraints, 0, "more than 256 constraints"},
    {too_many_nodes, 0, "more than 2048 nodes"},
    {too_many_interactions, 0, "interaction 64 of at most 64"},
    {too_many_claims, 0, "claim 64 of at most 64"},
    {limb_sent_only, 0, "column X: nothing backs its range"},
    {u16_of_wrong_entry, 0, "column V: nothing backs its range"},
    {u8_in_range, 0, "column B: nothing backs its range"},
    {small_in_range, 0, "column S: nothing backs its range"},
    {not_alone, 0, "column U: nothing backs its range"},
    {not_on_every_row, 0, "column U: nothing backs its range"},
    {not_on_every_row_claimed, 0, NULL},
    {idle_claim, 0, "column U: a claim too many"},
    {idle_claim_field, 0, "column N: a claim too many"},
    {double_claim, 0, "column U: a claim too many"},
    {eq_just_fits, 0, NULL},
    {eq_just_spans_p, 0, "constraint spans: the two sides can differ by p or more"},
    {eq_spans_p, 0, "constraint spans: the two sides can differ by p or more"},
    {eq_negative_spans_p, 0, "constraint spans: the two sides can differ by p or more"},
    {eq_if_spans_p, 0, "constraint twice: the two sides can differ by p or more"},
    {eq_products, 0, NULL},
    {eq_product_spans_p, 0, "constraint product: the two sides can differ by p or more"},
    {eq_field, 0, "constraint field: column N has no range as an integer"},
    {eq_inverse_constant, 0, "constraint half: the two sides can differ by p or more"},
    {eq_overflow, 0, "constraint huge: the two sides can differ by p or more"},
    {eq_cancels, 0, NULL},
    {eq_parameter, 0, NULL},
    {eq_gate_quartic, 0, "degree 4"},
    {one_hot_fits, 0, NULL},
    {one_hot_opposite, 0, NULL},
    {flags_not_one_hot, 0, "constraint flags: the two sides can differ by p or more"},
    {provider, 1, NULL},
    {counter_on_stateful, 1, "a counter on a stateful bus mints tokens"},
    {counter_of_free_entry, 1, "interaction 2 (RANGE): entry 0 provided must be a fixed column"},
    {counter_of_expression, 1, "interaction 2 (RANGE): a counter must be a main column"},
    {counter_fixed, 1, "interaction 2 (RANGE): a counter must be a main column"},
    {free_multiplicity, 1, "interaction 2 (TOKEN): a table without `real` needs a fixed column"},
    {fixed_eq, 1, NULL},
    {fixed_eq_claimed, 1, "constraint fixed: column K has no range as an integer"},
};

static void test_every_check(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        check(&cases[i]);
    }
}

/* Fixed columns come first, and only they are FIXED. */
static void test_fixed_columns_first(void **state)
{
    struct arena *mem = toy_arena();
    struct air air;
    struct err e = {0};
    (void)state;
    assert_int_equal(air_begin(&air, "FIX", fixed_columns, 1, 2, toy_buses, TOY_N_BUSES, mem, &e),
                     CHERT_OK);
    provider(&air);
    assert_int_equal(air_finish(&air), CHERT_E_ARG);
    assert_non_null(strstr(e.msg, "column ONES: the first 1 columns, and only they, are FIXED"));
    arena_fini(mem);
}

/* Neither beginning nor finishing may fail in another way than by its status, however small the
 * arena is. */
static void test_small_arenas(void **state)
{
    (void)state;
    int passed = 0;
    for (size_t size = 0; size < (size_t)256 << 10; size += 4096) {
        struct arena mem = {0};
        struct err e = {0};
        assert_int_equal(arena_init(&mem, size, &e), CHERT_OK);
        const enum chert_status s = record(free_used, 0, &mem, &e);
        assert_true(s == CHERT_OK || s == CHERT_E_MEMORY);
        assert_true(s == CHERT_OK || passed == 0);
        passed += s == CHERT_OK;
        arena_fini(&mem);
    }
    assert_true(passed > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_check),
        cmocka_unit_test(test_fixed_columns_first),
        cmocka_unit_test(test_small_arenas),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
