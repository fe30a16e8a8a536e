/*
 * Goal: what the lies of tests/forgery leave open: LogUp columns that are not what they should be
 * (CATALOGUE.md: attacks 42, 63),
 * instructions that change places (54), runs cut short (39), cells opened twice (50).
 * Method: the lying prover (forgery/liar.h); air_logup is wrapped, so that a lie can edit its
 * columns before they are committed.
 */
#include "air/logup.h"
#include "air/program.h"
#include "forgery/liar.h"

#define BROKEN CHERT_REJECT_CONSTRAINT
#define UNEVEN CHERT_REJECT_BUS

/* While `on`: what is done to the next table's columns. */
static struct {
    int on, accumulator, all_rows, moves_sum;
    uint64_t by;
} edit;

enum chert_status real_logup(const struct air_program *p, const struct air_rows *in, unsigned log_n,
                             const struct air_challenges *ch, fp *const *ext, fp3 *sum,
                             struct arena *scratch, struct err *e) __asm__("__real_air_logup");
enum chert_status edited_logup(const struct air_program *p, const struct air_rows *in,
                               unsigned log_n, const struct air_challenges *ch, fp *const *ext,
                               fp3 *sum, struct arena *scratch,
                               struct err *e) __asm__("__wrap_air_logup");

enum chert_status edited_logup(const struct air_program *p, const struct air_rows *in,
                               unsigned log_n, const struct air_challenges *ch, fp *const *ext,
                               fp3 *sum, struct arena *scratch, struct err *e)
{
    TRY(real_logup(p, in, log_n, ch, ext, sum, scratch, e));
    if (!edit.on) {
        return CHERT_OK;
    }
    edit.on = 0;
    fp *column = ext[edit.accumulator ? 3 * (p->n_ext - 1) : 0]; /* its first plane */
    for (size_t r = 0; r < (size_t)1 << log_n; r++) {
        column[r] = r == 0 || edit.all_rows ? fp_add(column[r], edit.by) : column[r];
    }
    if (edit.moves_sum) {
        *sum = fp3_add(*sum, fp3_of(edit.by));
    }
    return CHERT_OK;
}

static void edit_column(struct liar *l, const struct lie *lie)
{
    (void)l;
    edit.on = 1;
    edit.accumulator = edit.all_rows = edit.moves_sum = 0;
    edit.by = lie->cell;
}

static void edit_accumulator(struct liar *l, const struct lie *lie)
{
    edit_column(l, lie);
    edit.accumulator = 1;
}

/* Only differences count: where it starts is free, and means nothing. */
static void lift_accumulator(struct liar *l, const struct lie *lie)
{
    edit_accumulator(l, lie);
    edit.all_rows = 1;
}

/* The sum says that more was sent, and every row of the accumulator is higher by it. */
static void lift_sum(struct liar *l, const struct lie *lie)
{
    lift_accumulator(l, lie);
    edit.moves_sum = 1;
}

/* ---- Instructions change places ---- */

/* Two constants in a row, for registers of their own. */
static uint64_t find_neighbours(struct liar *l)
{
    for (uint64_t r = 0;; r++) {
        const struct event *a = liar_event(l, TABLE_CONST, r),
                           *b = liar_event(l, TABLE_CONST, r + 1);
        const struct insn *x = liar_insn(l, a), *y = liar_insn(l, b);
        if (b->clk == a->clk + CLK_STEP && x->rd != y->rd && x->next == x->pc + 4 &&
            y->next == y->pc + 4) {
            return r;
        }
    }
}

/* Each is done at the other's time, in chains that are whole: registers and memory see nothing. */
static void change_places(struct liar *l, const struct lie *lie)
{
    (void)lie;
    const uint64_t r = find_neighbours(l);
    struct event *a = liar_event(l, TABLE_CONST, r), *b = liar_event(l, TABLE_CONST, r + 1);
    const struct liar_use of_a = liar_consumer(l, 0, liar_insn(l, a)->rd, a->clk + SLOT_RD);
    const struct liar_use of_b = liar_consumer(l, 0, liar_insn(l, b)->rd, b->clk + SLOT_RD);
    *of_a.prev = b->clk + SLOT_RD;
    *of_b.prev = a->clk + SLOT_RD;
    const struct event was_a = *a;
    const uint32_t clk_a = a->clk, clk_b = b->clk;
    *a = *b;
    *b = was_a;
    a->clk = clk_a;
    b->clk = clk_b;
}

/* ---- Memory's ends ---- */

/* Another row opens the cell again, at its first time, and closes that token at once. */
static void open_twice(struct liar *l, const struct lie *lie)
{
    const struct bound_event *first = liar_row(l, TABLE_BOUND, lie->row);
    struct bound_event *again = liar_double(l, TABLE_BOUND, lie->row);
    again->init_clk = again->fin_clk = first->init_clk;
    again->init = again->fin = lie->value;
}

static struct lie lies[] = {
    {"39 cut after 8 cycles", TABLE_ECALL, UNEVEN, "public.HALT LD.EXEC", .log_epoch = 3},
    {"39 cut after 16 cycles", TABLE_ECALL, UNEVEN, "public.HALT ADDI.EXEC", .log_epoch = 4},
    {"39 cut after 64 cycles", TABLE_ECALL, UNEVEN, "public.HALT CONST.EXEC", .log_epoch = 6},
    {"50 a cell opened twice", TABLE_BOUND, UNEVEN, "BOUND.WORLD", .events = open_twice, .row = 3,
     .value = 9},
    {"54 two instructions change places", TABLE_CONST, UNEVEN, "public.EXEC CONST.EXEC",
     .events = change_places},
    {"63 a LogUp column with another value", TABLE_CONST, BROKEN, "", .counts = edit_column,
     .cell = 1},
    {"42 one row of the accumulator", TABLE_CONST, BROKEN, "", .counts = edit_accumulator,
     .cell = FP_P - 5},
    {"42 a sum and its accumulator, lifted", TABLE_CONST, BROKEN, "", .counts = lift_sum,
     .cell = 7},
    {"true: the accumulator's start is free", TABLE_CONST, CHERT_OK, "", .counts = lift_accumulator,
     .cell = 12345},
};

int main(void)
{
    return liar_run("soundness.lies", &liar_everything, lies, sizeof lies / sizeof *lies);
}
