/* Fault: a jump to an address that is not a multiple of four. */
#include "text.h"

int main(void)
{
    put_text("jumping to a misaligned address\n");
    __asm__ volatile("la t0, 1f\n\taddi t0, t0, 2\n\tjr t0\n1:\tnop\n\tnop" : : : "t0");
    return 0;
}
