/* Calls to the environment and the public output. */
#include "forgery/lies.h"

#include <string.h>

#include "tables/ecall.h"
#include "tables/pow.h"
#include "tables/program.h"
#include "tables/t16.h"
#include "tables/write.h"

#define BROKEN CHERT_REJECT_CONSTRAINT
#define UNEVEN CHERT_REJECT_BUS

/* The statement's output becomes one that may be edited. */
static uint8_t *own_output(struct liar *l)
{
    struct statement *s = &l->s->statement;
    uint8_t *copy = NULL;
    if (ARENA_NEW(&l->mem, &copy, s->output_len + 8, &l->err) != CHERT_OK) {
        fail_msg("%s", l->err.msg);
    }
    memcpy(copy, s->output, s->output_len);
    s->output = copy;
    return copy;
}

static void other_output(struct liar *l, const struct lie *lie)
{
    own_output(l)[lie->row] ^= (uint8_t)lie->value;
}

static void shorter_output(struct liar *l, const struct lie *lie)
{
    (void)lie;
    l->s->statement.output_len--;
}

/* As long as the position says, but the last byte was never written. */
static void last_byte_invented(struct liar *l, const struct lie *lie)
{
    (void)lie;
    struct write_event *ev = liar_row(l, TABLE_WRITE, 7);
    const struct liar_use use = liar_consumer(l, 1, ev->ptr & ~7u, ev->clk + SLOT_MEM);
    const uint32_t clk = ev->clk;
    *use.prev = ev->prevm;
    liar_drop(l, TABLE_WRITE, 7);
    liar_shift(l, clk + CLK_STEP, -(int32_t)CLK_STEP);
}

static void ends_early(struct liar *l, const struct lie *lie)
{
    (void)lie;
    *liar_cell(l, TABLE_WRITE, 6, WRITE_MORE) = 0;
    *liar_cell(l, TABLE_WRITE, 6, WRITE_LAST) = 1;
}

/* The two calls change places in the output, positions and all. */
static void swapped_calls(struct liar *l, const struct lie *lie)
{
    (void)lie;
    for (uint32_t i = 0; i < 8; i++) {
        struct write_event *ev = liar_row(l, TABLE_WRITE, i);
        ev->position = (ev->position + 3) % 8;
    }
    ((struct ecall_event *)liar_row(l, TABLE_ECALL, 0))->value[ECALL_POSITION] = 3;
    ((struct ecall_event *)liar_row(l, TABLE_ECALL, 1))->value[ECALL_POSITION] = 0;
}

static void swapped_output(struct liar *l, const struct lie *lie)
{
    (void)lie;
    uint8_t *out = own_output(l), was[8];
    memcpy(was, out, 8);
    for (uint32_t i = 0; i < 8; i++) {
        out[(i + 3) % 8] = was[i];
    }
}

/* Another byte is written than the cell holds, in the output too. */
static void other_byte(struct liar *l, const struct lie *lie)
{
    own_output(l)[lie->row] = (uint8_t)(l->s->statement.output[lie->row] + lie->cell);
}

/* S11: a length of p, which is 0 in the field: the call writes nothing and the run goes on. */
static void length_p(struct liar *l, const struct lie *lie)
{
    struct ecall_event *call = liar_row(l, TABLE_ECALL, 1), *next = liar_row(l, TABLE_ECALL, 2);
    const uint32_t clk = call->clk;
    liar_private(l, lie);
    for (unsigned i = 0; i < 3; i++) {
        const struct write_event *ev = liar_row(l, TABLE_WRITE, 5);
        *liar_consumer(l, 1, ev->ptr & ~7u, ev->clk + SLOT_MEM).prev = ev->prevm;
        liar_drop(l, TABLE_WRITE, 5);
    }
    liar_spread(l, 0, 12, clk + SLOT_MEM, 0);
    liar_spread(l, 0, 10, clk + SLOT_RD, 0);
    liar_spread(l, 0, REG_POSITION, clk + SLOT_RD, 5);
    liar_spread(l, 0, REG_POSITION, next->clk + SLOT_RD, 5);
    call->value[ECALL_A2] = 0;
    l->s->result.output_bytes = 5;
    liar_shift(l, clk + CLK_STEP, -3 * (int32_t)CLK_STEP);
}

static void other_call(struct liar *l, const struct lie *lie)
{
    ((struct ecall_event *)liar_row(l, TABLE_ECALL, lie->row))->value[ECALL_A7] = lie->value;
}

struct lie lies_calls[] = {
    {"a byte of the output", TABLE_WRITE, UNEVEN, "public.COMMIT WRITE.COMMIT",
     .counts = other_output, .row = 2, .value = 1},
    {"the output's length", TABLE_WRITE, CHERT_REJECT_STATEMENT, "WRITE.COMMIT",
     .counts = shorter_output},
    {"a byte that is not the cell's", TABLE_WRITE, BROKEN, "WRITE.word", .row = 0,
     .cells = liar_add_cell, .column = WRITE_R, .cell = 8, .counts = other_byte},
    {"a call that ends before its last byte", TABLE_WRITE, BROKEN, "WRITE.last public.COMMIT",
     .events = last_byte_invented, .cells = ends_early},
    {"a byte from another address", TABLE_WRITE, UNEVEN, "WRITE.OUT WRITE.CELL", .row = 1,
     .cells = liar_add_cell, .column = WRITE_PTR, .cell = 8},
    {"S5 output in another order", TABLE_WRITE, UNEVEN, "public.COMMIT WRITE.COMMIT",
     .counts = swapped_output},
    {"S5 calls in another order", TABLE_ECALL, UNEVEN, "public.CELL ECALL.CELL",
     .events = swapped_calls, .counts = swapped_output},
    {"S11 pointer over 2^32", TABLE_ECALL, BROKEN, "ECALL.pointer_upper", .row = 11,
     .events = liar_private, .value = UINT64_C(1) << 32},
    {"S11 length over 2^32", TABLE_ECALL, UNEVEN,
     "CONST.CELL LD.CELL ECALL.CELL ECALL.OUT WRITE.OUT", .row = 12, .events = liar_private,
     .value = UINT64_C(1) << 32},
    {"S11 length p", TABLE_ECALL, UNEVEN, "ECALL.CELL LD.CELL", .row = 12, .events = length_p,
     .value = FP_P ^ 3},
    {"an empty write of one byte", TABLE_ECALL, BROKEN,
     "ECALL.empty_length public.CELL CONST.CELL ECALL.CELL", .row = 2, .cells = liar_set_cell,
     .column = ECALL_LEN, .cell = 1},
    {"an exit in place of print", TABLE_ECALL, UNEVEN,
     "CONST.CELL CONST.EXEC ECALL.CELL ECALL.HALT", .row = 3, .events = other_call, .value = 93},
    {"a range lookup more", TABLE_T16, UNEVEN, "T16.RANGE", .row = 5, .counts = liar_add_cell,
     .column = T16_M_RANGE, .cell = 1},
    {"a sign lookup less", TABLE_T16, UNEVEN, "ADDW_M.MSB", .row = 0, .counts = liar_add_cell,
     .column = T16_M_MSB, .cell = FP_P - 1},
    {"an AND lookup more", TABLE_T16, UNEVEN, "T16.AND", .row = 5, .counts = liar_add_cell,
     .column = T16_M_AND, .cell = 1},
    {"a power more", TABLE_POW, UNEVEN, "POW.POW", .row = 5, .counts = liar_add_cell,
     .column = POW_M, .cell = 1},
    {"a fetch more", TABLE_PROGRAM, UNEVEN, "PROGRAM.PROG", .row = 5, .counts = liar_add_cell,
     .column = PROGRAM_COUNT, .cell = 1},
};
const size_t n_lies_calls = N_LIES(lies_calls);
