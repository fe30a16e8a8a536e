/* Assembly text for messages, in the manual's syntax without pseudo-instructions. */
#include <stdio.h>

#include "isa/decode.h"

static const struct {
    const char *mnemonic;
    enum rv64_format format;
} texts[N_RV64] = {
    [RV64_NONE] = {".word", FORMAT_NONE},
#define XX(name, mnemonic, match, mask, format) [RV64_##name] = {mnemonic, FORMAT_##format},
#include "isa/rv64.def"
#undef XX
};

const char *register_name(unsigned reg)
{
    static const char *const names[N_REGS] = {
        "zero", "ra", "sp",  "gp",  "tp", "t0", "t1", "t2", "s0",   "s1",       "a0", "a1",
        "a2",   "a3", "a4",  "a5",  "a6", "a7", "s2", "s3", "s4",   "s5",       "s6", "s7",
        "s8",   "s9", "s10", "s11", "t3", "t4", "t5", "t6", "sink", "position",
    };
    return reg < N_REGS ? names[reg] : "?";
}

void disassemble(uint32_t pc, uint32_t w, char text[DISASM_BYTES])
{
    const enum rv64 kind = rv64_of(w);
    const char *name = texts[kind].mnemonic;
    const char *rd = register_name(w >> 7 & 31u);
    const char *rs1 = register_name(w >> 15 & 31u);
    const char *rs2 = register_name(w >> 20 & 31u);
    const int imm = (int)rv64_immediate(w);

    switch (texts[kind].format) {
    case FORMAT_R:
        (void)snprintf(text, DISASM_BYTES, "%s %s, %s, %s", name, rd, rs1, rs2);
        break;
    case FORMAT_I:
    case FORMAT_SHIFT6:
    case FORMAT_SHIFT5:
        (void)snprintf(text, DISASM_BYTES, "%s %s, %s, %d", name, rd, rs1, imm);
        break;
    case FORMAT_LOAD:
        (void)snprintf(text, DISASM_BYTES, "%s %s, %d(%s)", name, rd, imm, rs1);
        break;
    case FORMAT_S:
        (void)snprintf(text, DISASM_BYTES, "%s %s, %d(%s)", name, rs2, imm, rs1);
        break;
    case FORMAT_B:
        (void)snprintf(text, DISASM_BYTES, "%s %s, %s, 0x%x", name, rs1, rs2, pc + (uint32_t)imm);
        break;
    case FORMAT_U:
        (void)snprintf(text, DISASM_BYTES, "%s %s, 0x%x", name, rd, w >> 12);
        break;
    case FORMAT_J:
        (void)snprintf(text, DISASM_BYTES, "%s %s, 0x%x", name, rd, pc + (uint32_t)imm);
        break;
    case FORMAT_NONE:
        if (kind == RV64_NONE) {
            (void)snprintf(text, DISASM_BYTES, "%s 0x%08x", name, w);
        } else {
            (void)snprintf(text, DISASM_BYTES, "%s", name);
        }
        break;
    }
}
