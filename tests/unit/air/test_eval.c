/*
 * The evaluators against each other: blocks (every variant that the machine has, every length),
 * single rows with LogUp's formulas written out, and points; and the lookups.
 */
#include "air/eval.h"
#include "air/point.h"
#include "base/cpu.h"
#include "toy.h"

#define ROWS      700u
#define MAX_EXT   8u
#define MAX_COLS  16u
#define MAX_TERMS 64u

struct fixture {
    struct arena *mem;
    struct air air;
    fp *columns[MAX_COLS], *ext[3 * MAX_EXT], *next[3];
    fp params[AIR_MAX_PARAMS];
    struct air_challenges ch;
    fp3 share, lambda[MAX_TERMS];
};

static fp *random_column(struct arena *mem, uint64_t *seed)
{
    fp *c = NULL;
    struct err e = {0};
    assert_int_equal(ARENA_NEW(mem, &c, ROWS, &e), CHERT_OK);
    for (uint32_t r = 0; r < ROWS; r++) {
        c[r] = random_fp(seed);
    }
    return c;
}

/* Random values everywhere: an evaluator knows nothing of valid traces. */
static void fill(struct fixture *f, struct arena *mem, size_t toy, uint64_t seed)
{
    struct err e = {0};
    f->mem = mem;
    assert_int_equal(toys[toy](&f->air, mem, &e), CHERT_OK);
    for (uint32_t c = 0; c < air_n_columns(&f->air); c++) {
        f->columns[c] = random_column(mem, &seed);
    }
    for (uint32_t c = 0; c < 3 * air_n_ext(&f->air); c++) {
        f->ext[c] = random_column(mem, &seed);
    }
    for (uint32_t j = 0; j < 3; j++) {
        f->next[j] = random_column(mem, &seed);
    }
    for (uint32_t i = 0; i < AIR_MAX_PARAMS; i++) {
        f->params[i] = random_fp(&seed);
    }
    for (uint32_t i = 0; i < air_n_total_constraints(&f->air); i++) {
        f->lambda[i] = random_fp3(&seed);
    }
    f->ch = air_challenges_of(random_fp3(&seed), random_fp3(&seed));
    f->share = random_fp3(&seed);
}

static struct air_rows rows_of(const struct fixture *f)
{
    return (struct air_rows){.columns = (const fp *const *)f->columns,
                             .ext = (const fp *const *)f->ext,
                             .next = {f->next[0], f->next[1], f->next[2]},
                             .params = f->params};
}

static fp3 plane_value(fp *const *planes, uint32_t k, size_t row)
{
    fp *const *p = planes + 3 * (size_t)k;
    const fp3 v = {{p[0][row], p[1][row], p[2][row]}};
    return v;
}

static fp3 scaled(fp3 a, fp k)
{
    return fp3_mul(a, fp3_of(k));
}

/* air/eval.h's formulas, literally. */
static fp3 naive_row(const struct fixture *f, size_t row)
{
    const struct air *air = &f->air;
    const uint32_t n_ext = air_n_ext(air);
    fp nodes[256], values[64], mult[16], tuple[16][AIR_MAX_TUPLE];
    fp3 sum = fp3_of(0), pairs = fp3_of(0);
    air_row_constraints(air, (const fp *const *)f->columns, f->params, row, nodes, values);
    air_row_interactions(air, (const fp *const *)f->columns, f->params, row, nodes, mult, tuple);
    for (uint32_t i = 0; i < air->n_constraints; i++) {
        sum = fp3_add(sum, scaled(f->lambda[i], values[i]));
    }
    for (uint32_t k = 0; k < n_ext; k++) {
        fp3 c = plane_value(f->ext, k, row), v;
        fp3 fr[2] = {{{0}}}, m[2] = {{{0}}};
        const int single = 2 * k + 1 == air->n_interactions;
        for (uint32_t i = 0; i < (single ? 1u : 2u); i++) {
            const struct air_interaction *it = &air->interactions[2 * k + i];
            fr[i] = air_fingerprint(&f->ch, air->buses[it->bus].id, tuple[2 * k + i], it->width);
            m[i] = fp3_of(it->sends ? mult[2 * k + i] : fp_sub(0, mult[2 * k + i]));
        }
        if (k + 1 == n_ext) {
            const fp3 next = plane_value(f->next, 0, row);
            c = fp3_sub(fp3_add(fp3_sub(next, c), f->share), pairs);
        }
        pairs = fp3_add(pairs, c);
        v = single ? fp3_sub(fp3_mul(c, fr[0]), m[0])
                   : fp3_sub(fp3_sub(fp3_mul(c, fp3_mul(fr[0], fr[1])), fp3_mul(m[0], fr[1])),
                             fp3_mul(m[1], fr[0]));
        sum = fp3_add(sum, fp3_mul(f->lambda[air->n_constraints + k], v));
    }
    return sum;
}

static void check_variant(struct fixture *f, unsigned mask, size_t first, size_t count)
{
    const struct air_rows in = rows_of(f);
    const struct air_program *p = NULL;
    struct err e = {0};
    struct arena scratch = {0};
    fp storage[3][ROWS], *const out[3] = {storage[0], storage[1], storage[2]};
    memset(storage, 0xee, sizeof storage);
    assert_int_equal(air_compile(&f->air, mask, f->mem, &p, &e), CHERT_OK);
    assert_int_equal(arena_init(&scratch, air_eval_bytes(p), &e), CHERT_OK);
    assert_int_equal(air_eval_rows(p, &in, &f->ch, f->share, f->lambda, first, count, out, 0,
                                   &scratch, &e),
                     CHERT_OK);
    assert_int_equal(scratch.peak, air_eval_bytes(p));
    assert_int_equal(scratch.used, 0);
    for (size_t r = 0; r < ROWS; r++) {
        const int inside = r >= first && r < first + count;
        const fp before = UINT64_C(0xeeeeeeeeeeeeeeee);
        const fp3 want = inside ? naive_row(f, r) : (fp3){{before, before, before}};
        assert_fp3(plane_value(out, 0, r), want);
    }
    assert_int_equal(air_eval_rows(p, &in, &f->ch, f->share, f->lambda, first, count, out, 1,
                                   &scratch, &e),
                     CHERT_OK);
    for (size_t r = first; r < first + count; r++) {
        const fp3 once = naive_row(f, r);
        assert_fp3(plane_value(out, 0, r), fp3_add(once, once));
    }
    arena_fini(&scratch);
}

static void test_blocks_are_rows(void **state)
{
    static const struct {
        size_t first, count;
    } spans[] = {{0, 1}, {3, 7}, {0, 31}, {1, 32}, {0, 33}, {64, 128}, {5, 200}, {0, ROWS}};
    const unsigned machine = cpu_detect();
    (void)state;
    for (size_t toy = 0; toy < N_TOYS; toy++) {
        for (size_t i = 0; i < sizeof spans / sizeof *spans; i++) {
            struct arena *mem = toy_arena();
            static struct fixture f;
            fill(&f, mem, toy, 100 * toy + i);
            check_variant(&f, CPU_PORTABLE, spans[i].first, spans[i].count);
            check_variant(&f, machine & CPU_AVX2, spans[i].first, spans[i].count);
            check_variant(&f, machine, spans[i].first, spans[i].count);
            arena_fini(mem);
        }
    }
}

static void test_points_are_rows(void **state)
{
    (void)state;
    for (size_t toy = 0; toy < N_TOYS; toy++) {
        struct arena *mem = toy_arena();
        static struct fixture f;
        struct err e = {0};
        fp3 columns[MAX_COLS], ext[MAX_EXT], sum;
        fill(&f, mem, toy, 7 + toy);
        for (size_t row = 0; row < 50; row++) {
            const size_t used = mem->used;
            struct air_point in = {columns, ext, plane_value(f.next, 0, row), f.params};
            for (uint32_t c = 0; c < air_n_columns(&f.air); c++) {
                columns[c] = fp3_of(f.columns[c][row]);
            }
            for (uint32_t k = 0; k < air_n_ext(&f.air); k++) {
                ext[k] = plane_value(f.ext, k, row);
            }
            assert_int_equal(air_eval_point(&f.air, &in, &f.ch, f.share, f.lambda, &sum, mem, &e),
                             CHERT_OK);
            assert_int_equal(mem->used, used);
            assert_fp3(sum, naive_row(&f, row));
        }
        arena_fini(mem);
    }
}

/* What was handed over, as sums that depend on every tuple and on no order. */
struct heard {
    uint64_t calls, rows, value, mult;
};

static void hear(void *ctx, uint32_t bus, size_t n, const fp *const *tuple, const fp *mult)
{
    struct heard *h = ctx;
    assert_int_equal(bus, TOY_RANGE);
    h->calls++;
    for (size_t i = 0; i < n; i++) {
        uint64_t v = tuple[0][i];
        assert_int_not_equal(mult[i], 0);
        h->rows++;
        h->value += next_random(&v) * mult[i];
        h->mult += mult[i];
    }
}

/* The lookups of rows [first, first + count), from single rows. */
static struct heard expected_lookups(const struct fixture *f, size_t first, size_t count)
{
    struct heard want = {0};
    for (size_t r = first; r < first + count; r++) {
        fp nodes[256], mult[16], tuple[16][AIR_MAX_TUPLE];
        air_row_interactions(&f->air, (const fp *const *)f->columns, f->params, r, nodes, mult,
                             tuple);
        for (uint32_t k = 2; k < 5; k++) {
            const fp *entry = &tuple[k][0];
            if (mult[k] != 0) {
                hear(&want, TOY_RANGE, 1, &entry, &mult[k]);
            }
        }
    }
    return want;
}

static void check_lookups(struct fixture *f, unsigned mask, size_t first, size_t count)
{
    const struct air_rows in = rows_of(f);
    const struct heard want = expected_lookups(f, first, count);
    const struct air_program *p = NULL;
    struct arena scratch = {0};
    struct err e = {0};
    struct heard got = {0};
    assert_int_equal(air_compile(&f->air, mask, f->mem, &p, &e), CHERT_OK);
    assert_int_equal(arena_init(&scratch, air_lookups_bytes(p), &e), CHERT_OK);
    assert_int_equal(air_lookups(p, &in, first, count, hear, &got, &scratch, &e), CHERT_OK);
    assert_int_equal(scratch.peak, air_lookups_bytes(p));
    assert_int_equal(got.rows, want.rows);
    assert_int_equal(got.mult, want.mult);
    assert_int_equal(got.value, want.value);
    assert_true(got.calls <= 3 * (count / 128 + 2));
    arena_fini(&scratch);
}

/* Full blocks, blocks with some real rows, blocks with none, and cut ones. */
static void test_lookups(void **state)
{
    const unsigned machine = cpu_detect();
    const unsigned masks[] = {CPU_PORTABLE, machine & CPU_AVX2, machine};
    (void)state;
    for (size_t m = 0; m < 3; m++) {
        struct arena *mem = toy_arena();
        static struct fixture f;
        fill(&f, mem, 0, 9);
        for (uint32_t r = 0; r < ROWS; r++) {
            f.columns[CHAIN_REAL][r] = r < 300;
            f.columns[CHAIN_FLAG][r] = r % 3 == 0 && r < 500;
        }
        check_lookups(&f, masks[m], 0, ROWS);
        check_lookups(&f, masks[m], 250, 99);
        check_lookups(&f, masks[m], 5, 3);
        arena_fini(mem);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_blocks_are_rows),
        cmocka_unit_test(test_points_are_rows),
        cmocka_unit_test(test_lookups),
    };
    if ((cpu_detect() & CPU_AVX512) == 0) {
        print_message("no AVX-512 here: that variant is not tested\n");
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
