/*
 * Goal: every word decodes to the program entries that isa/ops.def promises, and words that are
 * no instructions to none.
 * Method: a table of words with their entries, the reserved encodings, and for random words the
 * rules that hold for all.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "isa/decode.h"
#include "isa/map.h"
#include "support/guest_asm.h"
#include "support/random_program.h"

#define PC   0x10000u
#define NEXT (PC + 4)

struct expected {
    const char *text; /* disassembled; also names the case */
    uint32_t word;
    uint32_t op, table, rd, rs1, rs2;
    int64_t imm;
    uint32_t next, next1;
};

/* rd, rs1, rs2 = a0, a1, a2 where nothing else is the point. */
#define R(name, rd, rs1, rs2) asm_r(MATCH_##name, rd, rs1, rs2)
#define I(name, rd, rs1, imm) asm_i(MATCH_##name, rd, rs1, imm)

static const uint32_t sink = REG_SINK;

static void check(const struct expected *c)
{
    const struct insn in = decode(PC, c->word);
    char text[DISASM_BYTES];

    disassemble(PC, c->word, text);
    assert_string_equal(text, c->text);
    if (in.op != c->op || in.table != c->table || in.rd != c->rd || in.rs1 != c->rs1 ||
        in.rs2 != c->rs2 || in.imm != c->imm || in.next != c->next || in.next1 != c->next1) {
        fail_msg("%s: op %u table %u rd %u rs1 %u rs2 %u imm %lld next 0x%x next1 0x%x", c->text,
                 in.op, in.table, in.rd, in.rs1, in.rs2, (long long)in.imm, in.next, in.next1);
    }
    assert_int_equal(in.pc, PC);
    assert_int_equal(in.word, c->word);
}

#define CHECK_ALL(list)                                             \
    for (size_t i_ = 0; i_ < sizeof(list) / sizeof *(list); i_++) { \
        check(&(list)[i_]);                                         \
    }

static void test_constants_and_moves(void **state)
{
    const struct expected cases[] = {
        {"lui a0, 0x12345", asm_u(MATCH_LUI, A0, 0x12345), OP_CONST, TABLE_CONST, A0, 0, 0,
         0x12345000, NEXT, 0},
        {"lui a0, 0x80000", asm_u(MATCH_LUI, A0, 0x80000), OP_CONST, TABLE_CONST, A0, 0, 0,
         0x80000000, NEXT, 0},
        {"auipc a0, 0x1", asm_u(MATCH_AUIPC, A0, 1), OP_CONST, TABLE_CONST, A0, 0, 0, PC + 0x1000,
         NEXT, 0},
        {"auipc zero, 0x1", asm_u(MATCH_AUIPC, 0, 1), OP_CONST, TABLE_CONST, sink, 0, 0, 0, NEXT,
         0},
        {"addi a0, zero, -3", I(ADDI, A0, 0, -3), OP_CONST, TABLE_CONST, A0, 0, 0, 0xfffffffd, NEXT,
         0},
        {"addi zero, zero, 0", NOP, OP_CONST, TABLE_CONST, sink, 0, 0, 0, NEXT, 0},
        {"mul zero, a1, a2", R(MUL, 0, A1, A2), OP_CONST, TABLE_CONST, sink, 0, 0, 0, NEXT, 0},
        {"divw zero, a1, a2", R(DIVW, 0, A1, A2), OP_CONST, TABLE_CONST, sink, 0, 0, 0, NEXT, 0},
        {"fence", (uint32_t)MATCH_FENCE | 0x0ff00000u, OP_CONST, TABLE_CONST, sink, 0, 0, 0, NEXT,
         0},
        {"fence.i", MATCH_FENCEI, OP_CONST, TABLE_CONST, sink, 0, 0, 0, NEXT, 0},
        {"jal ra, 0x10800", asm_jal(RA, 0x800), OP_CONST, TABLE_CONST, RA, 0, 0, NEXT, 0x10800, 0},
        {"jal zero, 0xff00", asm_jal(0, -0x100), OP_CONST, TABLE_CONST, sink, 0, 0, 0, 0xff00, 0},
        {"jal zero, 0x10002", asm_jal(0, 2), OP_CONST, TABLE_CONST, sink, 0, 0, 0, PC_NONE, 0},
        {"jal zero, 0xfff10000", asm_jal(0, -0x100000), OP_CONST, TABLE_CONST, sink, 0, 0, 0,
         PC_NONE, 0},
        {"addi a0, a1, 0", I(ADDI, A0, A1, 0), OP_MOVE, TABLE_MOVE, A0, A1, 0, 0, NEXT, 0},
        {"addi a0, a0, 0", I(ADDI, A0, A0, 0), OP_MOVE, TABLE_MOVE, A0, A0, 0, 0, NEXT, 0},
        {"ori a0, a1, 0", I(ORI, A0, A1, 0), OP_MOVE, TABLE_MOVE, A0, A1, 0, 0, NEXT, 0},
        {"xori a0, a1, 0", I(XORI, A0, A1, 0), OP_MOVE, TABLE_MOVE, A0, A1, 0, 0, NEXT, 0},
        {"andi a0, a1, -1", I(ANDI, A0, A1, -1), OP_MOVE, TABLE_MOVE, A0, A1, 0, 0, NEXT, 0},
        {"andi a0, a1, 0", I(ANDI, A0, A1, 0), OP_CONST, TABLE_CONST, A0, 0, 0, 0, NEXT, 0},
        {"add a0, zero, a1", R(ADD, A0, 0, A1), OP_MOVE, TABLE_MOVE, A0, A1, 0, 0, NEXT, 0},
        {"add a0, a1, zero", R(ADD, A0, A1, 0), OP_MOVE, TABLE_MOVE, A0, A1, 0, 0, NEXT, 0},
        {"sub a0, a1, zero", R(SUB, A0, A1, 0), OP_MOVE, TABLE_MOVE, A0, A1, 0, 0, NEXT, 0},
        {"or a0, zero, a1", R(OR, A0, 0, A1), OP_MOVE, TABLE_MOVE, A0, A1, 0, 0, NEXT, 0},
        {"sll a0, a1, zero", R(SLL, A0, A1, 0), OP_MOVE, TABLE_MOVE, A0, A1, 0, 0, NEXT, 0},
        {"rem a0, a1, zero", R(REM, A0, A1, 0), OP_MOVE, TABLE_MOVE, A0, A1, 0, 0, NEXT, 0},
        {"srli a0, a1, 0", I(SRLI, A0, A1, 0), OP_MOVE, TABLE_MOVE, A0, A1, 0, 0, NEXT, 0},
        {"and a0, a1, zero", R(AND, A0, A1, 0), OP_CONST, TABLE_CONST, A0, 0, 0, 0, NEXT, 0},
        {"slti a0, zero, 5", I(SLTI, A0, 0, 5), OP_CONST, TABLE_CONST, A0, 0, 0, 1, NEXT, 0},
        {"sltiu a0, zero, -1", I(SLTIU, A0, 0, -1), OP_CONST, TABLE_CONST, A0, 0, 0, 1, NEXT, 0},
        {"slti a0, zero, -1", I(SLTI, A0, 0, -1), OP_CONST, TABLE_CONST, A0, 0, 0, 0, NEXT, 0},
        {"slli a0, zero, 4", I(SLLI, A0, 0, 4), OP_CONST, TABLE_CONST, A0, 0, 0, 0, NEXT, 0},
    };
    (void)state;
    CHECK_ALL(cases);
    assert_int_equal(decode(PC, asm_u(MATCH_LUI, A0, 0x80000)).value, UINT64_C(0xffffffff80000000));
    assert_int_equal(decode(PC, I(ADDI, A0, 0, -3)).value, (uint64_t)-3);
}

static void test_additions(void **state)
{
    const struct expected cases[] = {
        {"addi a0, a1, -3", I(ADDI, A0, A1, -3), OP_ADDI, TABLE_ADDI, A0, A1, 0, -3, NEXT, 0},
        {"addi sp, sp, -2048", I(ADDI, SP, SP, -2048), OP_ADDI, TABLE_ADDI_M, SP, SP, 0, -2048,
         NEXT, 0},
        {"add a0, a1, a2", R(ADD, A0, A1, A2), OP_ADD, TABLE_ADDSUB, A0, A1, A2, 0, NEXT, 0},
        {"add a0, a1, a0", R(ADD, A0, A1, A0), OP_ADD, TABLE_ADDSUB, A0, A0, A1, 0, NEXT, 0},
        {"sub a0, a1, a0", R(SUB, A0, A1, A0), OP_SUB, TABLE_ADDSUB, A0, A1, A0, 0, NEXT, 0},
        {"sub a0, zero, a1", R(SUB, A0, 0, A1), OP_SUB, TABLE_ADDSUB, A0, 0, A1, 0, NEXT, 0},
        {"addiw a0, a1, 7", I(ADDIW, A0, A1, 7), OP_ADDIW, TABLE_ADDIW, A0, A1, 0, 7, NEXT, 0},
        {"addiw a0, a0, 0", I(ADDIW, A0, A0, 0), OP_ADDIW, TABLE_ADDIW_M, A0, A0, 0, 0, NEXT, 0},
        {"slliw a0, a1, 0", I(SLLIW, A0, A1, 0), OP_ADDIW, TABLE_ADDIW, A0, A1, 0, 0, NEXT, 0},
        {"sraiw a0, a0, 0", I(SRAIW, A0, A0, 0), OP_ADDIW, TABLE_ADDIW_M, A0, A0, 0, 0, NEXT, 0},
        {"addw a0, a1, zero", R(ADDW, A0, A1, 0), OP_ADDIW, TABLE_ADDIW, A0, A1, 0, 0, NEXT, 0},
        {"addw a0, zero, a1", R(ADDW, A0, 0, A1), OP_ADDIW, TABLE_ADDIW, A0, A1, 0, 0, NEXT, 0},
        {"remuw a0, a1, zero", R(REMUW, A0, A1, 0), OP_ADDIW, TABLE_ADDIW, A0, A1, 0, 0, NEXT, 0},
        {"addw a0, a1, a2", R(ADDW, A0, A1, A2), OP_ADDW, TABLE_ADDSUBW, A0, A1, A2, 0, NEXT, 0},
        {"addw a0, a0, a2", R(ADDW, A0, A0, A2), OP_ADDW, TABLE_ADDW_M, A0, A0, A2, 0, NEXT, 0},
        {"addw a0, a1, a0", R(ADDW, A0, A1, A0), OP_ADDW, TABLE_ADDW_M, A0, A0, A1, 0, NEXT, 0},
        {"addw a0, a0, a0", R(ADDW, A0, A0, A0), OP_ADDW, TABLE_ADDW_M, A0, A0, A0, 0, NEXT, 0},
        {"subw a0, a0, a1", R(SUBW, A0, A0, A1), OP_SUBW, TABLE_ADDSUBW, A0, A0, A1, 0, NEXT, 0},
    };
    (void)state;
    CHECK_ALL(cases);
}

static void test_logic(void **state)
{
    const struct expected cases[] = {
        {"and a0, a1, a2", R(AND, A0, A1, A2), OP_AND, TABLE_LG64, A0, A1, A2, 0, NEXT, 0},
        {"or a0, a1, a0", R(OR, A0, A1, A0), OP_OR, TABLE_LG64, A0, A0, A1, 0, NEXT, 0},
        {"xor a0, a1, a2", R(XOR, A0, A1, A2), OP_XOR, TABLE_LG64, A0, A1, A2, 0, NEXT, 0},
        {"ori a0, a1, -5", I(ORI, A0, A1, -5), OP_ORI, TABLE_LG64, A0, A1, 0, -5, NEXT, 0},
        {"ori a0, a1, 5", I(ORI, A0, A1, 5), OP_ORL, TABLE_LGI, A0, A1, 1, 5, NEXT, 0},
        {"andi a0, a1, 255", I(ANDI, A0, A1, 255), OP_ANDL, TABLE_LGI, A0, A1, 0, 255, NEXT, 0},
        {"andi a0, a1, -8", I(ANDI, A0, A1, -8), OP_ANDL, TABLE_LGI, A0, A1, 1, 0xfff8, NEXT, 0},
        {"xori a0, a1, 1", I(XORI, A0, A1, 1), OP_XORL, TABLE_LGI, A0, A1, 1, 1, NEXT, 0},
        {"xori a0, a1, -1", I(XORI, A0, A1, -1), OP_XORL, TABLE_LGI, A0, A1, 2, 0xffff, NEXT, 0},
        {"slt a0, a1, a2", R(SLT, A0, A1, A2), OP_SLT + 1, TABLE_SLTX, A0, A1, A2, 0, NEXT, 0},
        {"sltu a0, zero, a2", R(SLTU, A0, 0, A2), OP_SLT, TABLE_SLTX, A0, 0, A2, 0, NEXT, 0},
        {"slti a0, a1, -1", I(SLTI, A0, A1, -1), OP_SLT + 3, TABLE_SLTX, A0, A1, 0, -1, NEXT, 0},
        {"sltiu a0, a1, 1", I(SLTIU, A0, A1, 1), OP_SLT + 2, TABLE_SLTX, A0, A1, 0, 1, NEXT, 0},
    };
    (void)state;
    CHECK_ALL(cases);
}

static void test_shifts(void **state)
{
    const struct expected cases[] = {
        {"sra a0, a1, a2", R(SRA, A0, A1, A2), OP_SHX + 12, TABLE_SHX, A0, A1, A2, 0, NEXT, 0},
        {"sll a0, a1, a2", R(SLL, A0, A1, A2), OP_SHX + 9, TABLE_SHX, A0, A1, A2, 0, NEXT, 0},
        {"srlw a0, a1, a2", R(SRLW, A0, A1, A2), OP_SHX + 10, TABLE_SHX, A0, A1, A2, 0, NEXT, 0},
        {"srai a0, a1, 63", I(SRAI, A0, A1, 63), OP_SHX + 4, TABLE_SHX, A0, A1, 0, 63, NEXT, 0},
        {"sraiw a0, a1, 31", I(SRAIW, A0, A1, 31), OP_SHX + 6, TABLE_SHX, A0, A1, 0, 31, NEXT, 0},
    };
    (void)state;
    CHECK_ALL(cases);
}

/* x shifted as ops.def says: the product with N, cut at a distance that the flags name. */
static uint64_t shift_by_entries(uint32_t flags, uint64_t power, uint64_t x, unsigned base)
{
    __extension__ typedef unsigned __int128 u128;
    const u128 product = (u128)x * power;
    const unsigned w = flags & 1;
    if ((flags & 2) == 0) {
        return (uint64_t)(product << (16 * w + base));
    }
    return (uint64_t)(product >> (16 * w + 16 + base));
}

static void test_immediate_shifts_multiply_by_powers_of_two(void **state)
{
    uint64_t seed = 1;
    (void)state;
    for (int s = 1; s < 64; s++) {
        const uint64_t x = random_next(&seed);
        const struct insn left = decode(PC, I(SLLI, A0, A1, s)),
                          right = decode(PC, I(SRLI, A0, A1, s));
        const uint32_t op = s < 32 ? OP_SHLO : OP_SHHI;
        const unsigned base = s < 32 ? 0 : 32;

        assert_int_equal(left.table, s < 32 ? TABLE_SHLO : TABLE_SHHI);
        assert_int_equal(right.table, left.table);
        assert_in_range(left.op, op, op + 1);
        assert_in_range(right.op, op + 2, op + 3);
        assert_in_range(left.imm, 1, 1 << 15);
        assert_in_range(right.imm, 1, s == 32 ? 1 << 16 : 1 << 15);
        assert_int_equal(shift_by_entries(left.op - op, (uint64_t)left.imm, x, base), x << s);
        assert_int_equal(shift_by_entries(right.op - op, (uint64_t)right.imm, x, base), x >> s);
        assert_int_equal(left.amount, s);
        if (s < 32) {
            const struct insn l = decode(PC, I(SLLIW, A0, A1, s)),
                              r = decode(PC, I(SRLIW, A0, A1, s));
            assert_int_equal(l.table, TABLE_SHW);
            assert_int_equal(l.op - OP_SHW, left.op - op);
            assert_int_equal(r.op - OP_SHW, right.op - op);
            assert_int_equal(l.imm, left.imm);
            assert_int_equal(r.imm, right.imm);
        }
    }
}

static void test_branches_and_jumps(void **state)
{
    const struct expected cases[] = {
        {"beq a1, a2, 0x10008", asm_b(MATCH_BEQ, A1, A2, 8), OP_CMPEQ, TABLE_BEQ, 0, A1, A2, 0,
         NEXT, PC + 8},
        {"bne a1, a2, 0x10008", asm_b(MATCH_BNE, A1, A2, 8), OP_CMPEQ, TABLE_BEQ, 0, A1, A2, 0,
         PC + 8, NEXT},
        {"beq a1, zero, 0xf000", asm_b(MATCH_BEQ, A1, 0, -4096), OP_CMPZ, TABLE_BEQZ, 0, A1, 0, 0,
         NEXT, PC - 4096},
        {"bne zero, a1, 0x10ffc", asm_b(MATCH_BNE, 0, A1, 4092), OP_CMPZ, TABLE_BEQZ, 0, A1, 0, 0,
         PC + 4092, NEXT},
        {"beq zero, zero, 0x10008", asm_b(MATCH_BEQ, 0, 0, 8), OP_CMPZ, TABLE_BEQZ, 0, 0, 0, 0,
         NEXT, PC + 8},
        {"beq a1, a1, 0x10008", asm_b(MATCH_BEQ, A1, A1, 8), OP_CMPEQ, TABLE_BEQ, 0, A1, A1, 0,
         NEXT, PC + 8},
        {"blt a1, a2, 0x10008", asm_b(MATCH_BLT, A1, A2, 8), OP_CMPLT + 2, TABLE_BLT, 0, A1, A2, 0,
         NEXT, PC + 8},
        {"bge a1, zero, 0x10008", asm_b(MATCH_BGE, A1, 0, 8), OP_CMPLT + 2, TABLE_BLT, 0, A1, 0, 0,
         PC + 8, NEXT},
        {"bltu a1, a2, 0x10002", asm_b(MATCH_BLTU, A1, A2, 2), OP_CMPLT, TABLE_BLT, 0, A1, A2, 0,
         NEXT, PC_NONE},
        {"bgeu a1, a2, 0x10008", asm_b(MATCH_BGEU, A1, A2, 8), OP_CMPLT, TABLE_BLT, 0, A1, A2, 0,
         PC + 8, NEXT},
        {"jalr ra, -4(a1)", I(JALR, RA, A1, -4), OP_JALR, TABLE_JALR, RA, A1, 0, -4, 0, 0},
        {"jalr zero, 0(ra)", I(JALR, 0, RA, 0), OP_RET, TABLE_RET, 0, RA, 0, 0, 0, 0},
        {"ecall", ECALL, OP_ECALL, TABLE_ECALL, 0, 0, 0, 0, NEXT, 0},
    };
    (void)state;
    CHECK_ALL(cases);
}

static void test_loads_and_stores(void **state)
{
    const struct expected cases[] = {
        {"ld a0, -8(sp)", I(LD, A0, SP, -8), OP_LD, TABLE_LD, A0, SP, 0, -8, NEXT, 0},
        {"ld zero, 8(sp)", I(LD, 0, SP, 8), OP_LD, TABLE_LD, sink, SP, 0, 8, NEXT, 0},
        {"lw a0, 8(zero)", I(LW, A0, 0, 8), OP_LW, TABLE_LW, A0, 0, 0, 8, NEXT, 0},
        {"lwu a0, 8(sp)", I(LWU, A0, SP, 8), OP_LWU, TABLE_LW, A0, SP, 0, 8, NEXT, 0},
        {"lh a0, 8(sp)", I(LH, A0, SP, 8), OP_LH, TABLE_LH, A0, SP, 0, 8, NEXT, 0},
        {"lhu a0, 8(sp)", I(LHU, A0, SP, 8), OP_LHU, TABLE_LH, A0, SP, 0, 8, NEXT, 0},
        {"lb a0, 8(sp)", I(LB, A0, SP, 8), OP_LB, TABLE_LB, A0, SP, 0, 8, NEXT, 0},
        {"lbu a0, 8(sp)", I(LBU, A0, SP, 8), OP_LBU, TABLE_LBU, A0, SP, 0, 8, NEXT, 0},
        {"sd a2, -2048(sp)", asm_s(MATCH_SD, A2, -2048, SP), OP_SD, TABLE_SD, 0, SP, A2, -2048,
         NEXT, 0},
        {"sw zero, 2047(sp)", asm_s(MATCH_SW, 0, 2047, SP), OP_SW, TABLE_SW, 0, SP, 0, 2047, NEXT,
         0},
        {"sh a2, 0(sp)", asm_s(MATCH_SH, A2, 0, SP), OP_SH, TABLE_SSUB, 0, SP, A2, 0, NEXT, 0},
        {"sb a2, 1(sp)", asm_s(MATCH_SB, A2, 1, SP), OP_SB, TABLE_SSUB, 0, SP, A2, 1, NEXT, 0},
    };
    (void)state;
    CHECK_ALL(cases);
}

static void test_multiplications_and_divisions(void **state)
{
    const struct expected cases[] = {
        {"mul a0, a1, a2", R(MUL, A0, A1, A2), OP_MUL, TABLE_MUL, A0, A1, A2, 0, NEXT, 0},
        {"mulh a0, a1, a0", R(MULH, A0, A1, A0), OP_MULH, TABLE_MULH, A0, A0, A1, 0, NEXT, 0},
        {"mulhsu a0, a1, a0", R(MULHSU, A0, A1, A0), OP_MULHSU, TABLE_MULH, A0, A1, A0, 0, NEXT, 0},
        {"mulhu a0, a1, a2", R(MULHU, A0, A1, A2), OP_MULHU, TABLE_MULH, A0, A1, A2, 0, NEXT, 0},
        {"mulw a0, a1, a2", R(MULW, A0, A1, A2), OP_MULW, TABLE_MULW, A0, A1, A2, 0, NEXT, 0},
        {"div a0, a1, zero", R(DIV, A0, A1, 0), OP_DIV, TABLE_DIV, A0, A1, 0, 0, NEXT, 0},
        {"divu a0, a1, a2", R(DIVU, A0, A1, A2), OP_DIV + 1, TABLE_DIV, A0, A1, A2, 0, NEXT, 0},
        {"rem a0, zero, a2", R(REM, A0, 0, A2), OP_DIV + 2, TABLE_DIV, A0, 0, A2, 0, NEXT, 0},
        {"remu a0, a1, a2", R(REMU, A0, A1, A2), OP_DIV + 3, TABLE_DIV, A0, A1, A2, 0, NEXT, 0},
        {"divw a0, a1, a2", R(DIVW, A0, A1, A2), OP_DIV + 4, TABLE_DIVW, A0, A1, A2, 0, NEXT, 0},
        {"divuw a0, a1, a2", R(DIVUW, A0, A1, A2), OP_DIV + 5, TABLE_DIVW, A0, A1, A2, 0, NEXT, 0},
        {"remw a0, a1, a2", R(REMW, A0, A1, A2), OP_DIV + 6, TABLE_DIVW, A0, A1, A2, 0, NEXT, 0},
        {"remuw a0, a1, a2", R(REMUW, A0, A1, A2), OP_DIV + 7, TABLE_DIVW, A0, A1, A2, 0, NEXT, 0},
    };
    (void)state;
    CHECK_ALL(cases);
}

static void test_reserved_words_are_no_instructions(void **state)
{
    static const uint32_t words[] = {
        0x00000000, 0xffffffff,             /* all zeros, all ones */
        0x00000001, 0x00008082, 0x852e852e, /* compressed: c.nop, c.jr ra, c.mv */
        0x00100073,                         /* ebreak: an instruction, but a fault */
        0x10500073, 0x30200073, 0x00200073, /* wfi, mret, uret */
        0x30529073, 0xc0002573,             /* csrw mtvec, rdcycle */
        0x00000173, 0x00010073,             /* ecall with a register in it */
        0x02b5151b, 0x02b5551b, 0x42b5551b, /* slliw srliw sraiw by 32 and more */
        0x06051513, 0x80055513, 0x44055513, /* slli srli srai with reserved upper bits */
        0x40b51533, 0x40b57533, 0x04b50533, /* sll and add with reserved funct7 */
        0x02b5153b, 0x40b5153b, 0x00b5253b, /* word forms that do not exist */
        0x0005f503,                         /* load, funct3 7 */
        0x00b54023, 0x00b57023,             /* store, funct3 4 and 7 */
        0x00b52063, 0x00b53063,             /* branch, funct3 2 and 3 */
        0x00051567,                         /* jalr, funct3 1 */
        0x0000200f,                         /* misc-mem, funct3 2 (cbo) */
        0x0005250b, 0x0000002f, 0x1005252f, /* custom-0, AMO, lr.w */
        0x00052507, 0x02b50553,             /* flw, fadd */
        0x20b52533, 0x08b50533, 0x60051513, /* sh1add, Zbb */
    };
    (void)state;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        const struct insn in = decode(PC, words[i]);
        if (in.op != 0 || in.handler != HANDLER_FAULT || insn_rows(&in) != 0) {
            fail_msg("0x%08x decodes to op %u", words[i], in.op);
        }
    }
    assert_int_equal(rv64_of(MATCH_EBREAK), RV64_EBREAK);
    /* no link below 2^32 */
    assert_int_equal(decode(0xfffffffc, NOP).op, 0);
}

static void test_fences_ignore_their_fields(void **state)
{
    (void)state;
    assert_int_equal(decode(PC, 0x8330000f).op, OP_CONST); /* fence.tso */
    assert_int_equal(decode(PC, 0x0ff5050f).op, OP_CONST); /* rd and rs1 set */
    assert_int_equal(decode(PC, 0x0005150f).op, OP_CONST);
}

/* One word, at most one instruction: the order of rv64.def does not matter. */
static void test_encodings_exclude_each_other(void **state)
{
    static const uint32_t codes[][2] = {
#define XX(name, mnemonic, match, mask, format) {match, mask},
#include "isa/rv64.def"
#undef XX
    };
    const size_t n = sizeof codes / sizeof *codes;
    (void)state;
    for (size_t i = 0; i < n; i++) {
        assert_int_equal(codes[i][0] & ~codes[i][1], 0);
        assert_int_equal(codes[i][0] & 3, 3);
        for (size_t k = 0; k < i; k++) {
            const uint32_t both = codes[i][1] & codes[k][1];
            assert_int_not_equal(codes[i][0] & both, codes[k][0] & both);
        }
    }
}

static void test_rules_that_hold_for_every_word(void **state)
{
    uint64_t seed = 7;
    uint32_t valid = 0;
    (void)state;
    for (uint32_t i = 0; i < 2000000; i++) {
        const uint32_t word = (uint32_t)random_next(&seed) | 3u;
        const uint32_t pc = (uint32_t)random_next(&seed) & ~3u;
        const struct insn in = decode(pc, word);
        if (in.op == 0) {
            continue;
        }
        valid++;
        assert_true(in.rd <= REG_SINK && in.rs1 < 32 && in.rs2 < 32);
        assert_true(in.table < N_TABLES && in.handler < N_HANDLERS && in.handler != HANDLER_FAULT);
        assert_true(in.next == PC_NONE || in.next % 4 == 0);
        assert_true(in.next1 == PC_NONE || in.next1 % 4 == 0);
        assert_true(in.table != TABLE_ADDI_M || in.rd == in.rs1);
        assert_true(in.table != TABLE_ADDI || in.rd != in.rs1);
        if (in.op != OP_CONST && in.op != OP_RET && in.op != OP_ECALL && insn_rows(&in) == 1 &&
            in.table != TABLE_SD && in.table != TABLE_SW && in.table != TABLE_SSUB) {
            assert_int_not_equal(in.rd, 0); /* x0 is never written */
        }
    }
    assert_in_range(valid, 100000, 1900000);
}

static void test_map_and_regions_agree(void **state)
{
    static const uint64_t edges[] = {0,          0xfff,      0x1000,      0xbf7fefff,  0xbf7ff000,
                                     0xbf7fffff, 0xbf800000, 0xbfffffff,  0xc0000000,  0xffffefff,
                                     0xfffff000, 0xffffffff, 0x100000000, 0x100001000, UINT64_MAX};
    (void)state;
    for (size_t i = 0; i < sizeof edges / sizeof *edges; i++) {
        uint32_t found = MAP_N_REGIONS;
        for (uint32_t m = 0; m < MAP_N_REGIONS; m++) {
            if (edges[i] >= map_regions[m].start && edges[i] < map_regions[m].end) {
                found = m;
            }
        }
        assert_int_equal(map_has(edges[i]), found != MAP_N_REGIONS);
        if (found != MAP_N_REGIONS) {
            assert_int_equal(map_region_of((uint32_t)edges[i]), found);
        }
    }
    assert_int_equal(MAP_GUARD_START, 0xc0000000u - (8u << 20) - 4096u);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_constants_and_moves),
        cmocka_unit_test(test_additions),
        cmocka_unit_test(test_logic),
        cmocka_unit_test(test_shifts),
        cmocka_unit_test(test_immediate_shifts_multiply_by_powers_of_two),
        cmocka_unit_test(test_branches_and_jumps),
        cmocka_unit_test(test_loads_and_stores),
        cmocka_unit_test(test_multiplications_and_divisions),
        cmocka_unit_test(test_reserved_words_are_no_instructions),
        cmocka_unit_test(test_fences_ignore_their_fields),
        cmocka_unit_test(test_encodings_exclude_each_other),
        cmocka_unit_test(test_rules_that_hold_for_every_word),
        cmocka_unit_test(test_map_and_regions_agree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
