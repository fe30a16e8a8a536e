/*
 * Goal: SSUB stores rs2's lowest byte or half and leaves the rest of the cell as it is.
 * Method: random rows against plain C; a forgery for every check. test_memory.c has the exhaustive
 * model.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "memory_case.h"
#include "tables/ssub.h"

#define AT(column) (*table_case_cell(&tc, (column)))

static void means_what_it_should(void **state)
{
    struct table_case tc;
    (void)state;
    table_case_init(&tc, TABLE_SSUB);
    memory_case_sweep(&tc, OP_SB, ROUNDS);
    memory_case_sweep(&tc, OP_SH, ROUNDS);
    table_case_fini(&tc);
}

static void every_check_has_teeth(void **state)
{
    const uint64_t cell = UINT64_C(0x1122334455667788), b = UINT64_C(0x99aabbccddeeff01);
    const struct memory_case m = memory_case_of(OP_SB, 0, cell, b);
    const struct memory_case upper = memory_case_of(OP_SB, 4, cell, b);
    const struct memory_case zero = memory_case_of(OP_SB, 0, 0, 0);
    const struct memory_case sh = memory_case_of(OP_SH, 0, 0, 0);
    struct table_case tc;
    (void)state;
    table_case_init(&tc, TABLE_SSUB);
    memory_case_assert(&tc, &m);
    FORGE(&tc, "PROG#2", {SSUB_RS2, 12});
    FORGE(&tc, "RANGE#5", {SSUB_PREV1, AT(SSUB_CLK)});
    FORGE(&tc, "RANGE#8", {SSUB_PREV2, AT(SSUB_CLK) + 1});
    FORGE(&tc, "RANGE#11", {SSUB_PREVM, AT(SSUB_CLK) + 2});
    /* 0x88 called 0x89: the change is one less */
    FORGE(&tc, "before", {SSUB_R, 0x89}, {SSUB_Z, 0x01}, {SSUB_N_LO, AT(SSUB_N_LO) - 1});
    FORGE(&tc, "RANGE#13", {SSUB_R, 0x89}, {SSUB_Z, 0x01}, {SSUB_N_LO, AT(SSUB_N_LO) - 1},
          {SSUB_U, memory_absorb(0x5566)});
    FORGE(&tc, "AND#12", {SSUB_R, 0x7788}, {SSUB_Q, 0}, {SSUB_N_LO, AT(SSUB_N_LO) - 0x7700});
    /* another byte stored */
    FORGE(&tc, "RANGE#15", {SSUB_RV, 0x02}, {SSUB_ZV, 0x02}, {SSUB_N_LO, AT(SSUB_N_LO) + 1});
    FORGE(&tc, "AND#14", {SSUB_RV, 0xff01}, {SSUB_QV, 0}, {SSUB_N_LO, AT(SSUB_N_LO) + 0xff00});
    FORGE(&tc, "after", {SSUB_N_LO, AT(SSUB_N_LO) + 1});
    FORGE(&tc, "upper_same", {SSUB_N_LO, AT(SSUB_N_LO) - 1}, {SSUB_N_HI, AT(SSUB_N_HI) + 1});
    memory_case_assert(&tc, &upper);
    FORGE(&tc, "lower_same", {SSUB_N_LO, AT(SSUB_N_LO) - 1}, {SSUB_N_HI, AT(SSUB_N_HI) + 1});

    memory_case_assert(&tc, &sh);
    FORGE(&tc, "sh_even", {SSUB_O0, 1}); /* a misaligned half */
    FORGE(&tc, "SB_bit", {SSUB_SB, memory_int(-1)});
    memory_case_assert(&tc, &zero);
    FORGE(&tc, "SH_bit", {SSUB_SH, memory_int(-1)});
    FORGE(&tc, "O0_bit", {SSUB_O0, 2});
    FORGE(&tc, "O1_bit", {SSUB_O1, 4});
    FORGE(&tc, "O2_bit", {SSUB_O2, memory_int(-2)});
    tc.insn.op = OP_SB + OP_SH;
    FORGE(&tc, "real_bit", {SSUB_SH, 1});
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
