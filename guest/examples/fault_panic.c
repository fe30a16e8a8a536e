/* Fault: a panic, whose message the host shows. */
#include "text.h"

int main(void)
{
    put_text("panicking\n");
    chert_panic("this is the message of the panic");
}
