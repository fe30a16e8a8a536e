/* The probes of vec_probe.h, written once over field/vec.h. */
#include "field/lazy.h"
#include "vec_probe.h"

static vec3 load3(const fp3 *x)
{
    fp p[3][VEC_LANES];
    for (unsigned i = 0; i < VEC_LANES; i++) {
        p[0][i] = x[i].c[0], p[1][i] = x[i].c[1], p[2][i] = x[i].c[2];
    }
    return vec3_load(p[0], p[1], p[2]);
}

static void store3(fp3 *x, vec3 v)
{
    fp p[3][VEC_LANES];
    vec3_store(p[0], p[1], p[2], v);
    for (unsigned i = 0; i < VEC_LANES; i++) {
        x[i] = (fp3){{p[0][i], p[1][i], p[2][i]}};
    }
}

static void probe_lazy(const struct probe_in *in, struct probe *out, unsigned i)
{
    const vec a = vec_load(in->a + i), b = vec_load(in->b + i);
    wide w[2 * LAZY_LIMBS];
    uint64_t w1[2 * LAZY_LIMBS];
    lazy s = lazy_zero();
    lazy_split_vec(b, w);
    for (unsigned t = 0; t < LAZY_TERMS; t++) {
        lazy_add(&s, a, WIDE_SHR(a, 32), w);
    }
    vec_store(out->lazy + i, lazy_reduce(s));
    s = lazy_zero();
    lazy_split(in->w, w1);
    for (unsigned j = 0; j < 2 * LAZY_LIMBS; j++) {
        w[j] = wide_set1(w1[j]);
    }
    lazy_add(&s, a, WIDE_SHR(a, 32), w);
    vec_store(out->lazy1 + i, lazy_reduce(s));
}

void VEC_NAME(probe)(const struct probe_in *in, struct probe *out)
{
    for (unsigned i = 0; i < PROBE_N; i += VEC_LANES) {
        const vec a = vec_load(in->a + i), b = vec_load(in->b + i);
        const vec3 x = load3(in->x + i), y = load3(in->y + i);
        vec sum, difference;
        vec_store(out->add + i, vec_add(a, b));
        vec_store(out->sub + i, vec_sub(a, b));
        vec_store(out->neg + i, vec_neg(a));
        vec_store(out->mul + i, vec_mul(a, b));
        vec_store(out->sqr + i, vec_sqr(a));
        vec_store(out->dbl + i, vec_dbl(a));
        vec_add_sub(a, b, &sum, &difference);
        vec_store(out->sum + i, sum);
        vec_store(out->difference + i, difference);
        vec_store(out->reduce + i, vec_reduce(wide_load(in->lo + i), wide_load(in->hi + i)));
        store3(out->add3 + i, vec3_add(x, y));
        store3(out->sub3 + i, vec3_sub(x, y));
        store3(out->neg3 + i, vec3_neg(x));
        store3(out->mul3 + i, vec3_mul(x, y));
        store3(out->sqr3 + i, vec3_sqr(x));
        store3(out->mulv + i, vec3_mul_vec(x, a));
        probe_lazy(in, out, i);
    }
}
