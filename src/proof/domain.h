/*
 * Evaluation domains and the FRI fold of one leaf. Freestanding, used by prover and verifier.
 *
 * The LDE of a polynomial of height n = 2^log_n lives on s_n H of size 2^(log_n + log_blowup) in
 * bit-reversed order, s_n = 7^(2^27 / n). Then x -> x^2 maps the domain of height n on that of
 * n / 2, shifts included, and index i on i >> 1.
 */
#ifndef CHERT_PROOF_DOMAIN_H
#define CHERT_PROOF_DOMAIN_H

#include "base/bytes.h"
#include "field/fp.h"
#include "proof/params.h"

/* s_n for n = 2^log_n. */
static inline fp domain_shift(unsigned log_n)
{
    fp s = 7;
    for (unsigned i = log_n; i < MAX_LOG_DOMAIN; i++) {
        s = fp_mul(s, s);
    }
    return s;
}

/* The point at `index` of the LDE of height 2^log_n. */
static inline fp domain_point(unsigned log_n, unsigned log_blowup, uint32_t index)
{
    const unsigned log_size = log_n + log_blowup;
    return fp_mul(domain_shift(log_n), fp_pow(fp_root(log_size), bit_reverse(index, log_size)));
}

/*
 * Folds 2^log_arity consecutive values of a word, whose first one stands at the point 1 / x_inv:
 * with f(X) = sum_i X^i f_i(X^arity), the result is sum_i beta^i f_i(x^arity). `v` is destroyed.
 */
static inline fp3 fri_fold(fp3 *v, unsigned log_arity, fp3 beta, fp x_inv)
{
    const fp half = (FP_P + 1) / 2;
    for (unsigned log = log_arity; log > 0; log--) {
        const fp root_inv = fp_inv(fp_root(log)); /* of the 2^log points left */
        for (uint32_t i = 0; i < UINT32_C(1) << (log - 1); i++) {
            const fp w = fp_pow(root_inv, bit_reverse(2 * i, log));
            const fp3 a = v[(size_t)2 * i], b = v[(size_t)2 * i + 1];
            const fp3 even = fp3_add(a, b);
            const fp3 odd = fp3_mul_fp(fp3_sub(a, b), fp_mul(x_inv, w));
            v[i] = fp3_mul_fp(fp3_add(even, fp3_mul(beta, odd)), half);
        }
        beta = fp3_mul(beta, beta);
        x_inv = fp_mul(x_inv, x_inv);
    }
    return v[0];
}

/* z^(2^k). */
static inline fp3 fp3_pow2k(fp3 z, unsigned k)
{
    for (unsigned i = 0; i < k; i++) {
        z = fp3_mul(z, z);
    }
    return z;
}

/* out[i] = x^i, i < n. */
static inline void fp3_powers(fp3 x, fp3 *out, size_t n)
{
    fp3 p = fp3_of(1);
    for (size_t i = 0; i < n; i++) {
        out[i] = p;
        p = fp3_mul(p, x);
    }
}

#endif
