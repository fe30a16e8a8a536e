#include "support/random_program.h"

#include <string.h>

#include "support/guest_asm.h"

/* Where things are, and what the registers that are not random hold. */
#define TEXT    0x00010000u
#define DATA    0x00200000u
#define POOL    512u    /* operands, 8 bytes each, at DATA */
#define SCRATCH 0x2000u /* from DATA: memory that is loaded and stored at random */
#define OUTPUT  0x4000u /* from DATA: the registers before they are written */

enum { WINDOW = 3, COUNTER = 4, BASE = 28, FACTOR = 29, HASH = 30, TEMPORARY = 31 };

struct maker {
    uint32_t words[64 * 1024];
    size_t n;
    uint64_t state;
};

static void put(struct maker *m, uint32_t word)
{
    m->words[m->n++] = word;
}

static uint32_t below(struct maker *m, uint32_t n)
{
    return (uint32_t)(random_next(&m->state) >> 32) % n;
}

uint64_t random_operand(uint64_t *state)
{
    static const uint64_t edges[] = {
        0,         1,          UINT64_MAX, (uint64_t)INT64_MIN, INT64_MAX, (uint64_t)INT32_MIN,
        INT32_MAX, UINT32_MAX,
    };
    const uint64_t r = random_next(state), v = random_next(state);
    if (r >> 62 == 0) {
        return edges[v % (sizeof edges / sizeof *edges)];
    }
    switch (r % 8) {
    case 0:
        return v % 16;
    case 1:
        return 0 - v % 16;
    case 2:
        return (UINT64_C(1) << r / 8 % 64) + v % 3 - 1;
    case 3:
        return (uint64_t)(int32_t)v;
    case 4:
        return (uint32_t)v;
    case 5:
        return ((uint64_t)(uint32_t)v << 32) | (r & UINT64_C(0xffffffff));
    case 6:
        return 0 - (UINT64_C(1) << r / 8 % 64);
    default:
        return v;
    }
}

/* A destination: any register but those with a job. */
static int any_rd(struct maker *m)
{
    for (;;) {
        const int rd = (int)below(m, 28);
        if (rd != WINDOW && rd != COUNTER) {
            return rd;
        }
    }
}

static int any_imm(struct maker *m)
{
    static const int edges[] = {0, 1, -1, 2047, -2048, 15, 16, 255, -256, 1024};
    const uint32_t n = sizeof edges / sizeof *edges;
    return below(m, 3) == 0 ? edges[below(m, n)] : (int)below(m, 4096) - 2048;
}

static const int registers[] = {
    MATCH_ADD,  MATCH_SUB,  MATCH_ADDW, MATCH_SUBW,   MATCH_AND,   MATCH_OR,   MATCH_XOR,
    MATCH_SLT,  MATCH_SLTU, MATCH_SLL,  MATCH_SRL,    MATCH_SRA,   MATCH_SLLW, MATCH_SRLW,
    MATCH_SRAW, MATCH_MUL,  MATCH_MULH, MATCH_MULHSU, MATCH_MULHU, MATCH_MULW, MATCH_DIV,
    MATCH_DIVU, MATCH_REM,  MATCH_REMU, MATCH_DIVW,   MATCH_DIVUW, MATCH_REMW, MATCH_REMUW,
};
static const int immediates[] = {MATCH_ADDI, MATCH_ADDIW, MATCH_ANDI, MATCH_ORI,
                                 MATCH_XORI, MATCH_SLTI,  MATCH_SLTIU};
static const int shifts[] = {MATCH_SLLI,  MATCH_SRLI,  MATCH_SRAI,
                             MATCH_SLLIW, MATCH_SRLIW, MATCH_SRAIW};
static const int loads[] = {MATCH_LB, MATCH_LBU, MATCH_LH, MATCH_LHU,
                            MATCH_LW, MATCH_LWU, MATCH_LD};
static const int stores[] = {MATCH_SB, MATCH_SH, MATCH_SW, MATCH_SD};
static const int branches[] = {MATCH_BEQ, MATCH_BNE, MATCH_BLT, MATCH_BGE, MATCH_BLTU, MATCH_BGEU};

#define PICK(m, list) ((list)[below((m), sizeof(list) / sizeof *(list))])

static void fold(struct maker *m, int rd)
{
    if (rd != 0) {
        put(m, asm_r(MATCH_MUL, HASH, HASH, FACTOR));
        put(m, asm_r(MATCH_ADD, HASH, HASH, rd));
    }
}

/* Sources are often the destination, or x0, or each other: those have forms of their own. */
static void put_registers(struct maker *m)
{
    const int rd = any_rd(m);
    const int rs1 = below(m, 5) == 0 ? rd : (int)below(m, 32);
    const int rs2 = below(m, 5) == 0 ? rd : below(m, 9) == 0 ? rs1 : (int)below(m, 32);
    put(m, asm_r(PICK(m, registers), rd, below(m, 12) == 0 ? 0 : rs1, below(m, 12) == 0 ? 0 : rs2));
    fold(m, rd);
}

/* A division of two operands from the pool: where overflow and division by zero meet. */
static void put_division(struct maker *m)
{
    const int first = (int)(sizeof registers / sizeof *registers) - 8;
    const int rd = any_rd(m);
    put(m, asm_i(MATCH_LD, A0, WINDOW, 8 * (int)below(m, 256)));
    put(m, asm_i(MATCH_LD, A1, WINDOW, 8 * (int)below(m, 256)));
    put(m, asm_r(registers[first + (int)below(m, 8)], rd, A0, A1));
    fold(m, rd);
}

static void put_immediate(struct maker *m)
{
    const int rd = any_rd(m);
    const int rs1 = below(m, 4) == 0 ? rd : (int)below(m, 32);
    put(m, asm_i(PICK(m, immediates), rd, rs1, any_imm(m)));
    fold(m, rd);
}

static void put_shift(struct maker *m)
{
    const int rd = any_rd(m), match = PICK(m, shifts);
    const int word = match == MATCH_SLLIW || match == MATCH_SRLIW || match == MATCH_SRAIW;
    put(m, asm_i(match, rd, (int)below(m, 32), (int)below(m, word ? 32 : 64)));
    fold(m, rd);
}

static void put_memory(struct maker *m)
{
    const int offset = (int)below(m, 1024 - 8);
    if (below(m, 2) == 0) {
        put(m, asm_s(PICK(m, stores), (int)below(m, 32), offset, BASE));
    } else {
        const int rd = any_rd(m);
        put(m, asm_i(PICK(m, loads), rd, BASE, offset));
        fold(m, rd);
    }
}

/* Forward over one instruction. */
static void put_branch(struct maker *m)
{
    const int rs1 = (int)below(m, 32);
    const int rs2 = below(m, 4) == 0 ? 0 : below(m, 8) == 0 ? rs1 : (int)below(m, 32);
    put(m, asm_b(PICK(m, branches), rs1, rs2, 8));
    put(m, asm_i(MATCH_ADDI, HASH, HASH, any_imm(m)));
}

static void put_jump(struct maker *m)
{
    const int rd = any_rd(m);
    if (below(m, 2) == 0) {
        put(m, asm_jal(rd, 8));
    } else { /* the lowest bit of the target is ignored */
        const int link = below(m, 4) == 0 ? TEMPORARY : rd;
        put(m, asm_u(MATCH_AUIPC, TEMPORARY, 0));
        put(m, asm_i(MATCH_JALR, link, TEMPORARY, 12 + (int)below(m, 2)));
    }
    put(m, asm_i(MATCH_XORI, HASH, HASH, any_imm(m)));
    fold(m, rd);
}

static void put_upper(struct maker *m)
{
    const int rd = any_rd(m);
    put(m, asm_u(below(m, 2) == 0 ? MATCH_LUI : MATCH_AUIPC, rd, below(m, 1u << 20)));
    fold(m, rd);
}

static void put_random(struct maker *m)
{
    const uint32_t kind = below(m, 100);
    if (kind < 46) {
        put_registers(m);
    } else if (kind < 50) {
        put_division(m);
    } else if (kind < 64) {
        put_immediate(m);
    } else if (kind < 74) {
        put_shift(m);
    } else if (kind < 88) {
        put_memory(m);
    } else if (kind < 94) {
        put_branch(m);
    } else if (kind < 96) {
        put_jump(m);
    } else if (kind < 99) {
        put_upper(m);
    } else {
        put(m, below(m, 2) == 0 ? MATCH_FENCE | 0x0ff00000u : MATCH_FENCEI);
    }
}

/* rd = a 32-bit constant below 2^31. */
static void put_li(struct maker *m, int rd, uint32_t value)
{
    put(m, asm_u(MATCH_LUI, rd, (value + 0x800u) >> 12 & 0xfffffu));
    put(m, asm_i(MATCH_ADDIW, rd, rd, (int)(value << 20) >> 20));
}

/* A fresh operand from the pool for a register that is random. */
static void put_refill(struct maker *m)
{
    put(m, asm_i(MATCH_LD, any_rd(m), WINDOW, 8 * (int)below(m, 128)));
}

static void put_start(struct maker *m, uint32_t iterations)
{
    put_li(m, WINDOW, DATA);
    put_li(m, BASE, DATA + SCRATCH);
    put_li(m, COUNTER, iterations);
    put(m, asm_i(MATCH_LD, FACTOR, WINDOW, 0));
    put(m, asm_i(MATCH_ORI, FACTOR, FACTOR, 1));
    for (int r = 0; r < 32; r++) { /* Linux starts with a stack pointer, Chert with zeros */
        if (r != 0 && r != WINDOW && r != COUNTER && r != BASE && r != FACTOR) {
            put(m, asm_i(MATCH_LD, r, WINDOW, 8 * r));
        }
    }
}

/* The next window of the pool, one iteration less, and back to the start of the body. */
static void put_loop(struct maker *m, size_t body)
{
    put_li(m, TEMPORARY, DATA);
    put(m, asm_r(MATCH_SUB, WINDOW, WINDOW, TEMPORARY));
    put(m, asm_i(MATCH_ADDI, WINDOW, WINDOW, 8 * 37));
    put(m, asm_i(MATCH_SLLI, WINDOW, WINDOW, 64 - 11)); /* modulo 256 operands */
    put(m, asm_i(MATCH_SRLI, WINDOW, WINDOW, 64 - 11));
    put(m, asm_r(MATCH_ADD, WINDOW, WINDOW, TEMPORARY));
    put(m, asm_i(MATCH_ADDI, COUNTER, COUNTER, -1));
    put(m, asm_b(MATCH_BEQ, COUNTER, 0, 8));
    put(m, asm_jal(0, (int)(4 * body) - (int)(4 * m->n)));
}

static void put_end(struct maker *m)
{
    put_li(m, TEMPORARY, DATA + OUTPUT);
    for (int r = 0; r < 32; r++) {
        put(m, asm_s(MATCH_SD, r, 8 * r, TEMPORARY));
    }
    for (int i = 0; i < 1024; i += 8) { /* the scratch memory behind the registers */
        put(m, asm_i(MATCH_LD, T0, BASE, i));
        put(m, asm_s(MATCH_SD, T0, 256 + i, TEMPORARY));
    }
    put(m, asm_i(MATCH_ADDI, A0, 0, 1));
    put(m, asm_i(MATCH_ADDI, A1, TEMPORARY, 0));
    put(m, asm_i(MATCH_ADDI, A2, 0, RANDOM_OUTPUT));
    put(m, asm_i(MATCH_ADDI, A7, 0, 64));
    put(m, ECALL);
    put(m, asm_i(MATCH_ADDI, A0, 0, 0));
    put(m, asm_i(MATCH_ADDI, A7, 0, 93));
    put(m, ECALL);
}

size_t random_program(const struct random_options *o, uint8_t *elf)
{
    static _Thread_local struct maker m;
    uint64_t data[SCRATCH / 8] = {0};
    size_t body = 0;

    m.n = 0;
    m.state = o->seed;
    for (uint32_t i = 0; i < POOL; i++) {
        data[i] = random_operand(&m.state);
    }
    put_start(&m, o->iterations);
    body = m.n;
    for (uint32_t i = 0; i < o->instructions; i++) {
        if (i % 4 == 0) {
            put_refill(&m);
        }
        put_random(&m);
    }
    put_loop(&m, body);
    put_end(&m);
    const struct guest_segment segments[] = {
        {TEXT, m.words, 4 * m.n, 4 * m.n, 5},
        {DATA, data, sizeof data, 0x8000, 6},
    };
    return guest_elf(elf, TEXT, segments, 2);
}
