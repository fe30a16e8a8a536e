/* Picks a table of field/block.h. */
#include "field/block.h"

#include "base/cpu.h"

extern const struct fp_block fp_block_portable;
#if defined(__x86_64__)
extern const struct fp_block fp_block_avx2;
extern const struct fp_block fp_block_avx512;
#endif

const struct fp_block *fp_block_get(unsigned cpu_mask)
{
#if defined(__x86_64__)
    if (cpu_mask & CPU_AVX512) {
        return &fp_block_avx512;
    }
    if (cpu_mask & CPU_AVX2) {
        return &fp_block_avx2;
    }
#endif
    (void)cpu_mask;
    return &fp_block_portable;
}
