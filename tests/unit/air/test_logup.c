/*
 * LogUp columns of a small machine: two chains of tokens and the provider of their lookups. Sums
 * cancel, every constraint is zero on every row, and each thing that breaks the balance shows.
 */
#include "air/logup.h"
#include "base/bytes.h"
#include "base/cpu.h"
#include "toy.h"

#define LABEL 77u

struct table {
    struct air air;
    unsigned log_n;
    size_t n;
    fp *columns[CHAIN_N], *ext[3 * 4];
    const struct air_program *program;
    fp3 sum;
};

static fp *zeros(struct arena *mem, size_t n)
{
    fp *c = NULL;
    struct err e = {0};
    assert_int_equal(ARENA_NEW(mem, &c, n, &e), CHERT_OK);
    memset(c, 0, n * sizeof *c);
    return c;
}

static void table_init(struct table *t, struct arena *mem, toy_record_fn *record, unsigned log_n,
                       unsigned mask)
{
    struct err e = {0};
    *t = (struct table){.log_n = log_n, .n = (size_t)1 << log_n};
    assert_int_equal(record(&t->air, mem, &e), CHERT_OK);
    for (uint32_t c = 0; c < air_n_columns(&t->air); c++) {
        t->columns[c] = zeros(mem, t->n);
    }
    for (uint32_t c = 0; c < 3 * air_n_ext(&t->air); c++) {
        t->ext[c] = zeros(mem, t->n);
    }
    assert_int_equal(air_compile(&t->air, mask, mem, &t->program, &e), CHERT_OK);
}

static struct air_rows rows_of(const struct table *t, const fp *params)
{
    return (struct air_rows){.columns = (const fp *const *)t->columns,
                             .ext = (const fp *const *)t->ext,
                             .params = params};
}

/* `real` rows of the chain from `*value` at `*time`; random values. */
static void fill_chain(struct table *t, size_t real, uint32_t *value, uint32_t *time,
                       uint64_t *seed)
{
    for (size_t r = 0; r < real; r++) {
        const uint32_t y = (uint32_t)next_random(seed) & 0x000f000f;
        t->columns[CHAIN_REAL][r] = 1;
        t->columns[CHAIN_X][r] = *value;
        t->columns[CHAIN_T][r] = (*time)++;
        t->columns[CHAIN_L0][r] = y & 0xffff;
        t->columns[CHAIN_L1][r] = y >> 16;
        t->columns[CHAIN_FLAG][r] = y & 1;
        t->columns[CHAIN_LABEL][r] = LABEL;
        t->columns[CHAIN_INV][r] = fp_mul(fp_inv(3), *value); /* "cubic" */
        *value = y;
    }
}

static void count(void *ctx, uint32_t bus, size_t n, const fp *const *tuple, const fp *mult)
{
    struct table *range = ctx;
    assert_int_equal(bus, TOY_RANGE);
    for (size_t i = 0; i < n; i++) {
        assert_true(tuple[0][i] < range->n);
        range->columns[RANGE_COUNT][tuple[0][i]] += mult[i];
    }
}

/* acc(w x): position p stands for number bitrev(p). */
static void rotate(const fp *acc, fp *next, unsigned log_n)
{
    const uint32_t n = UINT32_C(1) << log_n;
    for (uint32_t i = 0; i < n; i++) {
        next[bit_reverse(i, log_n)] = acc[bit_reverse((i + 1) % n, log_n)];
    }
}

/* One constraint at a time (lambda is 1 at one of them): all zero on all rows. */
static void check_constraints(struct table *t, struct arena *mem, const fp *params,
                              const struct air_challenges *ch)
{
    struct air_rows in = rows_of(t, params);
    struct err e = {0};
    fp *const out[3] = {zeros(mem, t->n), zeros(mem, t->n), zeros(mem, t->n)};
    const fp over_n = fp_inv((fp)t->n);
    const fp3 share = fp3_mul_fp(t->sum, over_n);
    for (uint32_t j = 0; j < 3; j++) {
        fp *next = zeros(mem, t->n);
        rotate(t->ext[3 * (air_n_ext(&t->air) - 1) + j], next, t->log_n);
        in.next[j] = next;
        assert_int_equal(t->ext[3 * (air_n_ext(&t->air) - 1) + j][0], 0);
    }
    for (uint32_t c = 0; c < air_n_total_constraints(&t->air); c++) {
        fp3 lambda[16] = {{{0}}};
        lambda[c] = fp3_of(1);
        assert_int_equal(air_eval_rows(t->program, &in, ch, share, lambda, 0, t->n, out, 0, mem,
                                       &e),
                         CHERT_OK);
        for (size_t r = 0; r < t->n; r++) {
            assert_fp3((fp3){{out[0][r], out[1][r], out[2][r]}}, fp3_of(0));
        }
    }
}

static void logup(struct table *t, const fp *params, const struct air_challenges *ch)
{
    const struct air_rows in = rows_of(t, params);
    struct arena scratch = {0};
    struct err e = {0};
    assert_int_equal(arena_init(&scratch, air_logup_bytes(t->program, t->log_n), &e), CHERT_OK);
    assert_int_equal(air_logup(t->program, &in, t->log_n, ch, t->ext, &t->sum, &scratch, &e),
                     CHERT_OK);
    assert_int_equal(scratch.peak, air_logup_bytes(t->program, t->log_n));
    assert_int_equal(scratch.used, 0);
    arena_fini(&scratch);
}

static fp3 token(const struct air_challenges *ch, uint32_t value, uint32_t time)
{
    return fp3_inv(air_fingerprint(ch, toy_buses[TOY_TOKEN].id, (fp[]){value, time}, 2));
}

struct machine {
    struct table chain, even, range;
    struct air_challenges ch;
    fp params[AIR_MAX_PARAMS];
    uint32_t last_value, last_time;
};

static void machine_init(struct machine *m, struct arena *mem, unsigned log_n, unsigned mask)
{
    uint64_t seed = log_n;
    struct err e = {0};
    m->params[0] = LABEL;
    m->ch = air_challenges_of(random_fp3(&seed), random_fp3(&seed));
    m->last_value = 5;
    m->last_time = 1;
    table_init(&m->chain, mem, chain_record, log_n, mask);
    table_init(&m->even, mem, chain_even_record, log_n < 4 ? 3 : log_n - 1, mask);
    table_init(&m->range, mem, range_record, 4, mask);
    fill_chain(&m->chain, m->chain.n - 3, &m->last_value, &m->last_time, &seed);
    fill_chain(&m->even, m->even.n, &m->last_value, &m->last_time, &seed);
    for (size_t v = 0; v < m->range.n; v++) {
        m->range.columns[RANGE_V][v] = v;
    }
    const struct air_rows a = rows_of(&m->chain, m->params), b = rows_of(&m->even, m->params);
    assert_int_equal(air_lookups(m->chain.program, &a, 0, m->chain.n, count, &m->range, mem, &e),
                     CHERT_OK);
    assert_int_equal(air_lookups(m->even.program, &b, 0, m->even.n, count, &m->range, mem, &e),
                     CHERT_OK);
}

/* The tables' sums and the public ends of the chain. */
static fp3 balance(struct machine *m)
{
    struct table *const tables[] = {&m->chain, &m->even, &m->range};
    fp3 sum = fp3_sub(token(&m->ch, 5, 1), token(&m->ch, m->last_value, m->last_time));
    for (size_t i = 0; i < 3; i++) {
        logup(tables[i], m->params, &m->ch);
        sum = fp3_add(sum, tables[i]->sum);
    }
    return sum;
}

static void test_balance_and_constraints(void **state)
{
    static const unsigned sizes[] = {3, 4, 5, 6, 9, 11};
    const unsigned machine = cpu_detect();
    const unsigned masks[] = {CPU_PORTABLE, machine & CPU_AVX2, machine};
    (void)state;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        for (size_t k = 0; k < 3; k++) {
            struct arena *mem = toy_arena();
            static struct machine m;
            machine_init(&m, mem, sizes[i], masks[k]);
            assert_fp3(balance(&m), fp3_of(0));
            assert_false(fp3_is_zero(m.chain.sum));
            check_constraints(&m.chain, mem, m.params, &m.ch);
            check_constraints(&m.even, mem, m.params, &m.ch);
            check_constraints(&m.range, mem, m.params, &m.ch);
            arena_fini(mem);
        }
    }
}

static void test_imbalance_shows(void **state)
{
    static const struct {
        uint32_t column, row;
    } edits[] = {{CHAIN_X, 2}, {CHAIN_T, 7}, {CHAIN_L0, 0}, {CHAIN_FLAG, 3}, {CHAIN_REAL, 4}};
    (void)state;
    for (size_t i = 0; i <= sizeof edits / sizeof *edits; i++) {
        struct arena *mem = toy_arena();
        static struct machine m;
        machine_init(&m, mem, 5, cpu_detect());
        if (i < sizeof edits / sizeof *edits) {
            fp *cell = &m.chain.columns[edits[i].column][edits[i].row];
            *cell = fp_sub(1, *cell);
        } else {
            m.range.columns[RANGE_COUNT][3]++;
        }
        assert_false(fp3_is_zero(balance(&m)));
        arena_fini(mem);
    }
}

/* gamma chosen so that one row's fingerprint is zero. */
static void test_zero_fingerprint(void **state)
{
    struct arena *mem = toy_arena();
    static struct machine m;
    struct err e = {0};
    (void)state;
    machine_init(&m, mem, 6, cpu_detect());
    m.ch.gamma = fp3_of(0);
    m.ch.gamma =
        fp3_sub(fp3_of(0),
                air_fingerprint(&m.ch, toy_buses[TOY_TOKEN].id,
                                (fp[]){m.chain.columns[CHAIN_X][9], m.chain.columns[CHAIN_T][9]},
                                2));
    const struct air_rows in = rows_of(&m.chain, m.params);
    assert_int_equal(air_logup(m.chain.program, &in, 6, &m.ch, m.chain.ext, &m.chain.sum, mem, &e),
                     CHERT_REJECT_POINT);
    assert_string_equal(e.msg, "table CHAIN: a fingerprint is 0");
    arena_fini(mem);
}

static void test_too_few_rows(void **state)
{
    struct arena *mem = toy_arena();
    static struct machine m;
    struct err e = {0};
    (void)state;
    machine_init(&m, mem, 5, cpu_detect());
    const struct air_rows in = rows_of(&m.chain, m.params);
    assert_int_equal(air_logup(m.chain.program, &in, 2, &m.ch, m.chain.ext, &m.chain.sum, mem, &e),
                     CHERT_E_ARG);
    arena_fini(mem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_balance_and_constraints),
        cmocka_unit_test(test_imbalance_shows),
        cmocka_unit_test(test_zero_fingerprint),
        cmocka_unit_test(test_too_few_rows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
