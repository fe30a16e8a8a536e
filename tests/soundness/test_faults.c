/*
 * Goal: a run with a fault in it (another instruction word, operand, result, target or address) is
 * never accepted with results that are not the program's (CATALOGUE.md: attack 55).
 * Method: one instruction of the guest that uses every table is replaced behind the prover's back:
 * a bit of its word flipped, another instruction of the program in its place, or a wrong constant
 * put into its register. The executor runs that, everything downstream follows honestly, and the
 * prover claims it of the true program. If the constraint and bus check finds nothing, the run must
 * have been the true one in all that can be seen of it. Some proofs are made too, and must be
 * rejected.
 *
 *   test_soundness_faults [faults [seed]]
 *
 * tries more than the default, elsewhere.
 */
#include "forgery/liar.h"

#include <stdlib.h>
#include <string.h>

#include "isa/decode.h"
#include "verify/verify.h"

#define CYCLES      20000u /* at most; the true run is far shorter */
#define PROVE_EVERY 16u

static uint64_t wanted = 250, seed = 1;

static struct liar liar;
static uint32_t words[LIAR_MAX_WORDS];
static size_t n_words;

/* What can be seen of a run. */
static struct seen {
    uint64_t exit_code, regs[N_REGS];
    size_t output_bytes;
    uint8_t output[64];
} truth;

static unsigned n_unfinished, n_accepted, n_rejected, n_proofs;

static uint64_t next_random(void)
{
    uint64_t z = seed += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

static struct seen look(const struct session *s)
{
    struct seen v;
    memset(&v, 0, sizeof v);
    v.exit_code = s->result.exit_code;
    v.output_bytes = s->result.output_bytes;
    assert_true(v.output_bytes <= sizeof v.output);
    memcpy(v.output, s->result.output, v.output_bytes);
    memcpy(v.regs, s->events.reg_last, sizeof v.regs);
    return v;
}

/* The word that is run in the place of the one at `at`. */
static uint32_t faulty_word(size_t at)
{
    const uint32_t lui = 0x37, rd = words[at] >> 7 & 31;
    switch (next_random() % 4) {
    case 0:
        return words[next_random() % n_words];
    case 1:
        return lui | rd << 7 | (uint32_t)(next_random() << 12);
    default:
        return words[at] ^ UINT32_C(1) << next_random() % 32;
    }
}

static void note(void *ctx, const struct check_failure *f)
{
    (void)ctx;
    (void)f;
}

static enum chert_status verdict(struct session *s)
{
    struct arena bytes = {0}, arena = {0};
    struct stark_times times = {0};
    struct verified v;
    struct err e = {0};
    uint8_t *proof = NULL;
    size_t len = 0;
    const struct verify_options opt = {.program_id = liar.prepared.id,
                                       .any_exit = 1,
                                       .accept_test_set = 1,
                                       .airs = &liar.prepared.airs};
    assert_int_equal(session_prove(s, &bytes, &proof, &len, &times, &e), CHERT_OK);
    assert_int_equal(arena_init(&arena, chert_verify_arena_bytes(MAX_INSTANCES), &e), CHERT_OK);
    const enum chert_status status = chert_verify(proof, len, &opt, &arena, &v, &e);
    arena_fini(&arena);
    arena_fini(&bytes);
    n_proofs++;
    return status;
}

static void judge(struct session *s, size_t at, uint32_t word)
{
    struct err e = {0};
    uint64_t failures = 0;
    const enum chert_status filled = session_fill(s, &e);
    if (filled != CHERT_OK) { /* it warns of lookups that no row provides, and fills all the same */
        assert_non_null(strstr(e.msg, "lookups"));
        e = (struct err){0};
    }
    assert_int_equal(trace_check(&s->rows, &s->layout, s->filled, &s->prepared.key, &s->statement,
                                 note, NULL, UINT64_MAX, &failures, &e),
                     CHERT_OK);
    if (failures == 0) {
        const struct seen v = look(s);
        if (memcmp(&v, &truth, sizeof v) != 0) {
            fail_msg("0x%08x in the place of word %zu (0x%08x): nothing objects to a wrong run",
                     word, at, words[at]);
        }
        n_accepted++;
    } else if (n_rejected++ % PROVE_EVERY == 0) {
        const enum chert_status status = verdict(s);
        if (status != CHERT_REJECT_BUS && status != CHERT_REJECT_CONSTRAINT) {
            fail_msg("0x%08x in the place of word %zu (0x%08x): the verifier says %s", word, at,
                     words[at], chert_status_name(status));
        }
    }
}

/* Runs the program with `word` at `at`. */
static void try_fault(size_t at, uint32_t word)
{
    struct err e = {0};
    const size_t mark = arena_mark(&liar.mem);
    struct session *s = liar.s;
    memcpy(liar.program.insns, liar.insns, liar.program.n_insns * sizeof *liar.insns);
    struct insn *in = &liar.program.insns[at];
    const uint32_t row = in->row;
    *in = decode(in->pc, word);
    in->row = row;
    const enum chert_status status = session_execute(s, &liar.program, &liar.opt, &e);
    if (status == CHERT_OK && s->result.output_bytes <= sizeof truth.output) {
        s->prepared = liar.prepared; /* the true program's */
        judge(s, at, word);
        memset(&s->prepared, 0, sizeof s->prepared);
    } else {
        n_unfinished++;
    }
    session_close(s);
    arena_release(&liar.mem, mark);
}

static void test_faults(void **state)
{
    (void)state;
    liar_open(&liar, &liar_everything);
    liar.opt.any_exit = 1;
    liar.opt.exec.max_cycles = CYCLES;
    n_words = liar_everything.assemble(words);
    assert_true(n_words <= liar.program.n_insns);
    assert_int_equal(liar.insns[n_words - 1].pc, LIAR_TEXT + 4 * (n_words - 1));
    struct err e = {0};
    memcpy(liar.program.insns, liar.insns, liar.program.n_insns * sizeof *liar.insns);
    assert_int_equal(session_execute(liar.s, &liar.program, &liar.opt, &e), CHERT_OK);
    truth = look(liar.s);
    session_close(liar.s);
    try_fault(3, words[3]); /* none: the truth is accepted */
    assert_int_equal(n_accepted, 1);
    for (uint64_t i = 0; i < wanted; i++) {
        const size_t at = next_random() % n_words;
        try_fault(at, faulty_word(at));
    }
    print_message("%llu faults: %u did not run to the end, %u changed nothing, %u rejected, of "
                  "these %u as proofs\n",
                  (unsigned long long)wanted, n_unfinished, n_accepted - 1, n_rejected, n_proofs);
    assert_true(n_rejected > wanted / 4);
    liar_close(&liar);
}

int main(int argc, char **argv)
{
    wanted = argc > 1 ? strtoull(argv[1], NULL, 10) : wanted;
    seed = argc > 2 ? strtoull(argv[2], NULL, 10) : seed;
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_faults)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
