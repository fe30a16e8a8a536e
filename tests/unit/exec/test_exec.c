/*
 * Goal: the machine of docs/machine.md, where programs meet its edges: calls, faults, the borders
 * of the map, stores to read-only memory, limits. (What instructions compute is compared with
 * qemu in tests/differential.)
 * Method: hand-assembled programs of a few instructions.
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

#define TEXT   0x10000u
#define RODATA 0x18000u
#define DATA   0x20000u

struct run {
    struct arena mem;
    struct program program;
    struct exec x;
    struct exec_options options;
    struct exec_result r;
    enum chert_status status;
    struct err e;
};

static const uint8_t rodata[16] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};

/* Runs words at TEXT, with `text_flags` for their segment. */
static void run_flags(struct run *run, const uint32_t *words, size_t bytes, uint32_t text_flags)
{
    const struct guest_segment segments[] = {{TEXT, words, bytes, bytes, text_flags},
                                             {RODATA, rodata, sizeof rodata, sizeof rodata, 4},
                                             {DATA, rodata, sizeof rodata, 0x10000, 6}};
    uint8_t elf[32768];
    const size_t n = guest_elf(elf, TEXT, segments, 3);

    assert_int_equal(arena_init(&run->mem, elf_bytes(n), &run->e), CHERT_OK);
    assert_int_equal(elf_load_bytes(&run->program, elf, n, &run->mem, &run->e), CHERT_OK);
    assert_int_equal(exec_open(&run->x, &run->program, &run->options, &run->e), CHERT_OK);
    run->status = exec_run(&run->x, &run->r, &run->e);
}

static void release(struct run *run)
{
    exec_close(&run->x);
    arena_fini(&run->mem);
}

#define RUN(run, ...)                               \
    do {                                            \
        const uint32_t words_[] = {__VA_ARGS__};    \
        run_flags((run), words_, sizeof words_, 5); \
    } while (0)

#define ADDI(rd, rs1, imm)        asm_i(MATCH_ADDI, rd, rs1, imm)
#define LUI(rd, upper)            asm_u(MATCH_LUI, rd, upper)
#define LOAD(name, rd, imm, rs1)  asm_i(MATCH_##name, rd, rs1, imm)
#define STORE(name, rs, imm, rs1) asm_s(MATCH_##name, rs, imm, rs1)
/* rd = a 32-bit address, zero-extended: four words */
#define ADDRESS(rd, value)                                                                \
    LUI(rd, (value) >> 12), asm_i(MATCH_SLLI, rd, rd, 32), asm_i(MATCH_SRLI, rd, rd, 32), \
        ADDI(rd, rd, (int)((value)&0x7ffu))
#define CALL(number) ADDI(A7, 0, number), ECALL

static void assert_exit(struct run *run, uint64_t code)
{
    if (run->status != CHERT_OK) {
        fail_msg("%s", run->e.msg);
    }
    assert_int_equal(run->r.stop, EXEC_EXIT);
    assert_int_equal(run->r.exit_code, code);
    release(run);
}

/* `index` is the number of the word that faults. */
static void assert_fault(struct run *run, enum exec_cause cause, uint32_t index, uint64_t address,
                         const char *text)
{
    assert_int_equal(run->status, CHERT_E_FAULT);
    assert_int_equal(run->r.stop, EXEC_FAULT);
    assert_int_equal(run->e.status, CHERT_E_FAULT);
    assert_int_equal(run->r.fault.cause, cause);
    assert_int_equal(run->r.fault.pc, TEXT + 4 * index);
    assert_int_equal(run->r.fault.address, address);
    if (strstr(run->r.fault.text, text) == NULL || strstr(run->e.msg, text) == NULL) {
        fail_msg("\"%s\" is not in \"%s\" and \"%s\"", text, run->r.fault.text, run->e.msg);
    }
    release(run);
}

static void test_registers_start_at_zero(void **state)
{
    struct run run = {0};
    (void)state;
    RUN(&run, asm_r(MATCH_OR, A0, SP, GP), asm_r(MATCH_OR, A0, A0, RA), asm_r(MATCH_OR, A0, A0, A1),
        EXIT);
    assert_int_equal(run.r.instructions, 5);
    assert_int_equal(run.r.cycles, 5);
    assert_exit(&run, 0);
}

static void test_exit_codes_have_64_bits(void **state)
{
    struct run run = {0};
    (void)state;
    RUN(&run, ADDI(A0, 0, 1), asm_i(MATCH_SLLI, A0, A0, 32), EXIT);
    assert_exit(&run, UINT64_C(1) << 32);
}

static void test_x0_stays_zero(void **state)
{
    struct run run = {0};
    (void)state;
    RUN(&run, LUI(S0, DATA >> 12), LOAD(LD, 0, 0, S0), asm_u(MATCH_LUI, 0, 5),
        asm_r(MATCH_SUB, 0, 0, S0), asm_jal(0, 4), ADDI(A0, 0, 0), asm_r(MATCH_ADD, A0, A0, 0),
        EXIT);
    assert_exit(&run, 0);
}

/* Division by zero and overflow, which trap on other machines. */
static void test_divisions_at_the_edges(void **state)
{
    static const uint64_t low = (uint64_t)INT64_MIN, low32 = (uint64_t)INT32_MIN, ones = UINT64_MAX;
    const struct {
        int match;
        uint64_t a, b, d;
    } cases[] = {
        {MATCH_DIV, 7, 0, ones},
        {MATCH_DIVU, 7, 0, ones},
        {MATCH_REM, ones - 6, 0, ones - 6},
        {MATCH_REMU, 7, 0, 7},
        {MATCH_DIV, low, ones, low},
        {MATCH_REM, low, ones, 0},
        {MATCH_DIVU, low, ones, 0},
        {MATCH_REMU, low, ones, low},
        {MATCH_DIVW, low32, ones, low32},
        {MATCH_REMW, low32, ones, 0},
        {MATCH_DIVW, 7, low, ones},
        {MATCH_DIVUW, 7, low, ones},
        {MATCH_REMW, UINT32_MAX, 0, ones},
        {MATCH_REMUW, UINT32_MAX, 0, ones},
        {MATCH_DIV, ones - 6, 2, ones - 2},
        {MATCH_REM, ones - 6, 2, ones},
        {MATCH_MULHSU, ones, ones, ones},
        {MATCH_MULH, low, low, UINT64_C(1) << 62},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const uint64_t operands[] = {cases[i].a, cases[i].b};
        struct run run = {
            .options = {(const uint8_t *)operands, sizeof operands, 0, 0, NULL, NULL}};
        RUN(&run, ADDRESS(S0, MAP_INPUT_START), LOAD(LD, A1, 8, S0), LOAD(LD, A2, 16, S0),
            asm_r(cases[i].match, A0, A1, A2), EXIT);
        if (run.status != CHERT_OK || run.r.exit_code != cases[i].d) {
            fail_msg("case %zu: 0x%llx", i, (unsigned long long)run.r.exit_code);
        }
        release(&run);
    }
}

static void test_write_appends_and_returns_the_count(void **state)
{
    struct run run = {0};
    (void)state;
    RUN(&run, LUI(A1, DATA >> 12), ADDI(A2, 0, 3), ADDI(A0, 0, 1), CALL(64), ADDI(S0, A0, 0),
        ADDI(A1, A1, 8), ADDI(A0, 0, 1), ECALL, asm_r(MATCH_ADD, A0, A0, S0), EXIT);
    assert_int_equal(run.r.output_bytes, 6);
    assert_memory_equal(run.r.output, "\1\2\3\11\12\13", 6);
    assert_int_equal(run.r.instructions, 12);
    assert_int_equal(run.r.cycles, 18);
    assert_exit(&run, 6);
}

static void test_an_empty_write_touches_nothing(void **state)
{
    struct run run = {0};
    (void)state;
    RUN(&run, ADDI(A1, 0, -1), ADDI(A0, 0, 1), CALL(64), EXIT); /* at 2^64 - 1 */
    assert_int_equal(run.r.output_bytes, 0);
    assert_exit(&run, 0);
}

static void test_bad_writes_are_faults(void **state)
{
    struct run fd = {0}, null = {0}, past = {0}, far = {0}, big = {0};
    (void)state;
    RUN(&fd, ADDI(A0, 0, 2), CALL(64));
    assert_fault(&fd, FAULT_FD, 2, 2, "file descriptor 2");
    RUN(&null, ADDI(A0, 0, 1), ADDI(A2, 0, 1), CALL(64));
    assert_fault(&null, FAULT_WRITE, 3, 0, "write of 1 bytes at 0x0");
    /* begins below the guard page, ends in it */
    RUN(&past, ADDRESS(A1, MAP_GUARD_START), ADDI(A1, A1, -4), ADDI(A0, 0, 1), ADDI(A2, 0, 5),
        CALL(64));
    assert_fault(&past, FAULT_WRITE, 8, MAP_GUARD_START - 4, "write of 5 bytes");
    RUN(&far, ADDI(A1, 0, 1), asm_i(MATCH_SLLI, A1, A1, 32), ADDI(A0, 0, 1), ADDI(A2, 0, 1),
        CALL(64));
    assert_fault(&far, FAULT_WRITE, 5, UINT64_C(1) << 32, "write of 1 bytes");
    RUN(&big, LUI(A1, DATA >> 12), ADDI(A0, 0, 1), ADDI(A2, 0, -1), CALL(64));
    assert_fault(&big, FAULT_WRITE, 4, DATA, "write of");
}

static void test_a_write_over_the_limit_is_no_fault(void **state)
{
    struct run run = {0};
    (void)state;
    RUN(&run, LUI(A1, DATA >> 12), ADDI(A0, 0, 1), LUI(A2, 0x2000), CALL(64));
    assert_int_equal(run.status, CHERT_E_LIMIT);
    assert_int_equal(run.r.stop, EXEC_LIMIT);
    assert_non_null(strstr(run.e.msg, "write call"));
    assert_int_equal(run.r.cycles, 4);
    release(&run);
}

static void print(void *ctx, const uint8_t *bytes, size_t n)
{
    memcpy(ctx, bytes, n < 16 ? n : 16);
}

static void test_print_reaches_the_host_and_nothing_else(void **state)
{
    char seen[16] = {0};
    struct run run = {.options = {.print = print, .print_ctx = seen}};
    (void)state;
    RUN(&run, LUI(A0, DATA >> 12), ADDI(A1, 0, 4), CALL(1), ADDI(A0, 0, -1), ECALL, ADDI(A0, 0, 9),
        EXIT);
    assert_memory_equal(seen, "\1\2\3\4\0", 5);
    assert_int_equal(run.r.output_bytes, 0);
    assert_exit(&run, 9);
}

static void test_panics_and_unknown_calls_are_faults(void **state)
{
    struct run panic = {0}, lost = {0}, unknown = {0};
    (void)state;
    RUN(&panic, LUI(S0, DATA >> 12), ADDI(T0, 0, 'o'), STORE(SB, T0, 32, S0), ADDI(T0, 0, 'h'),
        STORE(SB, T0, 33, S0), ADDI(A0, S0, 32), ADDI(A1, 0, 2), CALL(2));
    assert_fault(&panic, FAULT_PANIC, 8, 0, "panic: oh");
    RUN(&lost, ADDI(A1, 0, 2), CALL(2));
    assert_fault(&lost, FAULT_PANIC, 2, 0, "message at unmapped 0x0");
    RUN(&unknown, CALL(94));
    assert_fault(&unknown, FAULT_CALL, 1, 94, "unknown environment call 94");
}

static void test_words_that_are_no_instructions_fault_when_reached(void **state)
{
    struct run zero = {0}, ebreak = {0}, compressed = {0}, skipped = {0}, csr = {0};
    (void)state;
    RUN(&zero, NOP, 0, EXIT);
    assert_fault(&zero, FAULT_ILLEGAL, 1, 0, "illegal instruction 0x00000000");
    RUN(&ebreak, (uint32_t)MATCH_EBREAK);
    assert_fault(&ebreak, FAULT_EBREAK, 0, 0, "ebreak");
    RUN(&compressed, 0x00018082);
    assert_fault(&compressed, FAULT_ILLEGAL, 0, 0x00018082, "compressed");
    RUN(&csr, 0xc0002573);
    assert_fault(&csr, FAULT_ILLEGAL, 0, 0xc0002573, "no CSRs");
    RUN(&skipped, asm_jal(0, 12), 0xffffffff, 0, EXIT);
    assert_exit(&skipped, 0);
}

static void test_jumps_to_nowhere(void **state)
{
    struct run half = {0}, byte = {0}, branch = {0}, not_taken = {0}, data = {0}, below = {0},
               end = {0}, odd = {0};
    (void)state;
    RUN(&half, asm_jal(RA, 6));
    assert_fault(&half, FAULT_MISALIGNED, 0, TEXT + 6, "not a multiple of 4");
    RUN(&byte, asm_u(MATCH_AUIPC, T0, 0), asm_i(MATCH_JALR, RA, T0, 14));
    assert_fault(&byte, FAULT_MISALIGNED, 1, TEXT + 14, "not a multiple of 4");
    RUN(&odd, asm_u(MATCH_AUIPC, T0, 0), asm_i(MATCH_JALR, RA, T0, 9), EXIT); /* bit 0 ignored */
    assert_exit(&odd, 0);
    RUN(&branch, asm_b(MATCH_BEQ, 0, 0, 6));
    assert_fault(&branch, FAULT_MISALIGNED, 0, TEXT + 6, "not a multiple of 4");
    RUN(&not_taken, asm_b(MATCH_BNE, 0, 0, 6), EXIT);
    assert_exit(&not_taken, 0);
    RUN(&data, LUI(T0, DATA >> 12), asm_i(MATCH_JALR, RA, T0, 0));
    assert_fault(&data, FAULT_FETCH, 1, DATA, "in no executable segment");
    RUN(&below, asm_i(MATCH_JALR, RA, 0, -4));
    assert_fault(&below, FAULT_FETCH, 0, (uint64_t)-4, "in no executable segment");
    RUN(&end, NOP, NOP);
    assert_fault(&end, FAULT_FETCH, 2, TEXT + 8, "ran on to");
}

/* Addresses around each border of the map: the last byte inside, the first outside. */
static void test_borders_of_the_map(void **state)
{
    static const struct {
        uint32_t addr;
        int mapped;
    } cases[] = {
        {0x0ff8, 0},     {0x1000, 1},     {0xbf7feff8, 1}, {0xbf7ff000, 0},
        {0xbf7ff7f8, 0}, {0xbf800000, 1}, {0xbffff7f8, 1}, {0xc0000000, 1},
        {0xffffe7f8, 1}, {0xfffff000, 0}, {0xfffff7f8, 0},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const uint32_t at = cases[i].addr & ~0xfffu, low = cases[i].addr & 0xfffu;
        for (int store = 0; store < 2; store++) {
            const int half = (int)(low / 2);
            struct run run = {0};
            RUN(&run, ADDRESS(S0, at), ADDI(S0, S0, half), ADDI(S0, S0, half),
                store ? STORE(SD, 0, 0, S0) : LOAD(LD, 0, 0, S0), EXIT);
            if (cases[i].mapped) {
                assert_exit(&run, 0);
            } else {
                assert_fault(&run, store ? FAULT_STORE : FAULT_LOAD, 6, cases[i].addr, "unmapped");
            }
        }
    }
}

static void test_addresses_do_not_wrap(void **state)
{
    struct run negative = {0}, above = {0};
    (void)state;
    RUN(&negative, LOAD(LD, A0, -8, 0));
    assert_fault(&negative, FAULT_LOAD, 0, (uint64_t)-8, "above 2^32");
    RUN(&above, ADDI(S0, 0, 1), asm_i(MATCH_SLLI, S0, S0, 33), LUI(T0, DATA >> 12),
        asm_r(MATCH_ADD, S0, S0, T0), STORE(SB, 0, 0, S0));
    assert_fault(&above, FAULT_STORE, 4, (UINT64_C(2) << 32) + DATA, "above 2^32");
}

/* A misaligned access needs every byte mapped, and may cross from RAM to the input region. */
static void test_misaligned_accesses_at_borders(void **state)
{
    struct run inside = {0}, guard = {0}, null = {0}, last = {0}, regions = {0};
    (void)state;
    RUN(&inside, LUI(S0, DATA >> 12), LOAD(LW, A0, 1, S0), LOAD(LD, A1, 4, S0), EXIT);
    assert_int_equal(inside.x.reg[A1], UINT64_C(0x0c0b0a0908070605));
    assert_int_equal(inside.r.misaligned, 2);
    assert_exit(&inside, 0x05040302);
    RUN(&guard, ADDRESS(S0, MAP_GUARD_START), LOAD(LW, A0, -2, S0));
    assert_fault(&guard, FAULT_LOAD, 4, MAP_GUARD_START - 2, "reaches past");
    RUN(&null, LUI(S0, 1), STORE(SH, 0, -1, S0));
    assert_fault(&null, FAULT_STORE, 1, 0xfff, "null page");
    RUN(&last, ADDRESS(S0, MAP_INPUT_END), STORE(SD, 0, -1, S0));
    assert_fault(&last, FAULT_STORE, 4, MAP_INPUT_END - 1, "reaches past");
    RUN(&regions, ADDRESS(S0, MAP_INPUT_START), STORE(SD, S0, -4, S0), LOAD(LWU, A0, -4, S0), EXIT);
    assert_exit(&regions, MAP_INPUT_START);
}

static void test_the_input_is_preloaded(void **state)
{
    static const uint8_t input[] = {0xaa, 0xbb, 0xcc};
    struct run run = {.options = {.input = input, .input_bytes = sizeof input}};
    (void)state;
    RUN(&run, ADDRESS(S0, MAP_INPUT_START), LOAD(LD, A1, 0, S0), LOAD(LD, A2, 8, S0),
        STORE(SD, 0, 8, S0), LOAD(LD, A0, 8, S0), EXIT);
    assert_int_equal(run.x.reg[A1], 3);
    assert_int_equal(run.x.reg[A2], 0xccbbaa);
    assert_int_equal(run.r.readonly_stores, 0);
    assert_exit(&run, 0);
}

/* No write protection: the cell changes, the code does not, and the store is counted. */
static void test_stores_to_read_only_memory_are_counted(void **state)
{
    struct run data = {0}, code = {0}, edge = {0};
    (void)state;
    RUN(&data, LUI(S0, RODATA >> 12), ADDI(T0, 0, 42), STORE(SD, T0, 0, S0), STORE(SB, T0, 16, S0),
        LOAD(LD, A0, 0, S0), EXIT);
    assert_int_equal(data.r.readonly_stores, 1);
    assert_exit(&data, 42);
    RUN(&code, LUI(S0, TEXT >> 12), STORE(SD, 0, 12, S0), LOAD(LWU, S1, 16, S0), ADDI(A0, 0, 7),
        EXIT);
    assert_int_equal(code.r.readonly_stores, 1);
    assert_int_equal(code.r.misaligned, 1);
    assert_int_equal(code.x.reg[S1], 0);
    assert_exit(&code, 7);
    RUN(&edge, LUI(S0, RODATA >> 12), STORE(SD, 0, -4, S0), STORE(SW, 0, -4, S0),
        STORE(SD, 0, 12, S0), EXIT);
    assert_int_equal(edge.r.readonly_stores, 2);
    assert_exit(&edge, 0);
}

static void test_execute_only_code_reads_as_zero(void **state)
{
    const uint32_t words[] = {LUI(S0, TEXT >> 12), LOAD(LD, A0, 0, S0), EXIT};
    struct run only = {0}, readable = {0};
    (void)state;
    run_flags(&only, words, sizeof words, 1);
    assert_exit(&only, 0);
    run_flags(&readable, words, sizeof words, 5);
    assert_exit(&readable, (uint64_t)words[1] << 32 | words[0]);
}

static void test_limits(void **state)
{
    struct run spin = {.options = {.max_cycles = 12345}}, exact = {.options = {.max_cycles = 3}};
    (void)state;
    RUN(&spin, asm_jal(0, 0));
    assert_int_equal(spin.status, CHERT_E_LIMIT);
    assert_int_equal(spin.r.cycles, 12345);
    assert_non_null(strstr(spin.e.msg, "12345 cycles"));
    release(&spin);
    RUN(&exact, NOP, EXIT);
    assert_exit(&exact, 0);
}

static void test_options_are_checked(void **state)
{
    const uint32_t words[] = {EXIT};
    struct run run = {0};
    struct exec x;
    (void)state;
    run_flags(&run, words, sizeof words, 5);
    struct exec_options o = {.input_bytes = (size_t)MAP_INPUT_MAX + 1};
    assert_int_equal(exec_open(&x, &run.program, &o, &run.e), CHERT_E_LIMIT);
    exec_close(&x);
    o = (struct exec_options){.log_epoch = 29};
    assert_int_equal(exec_open(&x, &run.program, &o, NULL), CHERT_E_ARG);
    exec_close(&x);
    release(&run);
}

/* A frame chain as -fno-omit-frame-pointer lays it. */
static void test_a_fault_names_function_and_callers(void **state)
{
    struct run run = {0};
    (void)state;
    assert_int_equal(arena_init(&run.mem, (size_t)1 << 24, &run.e), CHERT_OK);
    assert_int_equal(elf_load(&run.program, "guest/elf/fault_null.elf", &run.mem, &run.e),
                     CHERT_OK);
    assert_int_equal(exec_open(&run.x, &run.program, &run.options, &run.e), CHERT_OK);
    assert_int_equal(exec_run(&run.x, &run.r, &run.e), CHERT_E_FAULT);
    assert_int_equal(run.r.fault.cause, FAULT_LOAD);
    assert_int_equal(run.r.fault.address, 16);
    assert_string_equal(run.r.fault.symbol, "main");
    assert_non_null(strstr(run.r.fault.source, "fault_null.c:"));
    assert_non_null(strstr(run.r.fault.backtrace, "_start"));
    assert_non_null(strstr(run.e.msg, "in main ("));
    release(&run);
}

static void test_backtrace_follows_the_frame_chain(void **state)
{
    /* f at word 16 is called by g at word 8, which the start calls: each saves ra and s0. */
    const uint32_t words[32] = {
        [0] = LUI(SP, 0x30),      [1] = asm_jal(RA, 28),         [2] = NOP,
        [8] = ADDI(SP, SP, -16),  [9] = STORE(SD, RA, 8, SP),    [10] = STORE(SD, S0, 0, SP),
        [11] = ADDI(S0, SP, 16),  [12] = asm_jal(RA, 16),        [13] = NOP,
        [16] = ADDI(SP, SP, -16), [17] = STORE(SD, RA, 8, SP),   [18] = STORE(SD, S0, 0, SP),
        [19] = ADDI(S0, SP, 16),  [20] = (uint32_t)MATCH_EBREAK,
    };
    struct run run = {0};
    (void)state;
    run_flags(&run, words, sizeof words, 5);
    assert_int_equal(run.r.fault.cause, FAULT_EBREAK);
    assert_string_equal(run.r.fault.backtrace, "  0x00010030 \n  0x00010004 \n");
    assert_string_equal(run.r.fault.instruction, "ebreak");
    release(&run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_registers_start_at_zero),
        cmocka_unit_test(test_exit_codes_have_64_bits),
        cmocka_unit_test(test_x0_stays_zero),
        cmocka_unit_test(test_divisions_at_the_edges),
        cmocka_unit_test(test_write_appends_and_returns_the_count),
        cmocka_unit_test(test_an_empty_write_touches_nothing),
        cmocka_unit_test(test_bad_writes_are_faults),
        cmocka_unit_test(test_a_write_over_the_limit_is_no_fault),
        cmocka_unit_test(test_print_reaches_the_host_and_nothing_else),
        cmocka_unit_test(test_panics_and_unknown_calls_are_faults),
        cmocka_unit_test(test_words_that_are_no_instructions_fault_when_reached),
        cmocka_unit_test(test_jumps_to_nowhere),
        cmocka_unit_test(test_borders_of_the_map),
        cmocka_unit_test(test_addresses_do_not_wrap),
        cmocka_unit_test(test_misaligned_accesses_at_borders),
        cmocka_unit_test(test_the_input_is_preloaded),
        cmocka_unit_test(test_stores_to_read_only_memory_are_counted),
        cmocka_unit_test(test_execute_only_code_reads_as_zero),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_options_are_checked),
        cmocka_unit_test(test_a_fault_names_function_and_callers),
        cmocka_unit_test(test_backtrace_follows_the_frame_chain),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
