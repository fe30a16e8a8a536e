/* Fault: a jump into data, which is in no executable segment. */
#include "text.h"

static uint32_t code[] = {0x00008067}; /* ret */

int main(void)
{
    put_text("jumping into data\n");
    __asm__ volatile("" : : "r"(code) : "memory");
    ((void (*)(void))(uintptr_t)code)();
    return 0;
}
