/*
 * The recorder: sharing and folding of nodes, the canonical order whatever the order of recording,
 * memory kept to the byte, the digest, and the dumps.
 */
#include "air/digest.h"
#include "air/dump.h"
#include "toy.h"

#include <stdio.h>

static const struct air_column columns[4] = {{"A", "", AIR_FIELD},
                                             {"B", "", AIR_FIELD},
                                             {"C", "", AIR_FIELD},
                                             {"D", "", AIR_FIELD}};

static void begin(struct air *air, struct arena *mem)
{
    struct err e = {0};
    assert_int_equal(air_begin(air, "REC", columns, 0, 4, toy_buses, TOY_N_BUSES, mem, &e),
                     CHERT_OK);
}

static void assert_same(expr a, expr b)
{
    assert_int_equal(a.id, b.id);
}

static void test_sharing_and_folding(void **state)
{
    struct arena *mem = toy_arena();
    struct air air;
    (void)state;
    begin(&air, mem);
    const expr a = air_col(&air, 0), b = air_col(&air, 1);
    const expr zero = air_const(&air, 0), one = air_const(&air, 1);
    assert_same(air_add(&air, a, b), air_add(&air, b, a));
    assert_same(air_mul(&air, a, b), air_mul(&air, b, a));
    assert_int_not_equal(air_sub(&air, a, b).id, air_sub(&air, b, a).id);
    assert_same(air_add(&air, a, zero), a);
    assert_same(air_add(&air, zero, a), a);
    assert_same(air_sub(&air, a, zero), a);
    assert_int_not_equal(air_sub(&air, zero, a).id, a.id);
    assert_same(air_mul(&air, a, one), a);
    assert_same(air_mul(&air, one, a), a);
    assert_same(air_mul(&air, a, zero), zero);
    assert_same(air_mul(&air, zero, a), zero);
    assert_same(air_int(&air, -1), air_const(&air, FP_P - 1));
    assert_same(air_int(&air, INT64_MIN), air_const(&air, FP_P - (UINT64_C(1) << 63)));
    assert_same(air_add(&air, air_int(&air, -5), air_int(&air, 7)), air_const(&air, 2));
    assert_same(air_sub(&air, air_int(&air, 5), air_int(&air, 7)), air_int(&air, -2));
    assert_same(air_mul(&air, air_int(&air, -5), air_int(&air, 7)), air_int(&air, -35));
    assert_same(air_scale(&air, 3, a), air_mul(&air, a, air_const(&air, 3)));
    assert_same(air_limbs(&air, a, b), air_add(&air, air_scale(&air, 65536, b), a));
    assert_same(air_not(&air, a), air_sub(&air, one, a));
    assert_same(air_pick(&air, a, b, b), air_add(&air, b, air_mul(&air, a, air_sub(&air, b, b))));
    assert_int_equal(air.nodes[air_mul(&air, a, air_mul(&air, a, b)).id].deg, 3);
    assert_int_equal(air.nodes[air_mul(&air, a, air_param(&air, 1)).id].deg, 1);
    assert_int_equal(air.n_params, 2);
    assert_int_equal(air.status, CHERT_OK);
    arena_fini(mem);
}

/* One table, recorded from left to right, from right to left, and with rubbish in between. */
static struct digest record_in_order(int order, struct arena *mem, struct air *air)
{
    begin(air, mem);
    expr a = {0}, b = {0}, c = {0}, d = {0}, x = {0}, y = {0};
    if (order == 0) {
        a = air_col(air, 0), b = air_col(air, 1), c = air_col(air, 2), d = air_col(air, 3);
        x = air_mul(air, air_add(air, a, b), air_sub(air, c, d));
        y = air_add(air, air_mul(air, c, d), air_scale(air, 9, a));
    } else {
        for (uint64_t i = 0; i < 50 && order == 2; i++) {
            (void)air_mul(air, air_const(air, 100 + i), air_col(air, 3));
        }
        d = air_col(air, 3), c = air_col(air, 2), b = air_col(air, 1), a = air_col(air, 0);
        y = air_add(air, air_scale(air, 9, a), air_mul(air, d, c));
        x = air_mul(air, air_sub(air, c, d), air_add(air, b, a));
    }
    air_zero(air, "x", x);
    air_zero(air, "y", y);
    assert_int_equal(air_finish(air), CHERT_OK);
    return air_digest(air, HASH_BLAKE3);
}

static void test_order_of_recording(void **state)
{
    struct arena *mem = toy_arena();
    struct air first, other;
    const struct digest want = record_in_order(0, mem, &first);
    (void)state;
    for (int order = 0; order < 3; order++) {
        const struct digest got = record_in_order(order, mem, &other);
        assert_int_equal(other.n_nodes, first.n_nodes);
        assert_memory_equal(other.nodes, first.nodes, first.n_nodes * sizeof *first.nodes);
        assert_int_equal(other.constraints[0].e.id, first.constraints[0].e.id);
        assert_int_equal(other.constraints[1].e.id, first.constraints[1].e.id);
        assert_memory_equal(&got, &want, sizeof want);
    }
    for (uint32_t i = 0; i < first.n_nodes; i++) {
        if (first.nodes[i].op >= AIR_ADD) {
            assert_true(first.nodes[i].a < i && first.nodes[i].b < i);
        }
    }
    arena_fini(mem);
}

/* What is kept: the arrays, and the names of the bit constraints. */
static void test_memory(void **state)
{
    struct arena *mem = toy_arena();
    struct air air;
    struct err e = {0};
    (void)state;
    assert_int_equal(chain_record(&air, mem, &e), CHERT_OK);
    assert_int_equal(mem->used, arena_bytes(sizeof "REAL_bit" + sizeof "FLAG_bit", 1) +
                                    arena_bytes(air.n_nodes, sizeof *air.nodes) +
                                    arena_bytes(air.n_constraints, sizeof *air.constraints) +
                                    arena_bytes(air.n_interactions, sizeof *air.interactions) +
                                    arena_bytes(air.n_claims, sizeof *air.claims));
    assert_string_equal(air.constraints[0].name, "REAL_bit");
    assert_string_equal(air.constraints[1].name, "FLAG_bit");
    assert_int_equal(air.n_constraints, 5);
    assert_int_equal(air.interactions[4].bus, TOY_RANGE);
    assert_int_equal(air_n_ext(&air), 3);
    assert_int_equal(air_n_total_constraints(&air), 8);
    arena_fini(mem);
}

/* Edits of a finished table, each of which must change the digest. */
static void edit(struct air *air, struct air_bus *buses, int i)
{
    switch (i) {
    case 0:
        air->name = "OTHER";
        break;
    case 1:
        air->n_fixed++;
        break;
    case 2:
        air->n_main++;
        break;
    case 3:
        air->n_params++;
        break;
    case 4:
        buses[2].id++;
        break;
    case 5:
        buses[2].kind = AIR_STATEFUL;
        break;
    case 6:
        buses[2].width++;
        break;
    case 7:
        air->nodes[0].k++;
        break;
    case 8:
        air->nodes[air->n_nodes - 1].a--;
        break;
    case 9:
        air->nodes[air->n_nodes - 1].op = AIR_ADD;
        break;
    case 10:
        air->constraints[2].e.id--;
        break;
    case 11:
        air->n_constraints--;
        break;
    case 12:
        air->interactions[1].sends = 0;
        break;
    case 13:
        air->interactions[1].counter = 1;
        break;
    case 14:
        air->interactions[1].mult.id++;
        break;
    case 15:
        air->interactions[0].tuple[1].id++;
        break;
    case 16:
        air->interactions[2].bus = TOY_PROG;
        break;
    default:
        air->n_interactions--;
        break;
    }
}

static void test_digest_is_sensitive(void **state)
{
    struct digest seen[20];
    (void)state;
    for (int i = 0; i < 20; i++) {
        struct arena *mem = toy_arena();
        struct air air;
        struct err e = {0};
        struct air_bus buses[TOY_N_BUSES];
        memcpy(buses, toy_buses, sizeof buses);
        assert_int_equal(chain_record(&air, mem, &e), CHERT_OK);
        air.buses = buses;
        if (i < 18) {
            edit(&air, buses, i);
        }
        seen[i] = air_digest(&air, i == 19 ? HASH_KECCAK : HASH_BLAKE3);
        for (int j = 0; j < i; j++) {
            assert_false(digest_equal(&seen[i], &seen[j]));
        }
        arena_fini(mem);
    }
}

/* The same under every compiler: what gcc and clang must agree on is written down here. */
static void test_digest_is_stable(void **state)
{
    static const char *const want[N_TOYS] = {
        "68d809c76cc51a3af3ba9cf9a69863da7079e5df6cddfca5c39a9fe2f3435814",
        "48c4208e68e869f8b3834042f4e9f31a5faa9156d599b092c52142e45c0ac975",
        "9c272596e632ec80e175e215fa0fae47e4b8eb680752299c7a55310593eef37c",
        "660248b8083b32dc160eb6604cfb93dfb28b7ecb9704e387413d765a2bf41d37"};
    (void)state;
    for (size_t i = 0; i < N_TOYS; i++) {
        struct arena *mem = toy_arena();
        struct air air;
        struct err e = {0};
        char hex[2 * DIGEST_BYTES + 1];
        assert_int_equal(toys[i](&air, mem, &e), CHERT_OK);
        const struct digest d = air_digest(&air, HASH_BLAKE3);
        for (size_t b = 0; b < DIGEST_BYTES; b++) {
            (void)snprintf(hex + 2 * b, 3, "%02x", d.b[b]);
        }
        assert_string_equal(hex, want[i]);
        arena_fini(mem);
    }
}

struct text {
    char s[1 << 14];
    size_t n;
};

static void append(void *ctx, const char *s, size_t n)
{
    struct text *t = ctx;
    assert_true(t->n + n < sizeof t->s);
    memcpy(t->s + t->n, s, n);
    t->n += n;
    t->s[t->n] = '\0';
}

static void assert_contains(const struct text *t, const char *s)
{
    if (strstr(t->s, s) == NULL) {
        print_error("no \"%s\" in:\n%s\n", s, t->s);
        fail();
    }
}

static void test_page(void **state)
{
    struct arena *mem = toy_arena();
    struct air air;
    struct err e = {0};
    static struct text t;
    (void)state;
    t.n = 0;
    assert_int_equal(chain_record(&air, mem, &e), CHERT_OK);
    air_dump_page(&air, "A chain of tokens.", append, &t);
    assert_contains(&t, "# CHAIN\n\nA chain of tokens.\n");
    assert_contains(&t, "0 fixed and 8 main columns, 5 constraints, 5 interactions in 3 extension "
                        "columns: 17 cells a row.");
    assert_contains(&t, "| 3 | `L0` | U16 | next value, low |");
    assert_contains(&t, "| REAL_bit | 2 | `REAL (REAL - 1)` | |");
    assert_contains(&t, "| flag_real | 2 | `");
    assert_contains(&t, "| 0 | TOKEN | receives | `REAL` | `X, T` |");
    assert_contains(&t, "| 0 | TOKEN | sends | `REAL` | `L0 + 2^16 L1, T + 1` |");
    assert_contains(&t, "| 2 | RANGE | looks up | `FLAG` | `");
    assert_contains(&t, "- `LABEL`: equals the parameter");
    arena_fini(mem);
}

static void test_json(void **state)
{
    struct arena *mem = toy_arena();
    struct air air;
    struct err e = {0};
    static struct text t, again;
    (void)state;
    t.n = again.n = 0;
    assert_int_equal(range_record(&air, mem, &e), CHERT_OK);
    air_dump_json(&air, append, &t);
    air_dump_json(&air, append, &again);
    assert_string_equal(t.s, again.s);
    assert_string_equal(
        t.s,
        "{\"table\": \"T\", \"fixed\": 1, \"main\": 1, \"params\": 0, \"ext\": 1,\n"
        " \"columns\": [\n"
        "  {\"name\": \"V\", \"kind\": \"FIXED\", \"doc\": \"0, 1, 2, ...\"},\n"
        "  {\"name\": \"COUNT\", \"kind\": \"FIELD\", \"doc\": \"lookups\"}],\n"
        " \"nodes\": [\n  [\"col\", 1],\n  [\"col\", 0]],\n"
        " \"constraints\": [],\n"
        " \"interactions\": [\n"
        "  {\"bus\": \"RANGE\", \"id\": 12, \"kind\": \"lookup\", \"sends\": false, \"counter\": "
        "true, \"mult\": 0, \"tuple\": [1]}],\n"
        " \"claims\": [],\n"
        " \"real\": null}\n");
    arena_fini(mem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sharing_and_folding),
        cmocka_unit_test(test_order_of_recording),
        cmocka_unit_test(test_memory),
        cmocka_unit_test(test_digest_is_sensitive),
        cmocka_unit_test(test_digest_is_stable),
        cmocka_unit_test(test_page),
        cmocka_unit_test(test_json),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
