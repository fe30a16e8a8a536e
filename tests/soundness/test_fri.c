/*
 * Goal: the low-degree test rejects with the probability that the bounds of docs/security.md count
 * on: (1 - distance) a query, 2^-bits a proof of work, at every stage of the protocol.
 * Method: lies of known distance, thousands of each with few queries (toy_group.h). The rate of
 * acceptance must be the predicted one, within five standard deviations: a verifier that is laxer
 * (one that tests DEEP at a single query, say) shows at once, and so does a prover of the test
 * that lies badly. What happens with probability 2^-190 (a beta that hides the distance) cannot be
 * measured over this field.
 */
#include <math.h>

#include "soundness/toy_group.h"

#define TRIALS 1200u

static int quarter(uint32_t index)
{
    return index * 2654435761u >> 30 == 0; /* a spread quarter of every 2^k */
}

/* One point of every fourth leaf. */
static int quarter_of_leaves(uint32_t index)
{
    return index % 32 == 11;
}

static double share(int (*spoilt)(uint32_t), uint32_t n)
{
    uint32_t hits = 0;
    for (uint32_t i = 0; i < n; i++) {
        hits += (uint32_t)spoilt(i);
    }
    return (double)hits / n;
}

static struct toy toy;

/* `rate`: of acceptance; all others are rejected with `reason`. */
static void measure(const struct toy_spec *spec, double rate, enum chert_status reason,
                    const char *what)
{
    unsigned accepted = 0;
    toy_open(&toy, spec);
    for (uint64_t seed = 0; seed < TRIALS; seed++) {
        const enum chert_status s = toy_try(&toy, seed);
        if (s != CHERT_OK && s != reason) {
            fail_msg("%s: %s (%s)", what, chert_status_name(s), toy.err.msg);
        }
        accepted += s == CHERT_OK;
    }
    toy_close(&toy);
    const double mean = TRIALS * rate, deviation = sqrt(TRIALS * rate * (1 - rate));
    print_message("%-56s predicted %6.1f, measured %4u of %u\n", what, mean, accepted, TRIALS);
    if (fabs(accepted - mean) > 5 * deviation + 0.5) {
        fail_msg("%s: %u of %u accepted, predicted %.1f +- %.1f", what, accepted, TRIALS, mean,
                 deviation);
    }
}

static struct set queries(uint8_t log_blowup, uint16_t n)
{
    return (struct set){.name = "toy", .id = SET_TEST, .log_blowup = log_blowup, .queries = n};
}

static void test_truth(void **state)
{
    (void)state;
    struct toy_spec spec = {.log_n = 7, .set = queries(1, 4)};
    measure(&spec, 1, CHERT_OK, "the truth");
    spec.log_n = 10;
    measure(&spec, 1, CHERT_OK, "the truth, folded");
    spec.log_n = 7;
    spec.set = queries(3, 4);
    measure(&spec, 1, CHERT_OK, "the truth, blowup 8");
}

static void test_column(void **state)
{
    (void)state;
    struct toy_spec spec = {.lie = TOY_COLUMN, .spoilt = quarter};
    for (uint16_t q = 1; q <= 8; q = (uint16_t)(4 * q)) {
        spec.log_n = 7;
        spec.set = queries(1, q);
        measure(&spec, pow(1 - share(quarter, 256), q), CHERT_REJECT_FINAL,
                "a column 1/4 away, caught by the final polynomial");
        spec.log_n = 10;
        spec.layer = TOY_LAYER_ZERO;
        measure(&spec, pow(1 - share(quarter, 2048), q), CHERT_REJECT_FRI,
                "a column 1/4 away, caught by the first layer");
    }
}

static void test_fold(void **state)
{
    (void)state;
    const struct toy_spec spec = {.log_n = 10,
                                  .set = queries(1, 4),
                                  .lie = TOY_COLUMN,
                                  .layer = TOY_LAYER_WORD,
                                  .spoilt = quarter_of_leaves};
    measure(&spec, pow(0.75, 4), CHERT_REJECT_FINAL, "1/32 away, but in 1/4 of the leaves");
}

/* Attack 88: a wrong value of the quotient at z. The best low-degree word agrees with DEEP's on
 * the rate's share of the points, and every query must meet it. */
static void test_values(void **state)
{
    (void)state;
    struct toy_spec spec = {.lie = TOY_VALUES, .final = TOY_FINAL_THROUGH};
    for (uint16_t q = 1; q <= 8; q = (uint16_t)(2 * q)) {
        spec.log_n = 7;
        spec.set = queries(1, q);
        measure(&spec, pow(0.5, q), CHERT_REJECT_FINAL, "wrong values at z, rate 1/2");
        spec.log_n = 10;
        if (q == 2) { /* slow: every word is folded whole */
            measure(&spec, pow(0.5, q), CHERT_REJECT_FINAL, "wrong values at z, folded");
        }
        spec.log_n = 7;
        spec.set = queries(3, q);
        measure(&spec, pow(0.125, q), CHERT_REJECT_FINAL, "wrong values at z, rate 1/8");
    }
}

static void test_grinding(void **state)
{
    (void)state;
    for (uint8_t bits = 1; bits <= 4; bits = (uint8_t)(bits + 2)) {
        struct toy_spec spec = {.log_n = 10, .set = queries(1, 2)};
        spec.set.query_bits = bits;
        measure(&spec, pow(0.5, bits), CHERT_REJECT_GRIND, "no work before the queries");
        spec.set.query_bits = 0, spec.set.batch_bits = bits;
        measure(&spec, pow(0.5, bits), CHERT_REJECT_GRIND, "no work before DEEP");
        spec.set.batch_bits = 0, spec.set.fold_bits = bits;
        measure(&spec, pow(0.5, bits), CHERT_REJECT_GRIND, "no work before a fold");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_truth),  cmocka_unit_test(test_column),   cmocka_unit_test(test_fold),
        cmocka_unit_test(test_values), cmocka_unit_test(test_grinding),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
