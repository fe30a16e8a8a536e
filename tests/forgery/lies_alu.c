/*
 * Results of arithmetic. Nothing reads t0 or t1 after the instruction that is lied about, and the
 * next writer's old value, or the run's end, follows the lie: only the table itself can object.
 */
#include "forgery/lies.h"

#include "tables/addi.h"
#include "tables/addiw.h"
#include "tables/addiw_m.h"
#include "tables/addsub.h"
#include "tables/addsubw.h"
#include "tables/addw_m.h"
#include "tables/const.h"
#include "tables/lg32.h"
#include "tables/lg64.h"
#include "tables/mulw.h"
#include "tables/shlo.h"
#include "tables/shw.h"
#include "tables/shx.h"

#define UPPER  UINT64_C(0xffffffff00000000)
#define BROKEN CHERT_REJECT_CONSTRAINT
#define UNEVEN CHERT_REJECT_BUS

/* Another value is copied than the register holds. */
static void wrong_copy(struct liar *l, const struct lie *lie)
{
    liar_wrong_operand(l, lie);
    liar_wrong_result(l, lie);
}

/* A difference where the program says sum. */
static void sub_for_add(struct liar *l, const struct lie *lie)
{
    struct event *ev = liar_event(l, lie->table, lie->row);
    struct insn *in = liar_insn(l, ev);
    in->op++;
    ev->d = ev->a - ev->b;
    liar_hand_on(l, in->rd, ev->clk + SLOT_RD, ev->d);
}

/* Another immediate than the program's, with the sum that it gives. */
static void other_immediate(struct liar *l, const struct lie *lie)
{
    struct event *ev = liar_event(l, lie->table, lie->row);
    struct insn *in = liar_insn(l, ev);
    in->imm += 2;
    ev->d += 2;
    liar_hand_on(l, in->rd, ev->clk + SLOT_RD, ev->d);
}

/* A bit of the sum's lower half moves to its upper half as a limb that is none. */
static void wide_limb(struct liar *l, const struct lie *lie)
{
    fp *limb = liar_cell(l, lie->table, lie->row, lie->column);
    fp *above = liar_cell(l, lie->table, lie->row, lie->column + 1);
    *limb = fp_add(*limb, 0x10000);
    *above = fp_sub(*above, 1);
}

/* The product 3 * 8 of the lower halves as 25 and a carry that is no limb, which fills the upper
 * half. */
static void alias_of_24(struct liar *l, const struct lie *lie)
{
    *liar_cell(l, TABLE_SHLO, lie->row, SHLO_S0) = 25;
    *liar_cell(l, TABLE_SHLO, lie->row, SHLO_C) = UINT32_MAX;
    *liar_cell(l, TABLE_SHLO, lie->row, SHLO_S2) = UINT16_MAX;
    *liar_cell(l, TABLE_SHLO, lie->row, SHLO_S3) = UINT16_MAX;
}

struct lie lies_alu[] = {
    {"const: another value", TABLE_CONST, UNEVEN, "CONST.PROG", .events = liar_wrong_result,
     .value = 5, .cells = liar_set_cell, .column = CONST_V_LO, .cell = 5},
    {"move: another value", TABLE_MOVE, UNEVEN, "MOVE.CELL LD.CELL ADDI.CELL", .events = wrong_copy,
     .value = 1},
    {"addi: lower half", TABLE_ADDI, BROKEN, "ADDI.carry_lo ADDI.carry_hi ADDI.wrapped_hi",
     .events = liar_wrong_result, .value = 1},
    {"addi: upper half", TABLE_ADDI, BROKEN, "ADDI.carry_hi ADDI.wrapped_hi",
     .events = liar_wrong_result, .value = UINT64_C(1) << 32},
    {"addi: other immediate", TABLE_ADDI, UNEVEN, "ADDI.PROG", .events = other_immediate},
    {"addi: limb over 16 bits", TABLE_ADDI, UNEVEN, "ADDI.RANGE", .cells = wide_limb,
     .column = ADDI_L0},
    {"addi_m: lower half", TABLE_ADDI_M, BROKEN,
     "ADDI_M.carry_lo ADDI_M.carry_hi ADDI_M.wrapped_hi", .events = liar_wrong_result, .value = 1},
    {"addi_m: upper half", TABLE_ADDI_M, BROKEN, "ADDI_M.carry_hi ADDI_M.wrapped_hi",
     .events = liar_wrong_result, .value = UPPER},
    {"add: lower half", TABLE_ADDSUB, BROKEN, "ADDSUB.sum_lo", .events = liar_wrong_result,
     .value = 2},
    {"add: upper half", TABLE_ADDSUB, BROKEN, "ADDSUB.sum_hi", .events = liar_wrong_result,
     .value = UINT64_C(1) << 62},
    {"add: limb over 16 bits", TABLE_ADDSUB, UNEVEN, "ADDSUB.RANGE", .cells = wide_limb,
     .column = ADDSUB_H0},
    {"add: it was sub", TABLE_ADDSUB, UNEVEN, "ADDSUB.PROG", .events = sub_for_add},
    {"sub: lower half", TABLE_ADDSUB, BROKEN, "ADDSUB.sum_lo", .row = 1,
     .events = liar_wrong_result, .value = 2},
    {"addiw: lower half", TABLE_ADDIW, BROKEN, "ADDIW.carry", .events = liar_wrong_result,
     .value = 1},
    {"addiw: sign", TABLE_ADDIW, UNEVEN, "ADDIW.MSB", .events = liar_wrong_result, .value = UPPER,
     .cells = liar_set_cell, .column = ADDIW_S},
    {"addiw_m: lower half", TABLE_ADDIW_M, BROKEN, "ADDIW_M.carry", .events = liar_wrong_result,
     .value = 1},
    {"addiw_m: sign", TABLE_ADDIW_M, UNEVEN, "ADDIW_M.MSB", .events = liar_wrong_result,
     .value = UPPER, .cells = liar_set_cell, .column = ADDIW_M_S},
    {"addw: lower half", TABLE_ADDSUBW, BROKEN, "ADDSUBW.sum", .events = liar_wrong_result,
     .value = 2},
    {"subw: sign", TABLE_ADDSUBW, UNEVEN, "ADDSUBW.MSB", .row = 1, .events = liar_wrong_result,
     .value = UPPER, .cells = liar_set_cell, .column = ADDSUBW_S, .cell = 1},
    {"addw_m: lower half", TABLE_ADDW_M, BROKEN, "ADDW_M.carry", .events = liar_wrong_result,
     .value = 1},
    {"addw_m: sign", TABLE_ADDW_M, UNEVEN, "ADDW_M.MSB", .events = liar_wrong_result,
     .value = UPPER, .cells = liar_set_cell, .column = ADDW_M_S, .cell = 1},
    {"and, 64 bits", TABLE_LG64, BROKEN, "LG64.result_lo", .events = liar_wrong_result, .value = 1},
    {"and, 64 bits: another AND of bytes", TABLE_LG64, UNEVEN, "LG64.AND",
     .events = liar_wrong_result, .value = 1, .cells = liar_set_cell, .column = LG64_R0,
     .cell = 0x20},
    {"or, 64 bits", TABLE_LG64, BROKEN, "LG64.result_hi", .row = 1, .events = liar_wrong_result,
     .value = UINT64_C(1) << 63},
    {"xor, 64 bits", TABLE_LG64, BROKEN, "LG64.result_hi", .row = 2, .events = liar_wrong_result,
     .value = UINT64_C(1) << 40},
    {"ori of a negative immediate", TABLE_LG64, BROKEN, "LG64.result_hi", .row = 3,
     .events = liar_wrong_result, .value = UINT64_C(1) << 40},
    {"and, words", TABLE_LG32, BROKEN, "LG32.result_lo", .events = liar_wrong_result, .value = 1},
    {"and, words: another AND of bytes", TABLE_LG32, UNEVEN, "LG32.AND",
     .events = liar_wrong_result, .value = 1, .cells = liar_set_cell, .column = LG32_R0,
     .cell = 0x21},
    {"xor, words: upper half", TABLE_LG32, BROKEN, "LG32.result_hi", .row = 2,
     .events = liar_wrong_result, .value = UPPER},
    {"andi", TABLE_LGI, BROKEN, "LGI.result_lo", .events = liar_wrong_result, .value = 4},
    {"ori", TABLE_LGI, BROKEN, "LGI.result_lo", .row = 1, .events = liar_wrong_result,
     .value = 0x10000},
    {"xori: upper half", TABLE_LGI, BROKEN, "LGI.result_hi", .row = 2, .events = liar_wrong_result,
     .value = UPPER},
    {"slli 3: another bit", TABLE_SHLO, BROKEN, "SHLO.product_lo", .events = liar_wrong_result,
     .value = 1, .cells = liar_set_cell, .column = SHLO_S0, .cell = 25},
    {"S7 slli 3: 24 as 25 + 2^32 (2^32 - 1) mod p", TABLE_SHLO, UNEVEN, "SHLO.RANGE",
     .events = liar_wrong_result, .value = UPPER | 1, .cells = alias_of_24},
    {"srli 5", TABLE_SHLO, BROKEN, "SHLO.product_hi", .row = 1, .events = liar_wrong_result,
     .value = UINT64_C(1) << 63, .cells = liar_add_cell, .column = SHLO_S4, .cell = 0x8000},
    {"slli 37", TABLE_SHHI, BROKEN, "SHHI.result_hi", .events = liar_wrong_result,
     .value = UINT64_C(1) << 40},
    {"srli 45", TABLE_SHHI, BROKEN, "SHHI.result_lo", .row = 1, .events = liar_wrong_result,
     .value = 1},
    {"slliw", TABLE_SHW, BROKEN, "SHW.result", .events = liar_wrong_result, .value = 64},
    {"srliw: sign", TABLE_SHW, UNEVEN, "SHW.MSB", .row = 1, .events = liar_wrong_result,
     .value = UPPER, .cells = liar_set_cell, .column = SHW_S, .cell = 1},
    {"srai", TABLE_SHX, BROKEN, "SHX.result_hi", .events = liar_wrong_result,
     .value = UINT64_C(1) << 63},
    {"sll", TABLE_SHX, BROKEN, "SHX.result_lo", .row = 1, .events = liar_wrong_result, .value = 1},
    {"sraw", TABLE_SHX, BROKEN, "SHX.result_hi", .row = 2, .events = liar_wrong_result,
     .value = UPPER},
    {"srai: another power", TABLE_SHX, UNEVEN, "SHX.POW", .cells = liar_set_cell,
     .column = SHX_OTHER, .cell = 1},
    {"slt", TABLE_SLTX, BROKEN, "SLTX.compare", .events = liar_wrong_result, .value = 1},
    {"sltu", TABLE_SLTX, BROKEN, "SLTX.compare", .row = 1, .events = liar_wrong_result, .value = 1},
    {"slti", TABLE_SLTX, BROKEN, "SLTX.compare", .row = 2, .events = liar_wrong_result, .value = 1},
    {"mul: lower half", TABLE_MUL, BROKEN, "MUL.digit_0", .events = liar_wrong_result, .value = 1},
    {"mul: upper half", TABLE_MUL, BROKEN, "MUL.digit_1", .events = liar_wrong_result,
     .value = UINT64_C(1) << 63},
    {"mulh", TABLE_MULH, BROKEN, "MULH.digit_2", .events = liar_wrong_result, .value = 1},
    {"mulhsu", TABLE_MULH, BROKEN, "MULH.digit_3", .row = 1, .events = liar_wrong_result,
     .value = UINT64_C(1) << 63},
    {"mulhu", TABLE_MULH, BROKEN, "MULH.digit_3", .row = 2, .events = liar_wrong_result,
     .value = UINT64_C(1) << 33},
    {"mulw", TABLE_MULW, BROKEN, "MULW.product", .events = liar_wrong_result, .value = 1,
     .cells = liar_add_cell, .column = MULW_L0, .cell = FP_P - 1},
    {"mulw: sign", TABLE_MULW, UNEVEN, "MULW.MSB", .events = liar_wrong_result, .value = UPPER,
     .cells = liar_set_cell, .column = MULW_S},
    {"divw", TABLE_DIVW, BROKEN, "DIVW.remainder", .events = liar_wrong_result, .value = 1},
    {"remw", TABLE_DIVW, BROKEN, "DIVW.division", .row = 1, .events = liar_wrong_result,
     .value = 1},
    {"div", TABLE_DIV, BROKEN, "DIV.division_hi DIV.remainder DIV.RANGE",
     .events = liar_wrong_result, .value = 1},
    {"rem", TABLE_DIV, BROKEN, "DIV.division_lo DIV.division_hi DIV.remainder DIV.RANGE", .row = 1,
     .events = liar_wrong_result, .value = 2},
    {"divu by zero", TABLE_DIV, BROKEN, "DIV.zero_quotient", .row = 2, .events = liar_wrong_result,
     .value = 1},
};
const size_t n_lies_alu = N_LIES(lies_alu);
