/* What ntt.c asks of the kernels of one instruction set. Internal to ntt/. */
#ifndef CHERT_NTT_VARIANTS_H
#define CHERT_NTT_VARIANTS_H

#include "ntt/ntt.h"

struct ntt_kernels {
    /* out = the values of the polynomial with coefficients ratio^j in[j]; out may be in. */
    void (*forward)(const struct ntt *t, fp *out, const fp *in, unsigned log_n, fp ratio);
    /* a[j] = ratio^j c_j, c the coefficients of the polynomial with values a. */
    void (*inverse)(const struct ntt *t, fp *a, unsigned log_n, fp ratio);
};

extern const struct ntt_kernels ntt_kernels_portable;
#if defined(__x86_64__)
extern const struct ntt_kernels ntt_kernels_avx2;
extern const struct ntt_kernels ntt_kernels_avx512;
#endif

#endif
