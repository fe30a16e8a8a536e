/*
 * Goal: every load and store, at every misalignment, on edge values and at the borders of what
 * is mapped, and accesses whose tokens are as old as a token may be, are proven and agree with
 * qemu.
 * Method: a window of three cells slides over operands; every width is loaded from and stored to
 * each of its first 16 bytes. The windows also straddle 2^31, begin at the first and end at the
 * last byte of RAM.
 */
#include "builder.h"
#include "edge.h"

#define WINDOW 16 /* offsets tried, of 24 bytes */

static const struct mnemonic loads[] = {
    MNEMONIC(LB), MNEMONIC(LBU), MNEMONIC(LH), MNEMONIC(LHU),
    MNEMONIC(LW), MNEMONIC(LWU), MNEMONIC(LD),
};
static const struct mnemonic stores[] = {
    MNEMONIC(SB),
    MNEMONIC(SH),
    MNEMONIC(SW),
    MNEMONIC(SD),
};
#define N_LOADS  (sizeof loads / sizeof *loads)
#define N_STORES (sizeof stores / sizeof *stores)

/* Cells beside the operands: across 2^31, from RAM's first byte, to its last. */
static const uint32_t borders[] = {0x80000000u - 24, 0x1000, 0xc0000000u - 48};
#define N_BORDERS    (sizeof borders / sizeof *borders)
#define BORDER_CELLS 6u

static void put_border_segments(struct builder *b)
{
    static const uint64_t pages[2 * 512];
    put_segment(b, 0x1000, pages, 0x1000, 0x1000, 6);
    put_segment(b, 0x7ffff000, pages, 0x2000, 0x2000, 6);
    put_segment(b, 0xbffff000, pages, 0x1000, 0x1000, 6);
    for (size_t i = 0; i < N_BORDERS; i++) {
        put_li(b, PB, borders[i]);
        for (uint32_t k = 0; k < BORDER_CELLS; k++) {
            put_li(b, TMP, edges[(7 * i + 5 * (size_t)k + 11) % N_EDGES] ^ 0x0102030405060708u);
            put(b, asm_s(MATCH_SD, TMP, 8 * (int)k, PB));
        }
    }
}

/* PB = PA - imm */
static void put_base(struct builder *b, int imm)
{
    put_li(b, PB, (uint64_t)(int64_t)-imm);
    put(b, asm_r(MATCH_ADD, PB, PA, PB));
}

/* Body: a load of every width from each offset; `imm` is added to the offset and taken from the
 * base in PB. */
static void put_loads(struct builder *b, int imm)
{
    put_base(b, imm);
    for (size_t i = 0; i < N_LOADS; i++) {
        for (int at = 0; at < WINDOW; at++) {
            put(b, asm_i(loads[i].match, RES, PB, imm + at));
            put_fold(b, H0, RES);
            put_move(b, RES, PB); /* the base is overwritten */
            put(b, asm_i(loads[i].match, RES, RES, imm + at));
            put_fold(b, H1, RES);
            put(b, asm_i(loads[i].match, 0, PB, imm + at));
            put_fold(b, H1, 0);
        }
    }
}

/* Body: a store of every width to each offset; the cells are read back, the last two across
 * their border as well. */
static void put_stores(struct builder *b, int rs2, int imm)
{
    put_base(b, imm);
    for (size_t i = 0; i < N_STORES; i++) {
        for (int at = 0; at < WINDOW; at++) {
            put(b, asm_s(stores[i].match, rs2, imm + at, PB));
            for (int cell = 0; cell < 24; cell += 8) {
                put(b, asm_i(MATCH_LD, RES, PA, cell));
                put_fold(b, H0, RES);
            }
            put(b, asm_i(MATCH_LWU, RES, PA, 6 + 8 * (at / 8)));
            put_fold(b, H0, RES);
        }
    }
}

static void run(struct builder *b, const char *name)
{
    uint8_t *elf = test_malloc(EDGE_ELF_BYTES);
    edge_run(&(struct edge_case){
        .name = name,
        .elf = elf,
        .elf_size = builder_elf(b, 0, elf),
        .digest = (const char(*)[64])b->digest,
        .n_digests = b->n_digests,
    });
    test_free(elf);
}

static void test_loads(void **state)
{
    static const int imms[] = {0, -2048, 2047 - WINDOW, -WINDOW / 2};
    static const enum table_id used[] = {TABLE_LB, TABLE_LBU, TABLE_LH,
                                         TABLE_LW, TABLE_LD,  TABLE_MIS};
    struct builder *b = test_malloc(sizeof *b);
    size_t loop = 0;

    (void)state;
    builder_init(b);
    put_border_segments(b);
    loop = put_loop(b, PA, EDGES, EDGES_END - 16);
    put_loads(b, 0);
    put_loop_end(b, loop, PA);
    put_digest(b, H0, "loads of operands");
    put_digest(b, H1, "loads of operands, rd = rs1 or x0");
    for (size_t k = 0; k < N_BORDERS; k++) {
        for (size_t i = 0; i < sizeof imms / sizeof *imms; i++) {
            loop = put_loop(b, PA, borders[k], borders[k] + 8 * (BORDER_CELLS - 2));
            put_loads(b, imms[i]);
            put_loop_end(b, loop, PA);
            put_digest(b, H0, "loads at 0x%x with immediates from %d", borders[k], imms[i]);
            put_digest(b, H1, "the same, rd = rs1 or x0");
        }
    }
    run(b, "loads");
    test_free(b);
    edge_expect_tables(used, sizeof used / sizeof *used);
}

/* Operands go to memory that held the operands before and after them. */
static void test_stores(void **state)
{
    static const enum table_id used[] = {TABLE_SSUB, TABLE_SW, TABLE_SD, TABLE_MIS};
    struct builder *b = test_malloc(sizeof *b);
    size_t loop = 0;

    (void)state;
    builder_init(b);
    put_border_segments(b);
    loop = put_loop(b, PA, EDGES, EDGES_END - 24);
    put(b, asm_i(MATCH_LD, OPA, PA, 24)); /* not yet overwritten */
    put_stores(b, OPA, 0);
    put_loop_end(b, loop, PA);
    put_digest(b, H0, "stores of operands");
    for (size_t k = 0; k < N_BORDERS; k++) {
        loop = put_loop(b, PA, borders[k], borders[k] + 8 * (BORDER_CELLS - 2));
        put_stores(b, FACTOR, -2048);
        put_stores(b, PB, 2047 - WINDOW); /* rs1 = rs2: the address itself */
        put_stores(b, 0, 8);
        put_loop_end(b, loop, PA);
        put_digest(b, H0, "stores at 0x%x", borders[k]);
    }
    run(b, "stores");
    test_free(b);
    edge_expect_tables(used, sizeof used / sizeof *used);
}

/* Accesses of every kind, one a register or cell, so that those of a later round consume tokens
 * that all are `distance` instructions old, in every combination of slots. */
static void put_round(struct builder *b, int round)
{
    put(b, asm_r(MATCH_ADD, 24, 25, 26));     /* written, read first, read second */
    put(b, asm_r(MATCH_SUB, 24, 26, 25));     /* the other way round */
    put(b, asm_i(MATCH_ADDI, 27, 27, round)); /* read-modify-write */
    put(b, asm_r(MATCH_ADDW, 28, 28, 29));
    put(b, asm_r(MATCH_SUB, 30, 29, 0)); /* x0's own cell */
    put(b, asm_r(MATCH_XOR, 31, 0, 30));
    put(b, asm_i(MATCH_LD, 6, PA, 0));
    put(b, asm_s(MATCH_SD, 27, 8, PA));
    put(b, asm_i(MATCH_LWU, 7, PA, 14)); /* over two cells */
    put(b, asm_s(MATCH_SH, 28, 23, PA));
    put(b, asm_s(MATCH_SB, 28, 33, PA));
    put(b, asm_r(MATCH_DIV, 8, 27, 28));
    put(b, asm_r(MATCH_MULHU, 9, 27, 27));
    put(b, asm_i(MATCH_JALR, 1, 2, 0)); /* to what comes next */
}

/* A token may be 2^16 ticks old, 16,384 instructions; older ones are refreshed. */
static void test_old_tokens(void **state)
{
    static const enum table_id used[] = {TABLE_REFRESH};
    struct builder *b = test_malloc(sizeof *b);

    (void)state;
    builder_init(b);
    put_li(b, PA, SCRATCH);
    for (int r = 24; r < 32; r++) {
        put_li(b, r, UINT64_C(0x8123456789abcdef) >> r);
    }
    for (int round = 0; round < 6; round++) {
        const uint32_t distance = 16381 + (uint32_t)round, spin = 8175;
        const uint32_t nops = distance - 14 - 2 * spin - 2 - 2;
        put_li(b, 2, here(b) + 8 + 14 * 4);
        put_round(b, round);
        put_spin(b, spin);
        for (uint32_t i = 0; i < nops; i++) {
            put(b, NOP);
        }
    }
    for (int r = 24; r < 32; r++) {
        put_fold(b, H0, r);
    }
    for (int r = 6; r < 10; r++) {
        put_fold(b, H1, r);
    }
    for (int i = 0; i < 40; i += 8) {
        put(b, asm_i(MATCH_LD, RES, PA, i));
        put_fold(b, H1, RES);
    }
    put_digest(b, H0, "registers");
    put_digest(b, H1, "memory and results of old operands");
    run(b, "old tokens");
    test_free(b);
    edge_expect_tables(used, sizeof used / sizeof *used);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_loads),
        cmocka_unit_test(test_stores),
        cmocka_unit_test(test_old_tokens),
    };
    return EDGE_MAIN(tests);
}
