/*
 * Whole runs: prove, then verify with an id computed apart; every set, hash and grouping; the
 * same bytes whatever threads and kernels.
 */
#include <string.h>

#include "base/cpu.h"

#include "e2e.h"

static void prove(const struct guest *g, const struct prove_options *opt, struct proof_result *r)
{
    struct err e = {0};
    if (prove_program(&g->program, opt, r, &e) != CHERT_OK) {
        fail_msg("prove: %s", e.msg);
    }
}

static void prove_and_verify(const struct guest *g, const struct prove_options *opt)
{
    struct proof_result r;
    struct verified v;
    struct err e = {0};
    prove(g, opt, &r);
    const struct verify_options want = {
        .program_id = guest_id(g, opt->set, opt->hash),
        .exit_code = r.exec.exit_code,
        .output = r.exec.output,
        .output_len = r.exec.output_bytes,
        .accept_test_set = opt->set->for_tests,
    };
    if (guest_verify(r.proof, r.proof_bytes, &want, &v, &e) != CHERT_OK) {
        fail_msg("verify: %s", e.msg);
    }
    proof_result_fini(&r);
}

static void test_hello(void **state)
{
    (void)state;
    struct guest g;
    guest_open(&g, "hello", NULL);
    const struct prove_options opt = guest_options(&g);
    prove_and_verify(&g, &opt);
    guest_close(&g);
}

static void test_programs(void **state)
{
    (void)state;
    static const struct {
        const char *elf, *input;
    } guests[] = {{"fibonacci", "fibonacci.1000.in"},
                  {"sha256", "sha256.hello.in"},
                  {"echo", "echo.hello.in"},
                  {"misaligned", NULL}};
    for (size_t i = 0; i < sizeof guests / sizeof guests[0]; i++) {
        struct guest g;
        guest_open(&g, guests[i].elf, guests[i].input);
        struct prove_options opt = guest_options(&g);
        opt.grouping = i % 2 == 0 ? GROUPING_JOINT : GROUPING_PER_TABLE;
        prove_and_verify(&g, &opt);
        guest_close(&g);
    }
}

static void test_sets_hashes_groupings(void **state)
{
    (void)state;
    struct guest g;
    guest_open(&g, "hello", NULL);
    for (unsigned set = SET_FAST; set <= SET_TEST; set++) {
        for (unsigned hash = 0; hash < 2; hash++) {
            for (unsigned grouping = 0; grouping < 2; grouping++) {
                struct prove_options opt = guest_options(&g);
                opt.set = set_by_id(set);
                opt.hash = (enum hash_kind)hash;
                opt.grouping = (enum grouping)grouping;
                opt.workers = 2;
                /* per-table grinds once a group: the test set shows it here, `slow` in fast */
                if ((opt.set->modes & MODE_BIT(grouping)) != 0 &&
                    (set != SET_FAST || grouping == GROUPING_JOINT)) {
                    prove_and_verify(&g, &opt);
                }
            }
        }
    }
    guest_close(&g);
}

static void test_same_bytes(void **state)
{
    (void)state;
    struct guest g;
    struct proof_result first, other;
    guest_open(&g, "sha256", "sha256.hello.in");
    struct prove_options opt = guest_options(&g);
    prove(&g, &opt, &first);
    const unsigned workers[] = {2, 7, 1, 1};
    const unsigned masks[] = {cpu_detect(), cpu_detect(), 0, cpu_detect() & CPU_AVX2};
    for (size_t i = 0; i < 4; i++) {
        opt.workers = workers[i];
        opt.cpu_mask = masks[i];
        prove(&g, &opt, &other);
        assert_int_equal(other.proof_bytes, first.proof_bytes);
        assert_memory_equal(other.proof, first.proof, first.proof_bytes);
        proof_result_fini(&other);
    }
    proof_result_fini(&first);
    guest_close(&g);
}

static void test_unexpected_exit(void **state)
{
    (void)state;
    struct guest g;
    struct proof_result r;
    struct err e = {0};
    guest_open(&g, "fault_null", NULL);
    struct prove_options opt = guest_options(&g);
    assert_int_equal(prove_program(&g.program, &opt, &r, &e), CHERT_E_FAULT);
    proof_result_fini(&r);
    guest_close(&g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hello),
        cmocka_unit_test(test_programs),
        cmocka_unit_test(test_sets_hashes_groupings),
        cmocka_unit_test(test_same_bytes),
        cmocka_unit_test(test_unexpected_exit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
