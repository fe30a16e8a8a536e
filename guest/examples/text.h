/* Numbers and bytes as text on the public output, for examples that link no libc. */
#ifndef CHERT_GUEST_TEXT_H
#define CHERT_GUEST_TEXT_H

#include "chert.h"

static inline void put_text(const char *text)
{
    size_t n = 0;

    while (text[n] != '\0') {
        n++;
    }
    write_output((const uint8_t *)text, n);
}

static inline void put_number(uint64_t value)
{
    uint8_t digits[20];
    size_t i = sizeof(digits);

    do {
        digits[--i] = (uint8_t)('0' + value % 10);
        value /= 10;
    } while (value != 0);
    write_output(digits + i, sizeof(digits) - i);
}

/* At most 64 bytes, in the order they lie in memory. */
static inline void put_hex(const uint8_t *bytes, size_t n)
{
    static const char digit[] = "0123456789abcdef";
    uint8_t text[128];

    for (size_t i = 0; i < n; i++) {
        text[2 * i] = (uint8_t)digit[bytes[i] >> 4];
        text[2 * i + 1] = (uint8_t)digit[bytes[i] & 15];
    }
    write_output(text, 2 * n);
}

/* The first eight bytes of the input, little-endian; `otherwise` if the input is shorter. */
static inline uint64_t input_number(uint64_t otherwise)
{
    const uint8_t *input;
    size_t size;
    uint64_t value = 0;

    read_input(&input, &size);
    if (size < 8) {
        return otherwise;
    }
    for (size_t i = 0; i < 8; i++) {
        value |= (uint64_t)input[i] << (8 * i);
    }
    return value;
}

#endif
