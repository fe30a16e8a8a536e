/*
 * Goal: no flag of any table can be other than 0 and 1, no limb can leave its range, and a padding
 * row says nothing on any bus, whatever it is filled with (CATALOGUE.md: attacks 5 to 9, 24, 25, 29
 * to 33, 58, 60).
 * Method: rows of a real run of the guest that uses every table, judged as the tests of
 * tests/unit/tables judge them (table_case.h), as they are and with single cells changed; padding
 * rows filled at random, and with every pair of flags.
 */
#include "forgery/liar.h"
#include "support/table_case.h"
#include "tables/ecall.h"

#include <string.h>

#define ROWS 4u /* of every table */

static unsigned n_rows, n_flags, n_limbs, n_padding;

static void load_row(struct liar *l, struct table_case *tc, uint64_t row)
{
    const enum table_id id = tc->id;
    for (uint32_t c = 0; c < tc->air.n_main; c++) {
        *table_case_cell(tc, c) = *liar_cell(l, id, row, c);
    }
    if (id < TABLE_ECALL) {
        tc->insn = *liar_insn(l, liar_event(l, id, row));
    } else if (id == TABLE_ECALL) {
        tc->insn = l->program.insns[((struct ecall_event *)liar_row(l, id, row))->insn];
    }
    memcpy(tc->filled, tc->cells, air_n_columns(&tc->air) * sizeof *tc->cells);
    table_case_assert_accepted(tc);
}

static void expect_rejected(struct table_case *tc, uint32_t column, fp value, fp below)
{
    fp *cell = table_case_cell(tc, column);
    const fp was = *cell;
    if (value < below) {
        return;
    }
    *cell = value;
    if (table_case_accepts(tc, NULL, NULL)) {
        fail_msg("%s.%s may be %llx", tc->air.name, tc->air.columns[column].name,
                 (unsigned long long)value);
    }
    *cell = was;
}

/* Values that are none of [0, n), among them those that stand for the same residue elsewhere. */
static void leave_range(struct table_case *tc, uint32_t column, fp n, uint64_t *seed)
{
    const fp is = *table_case_cell(tc, column);
    const fp values[] = {n,
                         n + 1,
                         FP_P - 1,
                         FP_P - n,
                         fp_inv(2),
                         fp_inv(n),
                         fp_add(is, n),
                         fp_sub(is, n),
                         fp_add(is, fp_inv(1 << 16)),
                         fp_sub(is, fp_inv(1 << 16)),
                         fp_add(is, UINT64_C(1) << 32),
                         fp_mul(is, fp_inv(2)),
                         table_case_random(seed) % FP_P,
                         table_case_random(seed) % FP_P};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        expect_rejected(tc, column, values[i], n);
    }
}

static void try_row(struct table_case *tc, uint64_t *seed)
{
    n_rows++;
    for (uint32_t c = 0; c < tc->air.n_main; c++) {
        switch ((int)tc->air.columns[c].kind) {
        case AIR_BIT:
            leave_range(tc, c, 2, seed);
            n_flags++;
            break;
        case AIR_U8:
            leave_range(tc, c, 256, seed);
            n_limbs++;
            break;
        case AIR_U16:
            leave_range(tc, c, 1 << 16, seed);
            n_limbs++;
            break;
        default:
            break;
        }
    }
}

/* ---- Padding ---- */

/* Accepted as it stands, the row has no token: its `real` is 0, and then so is everything. */
static void expect_silent(struct table_case *tc)
{
    n_padding++;
    if (!table_case_accepts(tc, NULL, NULL)) {
        return;
    }
    air_row_constraints(&tc->air, tc->columns, tc->params, 0, tc->nodes, tc->values);
    const int is_real = tc->nodes[tc->air.real.id] != 0;
    for (uint32_t k = 0; k < tc->air.n_interactions && !is_real; k++) {
        if (tc->mult[k] != 0) {
            fail_msg("%s: interaction %u happens on a row that is not real", tc->air.name, k);
        }
    }
}

static uint32_t flags_of(const struct table_case *tc, uint32_t flags[AIR_MAX_NODES])
{
    uint32_t n = 0;
    for (uint32_t c = 0; c < tc->air.n_main; c++) {
        if (tc->air.columns[c].kind == AIR_BIT) {
            flags[n++] = c;
        }
    }
    return n;
}

static void try_padding(struct table_case *tc, uint64_t *seed)
{
    static const fp values[] = {1, 2, FP_P - 1};
    uint32_t flags[AIR_MAX_NODES];
    const uint32_t n = flags_of(tc, flags);
    for (uint32_t i = 0; i < n; i++) {
        for (uint32_t j = 0; j < n; j++) {
            for (size_t k = 0; k < 9; k++) {
                table_case_clear(tc);
                *table_case_cell(tc, flags[i]) = values[k % 3];
                *table_case_cell(tc, flags[j]) = values[k / 3];
                expect_silent(tc);
            }
        }
    }
    for (unsigned round = 0; round < 300; round++) { /* not real, and anything else */
        table_case_clear(tc);
        for (uint32_t c = 0; c < tc->air.n_main; c++) {
            if (tc->air.columns[c].kind != AIR_BIT) {
                *table_case_cell(tc, c) = table_case_word(seed) % FP_P;
            }
        }
        expect_silent(tc);
    }
}

static void try_tables(struct liar *l, const struct lie *lie)
{
    uint64_t seed = 1;
    (void)lie;
    for (unsigned t = 0; t < N_TABLES; t++) {
        struct table_case tc;
        if (table_fixed_index(t) >= 0) {
            continue;
        }
        table_case_init(&tc, (enum table_id)t);
        tc.params[0] = 1; /* the epoch's label */
        const uint64_t rows = l->s->events.table[t].rows;
        for (uint64_t r = 0; r < rows && r < ROWS; r++) {
            load_row(l, &tc, r);
            try_row(&tc, &seed);
        }
        assert_true(rows != 0 || t == TABLE_REFRESH);
        try_padding(&tc, &seed);
        table_case_fini(&tc);
    }
    print_message("%u rows: %u flags, %u limbs; %u padding rows\n", n_rows, n_flags, n_limbs,
                  n_padding);
}

int main(void)
{
    struct lie lies[] = {{.name = "every flag, limb and padding row",
                          .table = TABLE_CONST,
                          .checks = "",
                          .cells = try_tables}};
    return liar_run("soundness.rows", &liar_everything, lies, 1);
}
