/* Fault: a write to a file descriptor other than 1. */
#include "text.h"

int main(void)
{
    put_text("writing to descriptor 2\n");
    __asm__ volatile("li a0, 2\n\tli a2, 0\n\tli a7, 64\n\tecall"
                     :
                     :
                     : "a0", "a1", "a2", "a7", "memory");
    return 0;
}
