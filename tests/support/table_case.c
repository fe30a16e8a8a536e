#include "support/table_case.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "air/eval.h"
#include "isa/decode.h"
#include "tables/program.h"

#define ARENA_BYTES (4u << 20)

const uint64_t table_case_edges[] = {
    0,
    1,
    2,
    0x7fff,
    0x8000,
    0xffff,
    0x10000,
    0x7fffffff,
    0x80000000,
    0x80000001,
    0xffffffff,
    0x100000000,
    0x100000001,
    0x7fffffff00000000,
    0x7fffffffffffffff,
    0x8000000000000000,
    0x8000000000000001,
    0xffffffff00000000,
    0xffffffff00000001, /* p */
    0xffffffff7fffffff,
    0xffffffff80000000,
    0xfffffffffffffffe,
    0xffffffffffffffff,
};
const size_t table_case_n_edges = sizeof table_case_edges / sizeof *table_case_edges;

uint64_t table_case_random(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

uint64_t table_case_word(uint64_t *state)
{
    const uint64_t r = table_case_random(state), x = table_case_random(state);
    if (r & 1) {
        return table_case_edges[(r >> 8) % table_case_n_edges] + (x & 3) - 1;
    }
    return x >> (r >> 8) % 64;
}

struct insn table_case_insn(uint32_t op, uint32_t rd, uint32_t rs1, uint32_t rs2, int64_t imm)
{
    return (struct insn){.op = (uint16_t)op,
                         .pc = TABLE_CASE_PC,
                         .next = TABLE_CASE_PC + 4,
                         .next1 = TABLE_CASE_PC + 400,
                         .rd = (uint8_t)rd,
                         .rs1 = (uint8_t)rs1,
                         .rs2 = (uint8_t)rs2,
                         .imm = imm,
                         .value = (uint64_t)imm};
}

struct event table_case_event(uint64_t a, uint64_t b, uint64_t d)
{
    return (struct event){.clk = TABLE_CASE_CLK,
                          .prev1 = 100,
                          .prev2 = 120,
                          .prevm = 140,
                          .prevd = 160,
                          .a = a,
                          .b = b,
                          .d = d,
                          .old_d = UINT64_C(0x123456789abcdef0)};
}

void table_case_init(struct table_case *tc, enum table_id id)
{
    enum chert_status s;
    void *p[7] = {NULL};
    memset(tc, 0, sizeof *tc);
    tc->id = id;
    assert_int_equal(arena_init(&tc->mem, ARENA_BYTES, &tc->err), CHERT_OK);
    s = chert_tables[id].record(&tc->air, &tc->mem, &tc->err);
    if (s != CHERT_OK) {
        fail_msg("%s: %s", chert_tables[id].name, tc->err.msg);
    }
    const size_t columns = air_n_columns(&tc->air), n = tc->air.n_interactions;
    const size_t bytes[7] = {columns * sizeof(fp),
                             columns * sizeof(fp),
                             columns * sizeof(fp *),
                             tc->air.n_nodes * sizeof(fp),
                             tc->air.n_constraints * sizeof(fp),
                             n * sizeof(fp),
                             n * sizeof *tc->tuple};
    for (size_t i = 0; i < 7; i++) {
        assert_int_equal(arena_alloc(&tc->mem, bytes[i], 1, &p[i], &tc->err), CHERT_OK);
        memset(p[i], 0, bytes[i]);
    }
    tc->cells = p[0], tc->filled = p[1], tc->columns = p[2], tc->nodes = p[3];
    tc->values = p[4], tc->mult = p[5], tc->tuple = p[6];
    for (size_t c = 0; c < columns; c++) {
        tc->columns[c] = &tc->cells[c];
    }
    for (uint32_t k = 0; k < n; k++) {
        (void)snprintf(tc->lookup[k], TABLE_CASE_NAME, "%s#%u",
                       chert_buses[tc->air.interactions[k].bus].name, k);
    }
}

void table_case_fini(struct table_case *tc)
{
    arena_fini(&tc->mem);
}

void table_case_fill(struct table_case *tc, const struct insn *in, const void *event)
{
    static const struct insn none;
    const fp mark = 0xdead;
    tc->insn = in == NULL ? none : *in;
    /* A main column that the filler forgets would keep the mark. */
    for (uint32_t c = 0; c < air_n_columns(&tc->air); c++) {
        tc->cells[c] = c < tc->air.n_fixed ? tc->cells[c] : mark;
    }
    chert_tables[tc->id].rows->fill(tc->cells + tc->air.n_fixed, 1, 1, &tc->insn, event);
    memcpy(tc->filled, tc->cells, air_n_columns(&tc->air) * sizeof(fp));
}

void table_case_clear(struct table_case *tc)
{
    memset(tc->cells, 0, air_n_columns(&tc->air) * sizeof(fp));
    memcpy(tc->filled, tc->cells, air_n_columns(&tc->air) * sizeof(fp));
}

fp *table_case_cell(struct table_case *tc, uint32_t column)
{
    assert_true(column < tc->air.n_main);
    return &tc->cells[tc->air.n_fixed + column];
}

void table_case_restore(struct table_case *tc)
{
    memcpy(tc->cells, tc->filled, air_n_columns(&tc->air) * sizeof(fp));
}

static int program_has(const struct insn *in, const fp tuple[AIR_MAX_TUPLE])
{
    for (uint32_t outcome = 0; outcome < insn_rows(in); outcome++) {
        fp entries[PROGRAM_N_FIXED];
        program_entries(in, outcome, entries);
        if (memcmp(entries, tuple, sizeof entries) == 0) {
            return 1;
        }
    }
    return 0;
}

static int lookup_holds(const struct table_case *tc, enum bus bus, const fp *t)
{
    const fp limb = UINT64_C(1) << 16;
    switch ((uint32_t)bus) {
    case BUS_PROG:
        return program_has(&tc->insn, t);
    case BUS_RANGE:
        return t[0] < limb;
    case BUS_MSB:
        return t[0] < limb && t[1] == t[0] / 0x8000;
    case BUS_AND:
        return t[0] < 256 && t[1] < 256 && t[2] == (t[0] & t[1]);
    case BUS_POW: /* k, 2^(k mod 16), 2^(16 - k mod 16), k div 16 */
        return t[0] < 64 && t[1] == UINT64_C(1) << t[0] % 16 && t[1] * t[2] == limb &&
               t[3] == t[0] / 16;
    default:
        return 1;
    }
}

static void evaluate(struct table_case *tc)
{
    air_row_constraints(&tc->air, tc->columns, tc->params, 0, tc->nodes, tc->values);
    air_row_interactions(&tc->air, tc->columns, tc->params, 0, tc->nodes, tc->mult, tc->tuple);
}

static int is_lookup(const struct table_case *tc, uint32_t k)
{
    return chert_buses[tc->air.interactions[k].bus].kind == AIR_LOOKUP &&
           !tc->air.interactions[k].counter;
}

static int is_flag(const char *name)
{
    const size_t n = strlen(name);
    return n > 4 && strcmp(name + n - 4, "_bit") == 0;
}

int table_case_accepts(struct table_case *tc, const char *skip, const char **why)
{
    const struct air *air = &tc->air;
    const char *none, *const skipped = skip == NULL ? "" : skip;
    const char **to = why == NULL ? &none : why;
    *to = NULL;
    evaluate(tc);
    for (uint32_t i = 0; i < air->n_constraints; i++) {
        if (tc->values[i] != 0 && strcmp(air->constraints[i].name, skipped) != 0) {
            *to = air->constraints[i].name;
            return 0;
        }
    }
    for (uint32_t k = 0; k < air->n_interactions; k++) {
        if (air->interactions[k].counter) {
            continue;
        }
        if (tc->mult[k] > 1 && !is_flag(skipped)) {
            *to = "a multiplicity other than 0 and 1";
            return 0;
        }
        if (tc->mult[k] != 0 && strcmp(tc->lookup[k], skipped) != 0 &&
            !lookup_holds(tc, (enum bus)air->interactions[k].bus, tc->tuple[k])) {
            *to = tc->lookup[k];
            return 0;
        }
    }
    return 1;
}

static void dump_row(const struct table_case *tc)
{
    for (uint32_t c = 0; c < air_n_columns(&tc->air); c++) {
        print_error("  %-8s %llx\n", tc->air.columns[c].name, (unsigned long long)tc->cells[c]);
    }
}

void table_case_assert_accepted(struct table_case *tc)
{
    const char *why = NULL;
    if (!table_case_accepts(tc, NULL, &why)) {
        dump_row(tc);
        fail_msg("%s: a right row is rejected by %s", tc->air.name, why);
    }
}

/* The k-th interaction on a bus with multiplicity other than 0; n_interactions if there is none.
 * *n counts them. */
static uint32_t find(struct table_case *tc, enum bus bus, int sends, uint32_t k, uint32_t *n)
{
    uint32_t at = tc->air.n_interactions;
    *n = 0;
    evaluate(tc);
    for (uint32_t i = 0; i < tc->air.n_interactions; i++) {
        const struct air_interaction *it = &tc->air.interactions[i];
        if (it->bus == (uint32_t)bus && it->sends == sends && (tc->mult[i] != 0 || it->counter)) {
            at = *n == k ? i : at;
            ++*n;
        }
    }
    return at;
}

static int token(struct table_case *tc, enum bus bus, int sends, uint32_t k, fp *tuple)
{
    uint32_t n;
    const uint32_t at = find(tc, bus, sends, k, &n);
    memset(tuple, 0, AIR_MAX_TUPLE * sizeof *tuple);
    if (k >= n) {
        return 0;
    }
    memcpy(tuple, tc->tuple[at], tc->air.interactions[at].width * sizeof *tuple);
    return 1;
}

int table_case_sent(struct table_case *tc, enum bus bus, uint32_t k, fp tuple[AIR_MAX_TUPLE])
{
    return token(tc, bus, 1, k, tuple);
}

int table_case_received(struct table_case *tc, enum bus bus, uint32_t k, fp tuple[AIR_MAX_TUPLE])
{
    return token(tc, bus, 0, k, tuple);
}

uint32_t table_case_n_sent(struct table_case *tc, enum bus bus)
{
    uint32_t n;
    (void)find(tc, bus, 1, 0, &n);
    return n;
}

uint32_t table_case_n_received(struct table_case *tc, enum bus bus)
{
    uint32_t n;
    (void)find(tc, bus, 0, 0, &n);
    return n;
}

static void assert_token(struct table_case *tc, enum bus bus, int sends, uint32_t k,
                         const fp *expected, uint32_t width)
{
    fp t[AIR_MAX_TUPLE];
    if (!token(tc, bus, sends, k, t)) {
        fail_msg("%s: no token %u on %s", tc->air.name, k, chert_buses[bus].name);
    }
    for (uint32_t i = 0; i < width; i++) {
        if (t[i] != expected[i]) {
            dump_row(tc);
            fail_msg("%s: %s token %u %s, entry %u: %llx instead of %llx", tc->air.name,
                     chert_buses[bus].name, k, sends ? "sent" : "received", i,
                     (unsigned long long)t[i], (unsigned long long)expected[i]);
        }
    }
}

void table_case_assert_step(struct table_case *tc, uint64_t pc, uint64_t clk, uint64_t next)
{
    assert_token(tc, BUS_EXEC, 0, 0, (const fp[]){pc, clk}, 2);
    assert_token(tc, BUS_EXEC, 1, 0, (const fp[]){next, clk + CLK_STEP}, 2);
    assert_int_equal(table_case_n_received(tc, BUS_EXEC), 1);
    assert_int_equal(table_case_n_sent(tc, BUS_EXEC), 1);
}

void table_case_assert_access(struct table_case *tc, uint32_t k, uint32_t space, uint64_t addr,
                              uint64_t prev, uint64_t now, uint64_t old, uint64_t new_value)
{
    const fp consumed[5] = {space, addr, prev, old & 0xffffffff, old >> 32};
    const fp produced[5] = {space, addr, now, new_value & 0xffffffff, new_value >> 32};
    assert_token(tc, BUS_CELL, 0, k, consumed, 5);
    assert_token(tc, BUS_CELL, 1, k, produced, 5);
}

/* Index of a named check among constraints, then interactions. */
static uint32_t check_index(struct table_case *tc, const char *name)
{
    for (uint32_t i = 0; i < tc->air.n_constraints; i++) {
        if (strcmp(tc->air.constraints[i].name, name) == 0) {
            return i;
        }
    }
    for (uint32_t k = 0; k < tc->air.n_interactions; k++) {
        if (is_lookup(tc, k) && strcmp(tc->lookup[k], name) == 0) {
            return tc->air.n_constraints + k;
        }
    }
    fail_msg("%s has no check named %s", tc->air.name, name);
    return 0;
}

void table_case_forgery(struct table_case *tc, const char *name)
{
    const uint32_t at = check_index(tc, name);
    const char *why = NULL;
    if (table_case_accepts(tc, NULL, &why)) {
        dump_row(tc);
        fail_msg("%s: the forgery of %s is accepted", tc->air.name, name);
    }
    if (!table_case_accepts(tc, name, &why)) {
        dump_row(tc);
        fail_msg("%s: the forgery of %s is caught by %s, too", tc->air.name, name, why);
    }
    tc->covered[at] = 1;
}

void table_case_forge(struct table_case *tc, const char *name, const struct table_case_edit *edits,
                      size_t n)
{
    table_case_restore(tc);
    for (size_t i = 0; i < n; i++) {
        *table_case_cell(tc, edits[i].column) = edits[i].value;
    }
    table_case_forgery(tc, name);
    table_case_restore(tc);
}

static const char *check_name(const struct table_case *tc, uint32_t i)
{
    if (i < tc->air.n_constraints) {
        return tc->air.constraints[i].name;
    }
    i -= tc->air.n_constraints;
    return is_lookup(tc, i) ? tc->lookup[i] : NULL;
}

const char *table_case_uncovered(struct table_case *tc, uint32_t k)
{
    for (uint32_t i = 0; i < tc->air.n_constraints + tc->air.n_interactions; i++) {
        const char *name = check_name(tc, i);
        if (name != NULL && !tc->covered[i] && k-- == 0) {
            return name;
        }
    }
    return NULL;
}

void table_case_assert_covered(struct table_case *tc, const struct table_case_exception *except,
                               size_t n)
{
    const char *name;
    uint32_t missing = 0;
    for (size_t j = 0; j < n; j++) {
        if (tc->covered[check_index(tc, except[j].name)]) {
            fail_msg("%s: %s is excepted, but there is a forgery", tc->air.name, except[j].name);
        }
    }
    for (uint32_t k = 0; (name = table_case_uncovered(tc, k)) != NULL; k++) {
        size_t j = 0;
        while (j < n && strcmp(except[j].name, name) != 0) {
            j++;
        }
        if (j == n) {
            print_error("%s: no forgery of %s\n", tc->air.name, name);
            missing++;
        }
    }
    assert_int_equal(missing, 0);
}
