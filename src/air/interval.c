#include "air/interval.h"

#include <string.h>

#define WIDE ((i128)1 << 120)

/* Constants stand for the integer nearest to zero. */
static i128 centred(fp k)
{
    return k > FP_P / 2 ? (i128)k - (i128)FP_P : (i128)k;
}

static unsigned bits_of(i128 x)
{
    unsigned n = 0;
    for (x = x < 0 ? -x : x; x != 0; x >>= 1) {
        n++;
    }
    return n;
}

/* a b fits (clang's overflow builtin for 128 bits needs a library that gcc's links lack). */
static int product_fits(i128 a, i128 b)
{
    return bits_of(a) + bits_of(b) <= 120;
}

static int is_const(const struct air *air, uint32_t id)
{
    return air->nodes[id].op == AIR_CONST;
}

int linear_form(const struct air *air, expr e, i128 *weight)
{
    memset(weight, 0, (e.id + 1) * sizeof *weight);
    weight[e.id] = 1;
    for (uint32_t id = e.id + 1; id-- > 0;) {
        const struct air_node *n = &air->nodes[id];
        const i128 w = weight[id];
        if (w == 0) {
            continue;
        }
        if (bits_of(w) > 100) {
            return 0;
        }
        if (n->op == AIR_ADD || n->op == AIR_SUB) {
            weight[id] = 0;
            weight[n->a] += w;
            weight[n->b] += n->op == AIR_ADD ? w : -w;
        } else if (n->op == AIR_MUL && (is_const(air, n->a) || is_const(air, n->b))) {
            const uint32_t k = is_const(air, n->a) ? n->a : n->b;
            const uint32_t x = k == n->a ? n->b : n->a;
            const i128 c = centred(air->nodes[k].k);
            if (!product_fits(w, c)) {
                return 0;
            }
            weight[id] = 0;
            weight[x] += w * c;
        }
    }
    return 1;
}

static int has_claim(const struct air *air, uint32_t column)
{
    for (uint32_t i = 0; i < air->n_claims; i++) {
        if (air->claims[i].column == column) {
            return 1;
        }
    }
    return 0;
}

static struct interval column_range(const struct air *air, uint32_t column)
{
    const i128 one = 1;
    struct interval r = {0, 0, INTERVAL_OK, column};
    switch ((enum air_kind)air->columns[column].kind) {
    case AIR_BIT:
        r.hi = 1;
        break;
    case AIR_U8:
        r.hi = (one << 8) - 1;
        break;
    case AIR_U16:
        r.hi = (one << 16) - 1;
        break;
    case AIR_LIMB:
    case AIR_CLK:
        r.hi = (one << 32) - 1;
        break;
    case AIR_REG:
        r.hi = 33;
        break;
    case AIR_SMALL:
        r.lo = 1 - (one << 33);
        r.hi = (one << 33) - 1;
        break;
    case AIR_FIELD:
        r.fault = INTERVAL_FIELD;
        break;
    case AIR_FIXED:
        r.hi = (one << 32) - 1;
        r.fault = has_claim(air, column) ? INTERVAL_FIELD : INTERVAL_OK;
        break;
    }
    return r;
}

static struct interval add(struct interval x, struct interval y)
{
    if (x.fault != INTERVAL_OK) {
        return x;
    }
    if (y.fault == INTERVAL_OK) {
        y.lo += x.lo;
        y.hi += x.hi;
        y.fault = y.lo < -WIDE || y.hi > WIDE ? INTERVAL_WIDE : INTERVAL_OK;
    }
    return y;
}

static struct interval multiply(struct interval x, struct interval y)
{
    const i128 ends[4][2] = {{x.lo, y.lo}, {x.lo, y.hi}, {x.hi, y.lo}, {x.hi, y.hi}};
    struct interval r = {0, 0, INTERVAL_OK, 0};
    if (x.fault != INTERVAL_OK || y.fault != INTERVAL_OK) {
        return x.fault != INTERVAL_OK ? x : y;
    }
    for (int i = 0; i < 4; i++) {
        i128 z = 0;
        if (!product_fits(ends[i][0], ends[i][1])) {
            r.fault = INTERVAL_WIDE;
            return r;
        }
        z = ends[i][0] * ends[i][1];
        r.lo = i == 0 || z < r.lo ? z : r.lo;
        r.hi = i == 0 || z > r.hi ? z : r.hi;
    }
    return r;
}

static struct interval point(i128 x)
{
    return (struct interval){x, x, INTERVAL_OK, 0};
}

/* The range of an expression whose products are in the memo. */
static struct interval linear_range(const struct air *air, const uint8_t *one_hot, expr e,
                                    i128 *weight, const struct interval *memo)
{
    struct interval sum = point(0), flags = point(0);
    if (!linear_form(air, e, weight)) {
        return (struct interval){0, 0, INTERVAL_WIDE, 0};
    }
    for (uint32_t id = 0; id <= e.id; id++) {
        const struct air_node *n = &air->nodes[id];
        const i128 w = weight[id];
        if (w == 0) {
            continue;
        }
        if (n->op == AIR_COL && one_hot[n->a]) { /* at most one of them counts */
            flags.lo = w < flags.lo ? w : flags.lo;
            flags.hi = w > flags.hi ? w : flags.hi;
            continue;
        }
        sum = add(sum, multiply(point(w), n->op == AIR_COL     ? column_range(air, n->a)
                                          : n->op == AIR_CONST ? point(centred(n->k))
                                          : n->op == AIR_PARAM
                                              ? (struct interval){0, 0xffffffff, INTERVAL_OK, 0}
                                              : memo[id]));
    }
    return add(sum, flags);
}

struct interval interval_of(const struct air *air, const uint8_t *one_hot, expr e, i128 *weight,
                            struct interval *memo, uint32_t *done)
{
    for (; *done <= e.id; ++*done) {
        const struct air_node *n = &air->nodes[*done];
        if (n->op == AIR_MUL && !is_const(air, n->a) && !is_const(air, n->b)) {
            memo[*done] = multiply(linear_range(air, one_hot, (expr){n->a}, weight, memo),
                                   linear_range(air, one_hot, (expr){n->b}, weight, memo));
        }
    }
    return linear_range(air, one_hot, e, weight, memo);
}
