/*
 * Loads, stores, and where memory begins and ends. A wrong store changes the cell up to the run's
 * end, in BOUND and GENESIS too; a wrong load goes to t0, which nothing reads.
 */
#include "forgery/lies.h"

#include <string.h>

#include "tables/genesis.h"
#include "tables/lb.h"
#include "tables/lbu.h"
#include "tables/lh.h"
#include "tables/lw.h"
#include "tables/mis.h"
#include "tables/refresh.h"
#include "tables/ssub.h"

#define UPPER  UINT64_C(0xffffffff00000000)
#define BROKEN CHERT_REJECT_CONSTRAINT
#define UNEVEN CHERT_REJECT_BUS

#define SCRATCH (LIAR_DATA + 0x1000)

/* ---- Loads and stores ---- */

static void wrong_load(struct liar *l, const struct lie *lie)
{
    struct event *ev = liar_event(l, lie->table, lie->row);
    ev->m ^= lie->value;
    liar_wrong_result(l, lie);
}

/* 0x176 as a byte: the other byte of the half pays for it. */
static void wide_byte(struct liar *l, const struct lie *lie)
{
    fp *r = liar_cell(l, TABLE_LBU, lie->row, LBU_R), *q = liar_cell(l, TABLE_LBU, lie->row, LBU_Q);
    *r = fp_add(*r, 0x100);
    *q = fp_sub(*q, 0x10000);
}

/* Both flags of the sign say that there is none. */
static void no_sign(struct liar *l, const struct lie *lie)
{
    *liar_cell(l, TABLE_LH, lie->row, LH_T) = 0;
    *liar_cell(l, TABLE_LH, lie->row, LH_S) = 0;
}

/* Stores another value than the register's. */
static void wrong_value(struct liar *l, const struct lie *lie)
{
    struct event *ev = liar_event(l, lie->table, lie->row);
    ev->b ^= lie->value;
    liar_wrong_store(l, lie);
}

/* sb of 0xee where the register ends in 0xef. */
static void other_byte(struct liar *l, const struct lie *lie)
{
    *liar_cell(l, TABLE_SSUB, lie->row, SSUB_RV) = 0xee;
    *liar_cell(l, TABLE_SSUB, lie->row, SSUB_ZV) = 0xee & 0xcd;
}

static void wrong_second_cell(struct liar *l, const struct lie *lie)
{
    struct event *ev = liar_event(l, TABLE_MIS, lie->row);
    const uint32_t addr = (uint32_t)(ev->a + (uint64_t)liar_insn(l, ev)->imm) & ~7u;
    ev[1].d ^= lie->value;
    liar_spread(l, 1, addr + 8, ev->clk + SLOT_MEM, ev[1].d);
}

/* Begins a byte later than the address says, in the same cell. */
static void other_offset(struct liar *l, const struct lie *lie)
{
    *liar_cell(l, TABLE_MIS, lie->row, MIS_O1) = 0;
    *liar_cell(l, TABLE_MIS, lie->row, MIS_O2) = 1;
}

/* ---- Times ---- */

/* The load reads what was stored before the last store, out of the same token. */
static void stale(struct liar *l, const struct lie *lie)
{
    struct event *ev = liar_event(l, TABLE_LD, lie->row);
    const struct event *second = liar_event(l, TABLE_SD, 2);
    ev->prevm = second->prevm;
    ev->m = ev->d = second->m;
    liar_hand_on(l, liar_insn(l, ev)->rd, ev->clk + SLOT_RD, ev->d);
}

/* The same, but told so that the cell's chain holds: first store, load, second store. */
static void reordered(struct liar *l, const struct lie *lie)
{
    struct event *ev = liar_event(l, TABLE_LD, lie->row);
    struct event *second = liar_event(l, TABLE_SD, 2);
    struct bound_event *bound = liar_bound(l, SCRATCH + 40);
    ev->prevm = second->prevm;
    ev->m = ev->d = second->m;
    liar_hand_on(l, liar_insn(l, ev)->rd, ev->clk + SLOT_RD, ev->d);
    second->prevm = ev->clk + SLOT_MEM;
    bound->fin_clk = second->clk + SLOT_MEM;
}

/* ---- Ends ---- */

static void last_value(struct liar *l, const struct lie *lie)
{
    liar_bound(l, lie->column)->fin ^= lie->value;
    liar_genesis(l, lie->column)->fin ^= lie->value;
}

static void last_time(struct liar *l, const struct lie *lie)
{
    liar_bound(l, lie->column)->fin_clk += (uint32_t)lie->value;
}

/* Free: the first token's time means nothing but order. */
static void first_time(struct liar *l, const struct lie *lie)
{
    struct bound_event *bound = liar_bound(l, lie->column);
    struct liar_use use = liar_consumer(l, 1, lie->column, bound->init_clk);
    bound->init_clk -= (uint32_t)lie->value;
    *use.prev = bound->init_clk;
}

/* A cell starts with another value; its first access is a store, which forgets it. */
static void first_value(struct liar *l, const struct lie *lie)
{
    struct bound_event *bound = liar_bound(l, lie->column);
    const struct liar_use use = liar_consumer(l, 1, lie->column, bound->init_clk);
    assert_false(use.reads);
    bound->init = liar_genesis(l, lie->column)->init = *use.value = lie->value;
}

/* S10: the epoch takes the cell from itself: whatever it likes is read. Genesis takes its own
 * token back, as of a cell that nobody touched. */
static void from_itself(struct liar *l, const struct lie *lie)
{
    struct event *ev = liar_event(l, TABLE_LD, lie->row);
    const uint32_t addr = (uint32_t)(ev->a + (uint64_t)liar_insn(l, ev)->imm);
    struct bound_event *bound = liar_bound(l, addr);
    struct genesis_event *genesis = liar_genesis(l, addr);
    bound->writer = 1;
    bound->init = bound->fin = ev->m = ev->d = lie->value;
    genesis->writer = 0;
    genesis->fin = genesis->init;
    liar_hand_on(l, liar_insn(l, ev)->rd, ev->clk + SLOT_RD, ev->d);
}

/* An image cell that nobody touches has another value. */
static void other_image(struct liar *l, const struct lie *lie)
{
    struct genesis_event *ev = liar_genesis(l, lie->column);
    ev->init ^= lie->value;
    ev->fin ^= lie->value;
}

/* S3: an image cell passes as zero. */
static void image_as_zero(struct liar *l, const struct lie *lie)
{
    struct genesis_event *ev = liar_genesis(l, lie->column);
    ev->in_image = GENESIS_PLAIN;
    ev->init = ev->fin = 0;
}

/* The row of genesis at an address. */
static uint64_t genesis_row(struct liar *l, uint32_t addr)
{
    const struct genesis_event *first = liar_row(l, TABLE_GENESIS, 0);
    return (uint64_t)(liar_genesis(l, addr) - first);
}

/* One more cell after the one at `column`, which nobody touches; its region's last. */
static void one_more(struct liar *l, const struct lie *lie)
{
    struct genesis_event *more = liar_double(l, TABLE_GENESIS, genesis_row(l, lie->column));
    more->prev_addr = lie->column;
    more->addr = lie->column + (uint32_t)lie->value;
    more->in_image = GENESIS_PLAIN;
    more->writer = 0;
    more->init = more->fin = 0;
}

/* A cell twice: a step of 0 from it to itself. The second one nobody touches. */
static void twice(struct liar *l, const struct lie *lie)
{
    one_more(l, lie);
}

static void step_of_zero(struct liar *l, const struct lie *lie)
{
    const uint64_t row = genesis_row(l, lie->column) + 1;
    *liar_cell(l, TABLE_GENESIS, row, GENESIS_D0) = FP_P - 1;
    *liar_cell(l, TABLE_GENESIS, row, GENESIS_D1) = 0;
}

/* A cell in the guard under the stack: back by 8 from where the stack's region begins. */
static void guard_cell(struct liar *l, const struct lie *lie)
{
    (void)lie;
    struct genesis_event *more = liar_double(l, TABLE_GENESIS, genesis_row(l, SCRATCH + 88));
    *more = (struct genesis_event){.addr = MAP_GUARD_END - 16, .prev_addr = MAP_GUARD_END - 8};
}

static void back_by_eight(struct liar *l, const struct lie *lie)
{
    (void)lie;
    const uint64_t row = genesis_row(l, MAP_GUARD_END - 16);
    *liar_cell(l, TABLE_GENESIS, row, GENESIS_D0) = FP_P - 2;
    *liar_cell(l, TABLE_GENESIS, row, GENESIS_D1) = 0;
}

static void gap_in_chain(struct liar *l, const struct lie *lie)
{
    liar_genesis(l, lie->column)->prev_addr -= 8;
}

struct lie lies_memory[] = {
    {"ld: another value", TABLE_LD, UNEVEN, "LD.CELL LW.CELL", .row = 6, .events = wrong_load,
     .value = 1},
    {"ld: the value before the last store", TABLE_LD, UNEVEN, "LD.CELL SD.CELL BOUND.CELL",
     .row = 10, .events = stale},
    {"ld: before the store that came before it", TABLE_SD, UNEVEN, "SD.RANGE", .row = 10,
     .events = reordered},
    {"S15 ld: address over 2^32", TABLE_LD, UNEVEN, "public.CELL LD.CELL", .row = 2,
     .events = liar_private, .value = UINT64_C(1) << 32},
    {"ld: address between cells", TABLE_LD, UNEVEN, "LD.CELL BOUND.CELL", .row = 2,
     .events = liar_private, .value = 4},
    {"lw: another bit", TABLE_LW, BROKEN, "LW.word", .row = 2, .events = liar_wrong_result,
     .value = 1, .cells = liar_add_cell, .column = LW_W0, .cell = 1},
    {"lw: sign", TABLE_LW, UNEVEN, "LW.MSB", .row = 2, .events = liar_wrong_result, .value = UPPER,
     .cells = liar_set_cell, .column = LW_S},
    {"lwu: sign", TABLE_LW, BROKEN, "LW.unsigned_sign", .row = 3, .events = liar_wrong_result,
     .value = UPPER, .cells = liar_set_cell, .column = LW_S, .cell = 1},
    {"lw: the other word", TABLE_LW, BROKEN, "LW.word LD.CELL LW.CELL", .row = 2,
     .cells = liar_set_cell, .column = LW_O2},
    {"lbu: another byte", TABLE_LBU, BROKEN, "LBU.word", .events = liar_wrong_result, .value = 1,
     .cells = liar_set_cell, .column = LBU_R, .cell = 0x77},
    {"S7 lbu: byte over 255", TABLE_LBU, UNEVEN, "LBU.AND", .events = liar_wrong_result,
     .value = 0x100, .cells = wide_byte},
    {"lb: sign", TABLE_LB, UNEVEN, "LB.AND", .events = liar_wrong_result,
     .value = UPPER | 0xffffff00, .cells = liar_set_cell, .column = LB_S},
    {"lh: sign", TABLE_LH, UNEVEN, "LH.MSB", .events = liar_wrong_result,
     .value = UPPER | 0xffff0000, .cells = no_sign},
    {"lhu: sign", TABLE_LH, BROKEN, "LH.sign", .row = 1, .events = liar_wrong_result,
     .value = UPPER | 0xffff0000, .cells = liar_set_cell, .column = LH_S, .cell = 1},
    {"sd: another value", TABLE_SD, UNEVEN, "SLTX.CELL SD.CELL SW.CELL", .events = wrong_value,
     .value = 1},
    {"sw: another bit", TABLE_SW, BROKEN, "SW.lower_after", .events = liar_wrong_store, .value = 1},
    {"sw: the other word changes", TABLE_SW, BROKEN, "SW.lower_after", .row = 1,
     .events = liar_wrong_store, .value = 1},
    {"sb: another bit", TABLE_SSUB, BROKEN, "SSUB.after", .events = liar_wrong_store,
     .value = UINT64_C(1) << 24},
    {"sb: the other half changes", TABLE_SSUB, BROKEN, "SSUB.after", .events = liar_wrong_store,
     .value = 1},
    {"sb: the other word changes", TABLE_SSUB, BROKEN, "SSUB.upper_same SSUB.after",
     .events = liar_wrong_store, .value = UINT64_C(1) << 40},
    {"sb: not the register's byte", TABLE_SSUB, UNEVEN, "SSUB.RANGE", .events = liar_wrong_store,
     .value = UINT64_C(1) << 24, .cells = other_byte},
    {"sh: another bit", TABLE_SSUB, BROKEN, "SSUB.after", .row = 1, .events = liar_wrong_store,
     .value = UINT64_C(1) << 31},
    {"ld, misaligned: another bit", TABLE_MIS, BROKEN, "MIS.byte0", .events = liar_wrong_result,
     .value = 1},
    {"lw, misaligned: sign", TABLE_MIS, BROKEN, "MIS.fill4 MIS.fill5 MIS.fill6 MIS.fill7", .row = 1,
     .events = liar_wrong_result, .value = UPPER},
    {"sd, misaligned: first cell", TABLE_MIS, BROKEN, "MIS.after0", .row = 3,
     .events = liar_wrong_store, .value = 1},
    {"sd, misaligned: second cell", TABLE_MIS, BROKEN, "MIS.after3", .row = 3,
     .events = wrong_second_cell, .value = UINT64_C(1) << 63},
    {"misaligned: second cell left out", TABLE_MIS, BROKEN, "MIS.two BOUND.CELL", .row = 3,
     .cells = liar_set_cell, .column = MIS_TWO},
    {"misaligned: second cell touched without need", TABLE_MIS, BROKEN, "MIS.two MIS.CELL",
     .row = 1, .cells = liar_set_cell, .column = MIS_TWO, .cell = 1},
    {"misaligned: another offset", TABLE_MIS, BROKEN,
     "MIS.byte0 MIS.byte1 MIS.byte2 MIS.byte3 MIS.byte4 MIS.byte5 MIS.byte6 MIS.byte7 LD.CELL MIS.CELL BOUND.CELL",
     .row = 0, .cells = other_offset},
    {"a cell's last value", TABLE_BOUND, UNEVEN, "BOUND.CELL SW.CELL", .events = last_value,
     .column = SCRATCH + 8, .value = 1},
    {"a cell's last time", TABLE_BOUND, UNEVEN, "BOUND.CELL SW.CELL", .events = last_time,
     .column = SCRATCH + 8, .value = 4},
    {"true: a cell's first time is free", TABLE_BOUND, CHERT_OK, "", .events = first_time,
     .column = SCRATCH + 8, .value = 50},
    {"S10 a cell from the epoch itself", TABLE_BOUND, UNEVEN, "BOUND.RANGE", .row = 9,
     .events = from_itself, .value = 12345},
    {"a cell starts with 5", TABLE_GENESIS, BROKEN, "GENESIS.zero", .events = first_value,
     .column = SCRATCH, .value = 5},
    {"true: the input is private", TABLE_GENESIS, CHERT_OK, "", .row = 7, .events = liar_private,
     .value = 1},
    {"true: one more cell", TABLE_GENESIS, CHERT_OK, "", .events = one_more, .column = SCRATCH + 88,
     .value = 0x10008},
    {"a cell twice", TABLE_GENESIS, UNEVEN, "GENESIS.RANGE", .events = twice, .cells = step_of_zero,
     .column = SCRATCH + 88},
    {"S2 a cell in the guard", TABLE_GENESIS, UNEVEN, "GENESIS.RANGE", .events = guard_cell,
     .cells = back_by_eight},
    {"a gap in genesis", TABLE_GENESIS, UNEVEN, "GENESIS.CHAIN", .events = gap_in_chain,
     .column = SCRATCH + 8},
    {"an image cell with another value", TABLE_IMAGE, UNEVEN, "IMAGE.IMG GENESIS.IMG",
     .events = other_image, .column = LIAR_DATA + 56, .value = 1},
    {"S3 an image cell as zero", TABLE_IMAGE, UNEVEN, "IMAGE.IMG", .events = image_as_zero,
     .column = LIAR_DATA + 56},
};
const size_t n_lies_memory = N_LIES(lies_memory);

/* ---- Refresh ---- */

static void other_refreshed(struct liar *l, const struct lie *lie)
{
    struct refresh_event *ev = liar_row(l, TABLE_REFRESH, lie->row);
    ev->value ^= lie->value;
}

/* Two rows for one: back by five ticks, and forward again. */
static void back_and_forth(struct liar *l, const struct lie *lie)
{
    struct refresh_event *forth = liar_double(l, TABLE_REFRESH, lie->row);
    struct refresh_event *back = liar_row(l, TABLE_REFRESH, lie->row);
    back->clk = forth->prev = back->prev - 5;
}

static void back_by_five(struct liar *l, const struct lie *lie)
{
    *liar_cell(l, TABLE_REFRESH, lie->row, REFRESH_D0) = FP_P - 6;
    *liar_cell(l, TABLE_REFRESH, lie->row, REFRESH_D1) = 0;
}

/* The executor's refresh of a register is left out: the access reaches too far. */
static void no_refresh(struct liar *l, const struct lie *lie)
{
    const struct refresh_event *ev = liar_row(l, TABLE_REFRESH, lie->row);
    *liar_consumer(l, ev->space, ev->addr, ev->clk).prev = ev->prev;
    liar_drop(l, TABLE_REFRESH, lie->row);
}

struct lie lies_refresh[] = {
    {"refresh: another value", TABLE_REFRESH, UNEVEN, "LD.CELL SD.CELL REFRESH.CELL",
     .events = other_refreshed, .value = 1},
    {"refresh: the cell's value", TABLE_REFRESH, UNEVEN, "LD.CELL SD.CELL REFRESH.CELL", .row = 1,
     .events = other_refreshed, .value = 1},
    {"S14 refresh: back in time", TABLE_REFRESH, UNEVEN, "REFRESH.RANGE", .events = back_and_forth,
     .cells = back_by_five},
    {"an access over 2^16 ticks", TABLE_LD, UNEVEN, "LD.RANGE", .events = no_refresh},
};
const size_t n_lies_refresh = N_LIES(lies_refresh);
