#include "air/dump.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct writer {
    air_write_fn *write;
    void *ctx;
};

static void put(const struct writer *w, const char *text)
{
    w->write(w->ctx, text, strlen(text));
}

/* Numbers and short names only; longer text goes through put. */
static void putf(const struct writer *w, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
static void putf(const struct writer *w, const char *fmt, ...)
{
    char text[128];
    va_list ap;
    va_start(ap, fmt);
    (void)vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    put(w, text);
}

static const char *kind_name(uint8_t kind)
{
    static const char *const names[] = {"BIT", "U8",    "U16",   "LIMB", "CLK",
                                        "REG", "SMALL", "FIELD", "FIXED"};
    return names[kind];
}

static const char *bus_kind(const struct air_bus *bus)
{
    return bus->kind == AIR_LOOKUP ? "lookup" : "stateful";
}

static void json_string(const struct writer *w, const char *text)
{
    put(w, "\"");
    for (; *text != '\0'; text++) {
        const unsigned char c = (unsigned char)*text;
        if (c < 0x20) {
            putf(w, "\\u%04x", c);
        } else {
            if (c == '"' || c == '\\') {
                put(w, "\\");
            }
            w->write(w->ctx, text, 1);
        }
    }
    put(w, "\"");
}

static void json_columns(const struct air *air, const struct writer *w)
{
    put(w, ",\n \"columns\": [");
    for (uint32_t c = 0; c < air_n_columns(air); c++) {
        put(w, c == 0 ? "\n  {\"name\": " : ",\n  {\"name\": ");
        json_string(w, air->columns[c].name);
        putf(w, ", \"kind\": \"%s\", \"doc\": ", kind_name(air->columns[c].kind));
        json_string(w, air->columns[c].doc);
        put(w, "}");
    }
    put(w, "]");
}

static void json_nodes(const struct air *air, const struct writer *w)
{
    put(w, ",\n \"nodes\": [");
    for (uint32_t i = 0; i < air->n_nodes; i++) {
        const struct air_node *n = &air->nodes[i];
        put(w, i == 0 ? "\n  " : ",\n  ");
        switch ((enum air_op)n->op) {
        case AIR_COL:
            putf(w, "[\"col\", %u]", n->a);
            break;
        case AIR_CONST:
            putf(w, "[\"const\", \"%" PRIu64 "\"]", n->k);
            break;
        case AIR_PARAM:
            putf(w, "[\"param\", %u]", n->a);
            break;
        case AIR_ADD:
        case AIR_SUB:
        case AIR_MUL:
            putf(w, "[\"%s\", %u, %u]",
                 n->op == AIR_ADD   ? "add"
                 : n->op == AIR_SUB ? "sub"
                                    : "mul",
                 n->a, n->b);
            break;
        }
    }
    put(w, "]");
}

static void json_constraints(const struct air *air, const struct writer *w)
{
    put(w, ",\n \"constraints\": [");
    for (uint32_t i = 0; i < air->n_constraints; i++) {
        const struct air_constraint *c = &air->constraints[i];
        put(w, i == 0 ? "\n  {\"name\": " : ",\n  {\"name\": ");
        json_string(w, c->name);
        putf(w, ", \"node\": %u, \"degree\": %u, \"integers\": %s}", c->e.id,
             air->nodes[c->e.id].deg, c->integers ? "true" : "false");
    }
    put(w, "]");
}

static void json_interactions(const struct air *air, const struct writer *w)
{
    put(w, ",\n \"interactions\": [");
    for (uint32_t k = 0; k < air->n_interactions; k++) {
        const struct air_interaction *it = &air->interactions[k];
        const struct air_bus *bus = &air->buses[it->bus];
        put(w, k == 0 ? "\n  {\"bus\": " : ",\n  {\"bus\": ");
        json_string(w, bus->name);
        putf(w, ", \"id\": %u, \"kind\": \"%s\", \"sends\": %s, \"counter\": %s, \"mult\": %u",
             bus->id, bus_kind(bus), it->sends ? "true" : "false", it->counter ? "true" : "false",
             it->mult.id);
        put(w, ", \"tuple\": [");
        for (uint32_t i = 0; i < it->width; i++) {
            putf(w, "%s%u", i == 0 ? "" : ", ", it->tuple[i].id);
        }
        put(w, "]}");
    }
    put(w, "]");
}

void air_dump_json(const struct air *air, air_write_fn *write, void *ctx)
{
    const struct writer w = {write, ctx};
    put(&w, "{\"table\": ");
    json_string(&w, air->name);
    putf(&w, ", \"fixed\": %u, \"main\": %u, \"params\": %u, \"ext\": %u", air->n_fixed,
         air->n_main, air->n_params, air_n_ext(air));
    json_columns(air, &w);
    json_nodes(air, &w);
    json_constraints(air, &w);
    json_interactions(air, &w);
    put(&w, ",\n \"claims\": [");
    for (uint32_t i = 0; i < air->n_claims; i++) {
        putf(&w, "%s{\"column\": %u, \"why\": ", i == 0 ? "\n  " : ",\n  ", air->claims[i].column);
        json_string(&w, air->claims[i].why);
        put(&w, "}");
    }
    put(&w, "],\n \"real\": ");
    if (air->has_real) {
        putf(&w, "%u}\n", air->real.id);
    } else {
        put(&w, "null}\n");
    }
}

/* j for k = 2^-j, 0 < j < 64; 0 for other constants. */
static int inverse_power(fp k)
{
    for (int j = 1; j < 64; j++) {
        k = fp_add(k, k);
        if (k == 1) {
            return j;
        }
    }
    return 0;
}

/* |k| for constants that stand for small negative numbers; *minus tells. */
static fp magnitude(fp k, int *minus)
{
    *minus = k > FP_P / 2 && inverse_power(k) == 0;
    return *minus ? FP_P - k : k;
}

/* A constant without its sign: powers of two, one less, and inverses, as such. */
static void put_constant(const struct writer *w, fp k)
{
    for (int j = 8; j < 64; j++) {
        if (k == UINT64_C(1) << j) {
            putf(w, "2^%d", j);
            return;
        }
        if (k == (UINT64_C(1) << j) - 1 && j >= 16) {
            putf(w, "(2^%d - 1)", j);
            return;
        }
    }
    if (inverse_power(k) != 0) {
        putf(w, "2^-%d", inverse_power(k));
        return;
    }
    putf(w, "%" PRIu64, k);
}

/* Formulas are printed by a walk with a stack of its own: work left is nodes and text. */
struct todo {
    const char *text; /* or NULL: the node */
    uint32_t node;
    int tight; /* operand of a product or right side of a minus: sums need brackets */
};

/* Operands of + and * stand in the order of their hashes; readers want 4 x, x + 4, L0 + 2^16 L1:
 * whether `a` should come after `b`. */
static int reads_after(const struct air *air, uint32_t a, uint32_t b, int product)
{
    const struct air_node *x = &air->nodes[a], *y = &air->nodes[b];
    if ((x->op == AIR_CONST) != (y->op == AIR_CONST)) {
        return (x->op == AIR_CONST) != product;
    }
    return x->depth != y->depth ? x->depth > y->depth : x->op == AIR_COL && x->a > y->a;
}

static uint32_t push_binary(const struct air *air, struct todo *stack, uint32_t n,
                            const struct air_node *x, int brackets)
{
    uint32_t a = x->a, b = x->b;
    const char *sign = x->op == AIR_MUL ? " " : x->op == AIR_ADD ? " + " : " - ";
    if (x->op != AIR_SUB && reads_after(air, a, b, x->op == AIR_MUL)) {
        const uint32_t t = a;
        a = b;
        b = t;
    }
    if (brackets) {
        stack[n++] = (struct todo){")", 0, 0};
    }
    stack[n++] = (struct todo){NULL, b, x->op != AIR_ADD};
    stack[n++] = (struct todo){sign, 0, 0};
    stack[n++] = (struct todo){NULL, a, x->op == AIR_MUL};
    if (brackets) {
        stack[n++] = (struct todo){"(", 0, 0};
    }
    return n;
}

#define MAX_TODO                                                                    \
    512u /* four a level: tables nest a few dozen levels; deeper ones are cut short \
          */

static void put_formula(const struct air *air, const struct writer *w, uint32_t id)
{
    struct todo stack[MAX_TODO];
    uint32_t n = 1;
    stack[0] = (struct todo){NULL, id, 0};
    while (n > 0) {
        const struct todo t = stack[--n];
        const struct air_node *x = &air->nodes[t.node];
        int minus = 0;
        if (t.text != NULL) {
            put(w, t.text);
        } else if (x->op == AIR_COL) {
            put(w, air->columns[x->a].name);
        } else if (x->op == AIR_PARAM) {
            putf(w, "param%u", x->a);
        } else if (x->op == AIR_CONST) {
            const fp k = magnitude(x->k, &minus);
            put(w, minus ? (t.tight ? "(-" : "-") : "");
            put_constant(w, k);
            put(w, minus && t.tight ? ")" : "");
        } else if (n + 5 > MAX_TODO) {
            putf(w, "node%u", t.node);
        } else {
            n = push_binary(air, stack, n, x, t.tight && x->op != AIR_MUL);
        }
    }
}

static void page_columns(const struct air *air, const struct writer *w)
{
    put(w, "\n## Columns\n\n| # | name | kind | what |\n|---|---|---|---|\n");
    for (uint32_t c = 0; c < air_n_columns(air); c++) {
        const struct air_column *x = &air->columns[c];
        putf(w, "| %u | `", c);
        put(w, x->name);
        putf(w, "` | %s | ", kind_name(x->kind));
        put(w, x->doc);
        put(w, " |\n");
    }
}

static void page_constraints(const struct air *air, const struct writer *w)
{
    put(w, "\n## Constraints\n\nEach is zero on every row. \"Integers\": checked to hold over the "
           "integers, not only mod p.\n\n| name | degree | formula | |\n|---|---|---|---|\n");
    for (uint32_t i = 0; i < air->n_constraints; i++) {
        const struct air_constraint *c = &air->constraints[i];
        put(w, "| ");
        put(w, c->name);
        putf(w, " | %u | `", air->nodes[c->e.id].deg);
        put_formula(air, w, c->e.id);
        put(w, c->integers ? "` | integers |\n" : "` | |\n");
    }
}

static void page_interactions(const struct air *air, const struct writer *w)
{
    put(w, "\n## Interactions\n\n| ext | bus | | multiplicity | tuple |\n|---|---|---|---|---|\n");
    for (uint32_t k = 0; k < air->n_interactions; k++) {
        const struct air_interaction *it = &air->interactions[k];
        const struct air_bus *bus = &air->buses[it->bus];
        putf(w, "| %u | %s | %s | `", k / 2, bus->name,
             it->counter               ? "provides"
             : !it->sends              ? "receives"
             : bus->kind == AIR_LOOKUP ? "looks up"
                                       : "sends");
        put_formula(air, w, it->mult.id);
        put(w, "` | `");
        for (uint32_t i = 0; i < it->width; i++) {
            put(w, i == 0 ? "" : ", ");
            put_formula(air, w, it->tuple[i].id);
        }
        put(w, "` |\n");
    }
}

void air_dump_page(const struct air *air, const char *doc, air_write_fn *write, void *ctx)
{
    const struct writer w = {write, ctx};
    put(&w, "# ");
    put(&w, air->name);
    put(&w, "\n\n");
    put(&w, doc);
    putf(&w, "\n\n%u fixed and %u main columns, %u constraints, %u interactions", air->n_fixed,
         air->n_main, air->n_constraints, air->n_interactions);
    putf(&w, " in %u extension columns: %u cells a row.\n", air_n_ext(air),
         air->n_main + 3 * air_n_ext(air));
    page_columns(air, &w);
    page_constraints(air, &w);
    page_interactions(air, &w);
    if (air->n_claims > 0) {
        put(&w,
            "\n## Claims\n\nRanges that the static check takes on the argument given here.\n\n");
    }
    for (uint32_t i = 0; i < air->n_claims; i++) {
        put(&w, "- `");
        put(&w, air->columns[air->claims[i].column].name);
        put(&w, "`: ");
        put(&w, air->claims[i].why);
        put(&w, "\n");
    }
}
