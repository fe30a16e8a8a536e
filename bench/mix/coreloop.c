/*
 * The kinds of work that CoreMark does, which Debian does not have, written anew: a linked list
 * searched, reversed and merge-sorted; matrices of 16-bit numbers multiplied; a state machine that
 * tells numbers apart; all of it joined by a bitwise CRC-16. The input (u64, 3 without one) says
 * how often.
 */
#include "mix.h"

#define NODES  40
#define SIDE   10
#define SCRIPT 400

struct item {
    int16_t value;
    int16_t order;
};

struct node {
    struct node *next;
    struct item *item;
};

/* Polynomial x^16 + x^15 + x^2 + 1, least significant bit first. */
static uint16_t crc16(uint16_t value, uint16_t crc)
{
    for (unsigned i = 0; i < 16; i++) {
        uint16_t bit = (value ^ crc) & 1;

        value >>= 1;
        crc >>= 1;
        if (bit != 0) {
            crc ^= 0xa001;
        }
    }
    return crc;
}

typedef int compare_fn(const struct item *a, const struct item *b);

static int by_value(const struct item *a, const struct item *b)
{
    return (a->value & 0xff) - (b->value & 0xff);
}

static int by_order(const struct item *a, const struct item *b)
{
    return a->order - b->order;
}

static struct node *merge(struct node *a, struct node *b, compare_fn *compare)
{
    struct node head = {NULL, NULL};
    struct node *last = &head;

    while (a != NULL && b != NULL) {
        struct node **from = compare(a->item, b->item) <= 0 ? &a : &b;

        last->next = *from;
        last = *from;
        *from = last->next;
    }
    last->next = a != NULL ? a : b;
    return head.next;
}

/* Bottom up: bin[i] is empty or holds a sorted list of 2^i nodes. */
static struct node *merge_sort(struct node *list, compare_fn *compare)
{
    struct node *bin[16] = {NULL};
    struct node *sorted = NULL;

    while (list != NULL) {
        struct node *run = list;
        size_t i = 0;

        list = list->next;
        run->next = NULL;
        for (; bin[i] != NULL; i++) {
            run = merge(bin[i], run, compare);
            bin[i] = NULL;
        }
        bin[i] = run;
    }
    for (size_t i = 0; i < 16; i++) {
        sorted = merge(bin[i], sorted, compare);
    }
    return sorted;
}

static struct node *reverse(struct node *list)
{
    struct node *done = NULL;

    while (list != NULL) {
        struct node *next = list->next;

        list->next = done;
        done = list;
        list = next;
    }
    return done;
}

static const struct node *find(const struct node *list, int16_t value)
{
    while (list != NULL && (list->item->value & 0xff) != value) {
        list = list->next;
    }
    return list;
}

static uint16_t list_work(uint64_t *state, uint16_t crc)
{
    static struct node nodes[NODES];
    static struct item items[NODES];
    struct node *list = NULL;

    for (size_t i = 0; i < NODES; i++) {
        items[i].value = (int16_t)mix_random(state);
        items[i].order = (int16_t)i;
        nodes[i].item = &items[i];
        nodes[i].next = list;
        list = &nodes[i];
    }
    for (int16_t wanted = 0; wanted < 24; wanted++) {
        const struct node *found = find(list, wanted);

        list = reverse(list);
        if (found != NULL) {
            crc = crc16((uint16_t)found->item->order, crc);
        }
    }
    list = merge_sort(list, by_value);
    for (const struct node *n = list; n != NULL; n = n->next) {
        crc = crc16((uint16_t)n->item->value, crc);
    }
    list = merge_sort(list, by_order);
    return crc16((uint16_t)list->item->order, crc);
}

static void fill_matrix(int16_t m[SIDE][SIDE], uint64_t *state)
{
    for (size_t i = 0; i < SIDE; i++) {
        for (size_t j = 0; j < SIDE; j++) {
            m[i][j] = (int16_t)((mix_random(state) & 0x1fff) - 0x1000);
        }
    }
}

/* Bit fields of the products, as a fixed-point filter has them. */
static int32_t field_product(int16_t a, int16_t b)
{
    uint32_t product = (uint32_t)(a * b);

    return (int32_t)((product >> 2 & 0xf) * (product >> 5 & 0x7f));
}

static uint16_t matrix_work(uint64_t *state, uint16_t crc)
{
    static int16_t a[SIDE][SIDE];
    static int16_t b[SIDE][SIDE];
    int32_t last = 0;

    fill_matrix(a, state);
    fill_matrix(b, state);
    for (size_t i = 0; i < SIDE; i++) {
        for (size_t j = 0; j < SIDE; j++) {
            int32_t sum = 0;
            int32_t fields = 0;

            for (size_t k = 0; k < SIDE; k++) {
                sum += a[i][k] * b[k][j];
                fields += field_product(a[i][k], b[k][j]);
            }
            a[i][j] = (int16_t)(a[i][j] + (sum > last ? fields : 1));
            last = sum;
        }
        crc = crc16((uint16_t)last, crc);
    }
    return crc;
}

enum token { START, SIGN, WHOLE, POINT, FRACTION, EXPONENT, POWER_SIGN, POWER, WRONG, TOKENS };

static enum token step(enum token at, char c)
{
    int digit = c >= '0' && c <= '9';

    switch (at) {
    case START:
        return digit ? WHOLE : c == '+' || c == '-' ? SIGN : c == '.' ? POINT : WRONG;
    case SIGN:
        return digit ? WHOLE : c == '.' ? POINT : WRONG;
    case WHOLE:
        return digit ? WHOLE : c == '.' ? POINT : c == 'e' ? EXPONENT : WRONG;
    case POINT:
    case FRACTION:
        return digit ? FRACTION : c == 'e' && at == FRACTION ? EXPONENT : WRONG;
    case EXPONENT:
        return digit ? POWER : c == '+' || c == '-' ? POWER_SIGN : WRONG;
    case POWER_SIGN:
    case POWER:
        return digit ? POWER : WRONG;
    default:
        return WRONG;
    }
}

static uint16_t state_work(uint64_t *state, uint16_t crc)
{
    static const char *const number[8] = {"5012,",       "-874,",        "+122.5,",   ".1234500,",
                                          "-110.700e1,", "+0.64400e-3,", "T0.3e-1F,", "1T3.4e4z,"};
    static char script[SCRIPT + 16];
    uint32_t ends[TOKENS] = {0};
    uint32_t passes[TOKENS] = {0};
    enum token at = START;
    size_t n = 0;

    while (n < SCRIPT) {
        for (const char *c = number[mix_random(state) & 7]; *c != '\0'; c++) {
            script[n++] = *c;
        }
    }
    for (size_t i = 0; i < n; i++) {
        if (script[i] == ',') {
            ends[at]++;
            at = START;
        } else {
            at = step(at, script[i]);
            passes[at]++;
        }
    }
    for (size_t i = 0; i < TOKENS; i++) {
        crc = crc16((uint16_t)(ends[i] + 16 * passes[i]), crc);
    }
    return crc;
}

int main(void)
{
    uint64_t n = input_number(3);
    uint64_t state = 1;
    uint16_t crc = 0;

    for (uint64_t i = 0; i < n; i++) {
        crc = list_work(&state, crc);
        crc = matrix_work(&state, crc);
        crc = state_work(&state, crc);
    }
    mix_report("coreloop: crc", crc);
    return 0;
}
