#include "proof/wire.h"

#include <string.h>

#include "base/bytes.h"

struct reader reader_of(const uint8_t *bytes, size_t len)
{
    return (struct reader){bytes, bytes + len, 0, 0};
}

size_t reader_left(const struct reader *r)
{
    return (size_t)(r->end - r->at);
}

const uint8_t *read_bytes(struct reader *r, size_t len)
{
    if (r->failed || reader_left(r) < len) {
        r->failed = 1;
        return NULL;
    }
    const uint8_t *p = r->at;
    r->at += len;
    return p;
}

uint8_t read_u8(struct reader *r)
{
    const uint8_t *p = read_bytes(r, 1);
    return p == NULL ? 0 : *p;
}

uint16_t read_u16(struct reader *r)
{
    const uint8_t *p = read_bytes(r, 2);
    return (uint16_t)(p == NULL ? 0 : p[0] | p[1] << 8);
}

uint32_t read_u32(struct reader *r)
{
    const uint8_t *p = read_bytes(r, 4);
    return p == NULL ? 0 : load_le32(p);
}

uint64_t read_u64(struct reader *r)
{
    const uint8_t *p = read_bytes(r, 8);
    return p == NULL ? 0 : load_le64(p);
}

fp read_fp(struct reader *r)
{
    const fp v = read_u64(r);
    if (v >= FP_P) {
        r->not_canonical = 1;
        return 0;
    }
    return v;
}

fp3 read_fp3(struct reader *r)
{
    fp3 v;
    for (int i = 0; i < 3; i++) {
        v.c[i] = read_fp(r);
    }
    return v;
}

void read_digest(struct reader *r, struct digest *out)
{
    const uint8_t *p = read_bytes(r, DIGEST_BYTES);
    if (p == NULL) {
        memset(out, 0, sizeof *out);
    } else {
        memcpy(out->b, p, DIGEST_BYTES);
    }
}

enum chert_status reader_status(const struct reader *r, const char *what, struct err *e)
{
    (void)what;
    if (r->failed) {
        return err_set(e, CHERT_REJECT_FORMAT, "the proof ends inside its %s", what);
    }
    if (r->not_canonical) {
        return err_set(e, CHERT_REJECT_CANONICAL, "a field element of the %s is not below p", what);
    }
    return CHERT_OK;
}

void write_bytes(struct writer *w, const void *bytes, size_t len)
{
    if (w->at != NULL && len != 0) {
        if (w->overflowed || w->cap - w->len < len) {
            w->overflowed = 1;
        } else {
            memcpy(w->at + w->len, bytes, len);
        }
    }
    w->len += len;
}

void write_u8(struct writer *w, uint8_t v)
{
    write_bytes(w, &v, 1);
}

void write_u16(struct writer *w, uint16_t v)
{
    const uint8_t b[2] = {(uint8_t)v, (uint8_t)(v >> 8)};
    write_bytes(w, b, 2);
}

void write_u32(struct writer *w, uint32_t v)
{
    uint8_t b[4];
    store_le32(b, v);
    write_bytes(w, b, 4);
}

void write_u64(struct writer *w, uint64_t v)
{
    uint8_t b[8];
    store_le64(b, v);
    write_bytes(w, b, 8);
}

void write_fp(struct writer *w, fp v)
{
    write_u64(w, v);
}

void write_fp3(struct writer *w, fp3 v)
{
    for (int i = 0; i < 3; i++) {
        write_fp(w, v.c[i]);
    }
}

void write_digest(struct writer *w, const struct digest *d)
{
    write_bytes(w, d->b, DIGEST_BYTES);
}
