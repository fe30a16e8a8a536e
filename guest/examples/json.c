/*
 * A strict JSON parser (RFC 8259) that says what a document holds, without showing it: the number
 * of objects, arrays, strings, numbers and literals, the depth, and the sum of all integers mod
 * 2^64. The document is the input; without one, a made-up list of 300 records. Exits with 1 and
 * the offset if the text is no JSON.
 */
#include "text.h"

#define MAX_DEPTH  64
#define MAX_RECORD 128
#define RECORDS    300

struct parser {
    const uint8_t *text;
    size_t size;
    size_t at;
    uint64_t objects, arrays, strings, numbers, literals, depth;
    uint64_t sum;
};

static int peek(const struct parser *p)
{
    return p->at < p->size ? p->text[p->at] : -1;
}

static void skip_space(struct parser *p)
{
    int c = peek(p);

    while (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
        p->at++;
        c = peek(p);
    }
}

static int accept(struct parser *p, char wanted)
{
    if (peek(p) != wanted) {
        return 0;
    }
    p->at++;
    return 1;
}

static int is_digit(int c)
{
    return c >= '0' && c <= '9';
}

static int is_hex(int c)
{
    return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

static int parse_escape(struct parser *p)
{
    static const char simple[] = "\"\\/bfnrt";
    int c = peek(p);

    p->at++;
    if (c == 'u') {
        for (size_t i = 0; i < 4; i++, p->at++) {
            if (!is_hex(peek(p))) {
                return 0;
            }
        }
        return 1;
    }
    for (size_t i = 0; simple[i] != '\0'; i++) {
        if (c == simple[i]) {
            return 1;
        }
    }
    return 0;
}

static int parse_string(struct parser *p)
{
    if (!accept(p, '"')) {
        return 0;
    }
    p->strings++;
    for (;;) {
        int c = peek(p);

        if (c < ' ') {
            return 0;
        }
        p->at++;
        if (c == '"') {
            return 1;
        }
        if (c == '\\' && !parse_escape(p)) {
            return 0;
        }
    }
}

static int skip_digits(struct parser *p)
{
    if (!is_digit(peek(p))) {
        return 0;
    }
    while (is_digit(peek(p))) {
        p->at++;
    }
    return 1;
}

static int parse_number(struct parser *p)
{
    int negative = accept(p, '-');
    uint64_t value = 0;
    int whole = 1;

    if (!accept(p, '0')) {
        size_t start = p->at;

        if (!skip_digits(p)) {
            return 0;
        }
        for (size_t i = start; i < p->at; i++) {
            value = value * 10 + (uint64_t)(p->text[i] - '0');
        }
    }
    if (accept(p, '.')) {
        whole = 0;
        if (!skip_digits(p)) {
            return 0;
        }
    }
    if (accept(p, 'e') || accept(p, 'E')) {
        whole = 0;
        if (!accept(p, '+')) {
            accept(p, '-');
        }
        if (!skip_digits(p)) {
            return 0;
        }
    }
    p->numbers++;
    if (whole) {
        p->sum += negative ? -value : value;
    }
    return 1;
}

static int parse_word(struct parser *p, const char *word)
{
    for (; *word != '\0'; word++) {
        if (!accept(p, *word)) {
            return 0;
        }
    }
    p->literals++;
    return 1;
}

static int parse_value(struct parser *p, uint64_t depth);

/* The members of an object or the elements of an array, after the opening bracket. */
static int parse_members(struct parser *p, uint64_t depth, char close)
{
    skip_space(p);
    if (accept(p, close)) {
        return 1;
    }
    for (;;) {
        if (close == '}') {
            skip_space(p);
            if (!parse_string(p)) {
                return 0;
            }
            skip_space(p);
            if (!accept(p, ':')) {
                return 0;
            }
        }
        if (!parse_value(p, depth)) {
            return 0;
        }
        if (accept(p, close)) {
            return 1;
        }
        if (!accept(p, ',')) {
            return 0;
        }
    }
}

/* One value with the space around it; `depth` brackets are open. */
static int parse_value(struct parser *p, uint64_t depth)
{
    int ok;

    skip_space(p);
    switch (peek(p)) {
    case '{':
    case '[':
        if (depth == MAX_DEPTH) {
            return 0;
        }
        if (depth + 1 > p->depth) {
            p->depth = depth + 1;
        }
        if (accept(p, '{')) {
            p->objects++;
            ok = parse_members(p, depth + 1, '}');
        } else {
            p->at++;
            p->arrays++;
            ok = parse_members(p, depth + 1, ']');
        }
        break;
    case '"':
        ok = parse_string(p);
        break;
    case 't':
        ok = parse_word(p, "true");
        break;
    case 'f':
        ok = parse_word(p, "false");
        break;
    case 'n':
        ok = parse_word(p, "null");
        break;
    default:
        ok = parse_number(p);
        break;
    }
    skip_space(p);
    return ok;
}

static uint8_t made_up[RECORDS * MAX_RECORD + 2];

static size_t append(size_t at, const char *text)
{
    while (*text != '\0') {
        made_up[at++] = (uint8_t)*text++;
    }
    return at;
}

static size_t append_number(size_t at, uint64_t value)
{
    char digits[21] = {0};
    size_t i = 20;

    do {
        digits[--i] = (char)('0' + value % 10);
        value /= 10;
    } while (value != 0);
    return append(at, digits + i);
}

static size_t make_up(void)
{
    size_t at = append(0, "[");
    uint64_t state = 1;

    for (uint64_t i = 0; i < RECORDS; i++) {
        state = state * 6364136223846793005 + 1442695040888963407;
        at = append(at, i == 0 ? "\n {\"id\": " : ",\n {\"id\": ");
        at = append_number(at, i);
        at = append(at, ", \"name\": \"caf\\u00e9 ");
        at = append_number(at, state >> 48);
        at = append(at, "\", \"score\": -");
        at = append_number(at, state >> 40 & 0xffff);
        at = append(at, ".5e-3, \"tags\": [\"a\", \"\\\"b\\\"\"], \"ok\": ");
        at = append(at, (state >> 63) != 0 ? "true" : "null");
        at = append(at, "}");
    }
    return append(at, "\n]\n");
}

int main(void)
{
    struct parser p = {0};

    read_input(&p.text, &p.size);
    if (p.size == 0) {
        p.size = make_up();
        p.text = made_up;
    }
    if (!parse_value(&p, 0) || p.at != p.size) {
        put_text("no JSON: error at byte ");
        put_number(p.at);
        put_text("\n");
        return 1;
    }
    put_text("objects ");
    put_number(p.objects);
    put_text(", arrays ");
    put_number(p.arrays);
    put_text(", strings ");
    put_number(p.strings);
    put_text(", numbers ");
    put_number(p.numbers);
    put_text(", literals ");
    put_number(p.literals);
    put_text(", depth ");
    put_number(p.depth);
    put_text(", sum ");
    put_number(p.sum);
    put_text("\n");
    return 0;
}
