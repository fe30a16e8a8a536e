/*
 * Decoding: pick the fields, then the canonical form that isa/ops.def describes.
 *
 * The canonical form matters twice: it decides which table proves the instruction (and so what it
 * costs), and the program table made of it is part of the program's id. So every choice here is a
 * rule that depends on the word alone.
 */
#include "isa/decode.h"

static const struct encoding {
    uint32_t match, mask;
    uint32_t format;
} encodings[N_RV64] = {
    [RV64_NONE] = {0, 0, FORMAT_NONE},
#define XX(name, mnemonic, match, mask, format) [RV64_##name] = {match, mask, FORMAT_##format},
#include "isa/rv64.def"
#undef XX
};

enum rv64 rv64_of(uint32_t word)
{
    for (uint32_t i = RV64_NONE + 1; i < N_RV64; i++) {
        if ((word & encodings[i].mask) == encodings[i].match) {
            return (enum rv64)i;
        }
    }
    return RV64_NONE;
}

/* Bits [at + n - 1 : at] of the word, moved to `to`. */
static uint32_t bits(uint32_t word, unsigned at, unsigned n, unsigned to)
{
    return (word >> at & ((1u << n) - 1)) << to;
}

/* The lowest n bits as a signed number. */
static int64_t extend(uint32_t x, unsigned n)
{
    const uint64_t sign = UINT64_C(1) << (n - 1);
    return (int64_t)((x ^ sign) - sign);
}

static int64_t immediate(uint32_t w, uint32_t format)
{
    switch (format) {
    case FORMAT_I:
    case FORMAT_LOAD:
        return extend(bits(w, 20, 12, 0), 12);
    case FORMAT_SHIFT6:
        return bits(w, 20, 6, 0);
    case FORMAT_SHIFT5:
        return bits(w, 20, 5, 0);
    case FORMAT_S:
        return extend(bits(w, 25, 7, 5) | bits(w, 7, 5, 0), 12);
    case FORMAT_B:
        return extend(bits(w, 31, 1, 12) | bits(w, 7, 1, 11) | bits(w, 25, 6, 5) | bits(w, 8, 4, 1),
                      13);
    case FORMAT_U:
        return extend(w & 0xfffff000u, 32);
    case FORMAT_J:
        return extend(bits(w, 31, 1, 20) | bits(w, 12, 8, 12) | bits(w, 20, 1, 11) |
                          bits(w, 21, 10, 1),
                      21);
    default:
        return 0;
    }
}

int64_t rv64_immediate(uint32_t word)
{
    return immediate(word, encodings[rv64_of(word)].format);
}

static uint32_t target(int64_t to)
{
    return to < 0 || to > (int64_t)UINT32_MAX || to % 4 != 0 ? PC_NONE : (uint32_t)to;
}

/* What the fields say, before the canonical form. x0 as destination is still 0. */
struct fields {
    enum rv64 kind;
    uint32_t rd, rs1, rs2;
    int64_t imm;
};

/* Each of these sets op, table, handler and the program entries that its form uses. */
static void set(struct insn *in, uint32_t op, enum table_id table, enum handler handler)
{
    in->op = (uint16_t)op;
    in->table = (uint8_t)table;
    in->handler = (uint8_t)handler;
}

static void make_const(struct insn *in, const struct fields *f, uint64_t value)
{
    set(in, OP_CONST, TABLE_CONST, HANDLER_CONST);
    in->rd = f->rd == 0 ? REG_SINK : (uint8_t)f->rd;
    in->value = in->rd == REG_SINK ? 0 : value;
    in->imm = (int64_t)(in->value & UINT32_MAX);
}

static void make_move(struct insn *in, const struct fields *f, uint32_t from)
{
    set(in, OP_MOVE, TABLE_MOVE, HANDLER_MOVE);
    in->rd = (uint8_t)f->rd;
    in->rs1 = (uint8_t)from;
}

/* rd = rs1 op immediate; `entry` is the program's imm. */
static void make_imm(struct insn *in, const struct fields *f, int64_t entry)
{
    in->rd = (uint8_t)f->rd;
    in->rs1 = (uint8_t)f->rs1;
    in->imm = entry;
    in->value = (uint64_t)f->imm;
}

static void make_addiw(struct insn *in, const struct fields *f, uint32_t from, int64_t imm)
{
    const struct fields g = {RV64_ADDIW, f->rd, from, 0, imm};
    set(in, OP_ADDIW, f->rd == from ? TABLE_ADDIW_M : TABLE_ADDIW, HANDLER_ADDIW);
    make_imm(in, &g, imm);
}

static void make_reg(struct insn *in, const struct fields *f)
{
    in->rd = (uint8_t)f->rd;
    in->rs1 = (uint8_t)f->rs1;
    in->rs2 = (uint8_t)f->rs2;
}

/* The flags of SHLO, SHHI and SHW, and N = 2^n, for a shift by `s` below 32: ops.def. */
static uint32_t shift_flags(int left, uint32_t s, int64_t *power)
{
    /* right by s = 16 w + 16 - n; by 0 (of SHHI) it is w = 0, n = 16 */
    const uint32_t w = left || s == 0 ? s / 16 : (s - 1) / 16;
    const uint32_t n = left ? s % 16 : 16 * w + 16 - s;
    *power = INT64_C(1) << n;
    return (left ? 0 : 2) + w;
}

static void decode_shift_imm(struct insn *in, const struct fields *f, enum handler handler)
{
    const uint32_t s = (uint32_t)f->imm;
    const int left = f->kind == RV64_SLLI || f->kind == RV64_SLLIW;
    const int word = f->kind == RV64_SLLIW || f->kind == RV64_SRLIW || f->kind == RV64_SRAIW;
    int64_t power = 0;

    if (f->rs1 == 0) {
        make_const(in, f, 0);
        return;
    }
    if (s == 0 && word) {
        make_addiw(in, f, f->rs1, 0);
        return;
    }
    if (s == 0) {
        make_move(in, f, f->rs1);
        return;
    }
    if (f->kind == RV64_SRAI || f->kind == RV64_SRAIW) {
        set(in, OP_SHX + 4 + (word ? 2 : 0), TABLE_SHX, handler);
        make_imm(in, f, s);
    } else {
        const uint32_t op = word ? OP_SHW : s < 32 ? OP_SHLO : OP_SHHI;
        const enum table_id table = word ? TABLE_SHW : s < 32 ? TABLE_SHLO : TABLE_SHHI;
        set(in, op + shift_flags(left, s % 32, &power), table, handler);
        make_imm(in, f, power);
    }
    in->amount = (uint8_t)s;
}

/* andi ori xori: by halves of 16 bits where the upper 48 are zeroed, kept or inverted (ANDL, ORL,
 * XORL, rs2 = up + 2 inv); ori of a negative immediate sets them, which only LG64 does. */
static void decode_logic_imm(struct insn *in, const struct fields *f, enum handler handler)
{
    const uint32_t up = 1, inverted = 2;
    const int negative = f->imm < 0;

    if (f->kind == RV64_ORI && negative) {
        set(in, OP_ORI, TABLE_LG64, handler);
        make_imm(in, f, f->imm);
        return;
    }
    if (f->kind == RV64_ANDI) {
        set(in, OP_ANDL, TABLE_LGI, handler);
        in->rs2 = (uint8_t)(negative ? up : 0);
    } else if (f->kind == RV64_ORI) {
        set(in, OP_ORL, TABLE_LGI, handler);
        in->rs2 = (uint8_t)up;
    } else {
        set(in, OP_XORL, TABLE_LGI, handler);
        in->rs2 = (uint8_t)(negative ? inverted : up);
    }
    make_imm(in, f, f->imm & 0xffff);
}

/* What an immediate instruction gives for an operand of 0. */
static uint64_t of_zero(const struct fields *f)
{
    switch ((int)f->kind) {
    case RV64_ANDI:
        return 0;
    case RV64_SLTI:
        return f->imm > 0;
    case RV64_SLTIU:
        return f->imm != 0;
    default: /* addi addiw ori xori: 12 bits, sign-extended */
        return (uint64_t)f->imm;
    }
}

static void decode_imm(struct insn *in, const struct fields *f, enum handler handler)
{
    if (f->rs1 == 0) {
        make_const(in, f, of_zero(f));
        return;
    }
    switch ((int)f->kind) {
    case RV64_ADDIW:
        make_addiw(in, f, f->rs1, f->imm);
        return;
    case RV64_SLTI:
    case RV64_SLTIU:
        set(in, OP_SLT + 2 + (f->kind == RV64_SLTI ? 1 : 0), TABLE_SLTX, handler);
        make_imm(in, f, f->imm);
        return;
    case RV64_ANDI:
        if (f->imm == 0) {
            make_const(in, f, 0);
        } else if (f->imm == -1) {
            make_move(in, f, f->rs1);
        } else {
            decode_logic_imm(in, f, handler);
        }
        return;
    default: /* addi ori xori */
        if (f->imm == 0) {
            make_move(in, f, f->rs1);
        } else if (f->kind == RV64_ADDI) {
            set(in, OP_ADDI, f->rd == f->rs1 ? TABLE_ADDI_M : TABLE_ADDI, handler);
            make_imm(in, f, f->imm);
        } else {
            decode_logic_imm(in, f, handler);
        }
        return;
    }
}

/* Instructions on two registers. `zero` says what x0 as rs2 makes of it: nothing special, rs1
 * itself, rs1's low word sign-extended, or 0. */
enum zero { PLAIN, COPY, WORD, CLEAR };

static const struct reg_form {
    uint16_t op;
    uint8_t table, handler;
    uint8_t commutes, zero;
} reg_forms[N_RV64] = {
#define FORM(name, op, table, commutes, zero) \
    [RV64_##name] = {(op), TABLE_##table, HANDLER_##name, (commutes), (zero)}
    FORM(ADD, OP_ADD, ADDSUB, 1, COPY),
    FORM(SUB, OP_SUB, ADDSUB, 0, COPY),
    FORM(ADDW, OP_ADDW, ADDSUBW, 1, WORD),
    FORM(SUBW, OP_SUBW, ADDSUBW, 0, WORD),
    FORM(AND, OP_AND, LG64, 1, CLEAR),
    FORM(OR, OP_OR, LG64, 1, COPY),
    FORM(XOR, OP_XOR, LG64, 1, COPY),
    FORM(SLT, OP_SLT + 1, SLTX, 0, PLAIN),
    FORM(SLTU, OP_SLT, SLTX, 0, CLEAR),
    FORM(SLL, OP_SHX + 8 + 1, SHX, 0, COPY),
    FORM(SRL, OP_SHX + 8, SHX, 0, COPY),
    FORM(SRA, OP_SHX + 8 + 4, SHX, 0, COPY),
    FORM(SLLW, OP_SHX + 8 + 2 + 1, SHX, 0, WORD),
    FORM(SRLW, OP_SHX + 8 + 2, SHX, 0, WORD),
    FORM(SRAW, OP_SHX + 8 + 4 + 2, SHX, 0, WORD),
    FORM(MUL, OP_MUL, MUL, 1, CLEAR),
    FORM(MULH, OP_MULH, MULH, 1, CLEAR),
    FORM(MULHSU, OP_MULHSU, MULH, 0, CLEAR),
    FORM(MULHU, OP_MULHU, MULH, 1, CLEAR),
    FORM(MULW, OP_MULW, MULW, 1, CLEAR),
    FORM(DIV, OP_DIV, DIV, 0, PLAIN),
    FORM(DIVU, OP_DIV + 1, DIV, 0, PLAIN),
    FORM(REM, OP_DIV + 2, DIV, 0, COPY),
    FORM(REMU, OP_DIV + 2 + 1, DIV, 0, COPY),
    FORM(DIVW, OP_DIV + 4, DIVW, 0, PLAIN),
    FORM(DIVUW, OP_DIV + 4 + 1, DIVW, 0, PLAIN),
    FORM(REMW, OP_DIV + 4 + 2, DIVW, 0, WORD),
    FORM(REMUW, OP_DIV + 4 + 2 + 1, DIVW, 0, WORD),
#undef FORM
};

static void decode_reg(struct insn *in, const struct fields *fields)
{
    const struct reg_form *form = &reg_forms[fields->kind];
    struct fields f = *fields;

    if (form->commutes && f.rs2 != 0 && (f.rs1 == 0 || f.rd == f.rs2)) {
        f.rs1 = fields->rs2;
        f.rs2 = fields->rs1;
    }
    if (f.rs2 == 0 && (form->zero == CLEAR || (form->zero != PLAIN && f.rs1 == 0))) {
        make_const(in, &f, 0);
    } else if (f.rs2 == 0 && form->zero == COPY) {
        make_move(in, &f, f.rs1);
    } else if (f.rs2 == 0 && form->zero == WORD) {
        make_addiw(in, &f, f.rs1, 0);
    } else {
        const int in_place = f.kind == RV64_ADDW && f.rd == f.rs1;
        set(in, form->op, in_place ? TABLE_ADDW_M : (enum table_id)form->table,
            (enum handler)form->handler);
        make_reg(in, &f);
    }
}

static void decode_branch(struct insn *in, const struct fields *f)
{
    const uint32_t there = target((int64_t)in->pc + f->imm);
    const int on_true = f->kind == RV64_BEQ || f->kind == RV64_BLT || f->kind == RV64_BLTU;

    if (f->kind == RV64_BEQ || f->kind == RV64_BNE) {
        const int with_zero = f->rs1 == 0 || f->rs2 == 0;
        set(in, with_zero ? OP_CMPZ : OP_CMPEQ, with_zero ? TABLE_BEQZ : TABLE_BEQ,
            with_zero ? HANDLER_BEQZ : HANDLER_BEQ);
        in->rs1 = (uint8_t)(with_zero ? f->rs1 | f->rs2 : f->rs1);
        in->rs2 = (uint8_t)(with_zero ? 0 : f->rs2);
    } else {
        const int is_signed = f->kind == RV64_BLT || f->kind == RV64_BGE;
        set(in, OP_CMPLT + (is_signed ? 2 : 0), TABLE_BLT, is_signed ? HANDLER_BLT : HANDLER_BLTU);
        in->rs1 = (uint8_t)f->rs1;
        in->rs2 = (uint8_t)f->rs2;
    }
    in->next1 = on_true ? there : in->next;
    in->next = on_true ? in->next : there;
}

static void decode_memory(struct insn *in, const struct fields *f)
{
#define ACCESS(name, table)                                \
    case RV64_##name:                                      \
        set(in, OP_##name, TABLE_##table, HANDLER_##name); \
        break;
    switch ((int)f->kind) {
        ACCESS(LB, LB)
        ACCESS(LBU, LBU)
        ACCESS(LH, LH)
        ACCESS(LHU, LH)
        ACCESS(LW, LW)
        ACCESS(LWU, LW)
        ACCESS(LD, LD)
        ACCESS(SB, SSUB)
        ACCESS(SH, SSUB)
        ACCESS(SW, SW)
        ACCESS(SD, SD)
    default:
        break;
    }
#undef ACCESS
    make_imm(in, f, f->imm);
    if (encodings[f->kind].format == FORMAT_S) {
        in->rd = 0; /* the field holds bits of the immediate */
        in->rs2 = (uint8_t)f->rs2;
    } else if (f->rd == 0) { /* the access is made, and can fault, whatever becomes of its value */
        in->rd = REG_SINK;
    }
}

static void decode_jalr(struct insn *in, const struct fields *f)
{
    set(in, f->rd == 0 ? OP_RET : OP_JALR, f->rd == 0 ? TABLE_RET : TABLE_JALR,
        f->rd == 0 ? HANDLER_RET : HANDLER_JALR);
    make_imm(in, f, f->imm);
    in->next = 0;
}

/* Instructions that do nothing but write rd: with rd = x0 they do nothing at all. */
static void decode_writer(struct insn *in, const struct fields *f)
{
#define IMMEDIATE(name, function)        \
    case RV64_##name:                    \
        function(in, f, HANDLER_##name); \
        break;
    if (f->rd == 0) {
        make_const(in, f, 0);
        return;
    }
    switch ((int)f->kind) {
        IMMEDIATE(ADDI, decode_imm)
        IMMEDIATE(ADDIW, decode_imm)
        IMMEDIATE(ANDI, decode_imm)
        IMMEDIATE(ORI, decode_imm)
        IMMEDIATE(XORI, decode_imm)
        IMMEDIATE(SLTI, decode_imm)
        IMMEDIATE(SLTIU, decode_imm)
        IMMEDIATE(SLLI, decode_shift_imm)
        IMMEDIATE(SRLI, decode_shift_imm)
        IMMEDIATE(SRAI, decode_shift_imm)
        IMMEDIATE(SLLIW, decode_shift_imm)
        IMMEDIATE(SRLIW, decode_shift_imm)
        IMMEDIATE(SRAIW, decode_shift_imm)
    default:
        decode_reg(in, f);
        break;
    }
#undef IMMEDIATE
}

struct insn decode(uint32_t pc, uint32_t word)
{
    const enum rv64 kind = rv64_of(word);
    const uint32_t format = encodings[kind].format;
    const struct fields f = {kind, bits(word, 7, 5, 0), bits(word, 15, 5, 0), bits(word, 20, 5, 0),
                             immediate(word, format)};
    const uint32_t link = target((int64_t)pc + 4);
    struct insn in = {0};

    in.pc = pc;
    in.word = word;
    in.handler = HANDLER_FAULT;
    /* The last word below 2^32 has no successor. No segment can hold it: the page is unmapped. */
    if (kind == RV64_NONE || kind == RV64_EBREAK || link == PC_NONE) {
        return in;
    }
    in.next = link;
    switch ((int)kind) {
    case RV64_FENCE:
    case RV64_FENCEI:
        make_const(&in, &(struct fields){.kind = kind}, 0);
        break;
    case RV64_ECALL:
        set(&in, OP_ECALL, TABLE_ECALL, HANDLER_ECALL);
        break;
    case RV64_LUI:
        make_const(&in, &f, (uint64_t)f.imm);
        break;
    case RV64_AUIPC:
        make_const(&in, &f, (uint64_t)((int64_t)pc + f.imm));
        break;
    case RV64_JAL:
        make_const(&in, &f, link);
        in.next = target((int64_t)pc + f.imm);
        in.handler = HANDLER_JUMP;
        break;
    case RV64_JALR:
        decode_jalr(&in, &f);
        break;
    default:
        if (format == FORMAT_B) {
            decode_branch(&in, &f);
        } else if (format == FORMAT_S || format == FORMAT_LOAD) {
            decode_memory(&in, &f);
        } else {
            decode_writer(&in, &f);
        }
        break;
    }
    return in;
}
