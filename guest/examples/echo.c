/* Writes the private input to the public output, turned round. */
#include <stdlib.h>

#include "chert.h"

int main(void)
{
    const uint8_t *input;
    size_t size;
    uint8_t *turned;

    read_input(&input, &size);
    turned = malloc(size + 1);
    if (turned == NULL) {
        chert_panic("echo: no memory for the input");
    }
    for (size_t i = 0; i < size; i++) {
        turned[i] = input[size - 1 - i];
    }
    write_output(turned, size);
    free(turned);
    return 0;
}
