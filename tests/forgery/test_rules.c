/*
 * Goal: every soundness rule S1 to S16 holds where a prover could break it, and no table goes
 * without a lie.
 * Method: one lie or more a rule, by name. Those that a trace can tell alone stand with their
 * tables (lies_*.c: S4, S5, S7, S10, S11, S14, S15); here are those about key, statement, layout,
 * LogUp sums and bytes. Each says what the rest of the proof is consistent with.
 *
 * What no proof can say, so no lie can tell it:
 *
 *   S1   solving for a public term after the challenges: the statement is absorbed first, so any
 *        change of it after proving meets other challenges. The lie below shows that.
 *   S9   a counter on a stateful bus: air_finish refuses to record such a table (unit.air.record).
 *   S12  a final polynomial of another length: its length is no field of the proof, so bytes more
 *        or less shift everything after it (e2e.tamper); heights below 8 are refused, below.
 *   S13  powers of lambda are the verifier's; the lie below would cancel if they restarted.
 */
#include <string.h>

#include "air/logup.h"
#include "forgery/lies.h"
#include "proof/public.h"
#include "tables/addi.h"
#include "tables/blt.h"
#include "tables/mis.h"
#include "tables/t16.h"
#include "tables/table.h"

#define BROKEN CHERT_REJECT_CONSTRAINT
#define UNEVEN CHERT_REJECT_BUS

/* ---- LogUp sums: air_logup is wrapped by the linker ---- */

/* While `on`, the last instance's sum is what makes all sums and public terms zero. */
static struct balance {
    int on;
    uint32_t left;
    const struct session *s;
    fp3 total;
} balance;

static enum chert_status make_up(const struct air_challenges *ch, fp3 *sum, struct err *e)
{
    fp3 ends;
    balance.on = 0;
    TRY(public_sum(&balance.s->prepared.key, &balance.s->statement, ch, &ends, e));
    *sum = fp3_sub(*sum, fp3_add(balance.total, ends));
    return CHERT_OK;
}

/* What the linker calls them. */
enum chert_status real_logup(const struct air_program *p, const struct air_rows *in, unsigned log_n,
                             const struct air_challenges *ch, fp *const *ext, fp3 *sum,
                             struct arena *scratch, struct err *e) __asm__("__real_air_logup");
enum chert_status balancing_logup(const struct air_program *p, const struct air_rows *in,
                                  unsigned log_n, const struct air_challenges *ch, fp *const *ext,
                                  fp3 *sum, struct arena *scratch,
                                  struct err *e) __asm__("__wrap_air_logup");

enum chert_status balancing_logup(const struct air_program *p, const struct air_rows *in,
                                  unsigned log_n, const struct air_challenges *ch, fp *const *ext,
                                  fp3 *sum, struct arena *scratch, struct err *e)
{
    TRY(real_logup(p, in, log_n, ch, ext, sum, scratch, e));
    if (!balance.on) {
        return CHERT_OK;
    }
    balance.left--;
    balance.total = fp3_add(balance.total, *sum);
    return balance.left == 0 ? make_up(ch, sum, e) : CHERT_OK;
}

static void balance_sums(struct liar *l)
{
    balance = (struct balance){1, l->s->layout.n_instances, l->s, fp3_of(0)};
}

static void exit_one(struct liar *l, const struct lie *lie)
{
    (void)lie;
    l->s->statement.exit_code = 1;
}

static void exit_one_balanced(struct liar *l, const struct lie *lie)
{
    exit_one(l, lie);
    balance_sums(l);
}

/* ---- Key and statement ---- */

static void patch_register(struct liar *l, const struct lie *lie)
{
    l->s->statement.regs[REG_SINK].lo ^= (uint32_t)lie->value;
    liar_restate(l);
}

/* Everything from the null page's end to the input is one region: no guard. */
static void map_everything(struct liar *l, const struct lie *lie)
{
    struct key *key = &l->s->prepared.key;
    (void)lie;
    key->regions[0].end = key->regions[1].end;
    key->regions[1] = key->regions[2];
    key->n_regions = 2;
}

/* Starts at the second instruction. */
static void other_entry(struct liar *l, const struct lie *lie)
{
    l->s->prepared.key.entry += 4;
    liar_skip(l, TABLE_CONST, 0);
    (void)lie;
}

/* The index of a table's first instance in the statement. */
static uint32_t first_instance(const struct statement *s, enum table_id table)
{
    uint32_t at = 0;
    for (unsigned t = 0; t < (unsigned)table; t++) {
        at += s->n_instances[t];
    }
    return at;
}

static void insert_instance(struct statement *s, enum table_id table, uint8_t log_n)
{
    const uint32_t at = first_instance(s, table);
    memmove(s->log_height + at + 1, s->log_height + at, MAX_INSTANCES - at - 1);
    s->log_height[at] = log_n;
    s->n_instances[table]++;
}

static void remove_instance(struct statement *s, enum table_id table)
{
    const uint32_t at = first_instance(s, table);
    memmove(s->log_height + at, s->log_height + at + 1, MAX_INSTANCES - at - 1);
    s->n_instances[table]--;
}

/* No image table: nobody gives what genesis takes. */
static void no_image(struct liar *l, const struct lie *lie)
{
    (void)lie;
    remove_instance(&l->s->statement, TABLE_IMAGE);
    liar_refill(l);
}

static void height_of(struct liar *l, const struct lie *lie)
{
    struct statement *s = &l->s->statement;
    s->log_height[first_instance(s, lie->table)] = (uint8_t)lie->value;
    liar_restate(l);
}

static void many_rows(struct liar *l, const struct lie *lie)
{
    for (uint32_t i = 0; i < 64; i++) {
        insert_instance(&l->s->statement, lie->table, 24);
    }
    liar_restate(l);
}

static void other_writer(struct liar *l, const struct lie *lie)
{
    for (uint64_t r = 0; r < l->s->events.table[TABLE_GENESIS].rows; r++) {
        struct genesis_event *ev = liar_row(l, TABLE_GENESIS, r);
        ev->writer = ev->writer == 0 ? 0 : (uint32_t)lie->value;
    }
}

static void other_label(struct liar *l, const struct lie *lie)
{
    l->s->statement.label = (uint32_t)lie->value;
    liar_refill(l);
}

/* A key of the set `compact` that allows groups of single tables. */
static void compact_forks(struct liar *l, const struct lie *lie)
{
    (void)lie;
    l->s->prepared.key.set = SET_COMPACT;
    l->s->prepared.key.modes = MODE_BIT(GROUPING_JOINT) | MODE_BIT(GROUPING_PER_TABLE);
    l->s->statement.grouping = GROUPING_PER_TABLE;
    liar_restate(l);
}

/* ---- S6 ---- */

/* addw t1, t1, t1 of 0, where rs2 reads what rd wrote: any result fits 0 + b = b, were the times
 * not checked. The chain is whole: rd's access, then rs2's, each on the token before. */
static void reads_its_result(struct liar *l, const struct lie *lie)
{
    struct event *ev = liar_event(l, TABLE_ADDW_M, lie->row);
    const struct liar_use use = liar_consumer(l, 0, liar_insn(l, ev)->rd, ev->clk + SLOT_RD);
    ev->prevd = ev->prev2;
    ev->prev2 = ev->clk + SLOT_RD;
    *use.prev = ev->clk + SLOT_RS2;
    ev->b = ev->d = lie->value;
    *use.value = lie->value;
}

/* ---- S13 ---- */

/* The rows of BLT in two instances of one height, each broken in row 2, by +1 and by -1. */
static void two_violations(struct liar *l, const struct lie *lie)
{
    struct statement *s = &l->s->statement;
    while (s->n_instances[TABLE_BLT] != 0) {
        remove_instance(s, TABLE_BLT);
    }
    insert_instance(s, TABLE_BLT, 3);
    insert_instance(s, TABLE_BLT, 3);
    liar_refill(l);
    *liar_cell(l, TABLE_BLT, 2, BLT_X0) += 1;
    *liar_cell(l, TABLE_BLT, 10, BLT_X0) -= 1;
    (void)lie;
}

static struct lie rules[] = {
    {"S1 a public term changed after the challenges", TABLE_ECALL, BROKEN, "public.HALT ECALL.HALT",
     .counts = exit_one, .proof = patch_register, .value = 3},
    {"S1 a sum that makes up for the imbalance", TABLE_ECALL, BROKEN, "public.HALT ECALL.HALT",
     .counts = exit_one_balanced},
    {"a sum over groups that is not zero", TABLE_ECALL, UNEVEN, "public.HALT ECALL.HALT",
     .counts = exit_one, .grouping = GROUPING_PER_TABLE},
    {"S2 everything is mapped", TABLE_GENESIS, CHERT_REJECT_PROGRAM, "", .events = map_everything},
    {"S2 true of the machine that it names", TABLE_GENESIS, CHERT_OK, "", .events = map_everything,
     .trusted = 1},
    {"S2 another entry", TABLE_CONST, CHERT_REJECT_PROGRAM, "", .events = other_entry},
    {"S3 no image table", TABLE_IMAGE, CHERT_REJECT_HEIGHT, "GENESIS.IMG", .cells = no_image},
    {"S3 T16 of another height", TABLE_T16, CHERT_REJECT_HEIGHT, "", .proof = height_of,
     .value = 15},
    {"S6 an operand that is the result", TABLE_ADDW_M, UNEVEN, "ADDW_M.RANGE", .row = 1,
     .events = reads_its_result, .value = 12345},
    {"S8 a padding row's second cell", TABLE_MIS, BROKEN, "MIS.two MIS.two_real MIS.CELL",
     .cells = liar_wake_padding, .column = MIS_TWO, .cell = 1},
    {"S8 a padding row's flag", TABLE_ADDI, BROKEN,
     "ADDI.hi_in_range ADDI.EXEC ADDI.PROG ADDI.CELL ADDI.RANGE", .cells = liar_wake_padding,
     .column = ADDI_REAL, .cell = 1},
    {"S10 another epoch", TABLE_BOUND, CHERT_REJECT_MODE, "", .events = other_writer,
     .cells = other_label, .value = 7},
    {"S12 a height below 8", TABLE_ADDI, CHERT_REJECT_HEIGHT, "", .proof = height_of, .value = 2},
    {"S12 a group of eight rows", TABLE_ADDI, BROKEN, "ADDI.carry_lo ADDI.carry_hi ADDI.wrapped_hi",
     .events = liar_wrong_result, .value = 1, .grouping = GROUPING_PER_TABLE},

    {"S13 violations that cancel", TABLE_BLT, BROKEN, "BLT.compare", .cells = two_violations},
    {"S14 2^30 rows", TABLE_REFRESH, CHERT_REJECT_HEIGHT, "", .proof = many_rows},
    {"S16 compact with forks", TABLE_T16, CHERT_REJECT_MODE, "", .proof = compact_forks,
     .trusted = 1},
};

/* ---- Every table is lied about ---- */

static void mark(const struct lie *lies, size_t n, uint8_t lied[N_TABLES])
{
    for (size_t i = 0; i < n; i++) {
        lied[lies[i].table] |= lies[i].status != CHERT_OK;
    }
}

static void test_every_table_is_lied_about(void **state)
{
    uint8_t lied[N_TABLES] = {0};
    (void)state;
    mark(lies_alu, n_lies_alu, lied);
    mark(lies_flow, n_lies_flow, lied);
    mark(lies_memory, n_lies_memory, lied);
    mark(lies_calls, n_lies_calls, lied);
    mark(lies_refresh, n_lies_refresh, lied);
    for (unsigned t = 0; t < N_TABLES; t++) {
        if (!lied[t]) {
            fail_msg("no lie about %s", chert_tables[t].name);
        }
    }
}

int main(void)
{
    const struct CMUnitTest coverage[] = {cmocka_unit_test(test_every_table_is_lied_about)};
    return cmocka_run_group_tests(coverage, NULL, NULL) |
           liar_run("forgery.rules", &liar_everything, rules, N_LIES(rules));
}
