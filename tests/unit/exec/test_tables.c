/*
 * Goal: executor and tables mean the same by an event.
 * Method: rows of every table, filled from recorded epochs of random programs and guests, satisfy
 * every constraint and lookup of their table (support/table_case.c judges one row at a time;
 * whether the buses balance is support/trace_check.c's and src/trace's question).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "exec/exec.h"
#include "support/random_program.h"
#include "support/table_case.h"

#define ROWS_EACH 300u /* of a table and an epoch, evenly spread */

/* The events of one row, with the instruction at index 0 as table_case wants it. */
union any_row {
    struct event events[2];
    struct ecall_event call;
    uint8_t bytes[2 * sizeof(struct event)];
};

static const struct insn *take_row(const struct trace_events *t, uint32_t table, uint64_t i,
                                   union any_row *row)
{
    const struct trace_table *rows = &t->table[table];
    const size_t size = rows->used / rows->rows;
    const struct insn *in = NULL;

    assert_int_equal(size, chert_tables[table].rows->event_bytes);
    memcpy(row->bytes, rows->events + i * size, size);
    if (table < TABLE_ECALL) {
        in = &t->program->insns[row->events[0].insn];
        row->events[0].insn = 0;
        row->events[1].insn = 0;
    } else if (table == TABLE_ECALL) {
        in = &t->program->insns[row->call.insn];
        row->call.insn = 0;
    }
    return in;
}

static void check_table(const struct trace_events *t, uint32_t table, uint64_t *seen)
{
    const uint64_t rows = t->table[table].rows;
    struct table_case *tc = calloc(1, sizeof *tc);

    assert_non_null(tc);
    table_case_init(tc, (enum table_id)table);
    tc->params[0] = t->epoch;
    for (uint64_t i = 0; i < rows; i += rows / ROWS_EACH + 1) {
        union any_row row = {0};
        const struct insn *in = take_row(t, table, i, &row);
        const char *why = NULL;
        table_case_fill(tc, in, &row);
        if (!table_case_accepts(tc, NULL, &why)) {
            fail_msg("row %llu of %s, op %u at pc 0x%x: %s", (unsigned long long)i,
                     chert_tables[table].name, in == NULL ? 0 : in->op, in == NULL ? 0 : in->pc,
                     why);
        }
        seen[table]++;
    }
    table_case_fini(tc);
    free(tc);
}

static void check_program(const struct program *p, uint32_t log_epoch, uint64_t *seen)
{
    const struct exec_options options = {.log_epoch = log_epoch};
    struct exec_result r = {.stop = EXEC_EPOCH};
    struct trace_events t;
    struct err e = {0};
    struct exec x;

    assert_int_equal(exec_open(&x, p, &options, &e), CHERT_OK);
    while (r.stop == EXEC_EPOCH) {
        assert_int_equal(exec_record(&x, &t, &r, &e), CHERT_OK);
        for (uint32_t table = 0; table <= TABLE_GENESIS; table++) {
            if (t.table[table].rows > 0) {
                check_table(&t, table, seen);
            }
        }
        trace_free(&t);
    }
    exec_close(&x);
}

static void test_tables_accept_what_is_recorded(void **state)
{
    static const char *const guests[] = {"guest/elf/hello.elf", "guest/elf/misaligned.elf",
                                         "guest/elf/quicksort.elf", "guest/elf/json.elf"};
    uint8_t *elf = malloc(RANDOM_ELF_BYTES);
    uint64_t seen[N_TABLES] = {0};
    struct program program;
    struct err e = {0};
    struct arena mem;

    (void)state;
    assert_int_equal(arena_init(&mem, (size_t)1 << 26, &e), CHERT_OK);
    for (uint64_t seed = 1; seed <= 4; seed++) {
        const struct random_options o = {seed, 3000, 3};
        const size_t n = random_program(&o, elf);
        assert_int_equal(elf_load_bytes(&program, elf, n, &mem, &e), CHERT_OK);
        check_program(&program, seed == 1 ? 13 : 0, seen);
    }
    for (size_t i = 0; i < sizeof guests / sizeof *guests; i++) {
        assert_int_equal(elf_load(&program, guests[i], &mem, &e), CHERT_OK);
        check_program(&program, 0, seen);
    }
    for (uint32_t table = 0; table <= TABLE_GENESIS; table++) {
        if (seen[table] == 0) {
            fail_msg("no row of %s was tried", chert_tables[table].name);
        }
    }
    arena_fini(&mem);
    free(elf);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_tables_accept_what_is_recorded)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
