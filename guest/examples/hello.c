/* The least guest: one line of public output. */
#include "text.h"

int main(void)
{
    put_text("hello from a Chert guest\n");
    return 0;
}
