#include "soundness/log.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "base/bytes.h"
#include "merkle/verify.h"
#include "proof/params.h"

struct log the_log;
struct forced_draw forced_draw;

void log_start(const uint8_t *proof, size_t len)
{
    the_log.on = 1;
    the_log.n_steps = the_log.n_spans = the_log.n_bytes = 0;
    the_log.proof = proof;
    the_log.proof_len = len;
    the_log.proof_at = proof == NULL ? 0 : strlen(PROOF_MAGIC);
    the_log.gap_at = SIZE_MAX;
}

void log_stop(void)
{
    the_log.on = 0;
}

/* Accounts for the proof's next bytes; `data` is equal to them, or a byte was left out. */
static void take(enum span_kind kind, enum transcript_tag tag, const void *data, size_t len)
{
    struct log *l = &the_log;
    if (!l->on || l->proof == NULL || l->gap_at != SIZE_MAX) {
        return;
    }
    if (l->proof_len - l->proof_at < len || memcmp(l->proof + l->proof_at, data, len) != 0) {
        l->gap_at = l->proof_at;
        return;
    }
    assert_true(l->n_spans < LOG_SPANS);
    l->spans[l->n_spans++] = (struct span){kind, tag, l->proof_at, len};
    l->proof_at += len;
}

static uint8_t *room(size_t len)
{
    assert_true(LOG_BYTES - the_log.n_bytes >= len);
    the_log.n_bytes += len;
    return the_log.bytes + the_log.n_bytes - len;
}

static void add(struct step s, const struct transcript *t)
{
    if (the_log.on) {
        assert_true(the_log.n_steps < LOG_STEPS);
        s.after = t->state;
        s.proof_at = the_log.proof_at;
        the_log.steps[the_log.n_steps++] = s;
    }
}

static void add_absorbed(struct transcript *t, enum transcript_tag tag, const uint8_t *data,
                         size_t len)
{
    if (!the_log.on) {
        return;
    }
    take(SPAN_ABSORBED, tag, data, len);
    const size_t at = the_log.n_bytes;
    memcpy(room(len), data, len);
    add((struct step){.kind = STEP_ABSORB, .tag = tag, .at = at, .len = len}, t);
}

/* What the linker calls them. */
#define REAL(name) __asm__("__real_" #name)
#define WRAP(name) __asm__("__wrap_" #name)
void real_init(struct transcript *t, enum hash_kind kind) REAL(transcript_init);
void real_absorb(struct transcript *t, enum transcript_tag tag, const void *data, size_t len)
    REAL(transcript_absorb);
void real_absorb_fp3(struct transcript *t, enum transcript_tag tag, const fp3 *v, size_t n)
    REAL(transcript_absorb_fp3);
void real_draw(struct transcript *t, enum transcript_tag tag, fp3 *out, size_t n)
    REAL(transcript_draw_fp3);
void real_indices(struct transcript *t, enum transcript_tag tag, uint32_t *out, size_t n,
                  unsigned bits) REAL(transcript_draw_indices);
struct transcript real_fork(const struct transcript *t, uint64_t index) REAL(transcript_fork);
void real_nonce(struct transcript *t, enum transcript_tag tag, uint64_t nonce)
    REAL(transcript_grind_absorb);
void real_hash(enum hash_kind kind, enum hash_purpose purpose, const void *data, size_t len,
               struct digest *out) REAL(hash_once);
enum chert_status real_merkle(enum hash_kind kind, const struct digest *root,
                              const struct merkle_opened *levels, size_t n_levels,
                              const uint32_t *indices, size_t n, const uint8_t *siblings,
                              size_t n_siblings, struct digest *scratch) REAL(merkle_verify);

void log_init(struct transcript *t, enum hash_kind kind) WRAP(transcript_init);
void log_absorb(struct transcript *t, enum transcript_tag tag, const void *data, size_t len)
    WRAP(transcript_absorb);
void log_absorb_fp3(struct transcript *t, enum transcript_tag tag, const fp3 *v, size_t n)
    WRAP(transcript_absorb_fp3);
void log_draw(struct transcript *t, enum transcript_tag tag, fp3 *out, size_t n)
    WRAP(transcript_draw_fp3);
void log_indices(struct transcript *t, enum transcript_tag tag, uint32_t *out, size_t n,
                 unsigned bits) WRAP(transcript_draw_indices);
struct transcript log_fork(const struct transcript *t, uint64_t index) WRAP(transcript_fork);
void log_nonce(struct transcript *t, enum transcript_tag tag, uint64_t nonce)
    WRAP(transcript_grind_absorb);
void log_hash(enum hash_kind kind, enum hash_purpose purpose, const void *data, size_t len,
              struct digest *out) WRAP(hash_once);
enum chert_status log_merkle(enum hash_kind kind, const struct digest *root,
                             const struct merkle_opened *levels, size_t n_levels,
                             const uint32_t *indices, size_t n, const uint8_t *siblings,
                             size_t n_siblings, struct digest *scratch) WRAP(merkle_verify);

void log_init(struct transcript *t, enum hash_kind kind)
{
    real_init(t, kind);
    add((struct step){.kind = STEP_INIT, .n = (uint32_t)kind}, t);
}

void log_absorb(struct transcript *t, enum transcript_tag tag, const void *data, size_t len)
{
    real_absorb(t, tag, data, len);
    add_absorbed(t, tag, data, len);
}

void log_absorb_fp3(struct transcript *t, enum transcript_tag tag, const fp3 *v, size_t n)
{
    real_absorb_fp3(t, tag, v, n);
    if (the_log.on) {
        static uint8_t bytes[1 << 20];
        assert_true(24 * n <= sizeof bytes);
        for (size_t i = 0; i < 3 * n; i++) {
            store_le64(bytes + 8 * i, v[i / 3].c[i % 3]);
        }
        add_absorbed(t, tag, bytes, 24 * n);
    }
}

void log_nonce(struct transcript *t, enum transcript_tag tag, uint64_t nonce)
{
    uint8_t bytes[8];
    store_le64(bytes, nonce);
    real_nonce(t, tag, nonce);
    add_absorbed(t, tag, bytes, sizeof bytes);
}

void log_draw(struct transcript *t, enum transcript_tag tag, fp3 *out, size_t n)
{
    real_draw(t, tag, out, n);
    if (forced_draw.n != 0 && forced_draw.tag == tag) {
        assert_int_equal(forced_draw.n, n);
        memcpy(out, forced_draw.v, n * sizeof *out);
        forced_draw.n = 0;
    }
    if (the_log.on) {
        const size_t at = the_log.n_bytes;
        memcpy(room(n * sizeof *out), out, n * sizeof *out);
        add((struct step){.kind = STEP_DRAW,
                          .tag = tag,
                          .n = (uint32_t)n,
                          .at = at,
                          .len = n * sizeof *out},
            t);
    }
}

void log_indices(struct transcript *t, enum transcript_tag tag, uint32_t *out, size_t n,
                 unsigned bits)
{
    real_indices(t, tag, out, n, bits);
    if (the_log.on) {
        const size_t at = the_log.n_bytes;
        memcpy(room(n * sizeof *out), out, n * sizeof *out);
        add((struct step){STEP_INDICES, tag, (uint32_t)n, bits, 0, at, n * sizeof *out, 0, {{0}}},
            t);
    }
}

struct transcript log_fork(const struct transcript *t, uint64_t index)
{
    const struct transcript fork = real_fork(t, index);
    add((struct step){.kind = STEP_FORK, .tag = TAG_FORK, .index = index}, &fork);
    return fork;
}

/* ROW and LEAF are hashed at once for opened rows and FRI leaves only. */
void log_hash(enum hash_kind kind, enum hash_purpose purpose, const void *data, size_t len,
              struct digest *out)
{
    if (purpose == HASH_ROW || purpose == HASH_LEAF) {
        take(purpose == HASH_ROW ? SPAN_ROW : SPAN_LEAF, TAG_QUERIES, data, len);
    }
    real_hash(kind, purpose, data, len, out);
}

enum chert_status log_merkle(enum hash_kind kind, const struct digest *root,
                             const struct merkle_opened *levels, size_t n_levels,
                             const uint32_t *indices, size_t n, const uint8_t *siblings,
                             size_t n_siblings, struct digest *scratch)
{
    const struct log *l = &the_log;
    const int layer = l->n_spans != 0 && l->spans[l->n_spans - 1].kind == SPAN_LEAF;
    take(layer ? SPAN_LAYER_PATH : SPAN_TREE_PATH, TAG_QUERIES, siblings,
         n_siblings * DIGEST_BYTES);
    return real_merkle(kind, root, levels, n_levels, indices, n, siblings, n_siblings, scratch);
}

/* ---- Reading a log ---- */

void log_letters(const struct log *log, char *out, size_t cap)
{
    static const char absorbs[] = "?ksmlfaueqzvbdFgBnwx", draws[] = "???"
                                                                    "?L"
                                                                    "???E?Z??D??T??X";
    size_t n = 0;
    for (size_t i = 0; i < log->n_steps; i++) {
        const struct step *s = &log->steps[i];
        assert_true(n + 1 < cap && s->tag < sizeof absorbs - 1);
        if (s->kind != STEP_INIT) {
            out[n++] = s->kind == STEP_FORK     ? '/'
                       : s->kind == STEP_ABSORB ? absorbs[s->tag]
                                                : draws[s->tag];
        }
    }
    out[n] = '\0';
}

static void replay_absorb(const struct step *s, const uint8_t *bytes, size_t flip,
                          struct transcript *t)
{
    static uint8_t changed[1 << 20];
    const uint8_t *data = bytes + s->at;
    if (flip >= s->at && flip - s->at < s->len) {
        assert_true(s->len <= sizeof changed);
        memcpy(changed, data, s->len);
        changed[flip - s->at] ^= 1;
        data = changed;
    }
    real_absorb(t, s->tag, data, s->len);
}

void log_replay(const struct log *log, size_t first, size_t last, struct transcript *t,
                struct transcript *root, size_t flip, uint8_t *drawn)
{
    fp3 elements[16];
    uint32_t indices[512];
    for (size_t i = first; i < last; i++) {
        const struct step *s = &log->steps[i];
        switch (s->kind) {
        case STEP_INIT:
            real_init(t, (enum hash_kind)s->n);
            break;
        case STEP_ABSORB:
            replay_absorb(s, log->bytes, flip, t);
            break;
        case STEP_DRAW:
            assert_true(s->n <= 16);
            real_draw(t, s->tag, elements, s->n);
            memcpy(drawn + s->at, elements, s->len);
            break;
        case STEP_INDICES:
            assert_true(s->n <= 512);
            real_indices(t, s->tag, indices, s->n, s->bits);
            memcpy(drawn + s->at, indices, s->len);
            break;
        case STEP_FORK:
        default:
            if (s->index == 0) {
                *root = *t;
            }
            *t = real_fork(root, s->index);
            break;
        }
    }
}
