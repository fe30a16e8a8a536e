/* The tables, the choice of kernels, and the cosets; ntt_kernels.h does the work. */
#include "ntt/ntt.h"

#include "base/bytes.h"
#include "base/cpu.h"
#include "field/block.h"
#include "ntt/variants.h"

#define LOW 8u /* inverse_low: one vector of the widest set */

static size_t n_roots(unsigned max_log)
{
    return max_log <= 4 ? LOW : (size_t)1 << (max_log - 1);
}

size_t ntt_bytes(unsigned max_log)
{
    return arena_bytes(n_roots(max_log), sizeof(fp)) + arena_bytes(LOW, sizeof(fp));
}

static const struct ntt_kernels *pick(unsigned cpu_mask)
{
#if defined(__x86_64__)
    if (cpu_mask & CPU_AVX512) {
        return &ntt_kernels_avx512;
    }
    if (cpu_mask & CPU_AVX2) {
        return &ntt_kernels_avx2;
    }
#endif
    (void)cpu_mask;
    return &ntt_kernels_portable;
}

enum chert_status ntt_init(struct ntt *t, struct arena *a, unsigned max_log, unsigned cpu_mask,
                           struct err *e)
{
    const struct fp_block *block = fp_block_get(cpu_mask);
    fp *roots, *low;
    if (max_log > NTT_MAX_LOG) {
        return err_set(e, CHERT_E_LIMIT, "a transform of 2^%u elements; at most 2^%u", max_log,
                       NTT_MAX_LOG);
    }
    const size_t n = n_roots(max_log);
    TRY(ARENA_NEW(a, &roots, n, e));
    TRY(ARENA_NEW(a, &low, LOW, e));
    roots[0] = 1;
    for (unsigned j = 0; (size_t)1 << j < n; j++) { /* the next bit of k is the next root */
        block->mul_const(roots + ((size_t)1 << j), roots, fp_root(j + 2), (size_t)1 << j);
    }
    for (unsigned k = 0; k < LOW; k++) {
        low[k] = fp_neg(fp_inv(roots[k]));
    }
    *t = (struct ntt){max_log, roots, low, pick(cpu_mask)};
    return CHERT_OK;
}

void ntt_forward(const struct ntt *t, fp *a, unsigned log_n)
{
    ASSERT(log_n <= t->max_log);
    t->kernels->forward(t, a, a, log_n, 1);
}

void ntt_inverse(const struct ntt *t, fp *a, unsigned log_n)
{
    ASSERT(log_n <= t->max_log);
    t->kernels->inverse(t, a, log_n, 1);
}

void ntt_coset_inverse(const struct ntt *t, fp *a, unsigned log_size, fp shift)
{
    ASSERT(log_size <= t->max_log && shift != 0);
    t->kernels->inverse(t, a, log_size, fp_inv(shift));
}

/* The values at omega_{Bn}^rev(c n + i) = omega_{Bn}^rev(c) omega_n^rev(i): a coset for each c. */
void ntt_lde(const struct ntt *t, fp *out, const fp *coef, unsigned log_n, unsigned log_blowup)
{
    ASSERT(log_n <= t->max_log && log_n + log_blowup <= NTT_MAX_LOG);
    const fp shift = ntt_shift(log_n), root = fp_root(log_n + log_blowup);
    for (uint32_t c = 0; c < UINT32_C(1) << log_blowup; c++) {
        const fp here = fp_mul(shift, fp_pow(root, bit_reverse(c, log_blowup)));
        t->kernels->forward(t, out + ((size_t)c << log_n), coef, log_n, here);
    }
}

fp ntt_shift(unsigned log_n)
{
    ASSERT(log_n <= NTT_MAX_LOG);
    return fp_pow(FP_GENERATOR, UINT64_C(1) << (NTT_MAX_LOG - log_n));
}
