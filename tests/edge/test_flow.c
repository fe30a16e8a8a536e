/*
 * Goal: every branch both ways, forwards and backwards, every jump and link, and code at the
 * borders of the address space are proven and agree with qemu.
 * Method: each branch over all pairs of edge operands and in its shapes; each jump with every
 * relation of its registers and immediates, and with odd targets; routines called at RAM's first
 * word, across 2^31 and at RAM's last word; jumps as far as they reach.
 */
#include "builder.h"
#include "edge.h"

#define FAR_JUMP 0x100000 /* what jal reaches */
#define ILLEGAL  0u

static const struct mnemonic branches[] = {
    MNEMONIC(BEQ), MNEMONIC(BNE), MNEMONIC(BLT), MNEMONIC(BGE), MNEMONIC(BLTU), MNEMONIC(BGEU),
};
#define N_BRANCHES (sizeof branches / sizeof *branches)

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

/* Skips an addition to H0 where it is taken. */
static void put_branch_forwards(struct builder *b, int match, int rs1, int rs2)
{
    put(b, asm_b(match, rs1, rs2, 8));
    put(b, asm_i(MATCH_ADDI, H0, H0, 17));
    put(b, asm_r(MATCH_MUL, H0, H0, FACTOR));
}

/* Passes one of two additions to H1. */
static void put_branch_backwards(struct builder *b, int match, int rs1, int rs2)
{
    const size_t start = put_forward(b, asm_jal(0, 0));
    put(b, asm_i(MATCH_ADDI, H1, H1, 23)); /* taken */
    const size_t taken = put_forward(b, asm_jal(0, 0));
    put_target(b, start);
    put(b, asm_b(match, rs1, rs2, -8));
    put(b, asm_i(MATCH_ADDI, H1, H1, 41));
    put_target(b, taken);
    put(b, asm_r(MATCH_MUL, H1, H1, FACTOR));
}

static void put_branches(struct builder *b, int rs1, int rs2)
{
    for (size_t i = 0; i < N_BRANCHES; i++) {
        put_branch_forwards(b, branches[i].match, rs1, rs2);
        put_branch_backwards(b, branches[i].match, rs1, rs2);
    }
}

static void put_two_digests(struct builder *b, const char *what)
{
    put_digest(b, H0, "%s, forwards", what);
    put_digest(b, H1, "%s, backwards", what);
}

/* Both ways to where they go anyway; and never taken to where no instruction can be. */
static void put_branch_targets(struct builder *b)
{
    for (size_t i = 0; i < N_BRANCHES; i++) {
        const int never = branches[i].match == MATCH_BNE || branches[i].match == MATCH_BLT ||
                          branches[i].match == MATCH_BLTU;
        put(b, asm_b(branches[i].match, OPA, FACTOR, 4));
        if (never) {
            put(b, asm_b(branches[i].match, OPA, OPA, 2));
            put(b, asm_b(branches[i].match, 0, 0, -2));
            put(b, asm_b(branches[i].match, OPA, OPA, -4096)); /* in front of the code */
            put(b, asm_b(branches[i].match, OPA, OPA, 0));     /* itself */
        } else {
            put(b, asm_b(branches[i].match, OPA, OPA, 8));
            put(b, ILLEGAL);
            put(b, asm_b(branches[i].match, 0, 0, 8));
            put(b, ILLEGAL);
        }
    }
}

static void test_branches(void **state)
{
    static const enum table_id used[] = {TABLE_BEQ, TABLE_BEQZ, TABLE_BLT, TABLE_SLTX};
    struct builder *b = test_malloc(sizeof *b);
    size_t outer = 0, inner = 0;

    (void)state;
    builder_init(b);
    outer = put_loop(b, PA, EDGES, EDGES_END);
    put(b, asm_i(MATCH_LD, OPA, PA, 0));
    put_branch_targets(b);
    inner = put_loop(b, PB, EDGES, EDGES_END);
    put(b, asm_i(MATCH_LD, OPB, PB, 0));
    put_branches(b, OPA, OPB);
    put_loop_end(b, inner, PB);
    put_loop_end(b, outer, PA);
    put_two_digests(b, "branches");
    outer = put_loop(b, PA, EDGES, EDGES_END);
    put(b, asm_i(MATCH_LD, OPA, PA, 0));
    put_branches(b, OPA, OPA);
    put_branches(b, OPA, 0);
    put_branches(b, 0, OPA);
    put_branches(b, 0, 0);
    put_loop_end(b, outer, PA);
    put_two_digests(b, "branches, rs1 = rs2 or x0");
    run(b, "branches");
    test_free(b);
    edge_expect_tables(used, sizeof used / sizeof *used);
}

static void put_illegal_until(struct builder *b, size_t n)
{
    while (b->n < n) {
        put(b, ILLEGAL);
    }
}

/* As far as branches reach, over operands that decide them. */
static void put_far_branches(struct builder *b, int match)
{
    put_li(b, OPB, INT32_MAX);
    const size_t loop = put_loop(b, PA, EDGES, EDGES_END);
    put(b, asm_i(MATCH_LD, OPA, PA, 0));
    const size_t forth = put_forward(b, asm_b(match, OPA, OPB, 4092));
    put(b, asm_i(MATCH_ADDI, H0, H0, 17));
    const size_t not_taken = put_forward(b, asm_jal(0, 0));
    put_illegal_until(b, forth + 4092 / 4);
    put(b, asm_i(MATCH_ADDI, H0, H0, 41));
    put_target(b, not_taken);
    put(b, asm_r(MATCH_MUL, H0, H0, FACTOR));
    const size_t start = put_forward(b, asm_jal(0, 0));
    const size_t back = b->n;
    put(b, asm_i(MATCH_ADDI, H1, H1, 23));
    const size_t taken = put_forward(b, asm_jal(0, 0));
    put_illegal_until(b, back + 4096 / 4);
    put_target(b, start);
    put(b, asm_b(match, OPA, OPB, -4096));
    put(b, asm_i(MATCH_ADDI, H1, H1, 41));
    put_target(b, taken);
    put(b, asm_r(MATCH_MUL, H1, H1, FACTOR));
    put_loop_end(b, loop, PA);
}

static void test_far_branches(void **state)
{
    struct builder *b = test_malloc(sizeof *b);

    (void)state;
    builder_init(b);
    for (size_t i = 0; i < N_BRANCHES; i++) {
        put_far_branches(b, branches[i].match);
        put_two_digests(b, branches[i].name);
    }
    run(b, "far branches");
    test_free(b);
}

/* jalr over an addition, with base = target - imm, or one more: the target's lowest bit is
 * dropped. */
static void put_jalr(struct builder *b, int link, int base, int imm, int odd)
{
    const int distance = 20 - imm + odd;

    put(b, asm_u(MATCH_AUIPC, base, 0));
    put(b, asm_i(MATCH_ADDI, base, base, distance / 2));
    put(b, asm_i(MATCH_ADDI, base, base, distance - distance / 2));
    put(b, asm_i(MATCH_JALR, link, base, imm));
    put(b, asm_i(MATCH_ADDI, H0, H0, 17));
    put_fold(b, H0, link);
    put_fold(b, H0, base);
}

static void put_jalrs(struct builder *b)
{
    static const int imms[] = {0, 1, -1, 2, -2, 4, 15, 16, 255, -256, 2046, 2047, -2047, -2048};
    for (size_t i = 0; i < sizeof imms / sizeof *imms; i++) {
        for (int odd = 0; odd < 2; odd++) {
            put_jalr(b, RES, PB, imms[i], odd);
            put_jalr(b, PB, PB, imms[i], odd); /* rd = rs1 */
            put_jalr(b, RA, RA, imms[i], odd);
            put_jalr(b, 0, PB, imms[i], odd);
            put_jalr(b, 0, RA, imms[i], odd);
            put_jalr(b, T0, RA, imms[i], odd);
        }
    }
    put_digest(b, H0, "jalr");
}

static void put_constants(struct builder *b)
{
    static const uint32_t uppers[] = {0,      1,       2,       0x7ff,   0x800,   0xf,     0x10,
                                      0xffff, 0x7ffff, 0x80000, 0x80001, 0xfffff, 0xffff0, 0xffffe};
    for (size_t i = 0; i < sizeof uppers / sizeof *uppers; i++) {
        put(b, asm_u(MATCH_LUI, RES, uppers[i]));
        put_fold(b, H0, RES);
        put(b, asm_u(MATCH_LUI, 0, uppers[i]));
        put_fold(b, H0, 0);
        put(b, asm_u(MATCH_AUIPC, RES, uppers[i]));
        put_fold(b, H1, RES);
        put(b, asm_u(MATCH_AUIPC, 0, uppers[i]));
        put_fold(b, H1, 0);
    }
    put_digest(b, H0, "lui");
    put_digest(b, H1, "auipc");
}

static void put_jals(struct builder *b)
{
    static const int links[] = {0, RA, RES, T0, 31};
    for (size_t i = 0; i < sizeof links / sizeof *links; i++) {
        put(b, asm_jal(links[i], 4));
        put_fold(b, H0, links[i]);
        put(b, asm_jal(links[i], 8));
        put(b, ILLEGAL);
        put_fold(b, H0, links[i]);
        put(b, asm_jal(0, 12)); /* and backwards */
        put(b, asm_i(MATCH_ADDI, H0, H0, 17));
        put(b, asm_jal(0, 8));
        put(b, asm_jal(links[i], -8));
        put_fold(b, H0, links[i]);
    }
    put_digest(b, H0, "jal");
}

/* Fences of every kind, and instructions that are hints. */
static void put_fences(struct builder *b)
{
    put(b, MATCH_FENCE);
    put(b, (uint32_t)MATCH_FENCE | 0x0ff00000u);
    put(b, (uint32_t)MATCH_FENCE | 0x83300000u); /* fence.tso */
    put(b, (uint32_t)MATCH_FENCE | 0x01000000u); /* pause */
    put(b, MATCH_FENCEI);
    put(b, NOP);
    put(b, asm_i(MATCH_ADDI, 0, 0, -2048));
    put(b, asm_r(MATCH_SLTU, 0, 0, 0));
    put(b, asm_i(MATCH_SRAI, 0, 0, 7)); /* semihosting's hint */
}

static void test_jumps(void **state)
{
    static const enum table_id used[] = {TABLE_JALR, TABLE_RET, TABLE_CONST};
    struct builder *b = test_malloc(sizeof *b);

    (void)state;
    builder_init(b);
    put_jalrs(b);
    put_constants(b);
    put_jals(b);
    put_fences(b);
    run(b, "jumps");
    test_free(b);
    edge_expect_tables(used, sizeof used / sizeof *used);
}

/* A routine for any address: folds what depends on its pc, and returns through RA with a link of
 * its own in RES, as its last word. */
static size_t fill_routine(uint32_t *words)
{
    static const uint32_t uppers[] = {0, 1, 0x7ffff, 0x80000, 0xfffff};
    size_t n = 0;

    for (size_t i = 0; i < sizeof uppers / sizeof *uppers; i++) {
        words[n++] = asm_u(MATCH_AUIPC, RES, uppers[i]);
        words[n++] = asm_r(MATCH_MUL, H0, H0, FACTOR);
        words[n++] = asm_r(MATCH_ADD, H0, H0, RES);
    }
    words[n++] = asm_jal(RES, 8);
    words[n++] = ILLEGAL;
    words[n++] = asm_r(MATCH_ADD, H0, H0, RES);
    words[n++] = asm_b(MATCH_BLTU, RES, RES, -4096); /* the code's edges or beyond, not taken */
    words[n++] = asm_b(MATCH_BNE, H0, H0, 4092);
    words[n++] = asm_b(MATCH_BGEU, RES, 0, 8);
    words[n++] = asm_jal(0, -FAR_JUMP);
    words[n++] = asm_i(MATCH_JALR, RES, RA, 0);
    return n;
}
#define ROUTINE_WORDS 23u

static void put_call(struct builder *b, uint64_t address, int odd)
{
    put_li(b, PB, address - 2000 + (uint64_t)odd);
    put(b, asm_i(MATCH_JALR, RA, PB, 2000));
    put_fold(b, H1, RES);
    put_fold(b, H1, RA);
    put_digest(b, H0, "routine at 0x%llx", (unsigned long long)address);
    put_digest(b, H1, "its links");
}

static void test_code_at_borders(void **state)
{
    static const uint32_t starts[] = {0x1000, 0x80000000u - 4 * 9, 0xbf7fe000u,
                                      0xc0000000u - 4 * ROUTINE_WORDS};
    struct builder *b = test_malloc(sizeof *b);
    uint32_t words[ROUTINE_WORDS];

    (void)state;
    builder_init(b);
    assert_int_equal(fill_routine(words), ROUTINE_WORDS);
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
        put_segment(b, starts[i], words, sizeof words, sizeof words, 5);
        put_call(b, starts[i], (int)(i % 2));
    }
    run(b, "code at borders");
    test_free(b);
}

/* jal as far as it reaches, forth and back. */
static void test_far_jumps(void **state)
{
    const uint32_t words[] = {
        asm_i(MATCH_ADDI, H0, H0, 29), asm_r(MATCH_ADD, H0, H0, RA), NOP,
        asm_jal(RES, -FAR_JUMP), /* to two words after where the jump here began */
    };
    struct builder *b = test_malloc(sizeof *b);

    (void)state;
    builder_init(b);
    put_segment(b, here(b) + FAR_JUMP - 4, words, sizeof words, sizeof words, 1);
    put(b, asm_jal(RA, FAR_JUMP - 4));
    put(b, ILLEGAL);
    put_fold(b, H0, RES);
    put_digest(b, H0, "far jumps");
    run(b, "far jumps");
    test_free(b);
}

/* Each register as rd and as a source, whatever the others hold. */
static void test_all_registers(void **state)
{
    struct builder *b = test_malloc(sizeof *b);

    (void)state;
    builder_init(b);
    for (int r = 1; r < 32; r++) {
        put_li(b, r, edges[r] + (uint64_t)r);
    }
    for (int round = 0; round < 8; round++) {
        for (int r = 1; r < 32; r++) {
            put(b, asm_r(MATCH_SUB, r, (r * 7 + round) % 32, (r * 11 + 3 * round) % 32));
            put(b, asm_r(MATCH_MUL, (r + 1) % 32, r, (r + 5) % 32));
            put(b, asm_i(MATCH_XORI, (r + 2) % 32, r, r * round));
            put(b, asm_i(MATCH_SLLI, (r + 3) % 32, (r + 9) % 32, r));
        }
    }
    put_li(b, 31, SCRATCH);
    for (int r = 0; r < 31; r++) {
        put(b, asm_s(MATCH_SD, r, 8 * r, 31));
    }
    put_write(b, SCRATCH, UINT64_C(31) * 8);
    run(b, "all registers");
    test_free(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_branches),  cmocka_unit_test(test_far_branches),
        cmocka_unit_test(test_jumps),     cmocka_unit_test(test_code_at_borders),
        cmocka_unit_test(test_far_jumps), cmocka_unit_test(test_all_registers),
    };
    return EDGE_MAIN(tests);
}
