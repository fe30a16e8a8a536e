/* Arithmetic of RV64IM that is no C operator. Results as the ISA manual has them, division by zero
 * and overflow included. */
#ifndef CHERT_EXEC_ALU_H
#define CHERT_EXEC_ALU_H

#include <stdint.h>

#include "isa/insn.h"

/* The low 32 bits, sign-extended. */
static inline uint64_t alu_word(uint64_t x)
{
    return (uint64_t)(int32_t)(uint32_t)x;
}

static inline uint64_t alu_sra(uint64_t a, uint64_t amount)
{
    return (uint64_t)((int64_t)a >> amount);
}

static inline uint64_t alu_mulhu(uint64_t a, uint64_t b)
{
    __extension__ typedef unsigned __int128 u128;
    return (uint64_t)((u128)a * b >> 64);
}

static inline uint64_t alu_mulh(uint64_t a, uint64_t b)
{
    __extension__ typedef __int128 i128;
    return (uint64_t)((i128)(int64_t)a * (int64_t)b >> 64);
}

static inline uint64_t alu_mulhsu(uint64_t a, uint64_t b)
{
    return alu_mulhu(a, b) - ((int64_t)a < 0 ? b : 0);
}

static inline uint64_t alu_div(uint64_t a, uint64_t b)
{
    if (b == 0) {
        return UINT64_MAX;
    }
    return b == UINT64_MAX ? 0 - a : (uint64_t)((int64_t)a / (int64_t)b);
}

static inline uint64_t alu_divu(uint64_t a, uint64_t b)
{
    return b == 0 ? UINT64_MAX : a / b;
}

static inline uint64_t alu_rem(uint64_t a, uint64_t b)
{
    if (b == 0) {
        return a;
    }
    return b == UINT64_MAX ? 0 : (uint64_t)((int64_t)a % (int64_t)b);
}

static inline uint64_t alu_remu(uint64_t a, uint64_t b)
{
    return b == 0 ? a : a % b;
}

/* What a load makes of the bytes it has fetched, zero-extended. */
static inline uint64_t alu_load(uint32_t handler, uint64_t bytes)
{
    switch (handler) {
    case HANDLER_LB:
        return (uint64_t)(int8_t)bytes;
    case HANDLER_LH:
        return (uint64_t)(int16_t)bytes;
    case HANDLER_LW:
        return (uint64_t)(int32_t)bytes;
    default:
        return bytes;
    }
}

#endif
