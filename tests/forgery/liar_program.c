#include "forgery/liar_program.h"

#include <string.h>

#include "support/guest_asm.h"

enum { S2 = 18, S3, S4, S5, S6, S7, S8, S9, S10, S11 };

#define R(name, rd, rs1, rs2)  asm_r(MATCH_##name, rd, rs1, rs2)
#define I(name, rd, rs1, imm)  asm_i(MATCH_##name, rd, rs1, imm)
#define S(name, rs2, imm, rs1) asm_s(MATCH_##name, rs2, imm, rs1)
#define LI(rd, value)          asm_i(MATCH_ADDI, rd, 0, value)
/* Both outcomes lead to the next instruction. */
#define B(name, rs1, rs2) asm_b(MATCH_##name, rs1, rs2, 4)

#define JUMP_TO 6u
#define A_WORD  UINT64_C(0x8123456789abcdef)
#define B_WORD  UINT64_C(0x0fedcba987654321)

/* Code under construction. */
struct code {
    uint32_t *text;
    size_t n;
};

static void put(struct code *c, const uint32_t *words, size_t bytes)
{
    memcpy(c->text + c->n, words, bytes);
    c->n += bytes / sizeof *words;
}

/* s1, s2 any words, one of them negative; s3, s4 sign-extended words, one negative; s5 = 13,
 * s9 = 3; s0 data, s6 scratch, s10 input. What comes from the input, the prover may choose: s7 a
 * jump's target, s11 a pointer, and later a write's pointer and length. */
static void put_operands(struct code *c)
{
    const uint32_t words[] = {
        NOP, /* CONST row 0 */
        asm_u(MATCH_LUI, S0, LIAR_DATA >> 12),
        asm_u(MATCH_LUI, S6, (LIAR_DATA >> 12) + 1),
        I(LD, S10, S0, 24), /* LD row 0 */
        I(LD, S7, S10, 24), /* LD row 1 */
        I(JALR, T0, S7, 0), /* JALR row 0, to word JUMP_TO, which follows */
        I(LD, S11, S10, 8), /* LD row 2 */
        I(LD, T0, S11, 0),  /* LD row 3 */
        I(LD, S1, S0, 0),   /* LD row 4 */
        I(LD, S2, S0, 8),   /* LD row 5 */
        I(LW, S3, S0, 16),
        I(LW, S4, S0, 20),
        LI(S5, 13),
        LI(S9, 3),
    };
    put(c, words, sizeof words);
}

/* Each result goes to t0; the next instruction overwrites it. */
static void put_results(struct code *c)
{
    const uint32_t words[] = {
        /* clang-format off */
        I(ADDI, T0, S1, 0), /* MOVE */
        I(ADDI, T0, S1, -5),
        R(ADD, T0, S1, S2), R(SUB, T0, S1, S2),
        I(ADDIW, T0, S1, 7),
        R(ADDW, T0, S1, S2), R(SUBW, T0, S1, S2),
        R(AND, T0, S1, S2), R(OR, T0, S1, S2), R(XOR, T0, S1, S2), I(ORI, T0, S1, -256), /* LG64 */
        R(AND, T0, S3, S4), R(OR, T0, S3, S4), R(XOR, T0, S3, S4), /* LG32 */
        I(ANDI, T0, S1, 0x55), I(ORI, T0, S1, 0x55), I(XORI, T0, S1, -1), /* LGI */
        I(SLLI, T0, S9, 3), I(SRLI, T0, S1, 5), /* SHLO; 3 << 3 = 24 */
        I(SLLI, T0, S1, 37), I(SRLI, T0, S1, 45), /* SHHI */
        I(SLLIW, T0, S1, 5), I(SRLIW, T0, S1, 21), /* SHW */
        I(SRAI, T0, S1, 9), R(SLL, T0, S1, S5), R(SRAW, T0, S1, S5), /* SHX */
        R(SLT, T0, S1, S2), R(SLTU, T0, 0, S2), I(SLTI, T0, S1, -3), /* SLTX */
        R(MUL, T0, S1, S2),
        R(MULH, T0, S1, S2), R(MULHSU, T0, S1, S2), R(MULHU, T0, S1, S2), /* MULH */
        R(MULW, T0, S1, S2),
        R(DIVW, T0, S4, S9), R(REMW, T0, S4, S9), /* DIVW */
        R(DIV, T0, S1, S9), R(REM, T0, S1, S9), R(DIVU, T0, S1, 0), /* DIV; by zero */
        /* clang-format on */
    };
    put(c, words, sizeof words);
}

/* Results in place, and branches: both ways out of each lead to the next instruction. */
static void put_places(struct code *c)
{
    const uint32_t words[] = {
        /* clang-format off */
        LI(T1, 100), I(ADDI, T1, T1, 5), /* ADDI_M */
        LI(T1, 200), I(ADDIW, T1, T1, -300), /* ADDIW_M */
        LI(T1, 300), R(ADDW, T1, T1, S3), /* ADDW_M row 0 */
        LI(T1, 0), R(ADDW, T1, T1, T1), /* ADDW_M row 1: all three are one register */
        LI(T1, 21), R(ADD, T1, T1, T1), /* ADDSUB row 2 */
        R(ADD, 0, S1, S2), /* to the sink: CONST */
        B(BEQ, S1, S2), B(BNE, S1, S1), /* BEQ */
        B(BEQ, S9, 0), B(BNE, 0, 0), /* BEQZ */
        B(BLT, S3, S5), B(BGEU, S1, S2), /* BLT rows 0, 1 */
        B(BLTU, S9, S5), B(BLTU, S9, S5), B(BLTU, S9, S5), B(BLTU, S9, S5), B(BLTU, S9, S5),
        B(BLTU, S9, S5), B(BLTU, S9, S5), B(BLTU, S9, S5), B(BLTU, S9, S5), B(BLTU, S9, S5),
        /* upper halves neither equal nor complements: SLTX row 3 */
        B(BLT, S1, S2),
        /* clang-format on */
    };
    put(c, words, sizeof words);
}

static void put_jumps(struct code *c)
{
    const uint32_t words[] = {
        asm_u(MATCH_AUIPC, S7, 0),
        I(JALR, T0, S7, 8), /* JALR row 1, to the next instruction */
        asm_u(MATCH_AUIPC, S7, 0),
        I(JALR, T0, S7, 9), /* bit 0 is dropped */
        asm_u(MATCH_AUIPC, S8, 0),
        I(JALR, 0, S8, 8), /* RET */
        asm_jal(0, 4),
    };
    put(c, words, sizeof words);
}

static void put_memory(struct code *c)
{
    const uint32_t words[] = {
        /* Loads of cells with a value in the image, of the input's length, to the sink. */
        I(LD, T0, S0, 40), /* LD row 6 */
        I(LW, T0, S0, 44), /* LW row 2 */
        I(LWU, T0, S0, 44),
        I(LBU, T0, S0, 43),
        I(LB, T0, S0, 47),
        I(LH, T0, S0, 46),
        I(LHU, T0, S0, 44),
        I(LD, T0, S10, 0), /* LD row 7 */
        I(LD, 0, S0, 40),  /* LD row 8 */
        I(LD, T0, S0, 64), /* LD row 9: nobody else touches this cell */

        /* Stores, each to a cell of its own; then twice to one, which is read. */
        S(SD, S1, 0, S6),  /* SD row 0 */
        S(SW, S1, 8, S6),  /* SW row 0 */
        S(SW, S1, 20, S6), /* SW row 1 */
        S(SB, S1, 27, S6), /* SSUB row 0 */
        S(SH, S1, 34, S6), /* SSUB row 1 */
        S(SD, S1, 40, S6), /* SD row 1 */
        S(SD, S2, 40, S6), /* SD row 2 */
        I(LD, T0, S6, 40), /* LD row 10 */

        /* Misaligned: MIS rows 0 to 5; rows 1 and 4 stay inside a cell. */
        I(LD, T0, S0, 41),
        I(LW, T0, S0, 41),
        I(LH, T0, S0, 47),
        S(SD, S1, 60, S6),
        S(SW, S1, 73, S6),
        S(SH, S1, 87, S6),
    };
    put(c, words, sizeof words);
}

static void put_calls(struct code *c)
{
    const uint32_t words[] = {
        /* write(1, data + 35, 5), write(1, data + 32, 3), write(1, -1, 0), print, exit(0). */
        LI(A7, 64),
        LI(A0, 1),
        I(ADDI, A1, S0, 35),
        LI(A2, 5),
        ECALL,
        LI(A0, 1),
        I(LD, A1, S10, 32), /* LD row 11 */
        I(LD, A2, S10, 16), /* LD row 12 */
        ECALL,
        LI(A0, 1),
        LI(A1, -1),
        LI(A2, 0),
        ECALL,
        LI(A7, 1),
        LI(A1, 0),
        ECALL,
        LI(A0, 0),
        EXIT,
    };
    put(c, words, sizeof words);
}

static size_t assemble_everything(uint32_t *text)
{
    struct code c = {0};
    c.text = text;
    put_operands(&c);
    put_results(&c);
    put_places(&c);
    put_jumps(&c);
    put_memory(&c);
    put_calls(&c);
    return c.n;
}

static const uint64_t everything_data[] = {
    A_WORD,
    B_WORD,
    UINT64_C(0x8765432112345678),
    UINT64_C(0xc0000000), /* the input region */
    UINT64_C(0x0a64636261676663),
    UINT64_C(0xfedcba9876543210),
    UINT64_C(0x80f1e2d3c4b5a697),
    UINT64_C(0x1122334455667788), /* untouched */
    UINT64_C(0x99aabbccddeeff00),
};

/* What follows the length. */
static const uint64_t everything_input[] = {
    LIAR_DATA + 40,
    3,
    LIAR_TEXT + 4 * JUMP_TO,
    LIAR_DATA + 32,
};

const struct liar_guest liar_everything = {
    .name = "everything",
    .assemble = assemble_everything,
    .data = everything_data,
    .n_data = sizeof everything_data / sizeof *everything_data,
    .input = everything_input,
    .n_input = sizeof everything_input / sizeof *everything_input,
};

static size_t assemble_rester(uint32_t *text)
{
    const uint32_t words[] = {
        asm_u(MATCH_LUI, S0, LIAR_DATA >> 12),
        LI(S1, 77),
        S(SD, S1, 0, S0),
        asm_u(MATCH_LUI, T0, 3), /* 12288 times two instructions, four ticks each */
        I(ADDI, T0, T0, -1),
        asm_b(MATCH_BNE, T0, 0, -4),
        I(LD, T1, S0, 0), /* s0 and the cell have rested for more than 2^16 ticks */
        LI(A0, 0),
        EXIT,
    };
    memcpy(text, words, sizeof words);
    return sizeof words / sizeof *words;
}

static const uint64_t rester_data[] = {1};

const struct liar_guest liar_rester = {
    .name = "rester",
    .assemble = assemble_rester,
    .data = rester_data,
    .n_data = 1,
};
