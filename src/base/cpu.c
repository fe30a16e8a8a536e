#include "base/cpu.h"

#include <stddef.h>
#include <string.h>

unsigned cpu_detect(void)
{
    unsigned mask = CPU_PORTABLE;
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2")) {
        mask |= CPU_AVX2;
        if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
            __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl")) {
            mask |= CPU_AVX512;
        }
    }
#endif
    return mask;
}

int cpu_limit(const char *limit)
{
    static const struct {
        const char *name;
        unsigned mask;
    } known[] = {{"portable", CPU_PORTABLE}, {"avx2", CPU_AVX2}, {"avx512", CPU_AVX2 | CPU_AVX512}};
    if (limit == NULL || limit[0] == '\0') {
        return (int)cpu_detect();
    }
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (strcmp(limit, known[i].name) == 0) {
            return (int)(cpu_detect() & known[i].mask);
        }
    }
    return -1;
}
