/* Every function of field/vec.h and field/lazy.h on arrays, compiled once an instruction set. */
#ifndef CHERT_TESTS_FIELD_VEC_PROBE_H
#define CHERT_TESTS_FIELD_VEC_PROBE_H

#include "field/fp.h"

#define PROBE_N 8u /* elements, the widest vector */

struct probe {
    fp add[PROBE_N], sub[PROBE_N], neg[PROBE_N], mul[PROBE_N], sqr[PROBE_N], dbl[PROBE_N];
    fp sum[PROBE_N], difference[PROBE_N]; /* vec_add_sub */
    fp reduce[PROBE_N];                   /* a + 2^64 b, any words */
    fp lazy[PROBE_N];                     /* LAZY_TERMS a b, b split by lanes */
    fp lazy1[PROBE_N];                    /* a w, w split as a scalar */
    fp3 add3[PROBE_N], sub3[PROBE_N], neg3[PROBE_N], mul3[PROBE_N], sqr3[PROBE_N], mulv[PROBE_N];
};

struct probe_in {
    fp a[PROBE_N], b[PROBE_N], w;
    uint64_t lo[PROBE_N], hi[PROBE_N];
    fp3 x[PROBE_N], y[PROBE_N];
};

void probe_portable(const struct probe_in *in, struct probe *out);
void probe_avx2(const struct probe_in *in, struct probe *out);
void probe_avx512(const struct probe_in *in, struct probe *out);

#endif
