#include "soundness/toy_group.h"

#include <stdlib.h>
#include <string.h>

#include "proof/domain.h"

#define PROOF_BYTES ((size_t)1 << 20)
#define LOG_ARITY   3u

static void must(struct toy *t, enum chert_status s)
{
    if (s != CHERT_OK) {
        fail_msg("%s", t->err.msg);
    }
}

static uint32_t domain(const struct toy *t)
{
    return UINT32_C(1) << (t->spec.log_n + t->spec.set.log_blowup);
}

static const struct tree_part *part_of(const struct toy *t, enum tree_kind kind)
{
    const struct group *g = &t->layout.groups[0];
    for (uint32_t i = 0; i < g->n_trees; i++) {
        if (g->trees[i].kind == kind) {
            assert_int_equal(g->trees[i].n_parts, 1);
            return &g->trees[i].parts[0];
        }
    }
    fail_msg("no tree of kind %d", (int)kind);
    abort();
}

static void row_at(const struct toy *t, enum tree_kind kind, uint32_t index, uint8_t row[1024])
{
    memset(row, 0, 1024);
    row[0] = kind == TREE_QUOTIENT && t->spec.lie == TOY_COLUMN && t->spec.spoilt(index);
}

static void tree_init(struct toy *t, enum tree_kind kind, struct merkle *tree)
{
    const struct merkle_level level = {t->spec.log_n + t->spec.set.log_blowup, 0, NULL};
    const uint32_t n_columns = part_of(t, kind)->n_columns;
    uint8_t row[1024];
    assert_true(8 * n_columns <= sizeof row);
    must(t, merkle_init(tree, &t->mem, HASH_BLAKE3, 0, &level, 1, &t->err));
    for (uint32_t i = 0; i < domain(t); i++) {
        struct digest d;
        row_at(t, kind, i, row);
        hash_once(HASH_BLAKE3, HASH_ROW, row, 8 * (size_t)n_columns, &d);
        hash_once(HASH_BLAKE3, HASH_LEAF, d.b, DIGEST_BYTES, &merkle_leaves(tree)[i]);
    }
    merkle_hash_subtrees(tree, 0, 0, 1);
}

void toy_open(struct toy *t, const struct toy_spec *spec)
{
    memset(t, 0, sizeof *t);
    t->spec = *spec;
    assert_true(domain(t) <= TOY_MAX_DOMAIN);
    must(t, arena_init(&t->mem, (size_t)64 << 20, &t->err));
    must(t, arena_init(&t->scratch, (size_t)16 << 20, &t->err));
    must(t, ARENA_NEW(&t->mem, &t->airs, 1, &t->err));
    must(t, ARENA_NEW(&t->mem, &t->proof, PROOF_BYTES, &t->err));
    must(t, airs_record(t->airs, &t->mem, &t->err));
    t->key.set = SET_TEST;
    t->statement.label = 1;
    t->statement.n_instances[TABLE_MOVE] = 1;
    t->statement.log_height[0] = (uint8_t)spec->log_n;
    must(t, layout_make(&t->layout, t->airs, &t->key, &t->statement, &t->mem, &t->err));
    t->layout.set = &t->spec.set;
    tree_init(t, TREE_MAIN, &t->main);
    tree_init(t, TREE_AUX, &t->aux);
    tree_init(t, TREE_QUOTIENT, &t->quotient);
    for (uint32_t i = 0; i < domain(t); i++) {
        t->x[i] = domain_point(spec->log_n, spec->set.log_blowup, i);
        if (i % (1u << LOG_ARITY) == 0) {
            t->leaf_x_inv[i >> LOG_ARITY] = fp_inv(t->x[i]);
        }
    }
}

void toy_close(struct toy *t)
{
    arena_fini(&t->mem);
    arena_fini(&t->scratch);
}

static void put_root(struct writer *w, struct transcript *t, enum transcript_tag tag,
                     const struct digest *root)
{
    write_digest(w, root);
    transcript_absorb(t, tag, root->b, DIGEST_BYTES);
}

static void put_nonce(struct writer *w, struct transcript *t, enum transcript_tag tag, uint8_t bits)
{
    if (bits != 0) {
        write_u64(w, 0);
        transcript_grind_absorb(t, tag, 0);
    }
}

/* c / (x_i - z) for all i, with one inversion. */
static void quotients(const struct toy *t, fp3 c, fp3 z, fp3 *out)
{
    const uint32_t n = domain(t);
    fp3 product = fp3_of(1);
    memset(out, 0, n * sizeof *out);
    if (fp3_is_zero(c)) {
        return;
    }
    for (uint32_t i = 0; i < n; i++) {
        out[i] = product;
        product = fp3_mul(product, fp3_sub(fp3_of(t->x[i]), z));
    }
    fp3 left = fp3_mul(c, fp3_inv(product));
    for (uint32_t i = n; i-- > 0;) {
        out[i] = fp3_mul(out[i], left);
        left = fp3_mul(left, fp3_sub(fp3_of(t->x[i]), z));
    }
}

/* The values, and DEEP's word that follows from values and columns. */
static void put_values(struct toy *t, struct writer *w, struct transcript *tr, fp3 z, fp3 *word)
{
    const struct group *g = &t->layout.groups[0];
    static fp3 values[512], powers[512];
    fp3 delta;
    assert_true(g->n_values <= 512);
    memset(values, 0, sizeof values);
    const uint32_t q0 = g->n_values - 2;
    if (t->spec.lie == TOY_VALUES) {
        values[q0] = fp3_of(1);
        values[q0 + 1] = fp3_sub(fp3_of(0), fp3_inv(fp3_pow2k(z, t->spec.log_n)));
    }
    for (uint32_t i = 0; i < g->n_values; i++) {
        write_fp3(w, values[i]);
    }
    transcript_absorb_fp3(tr, TAG_VALUES, values, g->n_values);
    put_nonce(w, tr, TAG_BATCH_GRIND, t->spec.set.batch_bits);
    transcript_draw_fp3(tr, TAG_DEEP, &delta, 1);
    fp3_powers(delta, powers, g->n_values);
    fp3 c = powers[q0]; /* of TOY_COLUMN, where it is not 0 */
    if (t->spec.lie != TOY_COLUMN) {
        c = fp3_sub(fp3_of(0), fp3_add(fp3_mul(powers[q0], values[q0]),
                                       fp3_mul(powers[q0 + 1], values[q0 + 1])));
    }
    quotients(t, c, z, word);
    for (uint32_t i = 0; i < domain(t) && t->spec.lie == TOY_COLUMN; i++) {
        word[i] = t->spec.spoilt(i) ? word[i] : fp3_of(0);
    }
}

/* Commits the layer, draws beta, folds: afterwards `word` is the next one. */
static void put_layer(struct toy *t, struct writer *w, struct transcript *tr, fp3 *word, fp3 *layer,
                      struct merkle *tree)
{
    const uint32_t n = domain(t), arity = 1u << LOG_ARITY;
    const struct merkle_level level = {t->spec.log_n + t->spec.set.log_blowup - LOG_ARITY, 0, NULL};
    fp3 beta;
    must(t, merkle_init(tree, &t->scratch, HASH_BLAKE3, 0, &level, 1, &t->err));
    for (uint32_t i = 0; i < n; i++) {
        layer[i] = t->spec.layer == TOY_LAYER_WORD ? word[i] : fp3_of(0);
    }
    for (uint32_t i = 0; i < n / arity; i++) {
        uint8_t leaf[24u << LOG_ARITY];
        struct writer bytes = {leaf, sizeof leaf, 0, 0};
        for (uint32_t k = 0; k < arity; k++) {
            write_fp3(&bytes, layer[arity * i + k]);
        }
        hash_once(HASH_BLAKE3, HASH_LEAF, leaf, sizeof leaf, &merkle_leaves(tree)[i]);
    }
    merkle_hash_subtrees(tree, 0, 0, 1);
    put_root(w, tr, TAG_FRI_ROOT, merkle_root(tree));
    put_nonce(w, tr, TAG_FOLD_GRIND, t->spec.set.fold_bits);
    transcript_draw_fp3(tr, TAG_BETA, &beta, 1);
    for (uint32_t i = 0; i < n / arity; i++) {
        fp3 v[1u << LOG_ARITY];
        int zero = 1;
        memcpy(v, layer + (size_t)arity * i, sizeof v);
        for (uint32_t k = 0; k < arity; k++) {
            zero &= fp3_is_zero(v[k]);
        }
        word[i] = zero ? fp3_of(0) : fri_fold(v, LOG_ARITY, beta, t->leaf_x_inv[i]);
    }
}

static void put_final(struct toy *t, struct writer *w, struct transcript *tr, const fp3 *word)
{
    enum { N = 1u << FRI_LOG_FINAL };
    fp3 c[N];
    memset(c, 0, sizeof c);
    const fp n_inv = fp_inv(N);
    for (uint32_t i = 0; i < N && t->spec.final == TOY_FINAL_THROUGH; i++) {
        const fp x_inv = fp_inv(domain_point(FRI_LOG_FINAL, t->spec.set.log_blowup, i));
        fp p = n_inv;
        for (uint32_t k = 0; k < N; k++) {
            c[k] = fp3_add(c[k], fp3_mul_fp(word[i], p));
            p = fp_mul(p, x_inv);
        }
    }
    for (uint32_t k = 0; k < N; k++) {
        write_fp3(w, c[k]);
    }
    transcript_absorb_fp3(tr, TAG_FINAL, c, N);
    put_nonce(w, tr, TAG_QUERY_GRIND, t->spec.set.query_bits);
}

static uint32_t draw(struct toy *t, struct transcript *tr, uint32_t *out)
{
    uint32_t drawn[64], n = 0;
    assert_true(t->spec.set.queries <= 64);
    transcript_draw_indices(tr, TAG_QUERIES, drawn, t->spec.set.queries,
                            t->spec.log_n + t->spec.set.log_blowup);
    for (uint32_t index = 0; index < domain(t); index++) {
        for (uint32_t k = 0; k < t->spec.set.queries; k++) {
            if (drawn[k] == index) {
                out[n++] = index;
                break;
            }
        }
    }
    return n;
}

static void put_path(struct toy *t, struct writer *w, const struct merkle *tree,
                     const uint32_t *indices, uint32_t n)
{
    static struct digest siblings[64 * 32];
    const size_t count = merkle_open(tree, indices, n, siblings, 64 * 32);
    assert_true(count <= 64 * 32);
    (void)t;
    write_bytes(w, siblings, count * DIGEST_BYTES);
}

static void put_rows(struct toy *t, struct writer *w, enum tree_kind kind,
                     const struct merkle *tree, const uint32_t *indices, uint32_t n)
{
    uint8_t row[1024];
    for (uint32_t i = 0; i < n; i++) {
        row_at(t, kind, indices[i], row);
        write_bytes(w, row, 8 * (size_t)part_of(t, kind)->n_columns);
    }
    put_path(t, w, tree, indices, n);
}

static void put_layer_opening(struct toy *t, struct writer *w, const struct merkle *tree,
                              const fp3 *layer, uint32_t *indices, uint32_t n)
{
    uint32_t leaves = 0;
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t leaf = indices[i] >> LOG_ARITY;
        if (leaves == 0 || indices[leaves - 1] != leaf) {
            indices[leaves++] = leaf;
            for (uint32_t k = 0; k < 1u << LOG_ARITY; k++) {
                write_fp3(w, layer[(leaf << LOG_ARITY) + k]);
            }
        }
    }
    put_path(t, w, tree, indices, leaves);
}

static size_t prove(struct toy *t, const struct transcript *root)
{
    static fp3 word[TOY_MAX_DOMAIN], layer[TOY_MAX_DOMAIN];
    struct transcript tr = transcript_fork(root, 0);
    struct writer w = {t->proof, PROOF_BYTES, 0, 0};
    struct merkle tree;
    const fp3 sum = fp3_of(0);
    fp3 lambda, z;
    uint32_t indices[64];
    put_root(&w, &tr, TAG_AUX_ROOT, merkle_root(&t->aux));
    write_fp3(&w, sum);
    transcript_absorb_fp3(&tr, TAG_SUMS, &sum, 1);
    transcript_draw_fp3(&tr, TAG_LAMBDA, &lambda, 1);
    put_root(&w, &tr, TAG_QUOTIENT_ROOT, merkle_root(&t->quotient));
    transcript_draw_fp3(&tr, TAG_Z, &z, 1);
    put_values(t, &w, &tr, z, word);
    const int folds = t->spec.log_n > FRI_LOG_FINAL;
    if (folds) {
        put_layer(t, &w, &tr, word, layer, &tree);
    }
    put_final(t, &w, &tr, word);
    const uint32_t n = draw(t, &tr, indices);
    put_rows(t, &w, TREE_MAIN, &t->main, indices, n);
    put_rows(t, &w, TREE_AUX, &t->aux, indices, n);
    put_rows(t, &w, TREE_QUOTIENT, &t->quotient, indices, n);
    if (folds) {
        put_layer_opening(t, &w, &tree, layer, indices, n);
    }
    assert_false(w.overflowed);
    return w.len;
}

enum chert_status toy_try(struct toy *t, uint64_t seed)
{
    struct transcript root;
    fp3 total = fp3_of(0);
    t->err = (struct err){0};
    arena_release(&t->scratch, 0);
    transcript_init(&root, HASH_BLAKE3);
    transcript_absorb(&root, TAG_STATEMENT, &seed, sizeof seed);
    const size_t len = prove(t, &root);
    const struct air_challenges ch = air_challenges_of((fp3){{2, 3, 5}}, (fp3){{7, 11, 13}});
    const struct verify_context c = {&t->key, &t->layout,  NULL,   merkle_root(&t->main),
                                     &ch,     &t->scratch, &t->err};
    struct reader r = reader_of(t->proof, len);
    const enum chert_status s = verify_group(&c, 0, &root, &r, &total);
    if (s == CHERT_OK) {
        assert_int_equal(reader_left(&r), 0);
    }
    return s;
}
