#include "verify/verify.h"

#include <string.h>

#include "proof/airs_pack.h"
#include "proof/public.h"
#include "verify/group.h"

size_t chert_verify_arena_bytes(uint32_t instances)
{
    return ((size_t)3 << 19) + (size_t)instances * (12u << 10);
}

/* The caller's trust begins and ends here: the key is the preimage of the id, the statement says
 * what the caller expects. */
static enum chert_status check_trust(const struct verified *v, const struct verify_options *opt,
                                     struct err *e)
{
    struct digest id;
    key_id(&v->key, &id);
    if (!digest_equal(&id, &opt->program_id)) {
        return err_set(e, CHERT_REJECT_PROGRAM, "the proof's program id is not the expected one");
    }
    if (set_by_id(v->key.set)->for_tests && !opt->accept_test_set) {
        return err_set(e, CHERT_REJECT_SET, "the test set proves nothing and is refused");
    }
    TRY(statement_check(&v->statement, &v->key, e));
    if (!opt->any_exit && v->statement.exit_code != opt->exit_code) {
        return err_set(e, CHERT_REJECT_EXIT, "the program exited with %llu, expected %llu",
                       (unsigned long long)v->statement.exit_code,
                       (unsigned long long)opt->exit_code);
    }
    if (opt->output != NULL && (v->statement.output_len != opt->output_len ||
                                memcmp(v->statement.output, opt->output, opt->output_len) != 0)) {
        return err_set(e, CHERT_REJECT_OUTPUT, "the public output is not the expected one");
    }
    return CHERT_OK;
}

static enum chert_status read_head(struct reader *r, struct verified *v, struct transcript *t,
                                   const struct verify_options *opt, struct err *e)
{
    const uint8_t *magic = read_bytes(r, 8);
    if (magic == NULL || memcmp(magic, PROOF_MAGIC, 8) != 0) {
        return err_set(e, CHERT_REJECT_FORMAT, "this is not a Chert proof");
    }
    const uint8_t *key_at = r->at;
    TRY(key_read(r, &v->key, e));
    const uint8_t *statement_at = r->at;
    TRY(statement_read(r, &v->statement, e));
    TRY(check_trust(v, opt, e));
    transcript_init(t, (enum hash_kind)v->key.hash);
    transcript_absorb(t, TAG_KEY, key_at, (size_t)(statement_at - key_at));
    transcript_absorb(t, TAG_STATEMENT, statement_at, (size_t)(r->at - statement_at));
    return CHERT_OK;
}

/* Every group's main roots, in index order: the trees of single instances, then the group's. */
static enum chert_status read_main_roots(struct reader *r, const struct layout *l,
                                         struct digest *own, struct digest *main_roots,
                                         struct transcript *t, struct err *e)
{
    for (uint32_t g = 0; g < l->n_groups; g++) {
        for (uint32_t i = 0; i < l->groups[g].n_trees; i++) {
            const struct tree_shape *tree = &l->groups[g].trees[i];
            struct digest *root = NULL;
            if (tree->kind == TREE_OWN) {
                root = &own[tree->parts[0].instance];
            } else if (tree->kind == TREE_MAIN) {
                root = &main_roots[g];
            } else {
                continue;
            }
            read_digest(r, root);
            TRY(reader_status(r, "main roots", e));
            transcript_absorb(t, TAG_MAIN_ROOT, root->b, DIGEST_BYTES);
        }
    }
    return CHERT_OK;
}

static enum chert_status verify_groups(struct verify_context *c, const struct transcript *t,
                                       struct reader *r, fp3 *total)
{
    for (uint32_t g = 0; g < c->layout->n_groups; g++) {
        const size_t mark = arena_mark(c->arena);
        TRY(verify_group(c, g, t, r, total));
        arena_release(c->arena, mark);
    }
    return CHERT_OK;
}

static enum chert_status verify_proof(const uint8_t *proof, size_t len,
                                      const struct verify_options *opt, struct arena *arena,
                                      struct verified *out, struct err *e)
{
    struct reader r = reader_of(proof, len);
    struct transcript t;
    const struct airs *airs = opt->airs;
    struct layout layout;
    struct digest air, *own, *main_roots;
    TRY(read_head(&r, out, &t, opt, e));
    if (airs == NULL) {
        struct airs *own_airs;
        TRY(ARENA_NEW(arena, &own_airs, 1, e));
        TRY(airs_unpack(own_airs, chert_airs, chert_airs_len, arena, e));
        airs = own_airs;
    }
    airs_digest(airs, (enum hash_kind)out->key.hash, &air);
    if (!digest_equal(&air, &out->key.air)) {
        return err_set(e, CHERT_REJECT_AIR, "the key pins other tables than this verifier's");
    }
    TRY(layout_make(&layout, airs, &out->key, &out->statement, arena, e));
    TRY(ARENA_NEW(arena, &own, layout.n_instances, e));
    TRY(ARENA_NEW(arena, &main_roots, layout.n_groups, e));
    TRY(read_main_roots(&r, &layout, own, main_roots, &t, e));

    fp3 lookup[2], total;
    transcript_draw_fp3(&t, TAG_LOOKUP, lookup, 2);
    const struct air_challenges ch = air_challenges_of(lookup[0], lookup[1]);
    TRY(public_sum(&out->key, &out->statement, &ch, &total, e));
    struct verify_context c = {&out->key, &layout, own, main_roots, &ch, arena, e};
    TRY(verify_groups(&c, &t, &r, &total));
    if (!fp3_is_zero(total)) {
        return err_set(e, CHERT_REJECT_BUS, "the buses do not balance");
    }
    if (reader_left(&r) != 0) {
        return err_set(e, CHERT_REJECT_TRAILING, "%zu bytes follow the end of the proof",
                       reader_left(&r));
    }
    return CHERT_OK;
}

enum chert_status chert_verify(const uint8_t *proof, size_t len, const struct verify_options *opt,
                               struct arena *arena, struct verified *out, struct err *e)
{
    const size_t mark = arena_mark(arena);
    const enum chert_status s = verify_proof(proof, len, opt, arena, out, e);
    arena_release(arena, mark);
    return s;
}
