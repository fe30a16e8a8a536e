/*
 * Goal: what is recorded is exactly what the tables need: right routes, operands and results, and
 * for every register and cell one unbroken chain of tokens.
 * Method: random programs and guests, in one epoch and in many, are judged by
 * support/trace_check.c, which knows the program's entries and not the executor. The judge itself
 * is tried on traces with one field changed. Small programs show single records.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "exec/exec.h"
#include "support/guest_asm.h"
#include "support/random_program.h"
#include "support/trace_check.h"

#define TEXT       0x10000u
#define DATA       0x20000u
#define MAX_EPOCHS 1024

/* A loaded program and its recorded epochs. */
struct run {
    struct arena mem;
    struct program program;
    struct exec x;
    struct exec_options options;
    struct exec_result result;
    struct trace_events *epochs;
    size_t n;
    enum chert_status status;
    struct err e;
};

static void record(struct run *run)
{
    run->epochs = calloc(MAX_EPOCHS, sizeof *run->epochs);
    assert_non_null(run->epochs);
    assert_int_equal(exec_open(&run->x, &run->program, &run->options, &run->e), CHERT_OK);
    do {
        assert_true(run->n < MAX_EPOCHS);
        run->status = exec_record(&run->x, &run->epochs[run->n], &run->result, &run->e);
        run->n++;
    } while (run->status == CHERT_OK && run->result.stop == EXEC_EPOCH);
}

static void record_elf(struct run *run, const uint8_t *elf, size_t n)
{
    assert_int_equal(arena_init(&run->mem, elf_bytes(n), &run->e), CHERT_OK);
    assert_int_equal(elf_load_bytes(&run->program, elf, n, &run->mem, &run->e), CHERT_OK);
    record(run);
}

/* Words at TEXT, 64 KiB of zeros at DATA. */
static void record_words(struct run *run, const uint32_t *words, size_t bytes)
{
    const struct guest_segment segments[] = {{TEXT, words, bytes, bytes, 5},
                                             {DATA, NULL, 0, 0x10000, 6}};
    uint8_t elf[16384];
    record_elf(run, elf, guest_elf(elf, TEXT, segments, 2));
}

static void release(struct run *run)
{
    for (size_t i = 0; i < run->n; i++) {
        trace_free(&run->epochs[i]);
    }
    free(run->epochs);
    exec_close(&run->x);
    arena_fini(&run->mem);
}

static void assert_sound(struct run *run)
{
    const struct trace_events **list = calloc(run->n, sizeof(*list));
    struct trace_events genesis = {.program = &run->program};
    struct trace_check check;

    assert_non_null(list);
    assert_int_equal(run->status, CHERT_OK);
    assert_int_equal(run->result.stop, EXEC_EXIT);
    for (size_t i = 0; i < run->n; i++) {
        list[i] = &run->epochs[i];
        if (!trace_check_epoch(&check, list[i], run->result.output)) {
            fail_msg("epoch %zu: %s", i + 1, check.why);
        }
        if (i > 0) {
            assert_memory_equal(list[i]->reg_first, list[i - 1]->reg_last,
                                sizeof list[i]->reg_first);
            assert_int_equal(list[i]->pc_first, list[i - 1]->pc_last);
        }
        assert_int_equal(list[i]->halted, i == run->n - 1);
    }
    if (run->n > 1) {
        assert_int_equal(list[run->n - 1]->table[TABLE_GENESIS].rows, 0);
        assert_int_equal(exec_genesis(&run->x, &genesis, &run->e), CHERT_OK);
    }
    if (!trace_check_world(&check, list, run->n, run->n > 1 ? &genesis : list[0], &run->options)) {
        fail_msg("world: %s", check.why);
    }
    trace_free(&genesis);
    free(list);
}

static void check_random(uint64_t seed, uint32_t instructions, uint32_t iterations,
                         uint32_t log_epoch)
{
    const struct random_options o = {seed, instructions, iterations};
    struct run run = {.options = {.log_epoch = log_epoch}};
    uint8_t *elf = malloc(RANDOM_ELF_BYTES);

    assert_non_null(elf);
    record_elf(&run, elf, random_program(&o, elf));
    print_message("seed %llu: %zu epochs, %llu cycles\n", (unsigned long long)seed, run.n,
                  (unsigned long long)run.result.cycles);
    assert_sound(&run);
    release(&run);
    free(elf);
}

static void test_random_programs_in_one_epoch(void **state)
{
    (void)state;
    for (uint64_t seed = 100; seed < 112; seed++) {
        check_random(seed, 2000, 8, 0);
    }
    check_random(1, 4000, 40, 0);
}

static void test_random_programs_in_many_epochs(void **state)
{
    (void)state;
    check_random(200, 1000, 3, 4);
    check_random(201, 1000, 10, 8);
    check_random(202, 4000, 10, 12);
    check_random(203, 8000, 20, 16);
}

/* The epochs' lengths: 2^k cycles, more only where a write call sticks out. */
static void test_epochs_end_at_the_first_border(void **state)
{
    const struct random_options o = {300, 500, 4};
    struct run run = {.options = {.log_epoch = 10}};
    uint8_t *elf = malloc(RANDOM_ELF_BYTES);

    (void)state;
    record_elf(&run, elf, random_program(&o, elf));
    assert_true(run.n > 4);
    for (size_t i = 0; i + 1 < run.n; i++) {
        const uint64_t writes = run.epochs[i].table[TABLE_WRITE].rows;
        assert_int_equal(run.epochs[i].epoch, i + 1);
        if (writes == 0) {
            assert_int_equal(run.epochs[i].cycles, 1024);
        } else {
            assert_in_range(run.epochs[i].cycles, 1024, 1023 + 1 + writes);
        }
    }
    release(&run);
    free(elf);
}

static void check_guest(const char *path, const char *input, uint32_t log_epoch)
{
    struct run run = {.options = {.input = (const uint8_t *)input,
                                  .input_bytes = strlen(input),
                                  .log_epoch = log_epoch}};

    assert_int_equal(arena_init(&run.mem, (size_t)1 << 24, &run.e), CHERT_OK);
    assert_int_equal(elf_load(&run.program, path, &run.mem, &run.e), CHERT_OK);
    record(&run);
    print_message("%s: %zu epochs, %llu cycles\n", path, run.n,
                  (unsigned long long)run.result.cycles);
    assert_sound(&run);
    release(&run);
}

static void test_guests(void **state)
{
    (void)state;
    check_guest("guest/elf/hello.elf", "", 0);
    check_guest("guest/elf/echo.elf", "what goes in comes out", 0);
    check_guest("guest/elf/misaligned.elf", "", 6);
    check_guest("guest/elf/quicksort.elf", "", 0);
    check_guest("guest/elf/quicksort.elf", "", 16);
}

/* Same run, plain and recorded: same results. */
static void test_plain_and_recorded_runs_agree(void **state)
{
    const struct random_options o = {400, 3000, 5};
    struct run run = {.options = {.log_epoch = 9}};
    uint8_t *elf = malloc(RANDOM_ELF_BYTES);
    struct exec_result plain;
    struct exec x;

    (void)state;
    record_elf(&run, elf, random_program(&o, elf));
    assert_int_equal(exec_open(&x, &run.program, &run.options, &run.e), CHERT_OK);
    assert_int_equal(exec_run(&x, &plain, &run.e), CHERT_OK);
    assert_int_equal(plain.cycles, run.result.cycles);
    assert_int_equal(plain.instructions, run.result.instructions);
    assert_int_equal(plain.misaligned, run.result.misaligned);
    assert_int_equal(plain.exit_code, run.result.exit_code);
    assert_int_equal(plain.output_bytes, run.result.output_bytes);
    assert_memory_equal(plain.output, run.result.output, plain.output_bytes);
    assert_memory_equal(x.reg, run.x.reg, sizeof x.reg);
    exec_close(&x);
    release(&run);
    free(elf);
}

/* Arrays handed back to the machine hold old events; the next epoch must not see them. */
static void test_recycled_arrays_change_nothing(void **state)
{
    const struct random_options o = {450, 3000, 5};
    struct run run = {.options = {.log_epoch = 11}};
    uint8_t *elf = malloc(RANDOM_ELF_BYTES);
    struct exec_result r;
    struct exec x;

    (void)state;
    record_elf(&run, elf, random_program(&o, elf));
    assert_int_equal(exec_open(&x, &run.program, &run.options, &run.e), CHERT_OK);
    for (size_t i = 0; i < run.n; i++) {
        struct trace_events t;
        assert_int_equal(exec_record(&x, &t, &r, &run.e), CHERT_OK);
        for (uint32_t k = 0; k < N_TABLES; k++) {
            assert_int_equal(t.table[k].used, run.epochs[i].table[k].used);
            if (t.table[k].used > 0) {
                assert_memory_equal(t.table[k].events, run.epochs[i].table[k].events,
                                    t.table[k].used);
            }
        }
        exec_recycle(&x, &t);
    }
    exec_close(&x);
    release(&run);
    free(elf);
}

/* The judge must see any single change. */
static void test_the_judge_sees_every_changed_field(void **state)
{
    static const size_t fields[] = {offsetof(struct event, clk), offsetof(struct event, a),
                                    offsetof(struct event, d), offsetof(struct event, insn)};
    const struct random_options o = {500, 2000, 2};
    struct run run = {0};
    struct trace_check check;
    uint8_t *elf = malloc(RANDOM_ELF_BYTES);
    uint64_t seed = 3;

    (void)state;
    record_elf(&run, elf, random_program(&o, elf));
    assert_sound(&run);
    for (uint32_t table = 0; table < TABLE_ECALL; table++) {
        struct trace_table *t = &run.epochs[0].table[table];
        if (t->rows == 0) {
            continue;
        }
        for (size_t f = 0; f < sizeof fields / sizeof *fields; f++) {
            const size_t size = t->used / t->rows;
            uint8_t *at = t->events + random_next(&seed) % t->rows * size + fields[f];
            if (fields[f] == offsetof(struct event, a) && table == TABLE_CONST) {
                continue; /* CONST has no operand */
            }
            *at ^= 1;
            if (trace_check_epoch(&check, &run.epochs[0], run.result.output)) {
                fail_msg("table %u, field at %zu: a change goes unseen", table, fields[f]);
            }
            *at ^= 1;
        }
    }
    assert_sound(&run);
    release(&run);
    free(elf);
}

#define LOOP_WORDS(count) \
    asm_u(MATCH_LUI, T0, (count) / 4096), asm_i(MATCH_ADDI, T0, T0, -1), asm_b(MATCH_BNE, T0, 0, -4)

/* A register and a cell that rest for longer than the gap table reaches. */
static void test_old_tokens_are_refreshed(void **state)
{
    uint32_t program[16];
    struct run run = {0};
    size_t n = 0;

    (void)state;
    program[n++] = asm_u(MATCH_LUI, S0, DATA >> 12);
    program[n++] = asm_i(MATCH_ADDI, S1, 0, 77);
    program[n++] = asm_s(MATCH_SD, S1, 0, S0);
    const uint32_t loop[] = {LOOP_WORDS(0x8000)}; /* 2 x 32768 cycles, 4 ticks each */
    memcpy(program + n, loop, sizeof loop);
    n += 3;
    program[n++] = asm_i(MATCH_LD, A0, S0, 0);
    program[n++] = asm_r(MATCH_SUB, A0, A0, S1);
    program[n++] = asm_i(MATCH_ADDI, A7, 0, 93);
    program[n++] = ECALL;
    record_words(&run, program, 4 * n);
    assert_sound(&run);
    assert_int_equal(run.result.exit_code, 0);

    /* s0, s1, the cell, and the registers first used after the loop: a0, a7. */
    const struct trace_table *t = &run.epochs[0].table[TABLE_REFRESH];
    const struct refresh_event *ev = (const void *)t->events;
    assert_int_equal(t->rows, 5);
    assert_int_equal(ev[0].space, 0);
    assert_int_equal(ev[0].addr, S0);
    assert_int_equal(ev[0].value, DATA);
    const struct event *load = trace_rows(&run.epochs[0], TABLE_LD);
    assert_int_equal(ev[0].clk, load->clk - 1);
    assert_int_equal(load->prev1, load->clk - 1);
    assert_int_equal(ev[1].space, 1);
    assert_int_equal(ev[1].addr, DATA);
    assert_int_equal(ev[1].value, 77);
    assert_int_equal(ev[1].clk, load->clk + SLOT_MEM - 1);
    release(&run);
}

/* clk - prev - 1 = 2^16 - 1 is the last gap that needs no row. */
static void test_the_widest_gap_needs_no_refresh(void **state)
{
    (void)state;
    for (int extra = 0; extra < 2; extra++) {
        static uint32_t program[16500];
        struct run run = {0};
        size_t n = 0;
        /* s0 written at clk 4 + 3 by the first word; read by word k at clk 4 + 4 k:
         * gap 4 k - 4, 65532 for k = 16384, 65536 for k = 16385 */
        program[n++] = asm_i(MATCH_ADDI, S0, 0, 1);
        while (n < 16384u + (size_t)extra) {
            program[n++] = NOP;
        }
        program[n++] = asm_i(MATCH_ADDI, A0, S0, 0);
        program[n++] = asm_i(MATCH_ADDI, A7, A0, 92);
        program[n++] = ECALL;
        const struct guest_segment s = {TEXT, program, 4 * n, 4 * n, 5};
        uint8_t *elf = malloc(1 << 17);
        record_elf(&run, elf, guest_elf(elf, TEXT, &s, 1));
        assert_sound(&run);
        const struct refresh_event *ev = (const void *)run.epochs[0].table[TABLE_REFRESH].events;
        int refreshed = 0;
        for (uint64_t i = 0; i < run.epochs[0].table[TABLE_REFRESH].rows; i++) {
            refreshed |= ev[i].space == 0 && ev[i].addr == S0;
        }
        assert_int_equal(refreshed, extra);
        release(&run);
        free(elf);
    }
}

static void test_a_write_call_is_a_row_and_a_row_a_byte(void **state)
{
    const uint32_t words[] = {
        asm_u(MATCH_LUI, A1, DATA >> 12),
        asm_i(MATCH_ADDI, T0, 0, 0x61),
        asm_s(MATCH_SB, T0, 7, A1),
        asm_s(MATCH_SB, T0, 8, A1),
        asm_i(MATCH_ADDI, A1, A1, 7),
        asm_i(MATCH_ADDI, A2, 0, 2),
        asm_i(MATCH_ADDI, A0, 0, 1),
        asm_i(MATCH_ADDI, A7, 0, 64),
        ECALL,
        asm_i(MATCH_ADDI, A7, 0, 93),
        ECALL,
    };
    struct run run = {0};

    (void)state;
    record_words(&run, words, sizeof words);
    assert_sound(&run);
    assert_int_equal(run.result.exit_code, 2); /* the count, left in a0 */
    assert_int_equal(run.result.output_bytes, 2);
    assert_memory_equal(run.result.output, "aa", 2);
    const struct trace_events *t = &run.epochs[0];
    const struct ecall_event *call = (const void *)t->table[TABLE_ECALL].events;
    const struct write_event *w = (const void *)t->table[TABLE_WRITE].events;
    assert_int_equal(t->table[TABLE_ECALL].rows, 2);
    assert_int_equal(t->table[TABLE_WRITE].rows, 2);
    assert_int_equal(call[0].clk, 4 + 4 * 8);
    assert_int_equal(call[0].value[0], 64);
    assert_int_equal(call[0].value[2], DATA + 7);
    assert_int_equal(call[0].value[4], 0);
    assert_int_equal(call[0].result, 2);
    assert_int_equal(w[0].clk, call[0].clk + 4);
    assert_int_equal(w[0].remaining, 2);
    assert_int_equal(w[0].ptr, DATA + 7);
    assert_int_equal(w[1].position, 1);
    assert_int_equal(w[1].next_pc, TEXT + 4 * 9);
    assert_int_equal(call[1].clk, call[0].clk + 4 * 4);
    assert_int_equal(t->reg_clk[REG_POSITION], call[0].clk + 3);
    assert_int_equal(t->reg_last[REG_POSITION], 2);
    release(&run);
}

static void test_misaligned_accesses_are_two_events(void **state)
{
    const uint32_t words[] = {
        asm_u(MATCH_LUI, S0, DATA >> 12),
        asm_i(MATCH_ADDI, T0, 0, -2),
        asm_s(MATCH_SD, T0, 5, S0),  /* two cells */
        asm_i(MATCH_LHU, A0, S0, 5), /* one cell */
        asm_i(MATCH_LW, 0, S0, 6),   /* two, to nowhere */
        EXIT,
    };
    struct run run = {0};

    (void)state;
    record_words(&run, words, sizeof words);
    assert_sound(&run);
    assert_int_equal(run.result.misaligned, 3);
    const struct event *ev = trace_rows(&run.epochs[0], TABLE_MIS);
    assert_int_equal(run.epochs[0].table[TABLE_MIS].rows, 3);
    assert_int_equal(ev[0].d, UINT64_C(0xfffffe0000000000));
    assert_int_equal(ev[1].d, UINT64_C(0xffffffffff));
    assert_int_equal(ev[1].b, 1);
    assert_int_equal(ev[2].d, 0xfffe);
    assert_int_equal(ev[3].b, 0);
    assert_int_equal(ev[3].prevm, 0);
    assert_int_equal(ev[5].b, 1);
    assert_int_equal(run.epochs[0].table[TABLE_BOUND].rows, 2);
    release(&run);
}

static void test_an_epoch_that_faults_leaves_nothing(void **state)
{
    const uint32_t words[] = {asm_i(MATCH_LD, A0, 0, 0)};
    struct run run = {0};

    (void)state;
    record_words(&run, words, sizeof words);
    assert_int_equal(run.status, CHERT_E_FAULT);
    assert_int_equal(run.result.fault.cause, FAULT_LOAD);
    assert_null(run.epochs[0].table[TABLE_LD].events);
    release(&run);
}

static void test_limits_stop_a_recording(void **state)
{
    const uint32_t words[] = {asm_jal(0, 0)};
    struct run run = {.options = {.max_cycles = 1000, .log_epoch = 8}};

    (void)state;
    record_words(&run, words, sizeof words);
    assert_int_equal(run.n, 4);
    assert_int_equal(run.status, CHERT_E_LIMIT);
    assert_int_equal(run.result.stop, EXEC_LIMIT);
    assert_int_equal(run.result.cycles, 1000);
    release(&run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_programs_in_one_epoch),
        cmocka_unit_test(test_random_programs_in_many_epochs),
        cmocka_unit_test(test_epochs_end_at_the_first_border),
        cmocka_unit_test(test_guests),
        cmocka_unit_test(test_plain_and_recorded_runs_agree),
        cmocka_unit_test(test_recycled_arrays_change_nothing),
        cmocka_unit_test(test_the_judge_sees_every_changed_field),
        cmocka_unit_test(test_old_tokens_are_refreshed),
        cmocka_unit_test(test_the_widest_gap_needs_no_refresh),
        cmocka_unit_test(test_a_write_call_is_a_row_and_a_row_a_byte),
        cmocka_unit_test(test_misaligned_accesses_are_two_events),
        cmocka_unit_test(test_an_epoch_that_faults_leaves_nothing),
        cmocka_unit_test(test_limits_stop_a_recording),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
