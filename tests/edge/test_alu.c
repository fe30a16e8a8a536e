/*
 * Goal: every instruction that computes on registers or immediates, at its edge values and in its
 * shapes, is proven and agrees with qemu.
 * Method: each instruction runs over all pairs of edge operands (builder.h) with rd apart, rd = rs1
 * and rd = rs2, then over all operands with rs1 = rs2, all three equal, x0 for either or both, and
 * rd = x0; with immediates at theirs. Each shape has a digest.
 */
#include "builder.h"
#include "edge.h"

static const struct mnemonic sums[] = {
    MNEMONIC(ADD), MNEMONIC(SUB), MNEMONIC(ADDW), MNEMONIC(SUBW), MNEMONIC(AND),
    MNEMONIC(OR),  MNEMONIC(XOR), MNEMONIC(SLT),  MNEMONIC(SLTU),
};
static const struct mnemonic products[] = {
    MNEMONIC(MUL), MNEMONIC(MULH), MNEMONIC(MULHSU), MNEMONIC(MULHU), MNEMONIC(MULW),
};
static const struct mnemonic divisions[] = {
    MNEMONIC(DIV),  MNEMONIC(DIVU),  MNEMONIC(REM),  MNEMONIC(REMU),
    MNEMONIC(DIVW), MNEMONIC(DIVUW), MNEMONIC(REMW), MNEMONIC(REMUW),
};
static const struct mnemonic shifts[] = {
    MNEMONIC(SLL), MNEMONIC(SRL), MNEMONIC(SRA), MNEMONIC(SLLW), MNEMONIC(SRLW), MNEMONIC(SRAW),
};
static const struct mnemonic immediates[] = {
    MNEMONIC(ADDI), MNEMONIC(ADDIW), MNEMONIC(ANDI),  MNEMONIC(ORI),
    MNEMONIC(XORI), MNEMONIC(SLTI),  MNEMONIC(SLTIU),
};
static const struct mnemonic shift_immediates[] = {
    MNEMONIC(SLLI),  MNEMONIC(SRLI),  MNEMONIC(SRAI),
    MNEMONIC(SLLIW), MNEMONIC(SRLIW), MNEMONIC(SRAIW),
};

/* Amounts by register: all of six bits, and some whose upper bits must be ignored. */
#define N_AMOUNTS 74
static void fill_amounts(uint64_t amounts[N_AMOUNTS])
{
    static const uint64_t dirty[] = {
        64,          65,          95,         127,        0x100000000,
        0x10000001f, 0x100000020, 0xffffffff, UINT64_MAX, 0x8000000000000000,
    };
    for (size_t i = 0; i < N_AMOUNTS; i++) {
        amounts[i] = i < 64 ? i : dirty[i - 64];
    }
}

/* Over all pairs: rd apart, rd = rs1, rd = rs2. */
static void put_pairs(struct builder *b, struct mnemonic op, uint32_t seconds, uint32_t end)
{
    const size_t outer = put_loop(b, PA, EDGES, EDGES_END);
    put(b, asm_i(MATCH_LD, OPA, PA, 0));
    const size_t inner = put_loop(b, PB, seconds, end);
    put(b, asm_i(MATCH_LD, OPB, PB, 0));
    put(b, asm_r(op.match, RES, OPA, OPB));
    put_fold(b, H0, RES);
    put_move(b, RES, OPA);
    put(b, asm_r(op.match, RES, RES, OPB));
    put_fold(b, H1, RES);
    put(b, asm_r(op.match, OPB, OPA, OPB));
    put_fold(b, H2, OPB);
    put_loop_end(b, inner, PB);
    put_loop_end(b, outer, PA);
    put_digest(b, H0, "%s", op.name);
    put_digest(b, H1, "%s, rd = rs1", op.name);
    put_digest(b, H2, "%s, rd = rs2", op.name);
}

/* Over all operands: operands that are equal or x0, results that are dropped. */
static void put_singles(struct builder *b, struct mnemonic op)
{
    const size_t loop = put_loop(b, PA, EDGES, EDGES_END);
    put(b, asm_i(MATCH_LD, OPA, PA, 0));
    put(b, asm_r(op.match, RES, OPA, OPA));
    put_fold(b, H0, RES);
    put_move(b, RES, OPA);
    put(b, asm_r(op.match, RES, RES, RES));
    put_fold(b, H1, RES);
    put(b, asm_r(op.match, RES, OPA, 0));
    put_fold(b, H2, RES);
    put(b, asm_r(op.match, RES, 0, OPA));
    put_fold(b, H2, RES);
    put_move(b, RES, OPA); /* x0 and rd = the other one */
    put(b, asm_r(op.match, RES, RES, 0));
    put_fold(b, H2, RES);
    put_move(b, RES, OPA);
    put(b, asm_r(op.match, RES, 0, RES));
    put_fold(b, H2, RES);
    put(b, asm_r(op.match, RES, 0, 0));
    put_fold(b, H2, RES);
    put(b, asm_r(op.match, 0, OPA, FACTOR));
    put(b, asm_r(op.match, 0, 0, OPA));
    put(b, asm_r(op.match, 0, OPA, 0));
    put(b, asm_r(op.match, 0, 0, 0));
    put_fold(b, H3, 0);
    put_loop_end(b, loop, PA);
    put_digest(b, H0, "%s, rs1 = rs2", op.name);
    put_digest(b, H1, "%s, all equal", op.name);
    put_digest(b, H2, "%s, x0 operands", op.name);
    put_digest(b, H3, "%s, rd = x0", op.name);
}

/* One immediate, in the body of a loop over OPA. */
static void put_immediate(struct builder *b, struct mnemonic op, int imm)
{
    put(b, asm_i(op.match, RES, OPA, imm));
    put_fold(b, H0, RES);
    put_move(b, RES, OPA);
    put(b, asm_i(op.match, RES, RES, imm));
    put_fold(b, H1, RES);
}

/* The same on x0 and to x0: constants all. */
static void put_immediate_x0(struct builder *b, struct mnemonic op, int imm)
{
    put(b, asm_i(op.match, RES, 0, imm));
    put_fold(b, H2, RES);
    put(b, asm_i(op.match, 0, OPA, imm));
    put(b, asm_i(op.match, 0, 0, imm));
    put_fold(b, H3, 0);
}

static void put_immediates(struct builder *b, struct mnemonic op, const int *imms, size_t n)
{
    const size_t loop = put_loop(b, PA, EDGES, EDGES_END);
    put(b, asm_i(MATCH_LD, OPA, PA, 0));
    for (size_t i = 0; i < n; i++) {
        put_immediate(b, op, imms[i]);
    }
    put_loop_end(b, loop, PA);
    for (size_t i = 0; i < n; i++) {
        put_immediate_x0(b, op, imms[i]);
    }
    put_digest(b, H0, "%s", op.name);
    put_digest(b, H1, "%s, rd = rs1", op.name);
    put_digest(b, H2, "%s, rs1 = x0", op.name);
    put_digest(b, H3, "%s, rd = x0", op.name);
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

static void run_registers(const char *name, const struct mnemonic *ops, size_t n, int amounts)
{
    struct builder *b = test_malloc(sizeof *b);
    uint32_t seconds = EDGES, end = EDGES_END;

    builder_init(b);
    if (amounts) {
        uint64_t values[N_AMOUNTS];
        fill_amounts(values);
        seconds = put_data(b, values, N_AMOUNTS);
        end = seconds + sizeof values;
    }
    for (size_t i = 0; i < n; i++) {
        put_pairs(b, ops[i], seconds, end);
        put_singles(b, ops[i]);
    }
    run(b, name);
    test_free(b);
}

#define RUN_REGISTERS(list, amounts) \
    run_registers(#list, (list), sizeof(list) / sizeof *(list), (amounts))

static void test_sums(void **state)
{
    static const enum table_id used[] = {TABLE_ADDSUB, TABLE_ADDSUBW, TABLE_ADDW_M, TABLE_LG64,
                                         TABLE_LG32,   TABLE_SLTX,    TABLE_MOVE};
    (void)state;
    RUN_REGISTERS(sums, 0);
    edge_expect_tables(used, sizeof used / sizeof *used);
}

static void test_products(void **state)
{
    static const enum table_id used[] = {TABLE_MUL, TABLE_MULH, TABLE_MULW};
    (void)state;
    RUN_REGISTERS(products, 0);
    edge_expect_tables(used, sizeof used / sizeof *used);
}

static void test_divisions(void **state)
{
    static const enum table_id used[] = {TABLE_DIV, TABLE_DIVW};
    (void)state;
    RUN_REGISTERS(divisions, 0);
    edge_expect_tables(used, sizeof used / sizeof *used);
}

static void test_shifts(void **state)
{
    static const enum table_id used[] = {TABLE_SHX};
    (void)state;
    RUN_REGISTERS(shifts, 1);
    edge_expect_tables(used, sizeof used / sizeof *used);
}

static void test_immediates(void **state)
{
    static const int imms[] = {0,   1,   -1,   2,    15,   16,   0x7f,  0x80,
                               255, 256, -256, 1024, 2046, 2047, -2047, -2048};
    static const enum table_id used[] = {TABLE_ADDI, TABLE_ADDI_M, TABLE_ADDIW, TABLE_ADDIW_M,
                                         TABLE_LGI,  TABLE_LG64,   TABLE_SLTX,  TABLE_CONST};
    struct builder *b = test_malloc(sizeof *b);

    (void)state;
    builder_init(b);
    for (size_t i = 0; i < sizeof immediates / sizeof *immediates; i++) {
        put_immediates(b, immediates[i], imms, sizeof imms / sizeof *imms);
    }
    run(b, "immediates");
    test_free(b);
    edge_expect_tables(used, sizeof used / sizeof *used);
}

static void test_shift_immediates(void **state)
{
    static const enum table_id used[] = {TABLE_SHLO, TABLE_SHHI, TABLE_SHW, TABLE_SHX};
    struct builder *b = test_malloc(sizeof *b);
    int amounts[64];

    (void)state;
    builder_init(b);
    for (int i = 0; i < 64; i++) {
        amounts[i] = i;
    }
    for (size_t i = 0; i < sizeof shift_immediates / sizeof *shift_immediates; i++) {
        put_immediates(b, shift_immediates[i], amounts, i < 3 ? 64 : 32);
    }
    run(b, "shift immediates");
    test_free(b);
    edge_expect_tables(used, sizeof used / sizeof *used);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sums),       cmocka_unit_test(test_products),
        cmocka_unit_test(test_divisions),  cmocka_unit_test(test_shifts),
        cmocka_unit_test(test_immediates), cmocka_unit_test(test_shift_immediates),
    };
    return EDGE_MAIN(tests);
}
