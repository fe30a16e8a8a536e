/* Steps 4 of the protocol for one group: LogUp sums, the identity at z, FRI's commitments. */
#include "verify/group.h"

#include "air/point.h"
#include "proof/domain.h"

static enum chert_status read_sums(struct group_state *s, struct reader *r, fp3 *total)
{
    const struct verify_context *c = s->c;
    read_digest(r, &s->aux_root);
    for (uint32_t i = 0; i < s->group->count; i++) {
        s->sums[i] = read_fp3(r);
        *total = fp3_add(*total, s->sums[i]);
    }
    TRY(reader_status(r, "LogUp sums", c->err));
    transcript_absorb(&s->t, TAG_AUX_ROOT, s->aux_root.b, DIGEST_BYTES);
    transcript_absorb_fp3(&s->t, TAG_SUMS, s->sums, s->group->count);
    return CHERT_OK;
}

/* The left side of the identity: all constraints of all instances at their points. */
static enum chert_status constraints_at_z(struct group_state *s, const fp3 *lambda, fp3 *sum)
{
    const struct verify_context *c = s->c;
    *sum = fp3_of(0);
    for (uint32_t i = 0; i < s->group->count; i++) {
        const struct instance *in = &c->layout->instances[s->group->first + i];
        const uint32_t n_ext = air_n_ext(in->air);
        const fp3 *v = s->values + in->value_at;
        const struct air_point at = {
            .columns = v,
            .ext = v + air_n_columns(in->air),
            .next = v[air_n_columns(in->air) + n_ext],
            .params = in->params,
        };
        const fp n_inv = fp_inv((fp)1 << in->log_n);
        fp3 one;
        TRY(air_eval_point(in->air, &at, c->challenges, fp3_mul_fp(s->sums[i], n_inv),
                           lambda + in->lambda_at, &one, c->arena, c->err));
        *sum = fp3_add(*sum, one);
    }
    return CHERT_OK;
}

/* sum_k lambda^k C_k(z^(N/n)) = (z^N - 1) (Q0(z) + z^N Q1(z)). */
static enum chert_status check_identity(struct group_state *s, const fp3 *lambda)
{
    fp3 sum;
    TRY(constraints_at_z(s, lambda, &sum));
    const fp3 zn = fp3_pow2k(s->z, s->group->log_n);
    const fp3 *q = s->values + s->group->n_values - 2;
    const fp3 quotient = fp3_add(q[0], fp3_mul(zn, q[1]));
    if (!fp3_equal(sum, fp3_mul(fp3_sub(zn, fp3_of(1)), quotient))) {
        return err_set(s->c->err, CHERT_REJECT_CONSTRAINT,
                       "the constraints of a group do not hold at its out-of-domain point");
    }
    return CHERT_OK;
}

static enum chert_status read_values(struct group_state *s, struct reader *r)
{
    const struct verify_context *c = s->c;
    fp3 lambda, *powers;
    const size_t mark = arena_mark(c->arena);
    transcript_draw_fp3(&s->t, TAG_LAMBDA, &lambda, 1);
    TRY(ARENA_NEW(c->arena, &powers, s->group->n_constraints, c->err));
    fp3_powers(lambda, powers, s->group->n_constraints);

    read_digest(r, &s->quotient_root);
    TRY(reader_status(r, "quotient root", c->err));
    transcript_absorb(&s->t, TAG_QUOTIENT_ROOT, s->quotient_root.b, DIGEST_BYTES);
    transcript_draw_fp3(&s->t, TAG_Z, &s->z, 1);
    if (s->z.c[1] == 0 && s->z.c[2] == 0) { /* no domain has a point outside the base field */
        return err_set(c->err, CHERT_REJECT_POINT, "the out-of-domain point is in the base field");
    }
    for (uint32_t i = 0; i < s->group->n_values; i++) {
        s->values[i] = read_fp3(r);
    }
    TRY(reader_status(r, "out-of-domain values", c->err));
    transcript_absorb_fp3(&s->t, TAG_VALUES, s->values, s->group->n_values);
    TRY(check_identity(s, powers));
    arena_release(c->arena, mark);
    return CHERT_OK;
}

static enum chert_status read_nonce(struct group_state *s, struct reader *r,
                                    enum transcript_tag tag, uint8_t bits)
{
    if (bits == 0) {
        return CHERT_OK;
    }
    const uint64_t nonce = read_u64(r);
    TRY(reader_status(r, "nonces", s->c->err));
    if (!transcript_grind_check(&s->t, tag, bits, nonce)) {
        return err_set(s->c->err, CHERT_REJECT_GRIND, "a nonce lacks its %u bits", bits);
    }
    transcript_grind_absorb(&s->t, tag, nonce);
    return CHERT_OK;
}

static enum chert_status read_fri(struct group_state *s, struct reader *r)
{
    const struct verify_context *c = s->c;
    const struct set *set = c->layout->set;
    TRY(read_nonce(s, r, TAG_BATCH_GRIND, set->batch_bits));
    transcript_draw_fp3(&s->t, TAG_DEEP, &s->delta, 1);
    fp3_powers(s->delta, s->delta_powers, s->group->n_values);
    s->n_layers = fri_schedule(s->group->log_n, s->arities);
    for (unsigned i = 0; i < s->n_layers; i++) {
        read_digest(r, &s->layer_roots[i]);
        TRY(reader_status(r, "FRI roots", c->err));
        transcript_absorb(&s->t, TAG_FRI_ROOT, s->layer_roots[i].b, DIGEST_BYTES);
        TRY(read_nonce(s, r, TAG_FOLD_GRIND, set->fold_bits));
        transcript_draw_fp3(&s->t, TAG_BETA, &s->betas[i], 1);
    }
    const size_t n_final = (size_t)1 << fri_log_final(s->group->log_n);
    for (size_t i = 0; i < n_final; i++) {
        s->final[i] = read_fp3(r);
    }
    TRY(reader_status(r, "final polynomial", c->err));
    transcript_absorb_fp3(&s->t, TAG_FINAL, s->final, n_final);
    return read_nonce(s, r, TAG_QUERY_GRIND, set->query_bits);
}

/* Insertion into a sorted list; 285 elements at most. */
static void draw_indices(struct group_state *s)
{
    const struct set *set = s->c->layout->set;
    uint32_t drawn[512];
    ASSERT(set->queries <= sizeof drawn / sizeof drawn[0]);
    transcript_draw_indices(&s->t, TAG_QUERIES, drawn, set->queries,
                            (unsigned)s->group->log_n + set->log_blowup);
    s->n_indices = 0;
    for (uint32_t k = 0; k < set->queries; k++) {
        uint32_t at = s->n_indices;
        while (at > 0 && s->indices[at - 1] > drawn[k]) {
            at--;
        }
        if (at > 0 && s->indices[at - 1] == drawn[k]) {
            continue;
        }
        for (uint32_t i = s->n_indices; i > at; i--) {
            s->indices[i] = s->indices[i - 1];
        }
        s->indices[at] = drawn[k];
        s->n_indices++;
    }
}

enum chert_status verify_group(const struct verify_context *c, uint32_t index,
                               const struct transcript *root, struct reader *r, fp3 *total)
{
    struct group_state *s;
    TRY(ARENA_NEW(c->arena, &s, 1, c->err));
    *s = (struct group_state){.c = c, .group = &c->layout->groups[index]};
    s->t = transcript_fork(root, index);
    const uint32_t queries = c->layout->set->queries;
    TRY(ARENA_NEW(c->arena, &s->sums, s->group->count, c->err));
    TRY(ARENA_NEW(c->arena, &s->values, s->group->n_values, c->err));
    TRY(ARENA_NEW(c->arena, &s->delta_powers, s->group->n_values, c->err));
    TRY(ARENA_NEW(c->arena, &s->indices, queries, c->err));
    TRY(ARENA_NEW(c->arena, &s->word, queries, c->err));
    TRY(read_sums(s, r, total));
    TRY(read_values(s, r));
    TRY(read_fri(s, r));
    draw_indices(s);
    TRY(verify_openings(s, r));
    return verify_fri(s, r);
}
