/*
 * Loads and stores of every width at every offset in two cells, in assembly so that the compiler
 * cannot split them: 42 of the 56 pairs' accesses are misaligned. The sum of all is the output.
 */
#include "text.h"

/* Portable meaning of an access, for the native build and as the thing to compare with. */
static uint64_t load_bytes(const uint8_t *p, size_t width)
{
    uint64_t value = 0;

    for (size_t i = 0; i < width; i++) {
        value |= (uint64_t)p[i] << (8 * i);
    }
    return value;
}

static void store_bytes(uint8_t *p, uint64_t value, size_t width)
{
    for (size_t i = 0; i < width; i++) {
        p[i] = (uint8_t)(value >> (8 * i));
    }
}

#ifdef __riscv
static uint64_t load(const uint8_t *p, size_t width)
{
    uint64_t value;

    if (width == 8) {
        __asm__ volatile("ld %0, 0(%1)" : "=r"(value) : "r"(p) : "memory");
    } else if (width == 4) {
        __asm__ volatile("lwu %0, 0(%1)" : "=r"(value) : "r"(p) : "memory");
    } else {
        __asm__ volatile("lhu %0, 0(%1)" : "=r"(value) : "r"(p) : "memory");
    }
    return value;
}

static void store(uint8_t *p, uint64_t value, size_t width)
{
    if (width == 8) {
        __asm__ volatile("sd %0, 0(%1)" : : "r"(value), "r"(p) : "memory");
    } else if (width == 4) {
        __asm__ volatile("sw %0, 0(%1)" : : "r"(value), "r"(p) : "memory");
    } else {
        __asm__ volatile("sh %0, 0(%1)" : : "r"(value), "r"(p) : "memory");
    }
}
#else
#    define load  load_bytes
#    define store store_bytes
#endif

int main(void)
{
    static _Alignas(8) uint8_t cells[24];
    uint64_t state = 1;
    uint64_t sum = 0;

    for (size_t width = 2; width <= 8; width *= 2) {
        for (size_t offset = 0; offset < 16; offset++) {
            uint64_t mask = width == 8 ? ~(uint64_t)0 : ((uint64_t)1 << (8 * width)) - 1;

            state = state * 6364136223846793005 + 1442695040888963407;
            store(cells + offset, state, width);
            if (load_bytes(cells + offset, width) != (state & mask)) {
                return 1;
            }
            store_bytes(cells + offset, ~state, width);
            if (load(cells + offset, width) != (~state & mask)) {
                return 2;
            }
            sum += load(cells + offset, width) ^ (sum << 7);
        }
    }
    put_number(sum);
    put_text("\n");
    return 0;
}
