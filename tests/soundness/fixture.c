#include "soundness/fixture.h"

#include <string.h>

void fixture_open(struct fixture *f, const struct subject *s)
{
    struct err e = {0};
    *f = (struct fixture){.len = 0};
    guest_open(&f->guest, s->elf, s->input);
    struct prove_options opt = guest_options(&f->guest);
    opt.set = set_by_id(s->set);
    opt.hash = s->hash;
    opt.grouping = s->grouping;
    if (prove_program(&f->guest.program, &opt, &f->proof, &e) != CHERT_OK) {
        fail_msg("prove: %s", e.msg);
    }
    f->len = f->proof.proof_bytes;
    f->id = f->proof.program_id;
    assert_int_equal(arena_init(&f->mem, f->len + ((size_t)16 << 20), &e), CHERT_OK);
    assert_int_equal(arena_init(&f->arena, chert_verify_arena_bytes(MAX_INSTANCES), &e), CHERT_OK);
    assert_int_equal(ARENA_NEW(&f->mem, &f->airs, 1, &e), CHERT_OK);
    assert_int_equal(airs_record(f->airs, &f->mem, &e), CHERT_OK);
    assert_int_equal(ARENA_NEW(&f->mem, &f->copy, f->len + FIXTURE_SLACK, &e), CHERT_OK);
    f->opt = (struct verify_options){.accept_test_set = 1, .airs = f->airs};
    fixture_restore(f);
}

void fixture_close(struct fixture *f)
{
    proof_result_fini(&f->proof);
    guest_close(&f->guest);
    arena_fini(&f->mem);
    arena_fini(&f->arena);
}

void fixture_restore(struct fixture *f)
{
    memcpy(f->copy, f->proof.proof, f->len);
    f->opt.program_id = f->id;
}

int fixture_trust_copy(struct fixture *f)
{
    struct reader r = reader_of(f->copy + strlen(PROOF_MAGIC), f->len - strlen(PROOF_MAGIC));
    struct key key;
    struct err e = {0};
    if (key_read(&r, &key, &e) != CHERT_OK) {
        return 0;
    }
    key_id(&key, &f->opt.program_id);
    return 1;
}

enum chert_status fixture_verify(struct fixture *f, const uint8_t *proof, size_t len)
{
    struct verified v;
    f->err = (struct err){0};
    arena_release(&f->arena, 0);
    return chert_verify(proof, len, &f->opt, &f->arena, &v, &f->err);
}
