/*
 * Goal: every environment call at its edges, and what only Chert has (print, the input region,
 * the borders of its map, writes over read-only memory) is proven.
 * Method: writes of every short length at every misalignment, long ones, across borders, all
 * compared with qemu; exits with every kind of code; and one program whose output is computed
 * here, from a model of memory, byte by byte.
 */
#include <stdio.h>
#include <string.h>

#include "builder.h"
#include "edge.h"
#include "isa/map.h"

static void run(struct builder *b, struct edge_case *c)
{
    uint8_t *elf = test_malloc(EDGE_ELF_BYTES);

    c->elf = elf;
    c->elf_size = builder_elf(b, c->exit_code, elf);
    c->digest = (const char(*)[64])b->digest;
    c->n_digests = b->n_digests;
    edge_run(c);
    test_free(elf);
}

/* Counts come back in a0; the other registers of a call stay as they were. */
static void put_write_folded(struct builder *b, uint64_t ptr, uint64_t n)
{
    put_write(b, ptr, n);
    put_fold(b, H0, A0);
    put_fold(b, H0, A1);
    put_fold(b, H0, A2);
    put_fold(b, H0, A7);
}

static void test_writes(void **state)
{
    static const enum table_id used[] = {TABLE_ECALL, TABLE_WRITE, TABLE_REFRESH};
    static const uint64_t last[] = {0x0123456789abcdef, 0xff00ff00ff00ff00};
    struct builder *b = test_malloc(sizeof *b);

    (void)state;
    builder_init(b);
    put_segment(b, 0x80000000u - 16, edges + 8, 32, 32, 6);
    put_segment(b, MAP_STACK_TOP - 16, last, 16, 16, 4);
    for (uint64_t at = 0; at < 8; at++) {
        for (uint64_t n = 0; n <= 17; n++) {
            put_write_folded(b, EDGES + 8 * n + at, n);
        }
    }
    put_write_folded(b, 0x80000000u - 13, 25);
    put_write_folded(b, MAP_STACK_TOP - 9, 9);
    put_write_folded(b, SCRATCH, 24);         /* nothing was ever stored there */
    put_write_folded(b, TEXT + 2, 100);       /* the program itself */
    put_write_folded(b, DATA + 0xff3, 17000); /* so long that registers' tokens grow old */
    put_write_folded(b, SCRATCH + 0xfff, 1);
    put_digest(b, H0, "counts of writes");
    run(b, &(struct edge_case){.name = "writes"});
    test_free(b);
    edge_expect_tables(used, sizeof used / sizeof *used);
}

static void test_exits(void **state)
{
    static const uint64_t codes[] = {
        0,
        1,
        255,
        256,
        0x7fffffff,
        0x80000000,
        0xffffffff,
        0x100000000,
        0x8000000000000000,
        UINT64_MAX,
        0xffffffff00000001, /* p */
    };
    struct builder *b = test_malloc(sizeof *b);

    (void)state;
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++) {
        char name[32];
        (void)snprintf(name, sizeof name, "exit 0x%llx", (unsigned long long)codes[i]);
        builder_init(b);
        run(b, &(struct edge_case){.name = name, .exit_code = codes[i]});
    }
    test_free(b);
}

/* Memory as a C program sees it: the bytes that were set, by address; the rest is zero. */
struct model {
    struct {
        uint64_t addr;
        uint8_t byte;
    } set[512];
    size_t n;
    uint8_t output[4096];
    size_t n_output;
};

static uint8_t model_byte(const struct model *m, uint64_t addr)
{
    for (size_t i = m->n; i-- > 0;) {
        if (m->set[i].addr == addr) {
            return m->set[i].byte;
        }
    }
    return 0;
}

static void model_set(struct model *m, uint64_t addr, uint64_t value, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        assert_true(m->n < sizeof m->set / sizeof *m->set);
        m->set[m->n].addr = addr + i;
        m->set[m->n++].byte = (uint8_t)(value >> 8 * i);
    }
}

static void model_write(struct model *m, uint64_t addr, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        assert_true(m->n_output < sizeof m->output);
        m->output[m->n_output++] = model_byte(m, addr + i);
    }
}

/* In both: a store, and a load that is written to the output through SCRATCH. */
static void store(struct builder *b, struct model *m, uint64_t addr, unsigned n, uint64_t value)
{
    const int match = n == 1 ? MATCH_SB : n == 2 ? MATCH_SH : n == 4 ? MATCH_SW : MATCH_SD;
    put_li(b, PB, addr + 2048);
    put_li(b, RES, value);
    put(b, asm_s(match, RES, -2048, PB));
    model_set(m, addr, value, n);
}

static void load(struct builder *b, struct model *m, uint64_t addr, unsigned n)
{
    const int match = n == 1 ? MATCH_LBU : n == 2 ? MATCH_LHU : n == 4 ? MATCH_LWU : MATCH_LD;
    put_li(b, PB, addr - 2047);
    put(b, asm_i(match, RES, PB, 2047));
    put_li(b, PB, SCRATCH);
    put(b, asm_s(MATCH_SD, RES, 0, PB));
    model_set(m, SCRATCH, 0, 8);
    for (unsigned i = 0; i < n; i++) {
        model_set(m, SCRATCH + i, model_byte(m, addr + i), 1);
    }
    put_write(b, SCRATCH, 8);
    model_write(m, SCRATCH, 8);
    m->n -= 8 + n; /* it is overwritten by the next one */
}

/* The cells at both ends of every region, and across the border of two. */
static void put_map_borders(struct builder *b, struct model *m)
{
    static const uint32_t inner[] = {MAP_RAM_START,   MAP_GUARD_START - 8, MAP_GUARD_END,
                                     MAP_INPUT_START, MAP_INPUT_END - 8,   MAP_STACK_TOP - 8};
    for (size_t i = 0; i < sizeof inner / sizeof *inner; i++) {
        load(b, m, inner[i], 8);
        load(b, m, inner[i] + 1, 4);
        load(b, m, inner[i] + 7, 1);
        store(b, m, inner[i] + 1, 2, 0x1122 + i);
        store(b, m, inner[i] + 7, 1, 0xa0 + i);
        load(b, m, inner[i], 8);
        store(b, m, inner[i], 8, edges[27 + i % 5]);
        store(b, m, inner[i] + 3, 4, 0xdeadbeef);
        load(b, m, inner[i], 8);
    }
    for (unsigned at = 1; at < 8; at++) { /* from the stack into the input's length */
        load(b, m, MAP_STACK_TOP - at, 8);
        store(b, m, MAP_STACK_TOP - at, 8, UINT64_C(0x0807060504030201) * at);
        load(b, m, MAP_STACK_TOP - at, at % 2 == 0 ? 4 : 2);
    }
    put_write(b, MAP_STACK_TOP - 11, 30);
    model_write(m, MAP_STACK_TOP - 11, 30);
    put_write(b, MAP_INPUT_END - 3, 3);
    model_write(m, MAP_INPUT_END - 3, 3);
}

/* A routine is overwritten, and still runs as it was; execute-only code reads as zero. */
static void put_code_stores(struct builder *b, struct model *m)
{
    static const uint32_t routine[] = {
        (uint32_t)MATCH_ADDI | RES << 7 | 77u << 20,
        (uint32_t)MATCH_JALR | RA << 15,
    };
    const uint64_t readable = 0x400000, hidden = 0x500000;

    put_segment(b, readable, routine, sizeof routine, sizeof routine, 5);
    put_segment(b, hidden, routine, sizeof routine, sizeof routine, 1);
    model_set(m, readable, routine[0], 4);
    model_set(m, readable + 4, routine[1], 4);
    for (int i = 0; i < 2; i++) {
        const uint64_t at = i == 0 ? readable : hidden;
        load(b, m, at, 8);
        load(b, m, at + 3, 4);
        store(b, m, at, 4, (uint32_t)MATCH_EBREAK);
        load(b, m, at, 8);
        put_li(b, PB, at);
        put(b, asm_i(MATCH_JALR, RA, PB, 0));
        put_li(b, PB, SCRATCH + 64);
        put(b, asm_s(MATCH_SD, RES, 8 * i, PB));
        model_set(m, SCRATCH + 64 + 8 * (uint64_t)i, 77, 8);
    }
    put_write(b, SCRATCH + 64, 16);
    model_write(m, SCRATCH + 64, 16);
}

/* Calls that qemu cannot do: print, with pointers that would be faults elsewhere, and writes of
 * nothing from nowhere. */
static void put_own_calls(struct builder *b)
{
    static const uint64_t where[] = {0, 1, MAP_GUARD_START, 0xffffffff, 0x100000000, UINT64_MAX};
    for (size_t i = 0; i < sizeof where / sizeof *where; i++) {
        put_write(b, where[i], 0);
        put_li(b, A0, where[i]);
        put_li(b, A1, where[(i + 1) % 6]);
        put_li(b, A2, where[(i + 3) % 6]);
        put_li(b, A7, 1);
        put(b, ECALL);
    }
    put_li(b, A0, EDGES + 8);
    put_li(b, A1, 16);
    put_li(b, A7, 1);
    put(b, ECALL);
}

/* A print changes nothing: a0 is still the pointer. */
static void put_print_a0(struct builder *b, struct model *m)
{
    put_li(b, TMP, SCRATCH + 128);
    put(b, asm_s(MATCH_SD, A0, 0, TMP));
    model_set(m, SCRATCH + 128, EDGES + 8, 8);
    put_write(b, SCRATCH + 128, 8);
    model_write(m, SCRATCH + 128, 8);
}

static void note_print(void *ctx, const uint8_t *bytes, size_t n)
{
    unsigned *printed = ctx;
    if (n == 16 && memcmp(bytes, edges + 1, n) == 0) {
        ++*printed;
    }
}

static void test_own_machine(void **state)
{
    static const uint8_t input[] = "thirteen byte";
    struct builder *b = test_malloc(sizeof *b);
    struct model *m = test_calloc(1, sizeof *m);
    unsigned printed = 0;

    (void)state;
    builder_init(b);
    model_set(m, MAP_INPUT_START, sizeof input - 1, 8);
    for (unsigned i = 0; i < sizeof input - 1; i++) {
        model_set(m, MAP_INPUT_START + 8 + i, input[i], 1);
    }
    for (unsigned at = 0; at < 32; at += 5) {
        load(b, m, MAP_INPUT_START + at, 8);
    }
    put_map_borders(b, m);
    put_code_stores(b, m);
    put_own_calls(b);
    put_print_a0(b, m);
    run(b, &(struct edge_case){
               .name = "map, input, print",
               .exec = {input, sizeof input - 1, 0, 0, note_print, &printed},
               .no_qemu = 1,
               .output = m->output,
               .output_bytes = m->n_output,
           });
    assert_true(printed > 0);
    test_free(m);
    test_free(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_writes),
        cmocka_unit_test(test_exits),
        cmocka_unit_test(test_own_machine),
    };
    return EDGE_MAIN(tests);
}
