/* Fault: recursion (2^64 - 1 deep) runs into the guard page below the stack. */
#include "text.h"

static volatile uint64_t depth;

static __attribute__((noinline)) uint64_t descend(uint64_t n)
{
    volatile uint8_t frame[2048];

    if (n == UINT64_MAX) {
        return 0;
    }
    frame[0] = (uint8_t)n;
    depth = n;
    return descend(n + 1) + frame[0];
}

int main(void)
{
    put_text("descending\n");
    return (int)descend(0);
}
