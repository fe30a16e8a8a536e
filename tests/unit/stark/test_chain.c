/*
 * A chain's stages over made-up columns of known polynomials, against the formulas of design 5.1
 * computed naively: committed matrices, values out of the domain, lifting, the DEEP word. Three
 * instances of two heights, tall enough to be cut into several jobs, on one worker and on three.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/cpu.h"
#include "hash/batch.h"
#include "proof/domain.h"
#include "stark/group.h"

#define N_INSTANCES 3u
#define TALL        13u
#define LOW         11u
#define N_MAIN      125u /* so many that rows are cut into several jobs */
#define N_EXT       2u
#define N_COLUMNS   (N_MAIN + 3 * N_EXT)
#define N_VALUES    (N_INSTANCES * (N_MAIN + N_EXT + 1) + 2)

struct model {
    struct sched sched;
    struct arena mem;
    struct stark_env env;
    struct air air;
    struct instance instances[N_INSTANCES];
    struct group group;
    struct layout layout;
    struct stark_input in;
    struct committed committed[N_INSTANCES];
    struct prover p;
    struct chain c;
    struct writer out;
    fp *coefficients[N_INSTANCES][N_COLUMNS];
    fp *quotient[6];
    uint64_t seed;
    struct err e;
};

static void must(struct model *m, enum chert_status s)
{
    if (s != CHERT_OK) {
        fail_msg("%s: %s", chert_status_name(s), m->e.msg);
    }
}

static fp draw(struct model *m)
{
    m->seed = m->seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (m->seed ^ m->seed >> 31) % FP_P;
}

static fp3 draw3(struct model *m)
{
    const fp a = draw(m), b = draw(m), c = draw(m);
    return (fp3){{a, b, c}};
}

static fp *draw_column(struct model *m, unsigned log_n)
{
    fp *a;
    must(m, ARENA_NEW(&m->mem, &a, (size_t)1 << log_n, &m->e));
    for (size_t i = 0; i < (size_t)1 << log_n; i++) {
        a[i] = draw(m);
    }
    return a;
}

/* Carves a matrix and fills its columns from polynomials; no rows are hashed. */
static void extend(struct model *m, struct matrix *matrix, fp *const *coefficients, uint32_t n,
                   unsigned log_n)
{
    struct digest *space;
    must(m, arena_alloc(&m->mem, matrix_rows_bytes(log_n, 1), 1, (void **)&space, &m->e));
    struct arena rows = arena_over(space, matrix_rows_bytes(log_n, 1));
    must(m, matrix_init(matrix, &m->env, n, log_n, &m->mem, &m->e));
    must(m, matrix_carve(matrix, &m->mem, &rows, &m->e));
    for (uint32_t c = 0; c < n; c++) {
        ntt_lde(&m->env.ntt, matrix->lde + c * matrix->stride, coefficients[c], log_n, 1);
    }
}

static void open_model(struct model *m, unsigned workers)
{
    static const uint8_t logs[N_INSTANCES] = {TALL, LOW, TALL};
    memset(m, 0, sizeof *m);
    m->seed = workers;
    must(m, sched_init(&m->sched, workers, 0, &m->e));
    must(m, arena_init(&m->mem, (size_t)96 << 20, &m->e));
    must(m, stark_env_init(&m->env, set_by_id(SET_TEST), HASH_BLAKE3, cpu_detect(), TALL + 1,
                           &m->sched, &m->mem, &m->e));
    m->air = (struct air){.name = "MADE_UP", .n_main = N_MAIN, .n_interactions = 2 * N_EXT};
    for (uint32_t i = 0; i < N_INSTANCES; i++) {
        m->instances[i] = (struct instance){.air = &m->air,
                                            .log_n = logs[i],
                                            .value_at = i * (N_MAIN + N_EXT + 1)};
        for (uint32_t c = 0; c < N_COLUMNS; c++) {
            m->coefficients[i][c] = draw_column(m, logs[i]);
        }
        extend(m, &m->committed[i].main, m->coefficients[i], N_MAIN, logs[i]);
        extend(m, &m->committed[i].aux, m->coefficients[i] + N_MAIN, 3 * N_EXT, logs[i]);
    }
    for (uint32_t k = 0; k < 6; k++) {
        m->quotient[k] = draw_column(m, TALL);
    }
    extend(m, &m->c.quotient, m->quotient, 6, TALL);
    m->group = (struct group){.count = N_INSTANCES, .log_n = TALL, .n_values = N_VALUES};
    m->layout = (struct layout){m->env.set, N_INSTANCES, 1, m->instances, &m->group};
    m->in = (struct stark_input){.layout = &m->layout};
    m->p = (struct prover){.env = &m->env, .in = &m->in, .committed = m->committed};
    m->c.p = &m->p;
    m->c.group = &m->group;
    m->c.mem = &m->mem;
    m->c.out = &m->out;
    transcript_init(&m->c.t, HASH_BLAKE3);
    pthread_mutex_init(&m->c.lock, NULL);
    m->out.cap = N_VALUES * sizeof(fp3);
    must(m, ARENA_NEW(&m->mem, &m->out.at, m->out.cap, &m->e));
}

static void close_model(struct model *m)
{
    pthread_mutex_destroy(&m->c.lock);
    arena_fini(&m->mem);
    sched_fini(&m->sched);
}

static fp3 horner(const fp *a, size_t n, fp3 x)
{
    fp3 sum = fp3_of(0);
    for (size_t i = n; i-- > 0;) {
        sum = fp3_add(fp3_mul(sum, x), fp3_of(a[i]));
    }
    return sum;
}

/* p0 + omega p1 + omega^2 p2 at x. */
static fp3 horner_ext(fp *const planes[3], size_t n, fp3 x)
{
    const fp3 w1 = {{0, 1, 0}}, w2 = {{0, 0, 1}};
    const fp3 a = horner(planes[0], n, x), b = horner(planes[1], n, x);
    return fp3_add(a, fp3_add(fp3_mul(b, w1), fp3_mul(horner(planes[2], n, x), w2)));
}

/* The k-th opened polynomial of instance i at y: base columns, then ext columns. */
static fp3 column_at(const struct model *m, uint32_t i, uint32_t k, fp3 y)
{
    const size_t n = (size_t)1 << m->instances[i].log_n;
    return k < N_MAIN ? horner(m->coefficients[i][k], n, y)
                      : horner_ext(m->coefficients[i] + N_MAIN + 3 * (k - N_MAIN), n, y);
}

static void assert_same(fp3 a, fp3 b)
{
    for (unsigned k = 0; k < 3; k++) {
        assert_int_equal(a.c[k], b.c[k]);
    }
}

static void check_values(unsigned workers)
{
    struct model m;
    open_model(&m, workers);
    must(&m, chain_values(&m.c, &m.e));
    for (uint32_t i = 0; i < N_INSTANCES; i++) {
        const unsigned log_n = m.instances[i].log_n;
        const fp3 z = fp3_pow2k(m.c.z, TALL - log_n);
        const fp3 *v = m.c.values + m.instances[i].value_at;
        for (uint32_t k = 0; k < N_MAIN + N_EXT; k++) {
            assert_same(v[k], column_at(&m, i, k, z));
        }
        assert_same(v[N_MAIN + N_EXT],
                    column_at(&m, i, N_MAIN + N_EXT - 1, fp3_mul_fp(z, fp_root(log_n))));
    }
    for (uint32_t k = 0; k < 2; k++) {
        assert_same(m.c.values[N_VALUES - 2 + k],
                    horner_ext(m.quotient + 3 * k, (size_t)1 << TALL, m.c.z));
    }
    assert_false(m.out.overflowed);
    close_model(&m);
}

/* sum of delta^j v_j(y), over what is opened at z (next = 0) or at g z, where y stands for x. */
static fp3 batched(const struct model *m, fp3 x, int next)
{
    fp3 sum = fp3_of(0);
    for (uint32_t i = 0; i < N_INSTANCES; i++) {
        const fp3 y = fp3_pow2k(x, TALL - m->instances[i].log_n);
        const fp3 *d = m->c.delta + m->instances[i].value_at;
        for (uint32_t k = 0; !next && k < N_MAIN + N_EXT; k++) {
            sum = fp3_add(sum, fp3_mul(d[k], column_at(m, i, k, y)));
        }
        if (next) {
            const fp3 v = column_at(m, i, N_MAIN + N_EXT - 1, y);
            sum = fp3_add(sum, fp3_mul(d[N_MAIN + N_EXT], v));
        }
    }
    for (uint32_t k = 0; !next && k < 2; k++) {
        const fp3 v = horner_ext(m->quotient + 3 * k, (size_t)1 << TALL, x);
        sum = fp3_add(sum, fp3_mul(m->c.delta[N_VALUES - 2 + k], v));
    }
    return sum;
}

static void check_deep(unsigned workers)
{
    struct model m;
    open_model(&m, workers);
    m.c.z = draw3(&m);
    const fp3 gz = fp3_mul_fp(m.c.z, fp_root(TALL));
    must(&m, chain_deep(&m.c, &m.e));
    const fp3 x = draw3(&m);
    const fp3 a = fp3_sub(batched(&m, x, 0), batched(&m, m.c.z, 0));
    const fp3 b = fp3_sub(batched(&m, x, 1), batched(&m, gz, 1));
    const fp3 expected =
        fp3_add(fp3_mul(a, fp3_inv(fp3_sub(x, m.c.z))), fp3_mul(b, fp3_inv(fp3_sub(x, gz))));
    assert_same(horner_ext(m.c.word, (size_t)1 << TALL, x), expected);
    close_model(&m);
}

/* Polynomials of degree below 2n on 2n points of each height, lifted to one of degree below 2N. */
static void check_lift(unsigned workers)
{
    struct model m;
    fp *low[3], *tall[3];
    open_model(&m, workers);
    must(&m, chain_sums(&m.c, 0, 1, &m.e));
    assert_null(m.c.sums[0][TALL - 1][0]);
    for (unsigned k = 0; k < 3; k++) {
        low[k] = draw_column(&m, LOW + 1);
        tall[k] = draw_column(&m, TALL + 1);
        const fp shift[2] = {domain_shift(LOW), domain_shift(TALL)};
        m.env.block->geo(m.c.sums[0][LOW][k], low[k], 1, shift[0], (size_t)2 << LOW);
        m.env.block->geo(m.c.sums[0][TALL][k], tall[k], 1, shift[1], (size_t)2 << TALL);
        ntt_forward(&m.env.ntt, m.c.sums[0][LOW][k], LOW + 1);
        ntt_forward(&m.env.ntt, m.c.sums[0][TALL][k], TALL + 1);
    }
    must(&m, chain_lift(&m.c, 1, 1, &m.e));
    const fp3 x = draw3(&m);
    const fp3 expected = fp3_add(horner_ext(tall, (size_t)2 << TALL, x),
                                 horner_ext(low, (size_t)2 << LOW, fp3_pow2k(x, TALL - LOW)));
    assert_same(horner_ext(m.c.sums[0][TALL], (size_t)2 << TALL, x), expected);
    close_model(&m);
}

/* From trace values to columns and a tree, against the serial functions. */
static void check_commit(unsigned workers)
{
    struct model m;
    struct merkle tree, serial;
    struct digest *digests;
    open_model(&m, workers);
    struct matrix *matrix = &m.committed[0].main;
    struct tree_part part = {0, N_MAIN, TALL};
    const struct tree_shape shape = {TREE_MAIN, 1, &part};
    const struct matrix *const parts[1] = {matrix};
    for (uint32_t c = 0; c < N_MAIN; c++) {
        fp *values = draw_column(&m, TALL);
        memcpy(values, m.coefficients[0][c], sizeof(fp) << TALL);
        ntt_forward(&m.env.ntt, values, TALL);
        matrix->from[c] = values;
    }
    memset(matrix->lde, 0, N_MAIN * matrix->stride * sizeof(fp));
    must(&m, matrix_tree(&tree, &m.env, &shape, parts, &m.mem, &m.e));
    must(&m, stark_commit_alone(matrix, &tree, &m.mem, &m.e));
    for (uint32_t c = 0; c < N_MAIN; c++) {
        for (uint32_t i = 0; i < 2u << TALL; i += 4093) {
            const fp3 x = fp3_of(domain_point(TALL, 1, i));
            assert_int_equal(matrix_column(matrix, c)[i],
                             horner(m.coefficients[0][c], (size_t)1 << TALL, x).c[0]);
        }
    }
    must(&m, ARENA_NEW(&m.mem, &digests, matrix_rows(matrix), &m.e));
    hash_rows(HASH_BLAKE3, 0, matrix->columns, N_MAIN, 0, matrix_rows(matrix), digests);
    const struct digest *const rows = digests;
    const struct merkle_level level = {TALL + 1, 1, &rows};
    must(&m, merkle_build(&serial, &m.mem, HASH_BLAKE3, 0, &level, 1, &m.e));
    assert_memory_equal(merkle_root(&tree), merkle_root(&serial), DIGEST_BYTES);
    close_model(&m);
}

#define ON_ONE_AND_THREE(name)            \
    static void test_##name(void **state) \
    {                                     \
        (void)state;                      \
        check_##name(1);                  \
        check_##name(3);                  \
    }
ON_ONE_AND_THREE(commit)
ON_ONE_AND_THREE(values)
ON_ONE_AND_THREE(lift)
ON_ONE_AND_THREE(deep)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_commit),
        cmocka_unit_test(test_values),
        cmocka_unit_test(test_lift),
        cmocka_unit_test(test_deep),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
