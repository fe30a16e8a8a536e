/*
 * Goal: what can be said about all tables at once, and that a missing table, constraint or message
 * would show: the attacks on buses and on what is compiled into the verifier (CATALOGUE.md).
 * Method: the tables as recorded and as the verifier unpacks them; fingerprints at random
 * challenges.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "air/digest.h"
#include "proof/airs_pack.h"
#include "proof/params.h"
#include "proof/statement.h"
#include "tables/row.h"

static struct arena mem;
static struct airs *recorded, *unpacked;

static int setup(void **state)
{
    struct err e = {0};
    (void)state;
    return arena_init(&mem, (size_t)32 << 20, &e) != CHERT_OK ||
           ARENA_NEW(&mem, &recorded, 1, &e) != CHERT_OK ||
           ARENA_NEW(&mem, &unpacked, 1, &e) != CHERT_OK ||
           airs_record(recorded, &mem, &e) != CHERT_OK ||
           airs_unpack(unpacked, chert_airs, chert_airs_len, &mem, &e) != CHERT_OK;
}

static int teardown(void **state)
{
    (void)state;
    arena_fini(&mem);
    return 0;
}

/* Attack 4: a constraint that is written down and never reaches the verifier. */
static void test_the_verifier_has_every_constraint(void **state)
{
    (void)state;
    for (unsigned t = 0; t < N_TABLES; t++) {
        const struct air *a = &recorded->table[t], *b = &unpacked->table[t];
        const struct digest x = air_digest(a, HASH_BLAKE3), y = air_digest(b, HASH_BLAKE3);
        assert_int_equal(a->n_constraints, b->n_constraints);
        assert_int_equal(a->n_interactions, b->n_interactions);
        assert_true(digest_equal(&x, &y));
        assert_true(a->n_interactions != 0);
    }
}

/* How often a table has an interaction on a bus, in one direction. */
static unsigned count(unsigned t, enum bus bus, int sends)
{
    const struct air *a = &recorded->table[t];
    unsigned n = 0;
    for (uint32_t i = 0; i < a->n_interactions; i++) {
        n += a->interactions[i].bus == (uint32_t)bus && a->interactions[i].sends == sends;
    }
    return n;
}

/* Attack 26: whoever takes a step of the machine looks its instruction up. WRITE goes on from a
 * call, which has been looked up. */
static void test_every_step_is_fetched(void **state)
{
    unsigned steppers = 0;
    (void)state;
    for (unsigned t = 0; t < N_TABLES; t++) {
        if (count(t, BUS_EXEC, 0) != 0) {
            assert_int_equal(count(t, BUS_EXEC, 0), 1);
            assert_int_equal(count(t, BUS_PROG, 1), 1);
            steppers++;
        } else {
            assert_int_equal(count(t, BUS_PROG, 1), 0);
        }
        assert_true(count(t, BUS_EXEC, 1) == 0 || count(t, BUS_EXEC, 0) == 1 || t == TABLE_WRITE);
    }
    assert_int_equal(steppers, TABLE_ECALL + 1); /* the registry begins with the instructions */
}

/* Attacks 33, 107: one table provides a lookup bus, and what it provides is in its fixed columns,
 * whose root is in the key; nobody else receives there, and it sends nothing. */
static void test_providers_are_preprocessed(void **state)
{
    (void)state;
    for (unsigned bus = 0; bus < N_BUSES; bus++) {
        unsigned providers = 0;
        for (unsigned t = 0; t < N_TABLES; t++) {
            const int receives = count(t, (enum bus)bus, 0) != 0;
            if (receives && chert_buses[bus].kind == AIR_LOOKUP) {
                assert_true(table_fixed_index(t) >= 0);
                assert_int_equal(count(t, (enum bus)bus, 1), 0);
                providers++;
            }
        }
        assert_int_equal(providers, chert_buses[bus].kind == AIR_LOOKUP);
    }
}

/* Attack 46, 47: equal entries on two buses, or with zeros before or behind, are other tokens. */
static void test_tokens_do_not_alias(void **state)
{
    const struct air_challenges ch =
        air_challenges_of((fp3){{11, 12345, FP_P - 9}}, (fp3){{FP_P - 2, 77, 987654321}});
    fp3 seen[N_BUSES * AIR_MAX_TUPLE * AIR_MAX_TUPLE];
    size_t n = 0;
    (void)state;
    for (unsigned bus = 0; bus < N_BUSES; bus++) {
        for (uint32_t at = 0; at < chert_buses[bus].width; at++) { /* 5 among zeros */
            fp tuple[AIR_MAX_TUPLE] = {0};
            tuple[at] = 5;
            const fp3 f = air_fingerprint(&ch, chert_buses[bus].id, tuple, chert_buses[bus].width);
            for (size_t i = 0; i < n; i++) {
                assert_false(fp3_equal(seen[i], f));
            }
            seen[n++] = f;
        }
    }
    for (unsigned t = 0; t < N_TABLES; t++) {
        for (uint32_t i = 0; i < recorded->table[t].n_interactions; i++) {
            const struct air_interaction *x = &recorded->table[t].interactions[i];
            assert_int_equal(x->width, chert_buses[x->bus].width);
        }
    }
}

/* Attack 45: no multiplicity can reach p, however the verifier lets tables grow. A counter is one
 * field element that a lookup bus compares with a number of rows. */
static void test_counts_do_not_wrap(void **state)
{
    uint64_t most = 0;
    (void)state;
    for (unsigned t = 0; t < N_TABLES; t++) {
        const uint64_t n = recorded->table[t].n_interactions;
        most = n > most ? n : most;
    }
    assert_true(most * MAX_TOTAL_ROWS < FP_P >> 20);
}

/* Attack 98: degree 3 is what the quotient's two parts have room for.
 */
static void test_degrees(void **state)
{
    (void)state;
    for (unsigned t = 0; t < N_TABLES; t++) {
        const struct air *a = &recorded->table[t];
        for (uint32_t i = 0; i < a->n_constraints; i++) {
            assert_in_range(a->nodes[a->constraints[i].e.id].deg, 1, 3);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_verifier_has_every_constraint),
        cmocka_unit_test(test_every_step_is_fetched),
        cmocka_unit_test(test_providers_are_preprocessed),
        cmocka_unit_test(test_tokens_do_not_alias),
        cmocka_unit_test(test_counts_do_not_wrap),
        cmocka_unit_test(test_degrees),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
