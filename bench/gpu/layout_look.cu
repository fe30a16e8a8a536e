/*
 * An early look, stand-alone and not part of the build: do column-major LDEs suit leaf hashing and
 * transforms on a GPU, with packed and with padded columns? Prints bandwidths of BLAKE3 row hashing
 * (one thread a row) and of one radix-8 pass in the order of src/ntt (a factor a block), 2^20 rows.
 * docs/decisions/0005-layout-on-gpu.md has what came of it.
 */
#include <cstdint>
#include <cstdio>
#include <cuda_runtime.h>
typedef uint64_t fp;
#define P 0xffffffff00000001ull
__constant__ uint32_t IV[8] = {0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A,
                               0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19};
__device__ __forceinline__ uint32_t ror(uint32_t x, int n)
{
    return __funnelshift_r(x, x, n);
}
__device__ __forceinline__ void g(uint32_t *v, int a, int b, int c, int d, uint32_t x, uint32_t y)
{
    v[a] = v[a] + v[b] + x;
    v[d] = ror(v[d] ^ v[a], 16);
    v[c] += v[d];
    v[b] = ror(v[b] ^ v[c], 12);
    v[a] = v[a] + v[b] + y;
    v[d] = ror(v[d] ^ v[a], 8);
    v[c] += v[d];
    v[b] = ror(v[b] ^ v[c], 7);
}
__device__ __forceinline__ void compress(uint32_t *cv, uint32_t *m, uint32_t len, uint32_t flags)
{
    uint32_t v[16];
#pragma unroll
    for (int i = 0; i < 8; i++)
        v[i] = cv[i];
    v[8] = IV[0];
    v[9] = IV[1];
    v[10] = IV[2];
    v[11] = IV[3];
    v[12] = 0;
    v[13] = 0;
    v[14] = len;
    v[15] = flags;
#pragma unroll
    for (int r = 0; r < 7; r++) {
        g(v, 0, 4, 8, 12, m[0], m[1]);
        g(v, 1, 5, 9, 13, m[2], m[3]);
        g(v, 2, 6, 10, 14, m[4], m[5]);
        g(v, 3, 7, 11, 15, m[6], m[7]);
        g(v, 0, 5, 10, 15, m[8], m[9]);
        g(v, 1, 6, 11, 12, m[10], m[11]);
        g(v, 2, 7, 8, 13, m[12], m[13]);
        g(v, 3, 4, 9, 14, m[14], m[15]);
        uint32_t t[16] = {m[2], m[6],  m[3],  m[10], m[7], m[0],  m[4],  m[13],
                          m[1], m[11], m[12], m[5],  m[9], m[14], m[15], m[8]};
#pragma unroll
        for (int i = 0; i < 16; i++)
            m[i] = t[i];
    }
#pragma unroll
    for (int i = 0; i < 8; i++)
        cv[i] = v[i] ^ v[i + 8];
}
__global__ void rows(const fp *col, size_t stride, int ncol, size_t n, uint32_t *out)
{
    size_t r = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (r >= n)
        return;
    uint32_t cv[8];
    for (int i = 0; i < 8; i++)
        cv[i] = IV[i];
    for (int c = 0; c < ncol; c += 8) {
        uint32_t m[16];
#pragma unroll
        for (int k = 0; k < 8; k++) {
            fp v = (c + k < ncol) ? col[(c + k) * stride + r] : 0;
            m[2 * k] = (uint32_t)v;
            m[2 * k + 1] = (uint32_t)(v >> 32);
        }
        int left = ncol - c;
        uint32_t f = 16 | (c == 0 ? 1 : 0) | (left <= 8 ? 10 : 0);
        compress(cv, m, left < 8 ? left * 8 : 64, f);
    }
    uint4 *o = (uint4 *)(out + 8 * r);
    o[0] = make_uint4(cv[0], cv[1], cv[2], cv[3]);
    o[1] = make_uint4(cv[4], cv[5], cv[6], cv[7]);
}
__device__ __forceinline__ fp add(fp a, fp b)
{
    fp s = a + b;
    return (s < a || s >= P) ? s - P : s;
}
__device__ __forceinline__ fp sub(fp a, fp b)
{
    fp d = a - b;
    return a < b ? d + P : d;
}
__device__ __forceinline__ fp mul(fp a, fp b)
{
    uint64_t lo = a * b, hi = __umul64hi(a, b), h1 = hi >> 32, h0 = hi & 0xffffffff;
    uint64_t t = lo < h1 ? lo - h1 - 0xffffffffull : lo - h1;
    uint64_t m = (h0 << 32) - h0, r = t + m;
    if (r < t)
        r += 0xffffffffull;
    return r >= P ? r - P : r;
}
// one global radix-8 pass over all columns: block factor per block (our ntt's order), batch over
// columns
__global__ void pass8(fp *col, size_t stride, size_t n, size_t len, const fp *tw)
{
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i >= n / 8)
        return;
    fp *a = col + blockIdx.y * stride;
    size_t q = len / 8, b = i / q, j = i % q;
    fp *p = a + b * len + j;
    fp v[8];
#pragma unroll
    for (int k = 0; k < 8; k++)
        v[k] = p[k * q];
#pragma unroll
    for (int l = 0; l < 3; l++) {
        int h = 4 >> l;
#pragma unroll
        for (int k = 0; k < 8; k++)
            if (!(k & h)) {
                fp w = tw[(b << l) + (k >> (3 - l))];
                fp x = v[k], y = mul(v[k + h], w);
                v[k] = add(x, y);
                v[k + h] = sub(x, y);
            }
    }
#pragma unroll
    for (int k = 0; k < 8; k++)
        p[k * q] = v[k];
}
int main()
{
    size_t n = 1 << 20;
    for (int pad = 0; pad < 2; pad++)
        for (int nc = 12; nc <= 96; nc += 28) {
            size_t st = n + (pad ? 136 : 0);
            fp *d;
            uint32_t *o;
            cudaMalloc(&d, st * nc * 8);
            cudaMemset(d, 1, st * nc * 8);
            cudaMalloc(&o, n * 32);
            cudaEvent_t a, b;
            cudaEventCreate(&a);
            cudaEventCreate(&b);
            float ms;
            for (int w = 0; w < 2; w++) {
                cudaEventRecord(a);
                for (int i = 0; i < 10; i++)
                    rows<<<n / 256, 256>>>(d, st, nc, n, o);
                cudaEventRecord(b);
                cudaEventSynchronize(b);
                cudaEventElapsedTime(&ms, a, b);
            }
            printf("rows: %d columns, stride +%d: %.3f ms, %.0f GB/s\n", nc, pad ? 136 : 0, ms / 10,
                   nc * 8.0 * n / (ms / 10 * 1e6));
            fp *tw;
            cudaMalloc(&tw, n * 8);
            cudaMemset(tw, 3, n * 8);
            for (int w = 0; w < 2; w++) {
                cudaEventRecord(a);
                for (int i = 0; i < 10; i++) {
                    dim3 gr(n / 8 / 256, nc);
                    pass8<<<gr, 256>>>(d, st, n, n >> (3 * (i % 5)), tw);
                }
                cudaEventRecord(b);
                cudaEventSynchronize(b);
                cudaEventElapsedTime(&ms, a, b);
            }
            printf(
                "radix-8 pass: %d columns, stride +%d: %.3f ms, %.0f GB/s, %.1f G butterflies/s\n",
                nc, pad ? 136 : 0, ms / 10, nc * 16.0 * n / (ms / 10 * 1e6),
                nc * 1.5 * n / (ms / 10 * 1e6));
            cudaFree(d);
            cudaFree(o);
            cudaFree(tw);
        }
    printf("%s\n", cudaGetErrorString(cudaGetLastError()));
}
