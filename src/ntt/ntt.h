/*
 * Number-theoretic transforms of base-field columns. An extension column is three calls, one a
 * plane.
 *
 * Order: coefficients are natural, values are bit-reversed; no transform ever permutes. Value i
 * of a domain of size n = 2^log_n stands at omega_n^bitrev(i), omega_n = fp_root(log_n), the
 * log_n bits of i reversed.
 *
 * How: a polynomial mod X^2h - z^2 splits into itself mod X^h - z and mod X^h + z (Cooley-Tukey
 * as a tree of remainders), so the factor belongs to the block, not to the position, and the
 * factors of every size are a prefix of one table. Transforms beyond L2 first split along strips
 * of a few columns copied into a local buffer (no power-of-two strides in cache), then each block
 * on its own. Single-threaded and reentrant; up to 300 KB of stack.
 */
#ifndef CHERT_NTT_NTT_H
#define CHERT_NTT_NTT_H

#include "base/arena.h"
#include "base/status.h"
#include "field/fp.h"

#define NTT_MAX_LOG 27u

struct ntt_kernels;

/* Immutable after ntt_init, so that any number of threads may share one; owned by the arena. */
struct ntt {
    unsigned max_log;
    const fp *roots;       /* [2^(max_log - 1)] omega_{2m}^bitrev_m(k) for any m = 2^j > k */
    const fp *inverse_low; /* [8] -1 over the first roots; later ones are mirrored roots */
    const struct ntt_kernels *kernels;
};

/* Carves the tables for transforms up to 2^max_log; max_log <= NTT_MAX_LOG, `cpu_mask` as for
 * fp_block_get. Takes ntt_bytes(max_log) of the arena. */
enum chert_status ntt_init(struct ntt *t, struct arena *a, unsigned max_log, unsigned cpu_mask,
                           struct err *e) CHERT_MUST_CHECK;
size_t ntt_bytes(unsigned max_log);

/* Natural coefficients -> values, in place; log_n <= max_log in all of these. */
void ntt_forward(const struct ntt *t, fp *a, unsigned log_n);

/* The inverse of ntt_forward, division by n included. */
void ntt_inverse(const struct ntt *t, fp *a, unsigned log_n);

/* out[i] = p(s_n omega_{Bn}^bitrev(i)), i < B n, B = 2^log_blowup, from n natural coefficients;
 * s_n = ntt_shift(log_n). `out` must not overlap `coef`. log_n <= max_log, log_n + log_blowup <=
 * NTT_MAX_LOG. */
void ntt_lde(const struct ntt *t, fp *out, const fp *coef, unsigned log_n, unsigned log_blowup);

/* Values on shift * H, H of size 2^log_size, bit-reversed -> natural coefficients, in place;
 * shift is not 0. */
void ntt_coset_inverse(const struct ntt *t, fp *a, unsigned log_size, fp shift);

/* s_n = 7^(2^27 / n) for n = 2^log_n: squaring maps the coset of one height on that of half. */
fp ntt_shift(unsigned log_n);

#endif
