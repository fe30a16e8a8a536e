/* Ends with an exit code of its own: the input's first number, 7 without one. */
#include "text.h"

int main(void)
{
    put_text("about to exit\n");
    return (int)input_number(7);
}
