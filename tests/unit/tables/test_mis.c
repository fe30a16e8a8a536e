/*
 * Goal: MIS loads and stores halves, words and double words at every offset, over one cell or two,
 * and nothing else.
 * Method: every op at every offset with random rows against plain C; a forgery for every check.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "memory_case.h"
#include "tables/mis.h"

static const unsigned ops[8] = {OP_LD, OP_LW, OP_LWU, OP_LH, OP_LHU, OP_SD, OP_SW, OP_SH};

static void assert_tokens(struct table_case *tc, const struct memory_case *m)
{
    const struct event *ev = m->event;
    const uint64_t cell = m->address & ~UINT64_C(7);
    const uint32_t clk = ev->clk, last = 2 + (uint32_t)m->is_two;
    memory_case_fill(tc, m);
    table_case_assert_accepted(tc);
    table_case_assert_step(tc, m->insn.pc, clk, m->insn.pc + 4);
    table_case_assert_access(tc, 0, 0, m->insn.rs1, ev->prev1, clk, ev->a, ev->a);
    table_case_assert_access(tc, 1, 1, cell, ev->prevm, clk + 2, m->cell[0], m->after[0]);
    if (m->is_two) {
        table_case_assert_access(tc, 2, 1, cell + 8, ev[1].prevm, clk + 2, m->cell[1], m->after[1]);
    }
    if (m->is_store) {
        table_case_assert_access(tc, last, 0, m->insn.rs2, ev->prev2, clk + 1, ev->b, ev->b);
    } else {
        table_case_assert_access(tc, last, 0, m->insn.rd, ev->prevd, clk + 3, ev->old_d, m->value);
    }
    assert_int_equal(table_case_n_sent(tc, BUS_CELL), last + 1);
}

static void means_what_it_should(void **state)
{
    struct table_case tc;
    uint64_t seed = 5;
    (void)state;
    table_case_init(&tc, TABLE_MIS);
    for (unsigned k = 0; k < 8; k++) {
        for (unsigned offset = 1; offset < 8; offset++) {
            for (unsigned i = 0; i < ROUNDS / 10; i++) {
                const struct memory_case m = memory_case_make(&seed, ops[k], offset);
                assert_tokens(&tc, &m);
            }
        }
    }
    table_case_clear(&tc);
    table_case_assert_accepted(&tc);
    assert_int_equal(table_case_n_sent(&tc, BUS_CELL), 0);
    table_case_fini(&tc);
}

/* At the end of memory: the second cell is named 2^32, and no token is. */
static void does_not_wrap(void **state)
{
    struct memory_case m = memory_case_of(OP_LD, 1, 1, 0);
    struct table_case tc;
    fp t[AIR_MAX_TUPLE];
    (void)state;
    table_case_init(&tc, TABLE_MIS);
    m.address = 0xfffffff9;
    m.event->a = m.address - (uint64_t)m.insn.imm;
    m.event->a = (uint32_t)m.event->a;
    memory_case_fill(&tc, &m);
    assert_true(table_case_received(&tc, BUS_CELL, 2, t));
    assert_int_equal(t[1], UINT64_C(1) << 32);
    table_case_fini(&tc);
}

/* Sets byte j of y, and what goes with it. */
static void set_y(struct table_case *tc, unsigned j, fp byte)
{
    *table_case_cell(tc, MIS_Y0 + j) = byte;
    *table_case_cell(tc, MIS_ZY0 + j / 2) =
        *table_case_cell(tc, MIS_Y0 + (j & ~1u)) & *table_case_cell(tc, MIS_Y0 + (j | 1u));
}

static void forge_flags(struct table_case *tc)
{
    static const struct {
        const char *name;
        unsigned flag, same_width;
    } flags[8] = {{"LD_bit", MIS_LD, MIS_SD},   {"LW_bit", MIS_LW, MIS_SW},
                  {"LWU_bit", MIS_LWU, MIS_SW}, {"LH_bit", MIS_LH, MIS_SH},
                  {"LHU_bit", MIS_LHU, MIS_SH}, {"SD_bit", MIS_SD, MIS_LD},
                  {"SW_bit", MIS_SW, MIS_LW},   {"SH_bit", MIS_SH, MIS_LH}};
    table_case_clear(tc);
    for (unsigned i = 0; i < 8; i++) {
        FORGE(tc, flags[i].name, {flags[i].flag, memory_int(-1)}, {flags[i].same_width, 1});
    }
    const struct memory_case zero = memory_case_of(OP_LW, 1, 0, 0);
    assert_tokens(tc, &zero);
    tc->insn.op = OP_LW + OP_LWU;
    FORGE(tc, "real_bit", {MIS_LWU, 1}, {MIS_O2, 1});
}

static void forge_offset(struct table_case *tc)
{
    static const char *const bit[7] = {"O1_bit", "O2_bit", "O3_bit", "O4_bit",
                                       "O5_bit", "O6_bit", "O7_bit"};
    struct memory_case zero = memory_case_of(OP_LD, 1, 0, 0);
    zero.cell[1] = 0;
    memory_case_run(&zero);
    assert_tokens(tc, &zero);
    FORGE(tc, "one_offset", {MIS_O2, 1});
    FORGE(tc, "one_offset", {MIS_O1, 0});
    for (unsigned k = 0; k < 7; k++) { /* -1 + 1 + 1 */
        FORGE(tc, bit[k], {MIS_O1, 0}, {MIS_O1 + (k + 1) % 7, 1}, {MIS_O1 + (k + 2) % 7, 1},
              {MIS_O1 + k, memory_int(-1)});
    }
    for (unsigned k = 0; k < 8; k++) { /* the second cell skipped, or touched without need */
        for (unsigned offset = 1; offset < 8; offset++) {
            const struct memory_case m = memory_case_of(ops[k], offset, 0, 0);
            memory_case_fill(tc, &m);
            FORGE(tc, "two", {MIS_TWO, (fp)!m.is_two}, {MIS_PREVN, m.event->clk - 1});
        }
    }
}

static void forge_load(struct table_case *tc)
{
    static const char *const byte[8] = {"byte0", "byte1", "byte2", "byte3",
                                        "byte4", "byte5", "byte6", "byte7"};
    static const char *const fill[8] = {"",      "",      "fill2", "fill3",
                                        "fill4", "fill5", "fill6", "fill7"};
    const uint64_t cell = UINT64_C(0x8182838485868788);
    for (unsigned j = 0; j < 8; j++) {
        const struct memory_case ld = memory_case_of(OP_LD, 3, cell, 0);
        const struct memory_case lhu = memory_case_of(OP_LHU, 3, cell, 0);
        memory_case_fill(tc, &ld);
        set_y(tc, j, *table_case_cell(tc, MIS_Y0 + j) ^ 1);
        table_case_forgery(tc, byte[j]);
        if (j >= 2) {
            memory_case_fill(tc, &lhu);
            set_y(tc, j, 1);
            table_case_forgery(tc, fill[j]);
        }
    }
    for (unsigned k = 1; k < 5; k++) { /* the sign inverted, each way to say so */
        const struct memory_case m = memory_case_of(ops[k], 3, cell, 0);
        const int is_signed = ops[k] == OP_LW || ops[k] == OP_LH;
        memory_case_fill(tc, &m);
        *table_case_cell(tc, MIS_S) ^= 1;
        for (unsigned j = m.width; j < 8; j++) {
            set_y(tc, j, *table_case_cell(tc, MIS_Y0 + j) ^ 0xff);
        }
        table_case_forgery(tc, is_signed ? "AND#27" : "unsigned_sign");
        if (is_signed) {
            *table_case_cell(tc, MIS_T) ^= 0x80;
            table_case_forgery(tc, "top_byte");
        }
    }
}

static void forge_store(struct table_case *tc)
{
    static const char *const after[4] = {"after0", "after1", "after2", "after3"};
    for (unsigned k = 5; k < 8; k++) {
        const struct memory_case m =
            memory_case_of(ops[k], 7, UINT64_C(0x1122334455667788), UINT64_C(0x99aabbccddeeff01));
        memory_case_fill(tc, &m);
        for (unsigned i = 0; i < 4; i++) {
            FORGE(tc, after[i], {MIS_N0 + i, *table_case_cell(tc, MIS_N0 + i) + 1});
        }
        FORGE(tc, "stored_lo", {MIS_OLD_LO, 7});
        FORGE(tc, "stored_hi", {MIS_OLD_HI, 7});
    }
    for (unsigned k = 0; k < 5; k++) { /* a load that stores */
        const struct memory_case m = memory_case_of(ops[k], 7, 1, 0);
        memory_case_fill(tc, &m);
        for (unsigned i = 0; i < 4; i++) {
            FORGE(tc, after[i], {MIS_N0 + i, *table_case_cell(tc, MIS_N0 + i) + 1});
        }
    }
}

static void forge_lookups(struct table_case *tc)
{
    const struct memory_case m = memory_case_of(OP_LD, 3, UINT64_C(0x8182838485868788), 0);
    const uint32_t clk = m.event->clk;
    char name[TABLE_CASE_NAME];
    memory_case_fill(tc, &m);
    FORGE(tc, "PROG#2", {MIS_RD, 12});
    FORGE(tc, "PROG#2", {MIS_RS2, 1}); /* another register written */
    FORGE(tc, "PROG#2", {MIS_IMM, memory_int(m.insn.imm + 8)});
    FORGE(tc, "RANGE#5", {MIS_PREV1, clk});
    FORGE(tc, "RANGE#8", {MIS_PREVM, clk + 2});
    FORGE(tc, "RANGE#11", {MIS_PREVN, clk + 2});
    FORGE(tc, "RANGE#14", {MIS_PREV2, clk + 3});
    for (unsigned i = 0; i < 12; i++) {
        (void)snprintf(name, sizeof name, "AND#%u", 15 + i);
        FORGE(tc, name, {MIS_ZX0 + i, 0x100});
    }
    /* a store reads rs2 at slot 1, not later */
    const struct memory_case sd = memory_case_of(OP_SD, 3, 1, 2);
    memory_case_fill(tc, &sd);
    FORGE(tc, "RANGE#14", {MIS_PREV2, sd.event->clk + 1});
}

static void every_check_has_teeth(void **state)
{
    static const struct table_case_exception except[] = {
        {"TWO_bit", "`two`: it equals a sum of products of bits of which one at most is 1"},
        {"two_real", "`two`: without a flag there is no product"},
    };
    struct table_case tc;
    (void)state;
    table_case_init(&tc, TABLE_MIS);
    forge_flags(&tc);
    forge_offset(&tc);
    forge_load(&tc);
    forge_store(&tc);
    forge_lookups(&tc);
    table_case_assert_covered(&tc, except, 2);
    table_case_fini(&tc);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(means_what_it_should),
        cmocka_unit_test(does_not_wrap),
        cmocka_unit_test(every_check_has_teeth),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
