/* Fault: an all-zero word, which is no instruction. */
#include "text.h"

int main(void)
{
    put_text("executing an illegal instruction\n");
    __asm__ volatile(".word 0");
    return 0;
}
