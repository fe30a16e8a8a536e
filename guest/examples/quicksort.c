/*
 * Quicksort of pseudo-random 32-bit numbers, 7,500 or as many as the input says (u64, little
 * endian, at most 1,000,000), with its own explicit stack. Exits with 1 if the result is not
 * sorted or lost a number, otherwise writes the smallest, median and largest.
 */
#include "text.h"

#define MAX_COUNT 1000000
#define INSERTION 12

static uint32_t number[MAX_COUNT];

static uint64_t fill(size_t n)
{
    uint64_t state = 0x243f6a8885a308d3;
    uint64_t sum = 0;

    for (size_t i = 0; i < n; i++) {
        state = state * 6364136223846793005 + 1442695040888963407;
        number[i] = (uint32_t)(state >> 32);
        sum += number[i];
    }
    return sum;
}

static void insertion_sort(uint32_t *v, size_t n)
{
    for (size_t i = 1; i < n; i++) {
        uint32_t x = v[i];
        size_t j = i;

        for (; j > 0 && v[j - 1] > x; j--) {
            v[j] = v[j - 1];
        }
        v[j] = x;
    }
}

/* Hoare's partition around the middle element; returns the first index of the upper part. */
static size_t partition(uint32_t *v, size_t n)
{
    uint32_t pivot = v[(n - 1) / 2];
    size_t i = 0;
    size_t j = n - 1;

    for (;;) {
        uint32_t x;

        while (v[i] < pivot) {
            i++;
        }
        while (v[j] > pivot) {
            j--;
        }
        if (i >= j) {
            return j + 1;
        }
        x = v[i];
        v[i++] = v[j];
        v[j--] = x;
    }
}

/* The larger part is kept for later, so 32 entries are enough for any n below 2^32. */
static void sort(uint32_t *v, size_t n)
{
    struct {
        uint32_t *v;
        size_t n;
    } later[32];
    size_t depth = 0;

    for (;;) {
        while (n > INSERTION) {
            size_t low = partition(v, n);

            if (low > n - low) {
                later[depth].v = v;
                later[depth].n = low;
                v += low;
                n -= low;
            } else {
                later[depth].v = v + low;
                later[depth].n = n - low;
                n = low;
            }
            depth++;
        }
        insertion_sort(v, n);
        if (depth == 0) {
            return;
        }
        depth--;
        v = later[depth].v;
        n = later[depth].n;
    }
}

int main(void)
{
    uint64_t n = input_number(7500);
    uint64_t sum;

    if (n == 0 || n > MAX_COUNT) {
        chert_panic("quicksort: the count must be 1 to 1000000");
    }
    sum = fill(n);
    sort(number, n);
    for (size_t i = 0; i < n; i++) {
        sum -= number[i];
        if (i > 0 && number[i - 1] > number[i]) {
            return 1;
        }
    }
    if (sum != 0) {
        return 1;
    }
    put_text("sorted ");
    put_number(n);
    put_text(" numbers: ");
    put_number(number[0]);
    put_text(" <= ");
    put_number(number[n / 2]);
    put_text(" <= ");
    put_number(number[n - 1]);
    put_text("\n");
    return 0;
}
