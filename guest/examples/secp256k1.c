/*
 * Recovery of the public key from an ECDSA signature over secp256k1, as Ethereum's ecrecover does
 * before it hashes the key: (message hash 32, r 32, s 32, recovery id 1) -> x, y. The input is
 * those 97 bytes, big-endian numbers; without one, a signature of this file's own. Exits with 1 if
 * no key fits. SEC 1 (version 2.0), 4.1.6; the curve is SEC 2's, y^2 = x^3 + 7 mod p.
 *
 * Numbers are four 64-bit limbs, least significant first. Both moduli are 2^256 - c with a small
 * c, so a product's upper half is folded in as c times itself. Nothing here is secret, and nothing
 * is constant-time.
 */
#include "text.h"

__extension__ typedef unsigned __int128 u128;

typedef struct {
    uint64_t v[4];
} num;

/* A modulus m = 2^256 - c. */
struct modulus {
    num m;
    uint64_t c[3];
};

static const struct modulus mod_p = {
    {{0xfffffffefffffc2f, 0xffffffffffffffff, 0xffffffffffffffff, 0xffffffffffffffff}},
    {0x1000003d1, 0, 0},
};
static const struct modulus mod_n = {
    {{0xbfd25e8cd0364141, 0xbaaedce6af48a03b, 0xfffffffffffffffe, 0xffffffffffffffff}},
    {0x402da1732fc9bebf, 0x4551231950b75fc4, 1},
};

/* Jacobian: (x / z^2, y / z^3), infinity where z = 0. */
struct point {
    num x, y, z;
};

static const struct point base = {
    {{0x59f2815b16f81798, 0x029bfcdb2dce28d9, 0x55a06295ce870b07, 0x79be667ef9dcbbac}},
    {{0x9c47d08ffb10d4b8, 0xfd17b448a6855419, 0x5da4fbfc0e1108a8, 0x483ada7726a3c465}},
    {{1, 0, 0, 0}},
};

static int is_zero(const num *a)
{
    return (a->v[0] | a->v[1] | a->v[2] | a->v[3]) == 0;
}

static int compare(const num *a, const num *b)
{
    for (size_t i = 4; i-- > 0;) {
        if (a->v[i] != b->v[i]) {
            return a->v[i] < b->v[i] ? -1 : 1;
        }
    }
    return 0;
}

/* The steps of the chains below, written out since gcc -O2 unrolls none of them. */
#define SUB_STEP(i)                         \
    do {                                    \
        uint64_t d = a->v[i] - b->v[i];     \
        uint64_t under = a->v[i] < b->v[i]; \
                                            \
        under |= d < borrow;                \
        out->v[i] = d - borrow;             \
        borrow = under;                     \
    } while (0)

#define ADD_STEP(i)                   \
    do {                              \
        uint64_t s = a->v[i] + carry; \
        uint64_t over = s < carry;    \
                                      \
        s += b->v[i];                 \
        over |= s < b->v[i];          \
        out->v[i] = s;                \
        carry = over;                 \
    } while (0)

/* Returns the borrow. `out` may be a or b, here and below. */
static inline uint64_t sub_raw(num *out, const num *a, const num *b)
{
    uint64_t borrow = 0;

    SUB_STEP(0);
    SUB_STEP(1);
    SUB_STEP(2);
    SUB_STEP(3);
    return borrow;
}

/* Returns the carry. */
static inline uint64_t add_raw(num *out, const num *a, const num *b)
{
    uint64_t carry = 0;

    ADD_STEP(0);
    ADD_STEP(1);
    ADD_STEP(2);
    ADD_STEP(3);
    return carry;
}

static void add(num *out, const num *a, const num *b, const struct modulus *m)
{
    if (add_raw(out, a, b) != 0 || compare(out, &m->m) >= 0) {
        sub_raw(out, out, &m->m);
    }
}

static void sub(num *out, const num *a, const num *b, const struct modulus *m)
{
    if (sub_raw(out, a, b) != 0) {
        add_raw(out, out, &m->m);
    }
}

/* (carry, t) = t + x y + carry */
#define MAC(t, x, y)                              \
    do {                                          \
        u128 mac = (u128)(x) * (y) + (t) + carry; \
                                                  \
        (t) = (uint64_t)mac;                      \
        carry = (uint64_t)(mac >> 64);            \
    } while (0)

#define MUL_ROW(i)                         \
    do {                                   \
        carry = 0;                         \
        MAC(t[(i)], a->v[i], b->v[0]);     \
        MAC(t[(i) + 1], a->v[i], b->v[1]); \
        MAC(t[(i) + 2], a->v[i], b->v[2]); \
        MAC(t[(i) + 3], a->v[i], b->v[3]); \
        t[(i) + 4] = carry;                \
    } while (0)

/* Modulo p, where nearly all the time goes: c has one limb, so two foldings are enough,
 * and a third carry can only follow a wrap of the low limbs. */
static void mul_p(num *out, const num *a, const num *b)
{
    uint64_t t[8] = {0};
    uint64_t carry;

    MUL_ROW(0);
    MUL_ROW(1);
    MUL_ROW(2);
    MUL_ROW(3);
    carry = 0;
    MAC(t[0], t[4], mod_p.c[0]);
    MAC(t[1], t[5], mod_p.c[0]);
    MAC(t[2], t[6], mod_p.c[0]);
    MAC(t[3], t[7], mod_p.c[0]);
    t[4] = carry;
    carry = 0;
    MAC(t[0], t[4], mod_p.c[0]);
    for (size_t i = 1; carry != 0 && i < 4; i++) {
        t[i] += carry;
        carry = t[i] < carry;
    }
    /* After a wrap t is below 2^68, so adding c ends in the second limb. */
    t[0] += carry * mod_p.c[0];
    t[1] += t[0] < carry * mod_p.c[0];
    for (size_t i = 0; i < 4; i++) {
        out->v[i] = t[i];
    }
    if (t[3] == UINT64_MAX && compare(out, &mod_p.m) >= 0) {
        sub_raw(out, out, &mod_p.m);
    }
}

/* t = low 256 bits of t + c times its upper half, whose `limbs` limbs are given. Returns how many
 * limbs the upper half has then. */
static size_t fold(uint64_t t[8], size_t limbs, const struct modulus *m)
{
    uint64_t high[4];

    for (size_t i = 0; i < 4; i++) {
        high[i] = i < limbs ? t[4 + i] : 0;
        t[4 + i] = 0;
    }
    for (size_t i = 0; i < limbs; i++) {
        uint64_t carry = 0;
        size_t k = i;

        for (size_t j = 0; j < 3; j++, k++) {
            u128 s = (u128)high[i] * m->c[j] + t[k] + carry;

            t[k] = (uint64_t)s;
            carry = (uint64_t)(s >> 64);
        }
        for (; carry != 0; k++) {
            t[k] += carry;
            carry = t[k] < carry;
        }
    }
    limbs = 4;
    while (limbs > 0 && t[3 + limbs] == 0) {
        limbs--;
    }
    return limbs;
}

static void multiply(num *out, const num *a, const num *b, const struct modulus *m)
{
    uint64_t t[8] = {0};
    size_t limbs = 4;

    if (m == &mod_p) {
        mul_p(out, a, b);
        return;
    }
    for (size_t i = 0; i < 4; i++) {
        uint64_t carry = 0;

        for (size_t j = 0; j < 4; j++) {
            u128 s = (u128)a->v[i] * b->v[j] + t[i + j] + carry;

            t[i + j] = (uint64_t)s;
            carry = (uint64_t)(s >> 64);
        }
        t[i + 4] = carry;
    }
    while (limbs > 0) {
        limbs = fold(t, limbs, m);
    }
    for (size_t i = 0; i < 4; i++) {
        out->v[i] = t[i];
    }
    if (compare(out, &m->m) >= 0) {
        sub_raw(out, out, &m->m);
    }
}

/* a^e by windows of four bits. */
static void power(num *out, const num *a, const num *e, const struct modulus *m)
{
    num table[16] = {{{1, 0, 0, 0}}};
    num r = table[0];

    for (size_t i = 1; i < 16; i++) {
        multiply(&table[i], &table[i - 1], a, m);
    }
    for (size_t i = 64; i-- > 0;) {
        uint64_t window = e->v[i / 16] >> (4 * (i % 16)) & 15;

        for (size_t k = 0; k < 4; k++) {
            multiply(&r, &r, &r, m);
        }
        if (window != 0) {
            multiply(&r, &r, &table[window], m);
        }
    }
    *out = r;
}

static void invert(num *out, const num *a, const struct modulus *m)
{
    num e = m->m;

    e.v[0] -= 2; /* no borrow: both moduli's low limb is large */
    power(out, a, &e, m);
}

/* dbl-2009-l of the explicit-formulas database, for a = 0. */
static void point_double(struct point *out, const struct point *q)
{
    num a, b, c, d, e, f, t;

    mul_p(&a, &q->x, &q->x);
    mul_p(&b, &q->y, &q->y);
    mul_p(&c, &b, &b);
    add(&t, &q->x, &b, &mod_p);
    mul_p(&d, &t, &t);
    sub(&d, &d, &a, &mod_p);
    sub(&d, &d, &c, &mod_p);
    add(&d, &d, &d, &mod_p);
    add(&e, &a, &a, &mod_p);
    add(&e, &e, &a, &mod_p);
    mul_p(&f, &e, &e);
    mul_p(&t, &q->y, &q->z);
    add(&out->z, &t, &t, &mod_p);
    sub(&out->x, &f, &d, &mod_p);
    sub(&out->x, &out->x, &d, &mod_p);
    sub(&t, &d, &out->x, &mod_p);
    mul_p(&out->y, &e, &t);
    add(&c, &c, &c, &mod_p);
    add(&c, &c, &c, &mod_p);
    add(&c, &c, &c, &mod_p);
    sub(&out->y, &out->y, &c, &mod_p);
}

/* Complete: equal, opposite and infinite operands included. */
static void point_add(struct point *out, const struct point *q, const struct point *r)
{
    num zq, zr, u, v, s, t, h, w, hh, hhh;

    if (is_zero(&q->z) || is_zero(&r->z)) {
        *out = is_zero(&q->z) ? *r : *q;
        return;
    }
    mul_p(&zq, &q->z, &q->z);
    mul_p(&zr, &r->z, &r->z);
    mul_p(&u, &q->x, &zr);
    mul_p(&v, &r->x, &zq);
    mul_p(&s, &q->y, &r->z);
    mul_p(&s, &s, &zr);
    mul_p(&t, &r->y, &q->z);
    mul_p(&t, &t, &zq);
    sub(&h, &v, &u, &mod_p);
    sub(&w, &t, &s, &mod_p);
    if (is_zero(&h)) {
        if (is_zero(&w)) {
            point_double(out, q);
        } else {
            *out = (struct point){0};
        }
        return;
    }
    mul_p(&hh, &h, &h);
    mul_p(&hhh, &hh, &h);
    mul_p(&u, &u, &hh);
    mul_p(&t, &q->z, &r->z);
    mul_p(&out->z, &t, &h);
    mul_p(&t, &w, &w);
    sub(&t, &t, &hhh, &mod_p);
    sub(&t, &t, &u, &mod_p);
    sub(&out->x, &t, &u, &mod_p);
    sub(&u, &u, &out->x, &mod_p);
    mul_p(&u, &u, &w);
    mul_p(&s, &s, &hhh);
    sub(&out->y, &u, &s, &mod_p);
}

/* a G + b q, two bits of both scalars at a time (Strauss). */
static void multiply_both(struct point *out, const num *a, const num *b, const struct point *q)
{
    static struct point table[16]; /* [i + 4 j] = i G + j q */
    struct point r = {0};

    for (size_t j = 0; j < 4; j++) {
        if (j > 0) {
            point_add(&table[4 * j], &table[4 * (j - 1)], q);
        }
        for (size_t i = 1; i < 4; i++) {
            point_add(&table[4 * j + i], &table[4 * j + i - 1], &base);
        }
    }
    for (size_t i = 128; i-- > 0;) {
        uint64_t wa = a->v[i / 32] >> (2 * (i % 32)) & 3;
        uint64_t wb = b->v[i / 32] >> (2 * (i % 32)) & 3;
        struct point doubled;

        point_double(&doubled, &r);
        point_double(&r, &doubled);
        if ((wa | wb) != 0) {
            point_add(&doubled, &r, &table[wa + 4 * wb]);
            r = doubled;
        }
    }
    *out = r;
}

static num from_bytes(const uint8_t bytes[32])
{
    num a = {{0}};

    for (size_t i = 0; i < 32; i++) {
        a.v[(31 - i) / 8] |= (uint64_t)bytes[i] << (8 * ((31 - i) % 8));
    }
    return a;
}

static void to_bytes(uint8_t bytes[32], const num *a)
{
    for (size_t i = 0; i < 32; i++) {
        bytes[i] = (uint8_t)(a->v[(31 - i) / 8] >> (8 * ((31 - i) % 8)));
    }
}

/* The point with this x and an even or odd y; 0 if there is none. */
static int lift(struct point *out, const num *x, int odd)
{
    static const num seven = {{7, 0, 0, 0}};
    /* (p + 1) / 4 */
    static const num root = {
        {0xffffffffbfffff0c, 0xffffffffffffffff, 0xffffffffffffffff, 0x3fffffffffffffff}};
    num right, check;

    mul_p(&right, x, x);
    mul_p(&right, &right, x);
    add(&right, &right, &seven, &mod_p);
    power(&out->y, &right, &root, &mod_p);
    mul_p(&check, &out->y, &out->y);
    if (compare(&check, &right) != 0) {
        return 0;
    }
    if ((int)(out->y.v[0] & 1) != odd) {
        sub_raw(&out->y, &mod_p.m, &out->y);
    }
    out->x = *x;
    out->z = (num){{1, 0, 0, 0}};
    return 1;
}

/* Q = (s R - z G) / r, where R is the point that r and the recovery id name. */
static int recover(const uint8_t input[97], uint8_t key[64])
{
    static const num zero = {{0}};
    num z = from_bytes(input);
    num r = from_bytes(input + 32);
    num s = from_bytes(input + 64);
    num x = r;
    struct point point, q;

    if (input[96] > 3 || is_zero(&r) || is_zero(&s) || compare(&r, &mod_n.m) >= 0 ||
        compare(&s, &mod_n.m) >= 0) {
        return 0;
    }
    if ((input[96] & 2) != 0 && (add_raw(&x, &r, &mod_n.m) != 0 || compare(&x, &mod_p.m) >= 0)) {
        return 0;
    }
    if (!lift(&point, &x, input[96] & 1)) {
        return 0;
    }
    if (compare(&z, &mod_n.m) >= 0) {
        sub_raw(&z, &z, &mod_n.m);
    }
    invert(&r, &r, &mod_n);
    sub(&z, &zero, &z, &mod_n);
    multiply(&z, &z, &r, &mod_n);
    multiply(&s, &s, &r, &mod_n);
    multiply_both(&q, &z, &s, &point);
    if (is_zero(&q.z)) {
        return 0;
    }
    invert(&q.z, &q.z, &mod_p);
    mul_p(&z, &q.z, &q.z);
    mul_p(&q.x, &q.x, &z);
    mul_p(&z, &z, &q.z);
    mul_p(&q.y, &q.y, &z);
    to_bytes(key, &q.x);
    to_bytes(key + 32, &q.y);
    return 1;
}

int main(void)
{
    static const uint8_t own[97] = {
        0xe4, 0x56, 0x37, 0xe1, 0x10, 0x1e, 0xee, 0xd6, 0x41, 0xa9, 0x6f, 0xa5, 0x89, 0x6b,
        0xd9, 0x00, 0xa5, 0x77, 0xf9, 0xab, 0xde, 0x3e, 0xcc, 0x59, 0xaa, 0xf6, 0x29, 0x8c,
        0x2a, 0x9d, 0x14, 0x44, 0x3f, 0x26, 0x4a, 0x87, 0x3d, 0x55, 0x1f, 0xc7, 0x58, 0xe7,
        0x93, 0x79, 0x65, 0xb5, 0xff, 0x44, 0x0e, 0xee, 0x0b, 0x71, 0x82, 0x26, 0x52, 0x40,
        0xdb, 0xa1, 0x11, 0xdd, 0x0b, 0x49, 0xbf, 0x77, 0x17, 0xf9, 0x5d, 0x23, 0xaf, 0xeb,
        0xf4, 0x26, 0x32, 0xf5, 0x48, 0x62, 0xd2, 0xfb, 0x7a, 0x01, 0x6f, 0x38, 0xeb, 0x50,
        0x95, 0x56, 0xf2, 0x33, 0x77, 0x45, 0xa5, 0xc6, 0xc1, 0x6c, 0xae, 0x15, 0x00,
    };
    const uint8_t *input;
    size_t size;
    uint8_t key[64];

    read_input(&input, &size);
    if (size == 0) {
        input = own;
    } else if (size != sizeof(own)) {
        chert_panic("secp256k1: the input must be hash, r, s and recovery id, 97 bytes");
    }
    if (!recover(input, key)) {
        put_text("no key fits the signature\n");
        return 1;
    }
    put_hex(key, sizeof(key));
    put_text("\n");
    return 0;
}
