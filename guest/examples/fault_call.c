/* Fault: an environment call that does not exist. */
#include "text.h"

int main(void)
{
    put_text("calling number 999\n");
    __asm__ volatile("li a7, 999\n\tecall" : : : "a0", "a7", "memory");
    return 0;
}
