/* The hash chain. Every step begins with the state and an operation byte that no other step has. */
#include "transcript/transcript.h"

#include "base/bytes.h"
#include "base/status.h"

/* 4 is HASH_GRIND_OP. */
enum transcript_op { OP_ABSORB = 1, OP_DRAW = 2, OP_REKEY = 3 };

#define DOMAIN       "chert transcript v1"
#define DRAW_BYTES   (DIGEST_BYTES + 2 + 8)
#define DIGEST_WORDS 4u

void transcript_init(struct transcript *t, enum hash_kind kind)
{
    t->kind = kind;
    hash_once(kind, HASH_TRANSCRIPT, DOMAIN, sizeof DOMAIN - 1, &t->state);
}

/* state || op || tag, the head of every message. */
static void put_head(uint8_t *out, const struct transcript *t, enum transcript_op op,
                     enum transcript_tag tag)
{
    __builtin_memcpy(out, t->state.b, DIGEST_BYTES);
    out[DIGEST_BYTES] = (uint8_t)op;
    out[DIGEST_BYTES + 1] = (uint8_t)tag;
}

void transcript_absorb_begin(struct transcript_absorber *a, struct transcript *t,
                             enum transcript_tag tag, uint64_t len)
{
    uint8_t head[DIGEST_BYTES + 2 + 8];
    put_head(head, t, OP_ABSORB, tag);
    store_le64(head + DIGEST_BYTES + 2, len);
    a->t = t;
    a->left = len;
    hash_init(&a->h, t->kind, HASH_TRANSCRIPT);
    hash_update(&a->h, head, sizeof head);
}

void transcript_absorb_update(struct transcript_absorber *a, const void *data, size_t len)
{
    ASSERT(len <= a->left);
    a->left -= len;
    hash_update(&a->h, data, len);
}

void transcript_absorb_end(struct transcript_absorber *a)
{
    ASSERT(a->left == 0);
    hash_final(&a->h, &a->t->state);
}

void transcript_absorb(struct transcript *t, enum transcript_tag tag, const void *data, size_t len)
{
    struct transcript_absorber a;
    transcript_absorb_begin(&a, t, tag, len);
    transcript_absorb_update(&a, data, len);
    transcript_absorb_end(&a);
}

void transcript_absorb_fp(struct transcript *t, enum transcript_tag tag, const fp *v, size_t n)
{
    struct transcript_absorber a;
    transcript_absorb_begin(&a, t, tag, 8 * (uint64_t)n);
    for (size_t i = 0; i < n; i++) {
        uint8_t bytes[8];
        store_le64(bytes, v[i]);
        transcript_absorb_update(&a, bytes, sizeof bytes);
    }
    transcript_absorb_end(&a);
}

void transcript_absorb_fp3(struct transcript *t, enum transcript_tag tag, const fp3 *v, size_t n)
{
    struct transcript_absorber a;
    transcript_absorb_begin(&a, t, tag, 24 * (uint64_t)n);
    for (size_t i = 0; i < n; i++) {
        uint8_t bytes[24];
        for (size_t c = 0; c < 3; c++) {
            store_le64(bytes + 8 * c, v[i].c[c]);
        }
        transcript_absorb_update(&a, bytes, sizeof bytes);
    }
    transcript_absorb_end(&a);
}

/* A draw under way: the words of digest 0, 1, ... one after the other. */
struct stream {
    uint8_t message[DRAW_BYTES];
    enum hash_kind kind;
    uint64_t next_digest;
    unsigned next_word; /* of `digest`; DIGEST_WORDS: none left */
    struct digest digest;
};

static void stream_begin(struct stream *s, const struct transcript *t, enum transcript_tag tag)
{
    put_head(s->message, t, OP_DRAW, tag);
    s->kind = t->kind;
    s->next_digest = 0;
    s->next_word = DIGEST_WORDS;
}

static uint64_t stream_word(struct stream *s)
{
    if (s->next_word == DIGEST_WORDS) {
        store_le64(s->message + DIGEST_BYTES + 2, s->next_digest);
        hash_once(s->kind, HASH_TRANSCRIPT, s->message, sizeof s->message, &s->digest);
        s->next_digest++;
        s->next_word = 0;
    }
    return load_le64(s->digest.b + 8 * (size_t)s->next_word++);
}

static fp stream_fp(struct stream *s)
{
    uint64_t x = stream_word(s);
    while (x >= FP_P) { /* one in 2^32 */
        x = stream_word(s);
    }
    return x;
}

static void rekey(struct transcript *t, enum transcript_tag tag)
{
    uint8_t message[DIGEST_BYTES + 2];
    put_head(message, t, OP_REKEY, tag);
    hash_once(t->kind, HASH_TRANSCRIPT, message, sizeof message, &t->state);
}

void transcript_draw_fp(struct transcript *t, enum transcript_tag tag, fp *out, size_t n)
{
    struct stream s;
    stream_begin(&s, t, tag);
    for (size_t i = 0; i < n; i++) {
        out[i] = stream_fp(&s);
    }
    rekey(t, tag);
}

void transcript_draw_fp3(struct transcript *t, enum transcript_tag tag, fp3 *out, size_t n)
{
    struct stream s;
    stream_begin(&s, t, tag);
    for (size_t i = 0; i < n; i++) {
        for (size_t c = 0; c < 3; c++) {
            out[i].c[c] = stream_fp(&s);
        }
    }
    rekey(t, tag);
}

void transcript_draw_indices(struct transcript *t, enum transcript_tag tag, uint32_t *out, size_t n,
                             unsigned bits)
{
    ASSERT(bits <= 32);
    const uint64_t mask = ((uint64_t)1 << bits) - 1;
    struct stream s;
    stream_begin(&s, t, tag);
    for (size_t i = 0; i < n; i++) {
        out[i] = (uint32_t)(stream_word(&s) & mask);
    }
    rekey(t, tag);
}

struct transcript transcript_fork(const struct transcript *t, uint64_t index)
{
    struct transcript fork = *t;
    uint8_t bytes[8];
    store_le64(bytes, index);
    transcript_absorb(&fork, TAG_FORK, bytes, sizeof bytes);
    return fork;
}

int transcript_grind_check(const struct transcript *t, enum transcript_tag tag, uint8_t bits,
                           uint64_t nonce)
{
    return hash_grind_check(t->kind, &t->state, (uint8_t)tag, bits, nonce);
}

void transcript_grind_absorb(struct transcript *t, enum transcript_tag tag, uint64_t nonce)
{
    uint8_t bytes[8];
    store_le64(bytes, nonce);
    transcript_absorb(t, tag, bytes, sizeof bytes);
}
