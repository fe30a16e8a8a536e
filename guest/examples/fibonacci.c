/*
 * Iterative Fibonacci modulo 2^64: 1,000,000 steps, or as many as the input says (u64, little
 * endian). Five instructions a step; the classic measure of a zkVM's simplest loop.
 */
#include "text.h"

int main(void)
{
    uint64_t n = input_number(1000000);
    uint64_t a = 0;
    uint64_t b = 1;

    for (uint64_t i = 0; i < n; i++) {
        uint64_t next = a + b;

        a = b;
        b = next;
        /* Keeps the compiler from unrolling or solving the recurrence. */
        __asm__ volatile("" : "+r"(a), "+r"(b));
    }
    put_text("fibonacci(");
    put_number(n);
    put_text(") mod 2^64 = ");
    put_number(a);
    put_text("\n");
    return 0;
}
