/*
 * Goal: a column of a shorter table is a polynomial in X^(N/n), or the proof is rejected wherever
 * it is queried.
 * Method: a zero proof in which one column of a table of half the group's height is X. Every index
 * drawn is even: on half of the domain the forged column cannot be told from an honest one. The
 * rate of `compact` is 1/8, its queries are counted as if agreement on more than 0.357 of the
 * domain were impossible.
 */
#include <stdio.h>

#include "attack/zero_proof.h"

#include "transcript/transcript.h"

void real_draw(struct transcript *t, enum transcript_tag tag, uint32_t *out, size_t n,
               unsigned bits) __asm__("__real_transcript_draw_indices");
void even_draw(struct transcript *t, enum transcript_tag tag, uint32_t *out, size_t n,
               unsigned bits) __asm__("__wrap_transcript_draw_indices");

static int only_even;

void even_draw(struct transcript *t, enum transcript_tag tag, uint32_t *out, size_t n,
               unsigned bits)
{
    real_draw(t, tag, out, n, bits);
    for (size_t i = 0; i < n && only_even; i++) {
        out[i] &= ~UINT32_C(1);
    }
}

static enum chert_status verdict(enum set_id set, int unlifted)
{
    struct arena mem, arena;
    struct airs *airs;
    struct err e = {0};
    struct verified v;
    struct zero_proof p;
    struct zero_spec spec = {.set = set, .fixed_log = {3, 3, 3, 3}, .unlifted = unlifted};
    assert_int_equal(arena_init(&mem, (size_t)32 << 20, &e), CHERT_OK);
    assert_int_equal(ARENA_NEW(&mem, &airs, 1, &e), CHERT_OK);
    assert_int_equal(airs_record(airs, &mem, &e), CHERT_OK);
    zero_add(&spec, TABLE_CONST, 1, 9);
    zero_add(&spec, TABLE_MOVE, 1, 10);
    zero_proof_init(&p, airs, &spec);
    const struct verify_options opt = {.program_id = p.id,
                                       .any_exit = 1,
                                       .accept_test_set = 1,
                                       .airs = airs};
    assert_int_equal(arena_init(&arena, chert_verify_arena_bytes(p.n_instances), &e), CHERT_OK);
    const enum chert_status s = chert_verify(p.bytes, p.len, &opt, &arena, &v, &e);
    arena_fini(&arena);
    zero_proof_fini(&p);
    arena_fini(&mem);
    return s;
}

/* The buses are the only thing wrong with an honest one. */
static void test_twin(void **state)
{
    (void)state;
    only_even = 0;
    assert_int_equal(verdict(SET_COMPACT, 0), CHERT_REJECT_BUS);
    only_even = 1;
    assert_int_equal(verdict(SET_COMPACT, 0), CHERT_REJECT_BUS);
}

/* The other half of the domain betrays it. */
static void test_unlifted_column(void **state)
{
    (void)state;
    only_even = 0;
    assert_int_equal(verdict(SET_COMPACT, 1), CHERT_REJECT_FRI);
}

/* Even if all queries fall on the half where it is right: DEEP also divides at w z. */
static void test_unlifted_half(void **state)
{
    (void)state;
    only_even = 1;
    assert_int_equal(verdict(SET_COMPACT, 1), CHERT_REJECT_FRI);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_twin),
        cmocka_unit_test(test_unlifted_column),
        cmocka_unit_test(test_unlifted_half),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
