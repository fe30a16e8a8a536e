/* Fault: EBREAK. */
#include "text.h"

int main(void)
{
    put_text("executing ebreak\n");
    __asm__ volatile("ebreak");
    return 0;
}
