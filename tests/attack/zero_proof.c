/* Writes zero proofs: the verifier's transcript and order of bytes, with trees of equal nodes. */
#include "attack/zero_proof.h"

#include <string.h>

#include "base/bytes.h"
#include "merkle/verify.h"
#include "proof/domain.h"
#include "proof/layout.h"
#include "proof/wire.h"
#include "tables/const.h"
#include "transcript/grind.h"

/* All nodes of a layer are equal, or (`full`) there is one for each index. */
struct tree {
    int full;
    unsigned log_size;
    struct digest *layer[MAX_LOG_DOMAIN + 1]; /* [log of the layer's size] */
};

struct maker {
    struct zero_proof *p;
    const struct zero_spec *spec;
    enum hash_kind hash;
    const struct set *set;
    struct key key;
    struct statement statement;
    struct layout layout;
    struct writer w;
    struct err e;
    uint32_t unlifted; /* the instance, or none */
};

static void check(struct maker *m, enum chert_status s)
{
    if (s != CHERT_OK) {
        fail_msg("zero proof: %s", m->e.msg);
    }
}

void zero_add(struct zero_spec *spec, enum table_id table, unsigned n, unsigned log_height)
{
    uint32_t at = 0;
    for (unsigned t = 0; t < N_TABLES; t++) {
        at += spec->n_instances[t];
    }
    spec->n_instances[table] = (uint16_t)(spec->n_instances[table] + n);
    memset(spec->log_height + at, (int)log_height, n);
}

/* Row `index` of a part. */
static void put_row(const struct maker *m, const struct tree_shape *shape,
                    const struct tree_part *part, uint32_t index, uint8_t *row)
{
    memset(row, 0, 8 * (size_t)part->n_columns);
    if (shape->kind == TREE_MAIN && part->instance == m->unlifted) {
        const fp x = domain_point(part->log_n + 1u, m->set->log_blowup, 2 * index);
        store_le64(row + (size_t)8 * CONST_PC, x);
    }
}

static int is_full(const struct maker *m, const struct tree_shape *shape)
{
    return shape->kind == TREE_MAIN && m->unlifted != UINT32_MAX;
}

/* The leaf of one height at `index`. */
static struct digest leaf_of(const struct maker *m, const struct tree_shape *shape, unsigned log_n,
                             uint32_t index)
{
    struct hasher leaf;
    struct digest d;
    uint8_t row[8 * 256];
    hash_init(&leaf, m->hash, HASH_LEAF);
    for (uint32_t i = 0; i < shape->n_parts; i++) {
        if (shape->parts[i].log_n == log_n) {
            put_row(m, shape, &shape->parts[i], index, row);
            hash_once(m->hash, HASH_ROW, row, 8 * (size_t)shape->parts[i].n_columns, &d);
            hash_update(&leaf, d.b, DIGEST_BYTES);
        }
    }
    hash_final(&leaf, &d);
    return d;
}

static int has_height(const struct tree_shape *shape, unsigned log_n)
{
    for (uint32_t i = 0; i < shape->n_parts; i++) {
        if (shape->parts[i].log_n == log_n) {
            return 1;
        }
    }
    return 0;
}

static void tree_build(struct maker *m, struct tree *t, const struct tree_shape *shape)
{
    const unsigned b = m->set->log_blowup;
    t->full = is_full(m, shape);
    t->log_size = shape->parts[0].log_n + b;
    for (unsigned h = t->log_size + 1; h-- > 0;) {
        const uint32_t n = t->full ? UINT32_C(1) << h : 1;
        check(m, ARENA_NEW(&m->p->mem, &t->layer[h], n, &m->e));
        for (uint32_t i = 0; i < n; i++) {
            struct digest d;
            if (h == t->log_size) {
                d = leaf_of(m, shape, h - b, i);
            } else {
                const struct digest *below = t->layer[h + 1];
                hash_pair(m->hash, HASH_NODE, &below[t->full ? 2 * i : 0],
                          &below[t->full ? 2 * i + 1 : 0], &d);
                if (h >= b && has_height(shape, h - b)) {
                    const struct digest leaf = leaf_of(m, shape, h - b, i);
                    hash_pair(m->hash, HASH_JOIN, &d, &leaf, &d);
                }
            }
            t->layer[h][i] = d;
        }
    }
}

/* The siblings of a multi-opening, as a verifier takes them. */
static void put_siblings(struct maker *m, const struct tree *t, const uint32_t *indices, size_t n)
{
    for (unsigned shift = 0; shift < t->log_size; shift++) {
        for (size_t k = 0; k < n; k++) {
            const uint32_t node = indices[k] >> shift;
            const int first = k == 0 || indices[k - 1] >> shift != node;
            int known = k > 0 && indices[k - 1] >> shift == (node ^ 1u);
            for (size_t j = k + 1; j < n && indices[j] >> shift <= (node | 1u); j++) {
                known |= indices[j] >> shift == (node ^ 1u);
            }
            /* a pair that starts earlier with the same node was seen there */
            for (size_t j = k; j-- > 0 && indices[j] >> shift >= (node & ~1u);) {
                known |= indices[j] >> shift == (node ^ 1u);
            }
            if (first && !known) {
                write_digest(&m->w, &t->layer[t->log_size - shift][t->full ? node ^ 1u : 0]);
            }
        }
    }
}

static uint32_t distinct(const uint32_t *indices, uint32_t n, unsigned shift, uint32_t *out)
{
    uint32_t k = 0;
    for (uint32_t i = 0; i < n; i++) {
        if (k == 0 || out[k - 1] != indices[i] >> shift) {
            out[k++] = indices[i] >> shift;
        }
    }
    return k;
}

static void put_opening(struct maker *m, const struct group *g, const struct tree_shape *shape,
                        const uint32_t *indices, uint32_t n)
{
    uint32_t at[512];
    uint8_t row[8 * 256];
    struct tree t;
    for (uint32_t p = 0; p < shape->n_parts; p++) {
        const struct tree_part *part = &shape->parts[p];
        const uint32_t k = distinct(indices, n, (unsigned)g->log_n - part->log_n, at);
        for (uint32_t i = 0; i < k; i++) {
            put_row(m, shape, part, at[i], row);
            write_bytes(&m->w, row, 8 * (size_t)part->n_columns);
        }
    }
    const size_t mark = arena_mark(&m->p->mem);
    tree_build(m, &t, shape);
    put_siblings(m, &t, at, distinct(indices, n, (unsigned)g->log_n - shape->parts[0].log_n, at));
    arena_release(&m->p->mem, mark);
}

static void put_root(struct maker *m, struct transcript *t, enum transcript_tag tag,
                     const struct tree_shape *shape)
{
    struct tree tree;
    const size_t mark = arena_mark(&m->p->mem);
    tree_build(m, &tree, shape);
    write_digest(&m->w, &tree.layer[0][0]);
    transcript_absorb(t, tag, tree.layer[0][0].b, DIGEST_BYTES);
    arena_release(&m->p->mem, mark);
}

static void put_nonce(struct maker *m, struct transcript *t, enum transcript_tag tag, uint8_t bits)
{
    uint64_t nonce = 0;
    if (bits != 0) {
        check(m, transcript_grind(t, tag, bits, 0, &nonce, &m->e));
        write_u64(&m->w, nonce);
    }
}

/* A FRI layer of 2^log_leaves equal leaves. */
static void layer_tree(struct maker *m, struct tree *t, unsigned log_leaves, unsigned log_arity,
                       fp3 value)
{
    uint8_t leaf[24 << FRI_LOG_ARITY];
    for (size_t i = 0; i < 3u << log_arity; i++) {
        store_le64(leaf + 8 * i, value.c[i % 3]);
    }
    t->full = 0;
    t->log_size = log_leaves;
    for (unsigned h = log_leaves + 1; h-- > 0;) {
        check(m, ARENA_NEW(&m->p->mem, &t->layer[h], 1, &m->e));
        if (h == log_leaves) {
            hash_once(m->hash, HASH_LEAF, leaf, (size_t)24 << log_arity, t->layer[h]);
        } else {
            hash_pair(m->hash, HASH_NODE, t->layer[h + 1], t->layer[h + 1], t->layer[h]);
        }
    }
}

static void put_layers(struct maker *m, const struct group *g, uint32_t *indices, uint32_t n,
                       fp3 word)
{
    uint8_t arities[MAX_LAYERS];
    const unsigned layers = fri_schedule(g->log_n, arities);
    unsigned log_n = g->log_n;
    for (unsigned i = 0; i < layers; i++) {
        struct tree t;
        n = distinct(indices, n, arities[i], indices);
        for (uint32_t k = 0; k < n << arities[i]; k++) {
            write_fp3(&m->w, word);
        }
        const size_t mark = arena_mark(&m->p->mem);
        layer_tree(m, &t, log_n + m->set->log_blowup - arities[i], arities[i], word);
        put_siblings(m, &t, indices, n);
        arena_release(&m->p->mem, mark);
        log_n -= arities[i];
    }
}

static void put_fri_commitments(struct maker *m, struct transcript *t, const struct group *g,
                                fp3 word)
{
    uint8_t arities[MAX_LAYERS];
    const unsigned layers = fri_schedule(g->log_n, arities);
    unsigned log_n = g->log_n;
    fp3 final[1u << FRI_LOG_FINAL] = {{{0}}}, beta;
    for (unsigned i = 0; i < layers; i++) {
        struct tree tree;
        const size_t mark = arena_mark(&m->p->mem);
        layer_tree(m, &tree, log_n + m->set->log_blowup - arities[i], arities[i], word);
        write_digest(&m->w, tree.layer[0]);
        transcript_absorb(t, TAG_FRI_ROOT, tree.layer[0]->b, DIGEST_BYTES);
        arena_release(&m->p->mem, mark);
        put_nonce(m, t, TAG_FOLD_GRIND, m->set->fold_bits);
        transcript_draw_fp3(t, TAG_BETA, &beta, 1);
        log_n -= arities[i];
    }
    final[0] = word;
    const size_t n = (size_t)1 << fri_log_final(g->log_n);
    for (size_t i = 0; i < n; i++) {
        write_fp3(&m->w, final[i]);
    }
    transcript_absorb_fp3(t, TAG_FINAL, final, n);
    put_nonce(m, t, TAG_QUERY_GRIND, m->set->query_bits);
}

static int by_value(const uint32_t *a, uint32_t n, uint32_t v)
{
    for (uint32_t i = 0; i < n; i++) {
        if (a[i] == v) {
            return 1;
        }
    }
    return 0;
}

static uint32_t draw(struct maker *m, struct transcript *t, const struct group *g, uint32_t *out)
{
    uint32_t drawn[512], n = 0;
    transcript_draw_indices(t, TAG_QUERIES, drawn, m->set->queries,
                            (unsigned)g->log_n + m->set->log_blowup);
    for (uint32_t k = 0; k < m->set->queries; k++) {
        if (by_value(out, n, drawn[k])) {
            continue;
        }
        uint32_t at = n++;
        for (; at > 0 && out[at - 1] > drawn[k]; at--) {
            out[at] = out[at - 1];
        }
        out[at] = drawn[k];
    }
    return n;
}

/* The values: zero, but z for the column that is X. Returns what DEEP's word then is. */
static fp3 put_values(struct maker *m, struct transcript *t, const struct group *g, fp3 z)
{
    fp3 *values, *powers, delta;
    uint32_t special = UINT32_MAX;
    check(m, ARENA_NEW(&m->p->mem, &values, g->n_values, &m->e));
    check(m, ARENA_NEW(&m->p->mem, &powers, g->n_values, &m->e));
    memset(values, 0, g->n_values * sizeof *values);
    if (m->unlifted >= g->first && m->unlifted < g->first + g->count) {
        special = m->layout.instances[m->unlifted].value_at + CONST_PC;
        values[special] = z;
    }
    for (uint32_t i = 0; i < g->n_values; i++) {
        write_fp3(&m->w, values[i]);
    }
    transcript_absorb_fp3(t, TAG_VALUES, values, g->n_values);
    put_nonce(m, t, TAG_BATCH_GRIND, m->set->batch_bits);
    transcript_draw_fp3(t, TAG_DEEP, &delta, 1);
    fp3_powers(delta, powers, g->n_values);
    /* delta^k (x - z) / (x - z) */
    return special == UINT32_MAX ? fp3_of(0) : powers[special];
}

static void put_group(struct maker *m, const struct transcript *root, uint32_t index)
{
    const struct group *g = &m->layout.groups[index];
    struct transcript t = transcript_fork(root, index);
    uint32_t indices[512];
    fp3 *sums, lambda, z;
    const size_t mark = arena_mark(&m->p->mem);
    put_root(m, &t, TAG_AUX_ROOT, &g->trees[g->n_trees - 2]);
    check(m, ARENA_NEW(&m->p->mem, &sums, g->count, &m->e));
    memset(sums, 0, g->count * sizeof *sums);
    for (uint32_t i = 0; i < g->count; i++) {
        write_fp3(&m->w, sums[i]);
    }
    transcript_absorb_fp3(&t, TAG_SUMS, sums, g->count);
    transcript_draw_fp3(&t, TAG_LAMBDA, &lambda, 1);
    put_root(m, &t, TAG_QUOTIENT_ROOT, &g->trees[g->n_trees - 1]);
    transcript_draw_fp3(&t, TAG_Z, &z, 1);
    const fp3 word = put_values(m, &t, g, z);
    put_fri_commitments(m, &t, g, word);
    const uint32_t n = draw(m, &t, g, indices);
    for (uint32_t i = 0; i < g->n_trees; i++) {
        put_opening(m, g, &g->trees[i], indices, n);
    }
    put_layers(m, g, indices, n, word);
    arena_release(&m->p->mem, mark);
}

static void make_statement(struct maker *m)
{
    const struct zero_spec *spec = m->spec;
    struct statement *s = &m->statement;
    uint8_t *output = NULL;
    uint32_t from = 0, to = 0;
    check(m, ARENA_NEW(&m->p->mem, &output, spec->output_len, &m->e));
    memset(output, 'x', spec->output_len);
    s->kind = PROOF_RUN;
    s->grouping = (uint8_t)spec->grouping;
    s->label = 1;
    s->halt_clk = 4;
    s->output_len = spec->output_len;
    s->output = output;
    s->regs[REG_POSITION].lo = spec->output_len;
    for (unsigned t = 0; t < N_TABLES; t++) {
        const int fixed = table_fixed_index(t);
        s->n_instances[t] = fixed >= 0 ? 1 : spec->n_instances[t];
        for (unsigned i = 0; i < s->n_instances[t]; i++) {
            assert_true(to < MAX_INSTANCES);
            s->log_height[to++] = fixed >= 0 ? spec->fixed_log[fixed] : spec->log_height[from++];
        }
    }
    m->p->n_instances = to;
}

/* The key's roots are those of all-zero tables: whoever trusts this key's id trusts nothing. */
static void make_key(struct maker *m, const struct airs *airs)
{
    static const enum table_id tables[N_FIXED_TABLES] = {TABLE_IMAGE, TABLE_PROGRAM, TABLE_T16,
                                                         TABLE_POW};
    m->key.set = (uint8_t)m->spec->set;
    m->key.hash = (uint8_t)m->hash;
    m->key.modes = 3;
    m->key.n_regions = 1;
    m->key.entry = 0x10000;
    m->key.regions[0] = (struct region){0x1000, 0x2000, 0};
    airs_digest(airs, m->hash, &m->key.air);
    for (unsigned i = 0; i < N_FIXED_TABLES; i++) {
        struct tree t;
        struct tree_part part = {0, airs->table[tables[i]].n_fixed, m->spec->fixed_log[i]};
        const struct tree_shape shape = {TREE_FIXED, 1, &part};
        const size_t mark = arena_mark(&m->p->mem);
        tree_build(m, &t, &shape);
        m->key.root[i] = t.layer[0][0];
        m->key.log_height[i] = m->spec->fixed_log[i];
        arena_release(&m->p->mem, mark);
    }
    key_id(&m->key, &m->p->id);
}

/* Bytes of the proof, at most. */
static size_t bound(const struct maker *m)
{
    const size_t queries = m->set->queries, path = 32 * (size_t)MAX_LOG_DOMAIN;
    size_t bytes = ((size_t)1 << 16) + m->statement.output_len;
    for (uint32_t i = 0; i < m->layout.n_groups; i++) {
        const struct group *g = &m->layout.groups[i];
        bytes += 24 * ((size_t)g->n_values + g->count) + (size_t)64 * 128;
        bytes += queries * MAX_LAYERS * (path + (24 << FRI_LOG_ARITY));
        for (uint32_t k = 0; k < g->n_trees; k++) {
            bytes += queries * path;
            for (uint32_t part = 0; part < g->trees[k].n_parts; part++) {
                bytes += 8 * queries * g->trees[k].parts[part].n_columns;
            }
        }
    }
    return bytes;
}

void zero_proof_init(struct zero_proof *p, const struct airs *airs, const struct zero_spec *spec)
{
    struct maker maker = {.p = p, .spec = spec, .hash = spec->hash, .unlifted = UINT32_MAX};
    struct maker *m = &maker;
    struct transcript t;
    fp3 lookup[2];
    *p = (struct zero_proof){0};
    m->set = set_by_id(spec->set);
    check(m, arena_init(&p->mem, spec->mem_bytes != 0 ? spec->mem_bytes : (size_t)2 << 30, &m->e));
    make_statement(m);
    make_key(m, airs);
    check(m, layout_make(&m->layout, airs, &m->key, &m->statement, &p->mem, &m->e));
    if (spec->unlifted) {
        m->unlifted = 0; /* CONST is the registry's first */
        assert_int_equal(m->layout.instances[0].table, TABLE_CONST);
        assert_int_equal(m->layout.instances[0].log_n + 1, m->layout.groups[0].log_n);
    }
    m->w.cap = bound(m);
    check(m, ARENA_NEW(&p->mem, &m->w.at, m->w.cap, &m->e));
    write_bytes(&m->w, PROOF_MAGIC, 8);
    key_write(&m->w, &m->key);
    transcript_init(&t, m->hash);
    transcript_absorb(&t, TAG_KEY, m->w.at + 8, m->w.len - 8);
    const size_t statement_at = m->w.len;
    statement_write(&m->w, &m->statement);
    transcript_absorb(&t, TAG_STATEMENT, m->w.at + statement_at, m->w.len - statement_at);
    for (uint32_t g = 0; g < m->layout.n_groups; g++) {
        for (uint32_t i = 0; i < m->layout.groups[g].n_trees; i++) {
            const struct tree_shape *shape = &m->layout.groups[g].trees[i];
            if (shape->kind == TREE_OWN || shape->kind == TREE_MAIN) {
                put_root(m, &t, TAG_MAIN_ROOT, shape);
            }
        }
    }
    transcript_draw_fp3(&t, TAG_LOOKUP, lookup, 2);
    for (uint32_t g = 0; g < m->layout.n_groups; g++) {
        put_group(m, &t, g);
    }
    assert_false(m->w.overflowed);
    p->bytes = m->w.at;
    p->len = m->w.len;
}

void zero_proof_fini(struct zero_proof *p)
{
    arena_fini(&p->mem);
}
