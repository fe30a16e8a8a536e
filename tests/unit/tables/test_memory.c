/*
 * Goal: a word has one decomposition into the pieces that loads, stores and writes make of it.
 * Method: exhaustive. The constraint that puts the word together is linear in one of the pieces;
 * for every value of the others, right or wrong, solve for that one and count how often it is in
 * its range: once, for the word's own pieces. This is the recorded AIR over the real field.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "air/eval.h"
#include "memory_case.h"
#include "tables/lb.h"
#include "tables/lbu.h"
#include "tables/lh.h"
#include "tables/lw.h"
#include "tables/ssub.h"
#include "tables/write.h"

/* The value of the named constraint on the row as it stands. */
static fp residue(struct table_case *tc, const char *name)
{
    uint32_t i = 0;
    while (strcmp(tc->air.constraints[i].name, name) != 0) {
        i++;
        assert_true(i < tc->air.n_constraints);
    }
    air_row_constraints(&tc->air, tc->columns, tc->params, 0, tc->nodes, tc->values);
    return tc->values[i];
}

/* The columns of a table that cut a word. */
struct cut {
    const char *constraint;
    uint32_t r, q, solved; /* r and q below `base`; solved is the linear one, below 2^16 */
    uint32_t base;
};

/* How many (r, q, solved) fit the row; asserts that the row's own do. */
static unsigned count_fits(struct table_case *tc, const struct cut *cut)
{
    fp *const r = table_case_cell(tc, cut->r), *const q = table_case_cell(tc, cut->q);
    fp *const x = table_case_cell(tc, cut->solved);
    const fp own_r = *r, own_q = *q, own_x = *x;
    unsigned fits = 0, own = 0;
    fp zero, inverse;
    *x = 0;
    zero = residue(tc, cut->constraint);
    *x = 1;
    inverse = fp_inv(fp_sub(residue(tc, cut->constraint), zero)); /* the same for all r and q */
    *x = 0;
    for (fp i = 0; i < cut->base; i++) {
        for (fp j = 0; j < (cut->r == cut->q ? 1 : cut->base); j++) {
            *r = i;
            *q = cut->r == cut->q ? i : j;
            const fp solution = fp_mul(fp_sub(0, residue(tc, cut->constraint)), inverse);
            fits += solution < 0x10000;
            own += *r == own_r && *q == own_q && solution == own_x;
        }
    }
    *r = own_r, *q = own_q, *x = own_x;
    assert_int_equal(own, 1);
    return fits;
}

static const uint64_t cells[] = {0, UINT64_C(0x123456789abcdef0), UINT64_C(0xffffffff00000001),
                                 UINT64_C(0xffffffffffffffff)};

/* Every offset of op; of the slow ones (two bytes) with one cell each. */
static void count_loads(enum table_id id, unsigned op, const struct cut *cut)
{
    const unsigned step = cut->r == cut->q ? 1 : 4;
    struct table_case tc;
    table_case_init(&tc, id);
    for (unsigned offset = 0; offset < 8; offset += memory_width(op)) {
        for (unsigned i = step == 1 ? 0 : offset % 4; i < 4; i += step) {
            const struct memory_case m = memory_case_of(op, offset, cells[i], cells[3 - i]);
            memory_case_assert(&tc, &m);
            assert_int_equal(count_fits(&tc, cut), 1);
        }
    }
    table_case_fini(&tc);
}

static void words_have_two_halves(void **state)
{
    const struct cut lw = {"word", LW_W0, LW_W0, LW_W1, 0x10000};
    const struct cut lh = {"word", LH_H, LH_H, LH_U, 0x10000};
    (void)state;
    count_loads(TABLE_LW, OP_LW, &lw);
    count_loads(TABLE_LH, OP_LH, &lh);
}

static void words_have_four_bytes(void **state)
{
    const struct cut lbu = {"word", LBU_R, LBU_Q, LBU_U, 256};
    const struct cut lb = {"word", LB_R, LB_Q, LB_U, 256};
    (void)state;
    count_loads(TABLE_LBU, OP_LBU, &lbu);
    count_loads(TABLE_LB, OP_LB, &lb);
}

static void stores_see_the_word_before(void **state)
{
    const struct cut ssub = {"before", SSUB_R, SSUB_Q, SSUB_U, 256};
    (void)state;
    count_loads(TABLE_SSUB, OP_SB, &ssub);
    count_loads(TABLE_SSUB, OP_SH, &ssub);
}

/* rs2's bytes: for every (rv, qv) the looked-up rest is in range once. */
static void stores_see_the_register(void **state)
{
    struct table_case tc;
    (void)state;
    table_case_init(&tc, TABLE_SSUB);
    for (unsigned i = 0; i < 4; i++) {
        const struct memory_case m = memory_case_of(OP_SB, 0, 0, cells[i]);
        unsigned fits = 0;
        memory_case_assert(&tc, &m);
        for (fp rv = 0; rv < 256; rv++) {
            for (fp qv = 0; qv < 256; qv++) {
                *table_case_cell(&tc, SSUB_RV) = rv;
                *table_case_cell(&tc, SSUB_QV) = qv;
                air_row_interactions(&tc.air, tc.columns, tc.params, 0, tc.nodes, tc.mult,
                                     tc.tuple);
                assert_int_equal(tc.air.interactions[15].bus, BUS_RANGE);
                if (tc.tuple[15][0] < 0x10000) {
                    fits++;
                    assert_int_equal(rv + 256 * qv, cells[i] & 0xffff);
                }
            }
        }
        assert_int_equal(fits, 1);
    }
    table_case_fini(&tc);
}

static void writes_see_the_word(void **state)
{
    const struct cut cut = {"word", WRITE_R, WRITE_Q, WRITE_U, 256};
    struct table_case tc;
    (void)state;
    table_case_init(&tc, TABLE_WRITE);
    for (uint32_t ptr = 0x1000; ptr < 0x1008; ptr++) {
        const struct write_event ev = {8, 4, ptr, 2, 0, 0x1000, cells[1]};
        table_case_fill(&tc, NULL, &ev);
        table_case_assert_accepted(&tc);
        assert_int_equal(count_fits(&tc, &cut), 1);
    }
    table_case_fini(&tc);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_have_two_halves),      cmocka_unit_test(words_have_four_bytes),
        cmocka_unit_test(stores_see_the_word_before), cmocka_unit_test(stores_see_the_register),
        cmocka_unit_test(writes_see_the_word),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
