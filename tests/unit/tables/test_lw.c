/*
 * Goal: LW loads the word at a + imm, sign-extended for lw, and nothing else.
 * Method: random rows against plain C; a forgery for every check.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "memory_case.h"
#include "tables/lw.h"

#define AT(column) (*table_case_cell(&tc, (column)))

static void means_what_it_should(void **state)
{
    struct table_case tc;
    (void)state;
    table_case_init(&tc, TABLE_LW);
    memory_case_sweep(&tc, OP_LW, 2 * ROUNDS);
    memory_case_sweep(&tc, OP_LWU, 2 * ROUNDS);
    table_case_fini(&tc);
}

static void every_check_has_teeth(void **state)
{
    const struct memory_case m = memory_case_of(OP_LW, 0, UINT64_C(0x1122334455667788), 0);
    const struct memory_case two = memory_case_of(OP_LW, 4, UINT64_C(0x200000000), 0);
    const struct memory_case lwu = memory_case_of(OP_LWU, 4, UINT64_C(0x9122334455667788), 0);
    struct table_case tc;
    (void)state;
    table_case_init(&tc, TABLE_LW);
    memory_case_assert(&tc, &m);
    /* minus one row of lw and one of lwu: no row, but an MSB lookup taken back */
    FORGE(&tc, "LW_bit", {LW_LW, memory_int(-1)}, {LW_LWU, 1});
    FORGE(&tc, "LWU_bit", {LW_LW, 1}, {LW_LWU, memory_int(-1)});
    FORGE(&tc, "PROG#2", {LW_LW, 0}, {LW_LWU, 1});
    FORGE(&tc, "RANGE#5", {LW_PREV1, AT(LW_CLK)});
    FORGE(&tc, "RANGE#8", {LW_PREVM, AT(LW_CLK) + 2});
    FORGE(&tc, "RANGE#11", {LW_PREVD, AT(LW_CLK) + 3});
    FORGE(&tc, "RANGE#12", {LW_W0, AT(LW_W0) + 0x10000}, {LW_W1, AT(LW_W1) - 1});
    FORGE(&tc, "MSB#13", {LW_S, 1});
    /* a negative word that claims to be none: all of the word in w0 */
    FORGE(&tc, "RANGE#12", {LW_W0, 0x55667788}, {LW_W1, 0});
    FORGE(&tc, "word", {LW_W0, AT(LW_W0) + 1});
    FORGE(&tc, "word", {LW_O2, 1}); /* the other word of the cell */

    tc.insn.op = OP_LW + OP_LWU;
    FORGE(&tc, "real_bit", {LW_LWU, 1});

    memory_case_assert(&tc, &two);
    FORGE(&tc, "O2_bit", {LW_O2, 2}, {LW_W0, 4}); /* c_lo + 2 (c_hi - c_lo) */

    memory_case_assert(&tc, &lwu);
    FORGE(&tc, "unsigned_sign", {LW_S, 1});
    table_case_assert_covered(&tc, NULL, 0);
    table_case_fini(&tc);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(means_what_it_should),
        cmocka_unit_test(every_check_has_teeth),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
