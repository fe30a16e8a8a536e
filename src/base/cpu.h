/*
 * Which instruction sets the kernels may use. Asked once by whoever starts a prover, then passed
 * down; tests pass every subset of the machine's features, and all must give the same bytes.
 */
#ifndef CHERT_BASE_CPU_H
#define CHERT_BASE_CPU_H

enum cpu_features {
    CPU_PORTABLE = 0,
    CPU_AVX2 = 1,  /* AVX2 and BMI2 */
    CPU_AVX512 = 2 /* F, DQ, BW, VL; implies CPU_AVX2 */
};

/* A mask of enum cpu_features that this machine has. */
unsigned cpu_detect(void);

/* The widest of the machine's features that `limit` allows: "portable", "avx2", "avx512"; NULL or
 * "" for no limit. Returns -1 for any other word. */
int cpu_limit(const char *limit);

#endif
