/*
 * Which instruction comes next: branches, jumps, rows left out or told twice, the first and the
 * last state. Both ways out of the guest's branches lead to one place, so a wrong outcome changes
 * nothing but the branch's own row.
 */
#include "forgery/lies.h"

#include "tables/beq.h"
#include "tables/beqz.h"
#include "tables/blt.h"
#include "tables/const.h"
#include "tables/ecall.h"
#include "tables/jalr.h"
#include "tables/ret.h"
#include "tables/sltx.h"

#define BROKEN CHERT_REJECT_CONSTRAINT
#define UNEVEN CHERT_REJECT_BUS

/* The distance is right mod p, in a limb that is no limb. */
static void wide_distance(struct liar *l, const struct lie *lie)
{
    *liar_cell(l, TABLE_BLT, lie->row, BLT_X0) = lie->cell;
    *liar_cell(l, TABLE_BLT, lie->row, BLT_X1) = 0;
}

/* "Less" is found, "not less" is what goes to the program. */
static void other_flag(struct liar *l, const struct lie *lie)
{
    *liar_cell(l, TABLE_SLTX, lie->row, SLTX_F_LT) = 0;
    *liar_cell(l, TABLE_SLTX, lie->row, SLTX_F_GE) = 1;
}

/* The result goes to another register, whose chain it ends, and leaves rd as it was. */
static void redirect(struct liar *l, const struct lie *lie)
{
    struct event *ev = liar_event(l, lie->table, lie->row);
    struct insn *in = liar_insn(l, ev);
    struct trace_events *all = &l->s->events;
    const uint32_t to = lie->column;
    const struct liar_use use = liar_consumer(l, 0, in->rd, ev->clk + SLOT_RD);
    assert_false(use.reads);
    assert_true(all->reg_clk[to] < ev->clk);
    *use.prev = ev->prevd;
    *use.value = ev->old_d;
    ev->prevd = all->reg_clk[to];
    ev->old_d = all->reg_last[to];
    in->rd = (uint8_t)to;
    all->reg_clk[to] = ev->clk + SLOT_RD;
    all->reg_last[to] = ev->d;
}

/* ---- The ends ---- */

static void exit_code(struct liar *l, const struct lie *lie)
{
    l->s->statement.exit_code = lie->value;
}

/* a0 is read as something else, from the call on. */
static void exit_value(struct liar *l, const struct lie *lie)
{
    struct ecall_event *call = liar_row(l, TABLE_ECALL, 4);
    call->value[ECALL_A0] = lie->value;
    liar_spread(l, 0, 10, call->clk + SLOT_RS2, lie->value);
    l->s->events.exit_code = lie->value;
}

static void halt_time(struct liar *l, const struct lie *lie)
{
    l->s->statement.halt_clk += (uint32_t)lie->value;
}

static void last_value(struct liar *l, const struct lie *lie)
{
    l->s->statement.regs[lie->row].lo ^= (uint32_t)lie->value;
}

static void last_time(struct liar *l, const struct lie *lie)
{
    l->s->statement.regs[lie->row].clk += (uint32_t)lie->value;
}

struct lie lies_flow[] = {
    {"beq: unequal called equal", TABLE_BEQ, BROKEN, "BEQ.equal_lo BEQ.equal_hi",
     .events = liar_other_outcome, .cells = liar_set_cell, .column = BEQ_INV},
    {"beq: equal called unequal", TABLE_BEQ, BROKEN, "BEQ.unequal", .row = 1,
     .events = liar_other_outcome},
    {"beq: one outcome, the other's way out", TABLE_BEQ, UNEVEN, "BEQ.PROG BEQ.EXEC",
     .cells = liar_add_cell, .column = BEQ_NEXT, .cell = 4},
    {"beqz: 3 called zero", TABLE_BEQZ, BROKEN, "BEQZ.zero", .events = liar_other_outcome,
     .cells = liar_set_cell, .column = BEQZ_INV},
    {"beqz: 0 called not zero", TABLE_BEQZ, BROKEN, "BEQZ.not_zero", .row = 1,
     .events = liar_other_outcome},
    {"blt: not less called less", TABLE_BLT, BROKEN, "BLT.compare", .events = liar_other_outcome},
    {"bgeu: not less called less", TABLE_BLT, BROKEN, "BLT.compare", .row = 1,
     .events = liar_other_outcome},
    {"bltu: less called not less", TABLE_BLT, BROKEN, "BLT.compare", .row = 2,
     .events = liar_other_outcome},
    {"S7 bltu: 3 - 13 as a limb mod p", TABLE_BLT, UNEVEN, "BLT.RANGE", .row = 2,
     .events = liar_other_outcome, .cells = wide_distance, .cell = FP_P - 10},
    {"blt of other signs: less called not less", TABLE_SLTX, BROKEN, "SLTX.compare", .row = 3,
     .events = liar_other_outcome},
    {"blt of other signs: the way out of not less", TABLE_SLTX, BROKEN, "SLTX.branch_outcome",
     .row = 3, .cells = other_flag},
    {"jalr: wrong link", TABLE_JALR, UNEVEN, "JALR.CELL LD.CELL", .events = liar_wrong_result,
     .value = 4},
    {"jalr: bit 0 invented", TABLE_JALR, UNEVEN, "CONST.EXEC JALR.EXEC", .row = 1,
     .cells = liar_set_cell, .column = JALR_ODD, .cell = 1},
    {"jalr: bit 0 is 5", TABLE_JALR, BROKEN, "JALR.ODD_bit CONST.EXEC JALR.EXEC", .row = 2,
     .cells = liar_set_cell, .column = JALR_ODD, .cell = 5},
    {"jalr: target of no instruction", TABLE_JALR, UNEVEN, "JALR.EXEC LD.EXEC", .row = 1,
     .events = liar_private, .value = 2},
    {"S15 jalr: target over 2^32", TABLE_JALR, UNEVEN, "CONST.CELL JALR.CELL LD.CELL", .row = 1,
     .events = liar_private, .value = UINT64_C(1) << 32},
    {"ret: bit 0 invented", TABLE_RET, UNEVEN, "CONST.EXEC RET.EXEC", .cells = liar_set_cell,
     .column = RET_ODD, .cell = 1},
    {"jal: to no instruction", TABLE_CONST, UNEVEN, "CONST.EXEC CONST.PROG LD.EXEC", .row = 14,
     .cells = liar_set_cell, .column = CONST_NEXT, .cell = 0x12345678},
    {"x0 is written", TABLE_LW, UNEVEN, "LW.PROG", .row = 2, .events = redirect, .column = 0},
    {"another register is written", TABLE_LW, UNEVEN, "LW.PROG", .row = 2, .events = redirect,
     .column = 28},
    {"x0 is read as 5", TABLE_SLTX, UNEVEN, "public.CELL SLTX.CELL DIV.CELL", .row = 1,
     .events = liar_wrong_operand, .value = 5},
    {"an instruction is left out", TABLE_LG64, UNEVEN, "ADDSUBW.EXEC LG64.EXEC",
     .events = liar_skip_row},
    {"an instruction runs twice", TABLE_LG64, UNEVEN, "LG64.EXEC", .events = liar_repeat_row},
    {"exit code of the statement", TABLE_ECALL, UNEVEN, "public.HALT ECALL.HALT",
     .counts = exit_code, .value = 1},
    {"exit code 2^32", TABLE_ECALL, UNEVEN, "public.HALT ECALL.HALT", .counts = exit_code,
     .value = UINT64_C(1) << 32},
    {"exit code of the call", TABLE_ECALL, UNEVEN, "CONST.CELL ECALL.CELL", .events = exit_value,
     .value = 1},
    {"time of the halt", TABLE_ECALL, UNEVEN, "public.HALT ECALL.HALT", .counts = halt_time,
     .value = 4},
    {"S4 cut in the middle", TABLE_ECALL, UNEVEN, "public.HALT SHLO.EXEC", .log_epoch = 5},
    {"a register's last value", TABLE_MIS, UNEVEN, "public.CELL MIS.CELL", .counts = last_value,
     .row = 5, .value = 1},
    {"x0's last value", TABLE_BEQZ, UNEVEN, "public.CELL BEQZ.CELL", .counts = last_value, .row = 0,
     .value = 1},
    {"the sink's last time", TABLE_LD, UNEVEN, "public.CELL LD.CELL", .counts = last_time,
     .row = REG_SINK, .value = 1},
};
const size_t n_lies_flow = N_LIES(lies_flow);
