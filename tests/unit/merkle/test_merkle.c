/*
 * Mixed-height trees: the root against a recursive definition, split building against building at
 * once, openings that verify, and openings that must not: every flipped byte, every missing, extra
 * or exchanged digest, every other index, another tag or shape.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "base/cpu.h"
#include "merkle/merkle.h"
#include "merkle/verify.h"

#define MAX_LEVELS 6u
#define MAX_PARTS  70u
#define ARENA_SIZE ((size_t)64 << 20)
#define MAX_OPEN   64u

struct fixture {
    struct arena arena;
    uint64_t seed;
    struct merkle_level levels[MAX_LEVELS];
    size_t n_levels;
};

/* What a verifier is given. */
struct opening {
    struct merkle_opened levels[MAX_LEVELS];
    struct digest leaves[MAX_LEVELS][MAX_OPEN];
    uint32_t indices[MAX_OPEN];
    size_t n;
    struct digest siblings[MAX_OPEN * 32];
    size_t n_siblings;
};

static uint64_t next_random(uint64_t *s)
{
    *s += UINT64_C(0x9e3779b97f4a7c15);
    uint64_t z = *s;
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

static uint64_t below(struct fixture *f, uint64_t bound)
{
    return next_random(&f->seed) % bound;
}

static int setup(void **state)
{
    static struct fixture f;
    struct err e = {0};
    f.seed = 7;
    assert_int_equal(arena_init(&f.arena, ARENA_SIZE, &e), CHERT_OK);
    *state = &f;
    return 0;
}

static int teardown(void **state)
{
    struct fixture *f = *state;
    arena_fini(&f->arena);
    return 0;
}

static void *carve(struct fixture *f, size_t n, size_t size)
{
    struct err e = {0};
    void *p = NULL;
    assert_int_equal(arena_alloc(&f->arena, n, size, &p, &e), CHERT_OK);
    return p;
}

/* A level of random row digests. */
static void add_level(struct fixture *f, unsigned log_size, size_t n_parts)
{
    const struct digest **rows = carve(f, n_parts, sizeof(void *));
    for (size_t p = 0; p < n_parts; p++) {
        struct digest *d = carve(f, (size_t)1 << log_size, sizeof *d);
        for (size_t i = 0; i < (size_t)1 << log_size; i++) {
            for (size_t j = 0; j < DIGEST_BYTES; j += 8) {
                const uint64_t x = next_random(&f->seed);
                memcpy(d[i].b + j, &x, 8);
            }
        }
        rows[p] = d;
    }
    f->levels[f->n_levels++] =
        (struct merkle_level){.log_size = log_size, .n_parts = n_parts, .rows = rows};
}

/* Random heights from `log_size` down. */
static void random_levels(struct fixture *f, unsigned log_size)
{
    f->n_levels = 0;
    add_level(f, log_size, 1 + below(f, 4));
    for (unsigned h = log_size; h-- > 0 && f->n_levels < MAX_LEVELS;) {
        if (below(f, 3) == 0) {
            add_level(f, h, 1 + below(f, 4));
        }
    }
}

static struct digest level_leaf(const struct merkle_level *level, enum hash_kind kind, size_t i)
{
    struct digest message[MAX_PARTS], out;
    for (size_t p = 0; p < level->n_parts; p++) {
        message[p] = level->rows[p][i];
    }
    hash_once(kind, HASH_LEAF, message, level->n_parts * sizeof *message, &out);
    return out;
}

/* The definition, node by node. */
static struct digest node_by_definition(const struct fixture *f, enum hash_kind kind, unsigned h,
                                        size_t i)
{
    const struct merkle_level *level = NULL;
    for (size_t k = 0; k < f->n_levels; k++) {
        if (f->levels[k].log_size == h) {
            level = &f->levels[k];
        }
    }
    if (h == f->levels[0].log_size) {
        return level_leaf(level, kind, i);
    }
    struct digest two[2] = {node_by_definition(f, kind, h + 1, 2 * i),
                            node_by_definition(f, kind, h + 1, 2 * i + 1)};
    struct digest node;
    hash_once(kind, HASH_NODE, two, sizeof two, &node);
    if (level != NULL) {
        two[0] = node;
        two[1] = level_leaf(level, kind, i);
        hash_once(kind, HASH_JOIN, two, sizeof two, &node);
    }
    return node;
}

static enum hash_kind random_kind(struct fixture *f)
{
    return below(f, 2) == 0 ? HASH_BLAKE3 : HASH_KECCAK;
}

static void build(struct fixture *f, struct merkle *t, enum hash_kind kind)
{
    struct err e = {0};
    assert_int_equal(merkle_build(t, &f->arena, kind, cpu_detect(), f->levels, f->n_levels, &e),
                     CHERT_OK);
}

static void test_root(void **state)
{
    struct fixture *f = *state;
    for (unsigned round = 0; round < 60; round++) {
        const size_t mark = arena_mark(&f->arena);
        random_levels(f, round % 9);
        const enum hash_kind kind = random_kind(f);
        struct merkle t;
        const size_t before = f->arena.used;
        build(f, &t, kind);
        assert_int_equal(f->arena.used - before, merkle_bytes(round % 9));
        const struct digest want = node_by_definition(f, kind, 0, 0);
        assert_true(digest_equal(merkle_root(&t), &want));
        arena_release(&f->arena, mark);
    }
}

/* More parts than a kernel takes, and more than a tile. */
static void test_many_parts(void **state)
{
    struct fixture *f = *state;
    static const size_t parts[] = {31, 32, 33, 64, 65, MAX_PARTS};
    for (size_t k = 0; k < sizeof parts / sizeof *parts; k++) {
        const size_t mark = arena_mark(&f->arena);
        f->n_levels = 0;
        add_level(f, 5, 2);
        add_level(f, 4, parts[k]);
        struct merkle t;
        build(f, &t, HASH_BLAKE3);
        const struct digest want = node_by_definition(f, HASH_BLAKE3, 0, 0);
        assert_true(digest_equal(merkle_root(&t), &want));
        arena_release(&f->arena, mark);
    }
}

/* Any cut, any order of subtree ranges, any instruction set: the same bytes in every layer. */
static void test_split(void **state)
{
    struct fixture *f = *state;
    for (unsigned log_size = 0; log_size <= 14; log_size += 7) {
        const size_t mark = arena_mark(&f->arena);
        random_levels(f, log_size);
        struct merkle whole;
        build(f, &whole, HASH_BLAKE3);
        for (unsigned cut = 0; cut <= log_size; cut++) {
            const size_t inner = arena_mark(&f->arena);
            struct merkle t;
            struct err e = {0};
            assert_int_equal(merkle_init(&t, &f->arena, HASH_BLAKE3,
                                         cut % 2 == 0 ? CPU_PORTABLE : cpu_detect(), f->levels,
                                         f->n_levels, &e),
                             CHERT_OK);
            const size_t nodes = (size_t)1 << cut;
            const size_t middle = (size_t)below(f, nodes + 1);
            merkle_hash_subtrees(&t, cut, middle, nodes - middle);
            merkle_hash_subtrees(&t, cut, 0, middle);
            merkle_hash_top(&t, cut);
            assert_memory_equal(merkle_leaves(&t), merkle_leaves(&whole),
                                merkle_bytes(log_size) - 32);
            arena_release(&f->arena, inner);
        }
        arena_release(&f->arena, mark);
    }
}

/* FRI layers: leaves put into place by the caller. */
static void test_ready_leaves(void **state)
{
    struct fixture *f = *state;
    const size_t mark = arena_mark(&f->arena);
    f->n_levels = 0;
    add_level(f, 6, 1);
    struct merkle want, t;
    build(f, &want, HASH_KECCAK);
    const struct merkle_level ready = {.log_size = 6, .n_parts = 0, .rows = NULL};
    struct err e = {0};
    assert_int_equal(merkle_init(&t, &f->arena, HASH_KECCAK, 0, &ready, 1, &e), CHERT_OK);
    memcpy(merkle_leaves(&t), merkle_leaves(&want), 64 * sizeof(struct digest));
    merkle_hash_subtrees(&t, 0, 0, 1);
    assert_true(digest_equal(merkle_root(&t), merkle_root(&want)));
    assert_int_equal(merkle_build(&t, &f->arena, HASH_KECCAK, 0, &ready, 1, &e), CHERT_E_ARG);
    arena_release(&f->arena, mark);
}

static void test_bad_shapes(void **state)
{
    struct fixture *f = *state;
    const struct digest *const rows[1] = {NULL};
    const struct merkle_level equal[2] = {{3, 1, rows}, {3, 1, rows}};
    const struct merkle_level rising[2] = {{3, 1, rows}, {4, 1, rows}};
    const struct merkle_level empty[2] = {{3, 1, rows}, {2, 0, rows}};
    const struct merkle_level tall[1] = {{MERKLE_MAX_LOG + 1, 1, rows}};
    const struct merkle_level large[1] = {{MERKLE_MAX_LOG, 0, rows}};
    struct merkle t;
    struct err e = {0};
    assert_int_equal(merkle_init(&t, &f->arena, HASH_BLAKE3, 0, equal, 2, &e), CHERT_E_ARG);
    assert_int_equal(merkle_init(&t, &f->arena, HASH_BLAKE3, 0, rising, 2, &e), CHERT_E_ARG);
    assert_int_equal(merkle_init(&t, &f->arena, HASH_BLAKE3, 0, empty, 2, &e), CHERT_E_ARG);
    assert_int_equal(merkle_init(&t, &f->arena, HASH_BLAKE3, 0, tall, 1, &e), CHERT_E_ARG);
    assert_int_equal(merkle_init(&t, &f->arena, HASH_BLAKE3, 0, equal, 0, &e), CHERT_E_ARG);
    assert_int_equal(merkle_init(&t, &f->arena, HASH_BLAKE3, 0, large, 1, &e), CHERT_E_MEMORY);
}

/* n distinct sorted indices. */
static size_t random_indices(struct fixture *f, unsigned log_size, size_t n, uint32_t *out)
{
    const uint64_t size = UINT64_C(1) << log_size;
    size_t count = 0;
    for (uint64_t i = 0; i < size && count < n; i++) {
        if (below(f, size - i) < n - count) {
            out[count++] = (uint32_t)i;
        }
    }
    return count;
}

static void open_at(const struct fixture *f, const struct merkle *t, struct opening *o)
{
    const unsigned log_size = t->log_size;
    o->n_siblings =
        merkle_open(t, o->indices, o->n, o->siblings, sizeof o->siblings / sizeof *o->siblings);
    assert_int_equal(o->n_siblings, merkle_opening_count(o->indices, o->n, log_size));
    for (size_t k = 0; k < f->n_levels; k++) {
        const unsigned shift = log_size - f->levels[k].log_size;
        size_t n_leaves = 0;
        for (size_t i = 0; i < o->n; i++) {
            if (i == 0 || o->indices[i] >> shift != o->indices[i - 1] >> shift) {
                o->leaves[k][n_leaves++] =
                    level_leaf(&f->levels[k], t->kind, o->indices[i] >> shift);
            }
        }
        assert_int_equal(n_leaves, merkle_distinct(o->indices, o->n, shift));
        o->levels[k] = (struct merkle_opened){f->levels[k].log_size, n_leaves, o->leaves[k]};
    }
}

/* The verifier on exactly n_siblings digests, in an allocation of its own so that the sanitizer
 * sees any read beyond them. */
static enum chert_status verify_with(const struct fixture *f, const struct merkle *t,
                                     const struct opening *o, const void *siblings,
                                     size_t n_siblings)
{
    struct digest scratch[MAX_OPEN];
    uint8_t *copy = malloc(n_siblings * DIGEST_BYTES + 1);
    assert_non_null(copy);
    memcpy(copy, siblings, n_siblings * DIGEST_BYTES);
    const enum chert_status s = merkle_verify(t->kind, merkle_root(t), o->levels, f->n_levels,
                                              o->indices, o->n, copy, n_siblings, scratch);
    free(copy);
    return s;
}

static enum chert_status verify(const struct fixture *f, const struct merkle *t,
                                const struct opening *o)
{
    return verify_with(f, t, o, o->siblings, o->n_siblings);
}

static void test_open_verify(void **state)
{
    struct fixture *f = *state;
    static struct opening o;
    for (unsigned round = 0; round < 200; round++) {
        const size_t mark = arena_mark(&f->arena);
        const unsigned log_size = round % 10;
        random_levels(f, log_size);
        struct merkle t;
        build(f, &t, random_kind(f));
        o.n = random_indices(f, log_size, 1 + (size_t)below(f, MAX_OPEN), o.indices);
        open_at(f, &t, &o);
        assert_int_equal(verify(f, &t, &o), CHERT_OK);
        arena_release(&f->arena, mark);
    }
}

/* A full opening needs no sibling; one leaf needs a whole path, in a known order. */
static void test_opening_order(void **state)
{
    struct fixture *f = *state;
    static struct opening o;
    const size_t mark = arena_mark(&f->arena);
    f->n_levels = 0;
    add_level(f, 4, 1);
    add_level(f, 2, 1);
    struct merkle t;
    build(f, &t, HASH_BLAKE3);
    o.n = 16;
    for (uint32_t i = 0; i < 16; i++) {
        o.indices[i] = i;
    }
    open_at(f, &t, &o);
    assert_int_equal(o.n_siblings, 0);
    assert_int_equal(verify(f, &t, &o), CHERT_OK);
    /* Leaves 2, 3 and 9: sibling 8; then nodes 0 and 5 of layer 3; then 1 and 3 of layer 2. */
    o.n = 3;
    o.indices[0] = 2;
    o.indices[1] = 3;
    o.indices[2] = 9;
    open_at(f, &t, &o);
    const struct digest *want[] = {&t.layer[4][8], &t.layer[3][0], &t.layer[3][5], &t.layer[2][1],
                                   &t.layer[2][3]};
    assert_int_equal(o.n_siblings, 5);
    for (size_t i = 0; i < 5; i++) {
        assert_true(digest_equal(&o.siblings[i], want[i]));
    }
    assert_int_equal(verify(f, &t, &o), CHERT_OK);
    /* Too small a buffer is left alone. */
    struct digest untouched[4], before[4];
    memset(untouched, 0x5a, sizeof untouched);
    memcpy(before, untouched, sizeof before);
    assert_int_equal(merkle_open(&t, o.indices, o.n, untouched, 4), 5);
    assert_memory_equal(untouched, before, sizeof before);
    arena_release(&f->arena, mark);
}

/* Flips one bit of every byte of every opened leaf and sibling, and of the root. */
static void attack_bytes(const struct fixture *f, struct merkle *t, struct opening *o)
{
    for (size_t i = 0; i < o->n_siblings; i++) {
        for (size_t j = 0; j < DIGEST_BYTES; j++) {
            o->siblings[i].b[j] ^= (uint8_t)(1u << (i + j) % 8);
            assert_int_equal(verify(f, t, o), CHERT_REJECT_MERKLE);
            o->siblings[i].b[j] ^= (uint8_t)(1u << (i + j) % 8);
        }
    }
    for (size_t k = 0; k < f->n_levels; k++) {
        for (size_t i = 0; i < o->levels[k].n_leaves; i++) {
            for (size_t j = 0; j < DIGEST_BYTES; j++) {
                o->leaves[k][i].b[j] ^= (uint8_t)(1u << (i + j) % 8);
                assert_int_equal(verify(f, t, o), CHERT_REJECT_MERKLE);
                o->leaves[k][i].b[j] ^= (uint8_t)(1u << (i + j) % 8);
            }
        }
    }
    for (size_t j = 0; j < DIGEST_BYTES; j++) {
        t->layer[0][0].b[j] ^= 1;
        assert_int_equal(verify(f, t, o), CHERT_REJECT_MERKLE);
        t->layer[0][0].b[j] ^= 1;
    }
}

static void attack_siblings(const struct fixture *f, const struct merkle *t, struct opening *o)
{
    static struct digest changed[sizeof o->siblings / sizeof *o->siblings + 1];
    for (size_t i = 0; i < o->n_siblings; i++) { /* one missing */
        memcpy(changed, o->siblings, i * sizeof *changed);
        memcpy(changed + i, o->siblings + i + 1, (o->n_siblings - i - 1) * sizeof *changed);
        assert_int_equal(verify_with(f, t, o, changed, o->n_siblings - 1), CHERT_REJECT_MERKLE);
    }
    for (size_t i = 0; i <= o->n_siblings; i++) { /* one too many */
        memcpy(changed, o->siblings, i * sizeof *changed);
        changed[i] = t->layer[t->log_size][0];
        memcpy(changed + i + 1, o->siblings + i, (o->n_siblings - i) * sizeof *changed);
        assert_int_equal(verify_with(f, t, o, changed, o->n_siblings + 1), CHERT_REJECT_MERKLE);
    }
    for (size_t i = 1; i < o->n_siblings; i++) { /* two exchanged */
        memcpy(changed, o->siblings, o->n_siblings * sizeof *changed);
        changed[i] = o->siblings[i - 1];
        changed[i - 1] = o->siblings[i];
        assert_int_equal(verify_with(f, t, o, changed, o->n_siblings), CHERT_REJECT_MERKLE);
    }
}

/* Every other value of every index, sorted or not, inside the tree or not. */
static void attack_indices(const struct fixture *f, const struct merkle *t, struct opening *o)
{
    for (size_t k = 0; k < o->n; k++) {
        const uint32_t honest = o->indices[k];
        for (uint32_t i = 0; i < 2u << t->log_size; i++) {
            o->indices[k] = i;
            assert_int_equal(verify(f, t, o), i == honest ? CHERT_OK : CHERT_REJECT_MERKLE);
        }
        o->indices[k] = honest;
    }
}

static void attack_shape(struct fixture *f, const struct merkle *t, struct opening *o)
{
    for (size_t k = 0; k < f->n_levels; k++) { /* leaf counts and heights */
        o->levels[k].n_leaves++;
        assert_int_equal(verify(f, t, o), CHERT_REJECT_MERKLE);
        o->levels[k].n_leaves -= 2;
        assert_int_equal(verify(f, t, o), CHERT_REJECT_MERKLE);
        o->levels[k].n_leaves++;
        o->levels[k].log_size++;
        assert_int_equal(verify(f, t, o), CHERT_REJECT_MERKLE);
        o->levels[k].log_size -= 2;
        assert_int_equal(verify(f, t, o), CHERT_REJECT_MERKLE);
        o->levels[k].log_size++;
    }
    const size_t n_levels = f->n_levels;
    for (f->n_levels = 0; f->n_levels < n_levels; f->n_levels++) { /* levels left out */
        assert_int_equal(verify(f, t, o), CHERT_REJECT_MERKLE);
    }
    const size_t n = o->n;
    for (o->n = 0; o->n < n; o->n++) { /* indices left out */
        assert_int_equal(verify(f, t, o), CHERT_REJECT_MERKLE);
    }
    struct merkle other = *t; /* the other hash */
    other.kind = t->kind == HASH_BLAKE3 ? HASH_KECCAK : HASH_BLAKE3;
    assert_int_equal(verify(f, &other, o), CHERT_REJECT_MERKLE);
    assert_int_equal(verify(f, t, o), CHERT_OK);
}

static void test_attacks(void **state)
{
    struct fixture *f = *state;
    static struct opening o;
    for (unsigned round = 0; round < 12; round++) {
        const size_t mark = arena_mark(&f->arena);
        const unsigned log_size = 3 + round % 4;
        f->n_levels = 0;
        add_level(f, log_size, 1 + below(f, 2));
        add_level(f, log_size - 1 - (unsigned)below(f, 2), 2);
        if (round % 2 == 0) {
            add_level(f, 0, 1);
        }
        struct merkle t;
        build(f, &t, random_kind(f));
        o.n = random_indices(f, log_size, 1 + (size_t)below(f, 6), o.indices);
        open_at(f, &t, &o);
        assert_int_equal(verify(f, &t, &o), CHERT_OK);
        attack_bytes(f, &t, &o);
        attack_siblings(f, &t, &o);
        attack_indices(f, &t, &o);
        attack_shape(f, &t, &o);
        arena_release(&f->arena, mark);
    }
}

/* Shapes whose hashes would all fit, so that only the check of the shape rejects them. */
static void test_forged_shapes(void **state)
{
    struct fixture *f = *state;
    static struct opening o;
    const size_t mark = arena_mark(&f->arena);
    f->n_levels = 0;
    add_level(f, 4, 1);
    add_level(f, 2, 1);
    struct merkle t;
    build(f, &t, HASH_BLAKE3);
    o.n = 1;
    o.indices[0] = 5;
    open_at(f, &t, &o);
    assert_int_equal(verify(f, &t, &o), CHERT_OK);
    /* The same path, from an index beyond the tree. */
    o.indices[0] = 5 + 16;
    assert_int_equal(verify(f, &t, &o), CHERT_REJECT_MERKLE);
    /* The index twice, the second time with a leaf that no hash would ever look at. */
    o.indices[0] = 5;
    o.indices[1] = 5;
    o.n = 2;
    o.levels[0].n_leaves = 2;
    o.leaves[0][1] = o.leaves[1][0];
    assert_int_equal(verify(f, &t, &o), CHERT_REJECT_MERKLE);
    /* A level that stands too late to be joined, with leaves that nothing authenticates. */
    o.n = 1;
    o.levels[0].n_leaves = 1;
    for (unsigned h = 2; h <= 5; h++) {
        o.levels[2] = (struct merkle_opened){h, 1, o.leaves[0]};
        f->n_levels = 3;
        assert_int_equal(verify(f, &t, &o), CHERT_REJECT_MERKLE);
    }
    f->n_levels = 2;
    assert_int_equal(verify(f, &t, &o), CHERT_OK);
    arena_release(&f->arena, mark);
}

/* A node is no leaf: a tree one level shorter whose "leaves" are nodes of the real one. */
static void test_layers_do_not_mix(void **state)
{
    struct fixture *f = *state;
    const size_t mark = arena_mark(&f->arena);
    f->n_levels = 0;
    add_level(f, 3, 1);
    add_level(f, 2, 1);
    struct merkle t;
    build(f, &t, HASH_BLAKE3);
    /* Layer 2 after the join passes for leaves of height 4 only if the caller says so: the height
     * is the statement's. With the true heights, giving joined nodes as the short leaves fails. */
    static struct opening o;
    o.n = 1;
    o.indices[0] = 5;
    open_at(f, &t, &o);
    o.leaves[1][0] = t.layer[2][2];
    assert_int_equal(verify(f, &t, &o), CHERT_REJECT_MERKLE);
    /* Exchanging node and short leaf in the join is another hash input. */
    struct digest node, swapped;
    hash_pair(HASH_BLAKE3, HASH_NODE, &t.layer[3][4], &t.layer[3][5], &node);
    const struct digest leaf = level_leaf(&f->levels[1], HASH_BLAKE3, 2);
    hash_pair(HASH_BLAKE3, HASH_JOIN, &node, &leaf, &swapped);
    assert_true(digest_equal(&swapped, &t.layer[2][2]));
    hash_pair(HASH_BLAKE3, HASH_JOIN, &leaf, &node, &swapped);
    assert_false(digest_equal(&swapped, &t.layer[2][2]));
    hash_pair(HASH_BLAKE3, HASH_NODE, &node, &leaf, &swapped);
    assert_false(digest_equal(&swapped, &t.layer[2][2]));
    arena_release(&f->arena, mark);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_root),          cmocka_unit_test(test_many_parts),
        cmocka_unit_test(test_split),         cmocka_unit_test(test_ready_leaves),
        cmocka_unit_test(test_bad_shapes),    cmocka_unit_test(test_open_verify),
        cmocka_unit_test(test_opening_order), cmocka_unit_test(test_attacks),
        cmocka_unit_test(test_forged_shapes), cmocka_unit_test(test_layers_do_not_mix),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
