/* Fault: a store to the last page below 2^32, which is not mapped. */
#include "text.h"

int main(void)
{
    volatile uint64_t *volatile nowhere = (volatile uint64_t *)(uintptr_t)0xfffff000;

    put_text("storing to address 0xfffff000\n");
    *nowhere = 1;
    return 0;
}
