/* Fault: a load from the null page, which is not mapped. */
#include "text.h"

int main(void)
{
    const volatile uint64_t *volatile nowhere = (const volatile uint64_t *)(uintptr_t)16;

    put_text("loading from address 16\n");
    return (int)*nowhere;
}
