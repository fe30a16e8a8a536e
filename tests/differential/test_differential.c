/*
 * Goal: Chert's executor computes what an independent RISC-V emulator computes.
 * Method: random programs of all RV64IM instructions run under qemu-riscv64 (user mode) and under
 * Chert; everything they write (a hash over every result, all registers, memory) must be equal.
 *
 *   test_differential [instructions [seed]]
 *
 * runs programs of that many instructions in all, 1.2 million without an argument. A failure
 * prints the seed, and leaves the ELF file for the debugger. Without qemu-riscv64 it is skipped
 * (77).
 */
#include <errno.h>
#include <setjmp.h>
#include <spawn.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "exec/exec.h"
#include "support/random_program.h"

#define SKIPPED 77
#define QEMU    "qemu-riscv64"

extern char **environ;

static uint64_t wanted = 1200000, first_seed = 1;

static void fill_file(const char *path, const uint8_t *bytes, size_t n)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, n, file), n);
    assert_int_equal(fclose(file), 0);
}

/* Runs `path` under qemu; returns its exit code and fills `out`, or -1 if it did not exit. */
static int run_qemu(const char *path, uint8_t *out, size_t room, size_t *n)
{
    char qemu[] = QEMU, program[64];
    char *argv[] = {qemu, program, NULL};
    posix_spawn_file_actions_t actions;
    int pipe_ends[2], status = 0;
    ssize_t got = 0;
    pid_t pid = 0;

    (void)snprintf(program, sizeof program, "%s", path);
    assert_int_equal(pipe(pipe_ends), 0);
    (void)posix_spawn_file_actions_init(&actions);
    (void)posix_spawn_file_actions_adddup2(&actions, pipe_ends[1], 1);
    (void)posix_spawn_file_actions_addclose(&actions, pipe_ends[0]);
    (void)posix_spawn_file_actions_addclose(&actions, pipe_ends[1]);
    assert_int_equal(posix_spawnp(&pid, QEMU, &actions, NULL, argv, environ), 0);
    (void)posix_spawn_file_actions_destroy(&actions);
    (void)close(pipe_ends[1]);
    *n = 0;
    while ((got = read(pipe_ends[0], out + *n, room - *n)) > 0) {
        *n += (size_t)got;
    }
    (void)close(pipe_ends[0]);
    assert_int_equal(waitpid(pid, &status, 0), pid);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* Returns the instructions executed. */
static uint64_t compare_one(const struct random_options *o, const char *path, uint8_t *elf)
{
    const struct exec_options options = {.max_cycles = UINT64_C(1) << 40};
    const size_t elf_size = random_program(o, elf);
    uint8_t expected[2 * RANDOM_OUTPUT];
    struct exec_result r;
    struct program program;
    struct err e = {0};
    struct arena mem;
    struct exec x;
    size_t n = 0;
    int code = 0;

    fill_file(path, elf, elf_size);
    code = run_qemu(path, expected, sizeof expected, &n);
    assert_int_equal(arena_init(&mem, elf_bytes(elf_size), &e), CHERT_OK);
    assert_int_equal(elf_load(&program, path, &mem, &e), CHERT_OK);
    assert_int_equal(exec_open(&x, &program, &options, &e), CHERT_OK);
    const enum chert_status status = exec_run(&x, &r, &e);
    if (status != CHERT_OK || code != 0 || n != RANDOM_OUTPUT || r.output_bytes != n ||
        memcmp(r.output, expected, n) != 0) {
        print_error("seed %llu, %u instructions, %u iterations: qemu exit %d, %zu bytes; "
                    "chert %s %zu bytes; program in %s\n",
                    (unsigned long long)o->seed, o->instructions, o->iterations, code, n, e.msg,
                    r.output_bytes, path);
        fail_msg("chert and qemu differ");
    }
    const uint64_t done = r.instructions;
    exec_close(&x);
    arena_fini(&mem);
    return done;
}

/* Short bodies run often and long ones run once: both kinds of coverage. */
static void test_random_programs_agree_with_qemu(void **state)
{
    char path[] = "/tmp/chert-differential-XXXXXX";
    uint8_t *elf = malloc(RANDOM_ELF_BYTES);
    const int fd = mkstemp(path);
    uint64_t done = 0, programs = 0;

    (void)state;
    assert_non_null(elf);
    assert_true(fd >= 0);
    (void)fchmod(fd, 0700);
    (void)close(fd);
    for (uint64_t seed = first_seed; done < wanted; seed++, programs++) {
        const uint32_t instructions = 200u << (seed % 6);
        const uint64_t loop = wanted / 40 / (3 * instructions);
        const struct random_options o = {seed, instructions, (uint32_t)(loop < 1 ? 1 : loop)};
        done += compare_one(&o, path, elf);
    }
    print_message("%llu programs, %llu instructions\n", (unsigned long long)programs,
                  (unsigned long long)done);
    (void)unlink(path);
    free(elf);
}

static int have_qemu(void)
{
    char qemu[] = QEMU, version[] = "--version";
    char *argv[] = {qemu, version, NULL};
    posix_spawn_file_actions_t actions;
    int status = 0;
    pid_t pid = 0;

    (void)posix_spawn_file_actions_init(&actions);
    (void)posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", 1, 0);
    const int error = posix_spawnp(&pid, QEMU, &actions, NULL, argv, environ);
    (void)posix_spawn_file_actions_destroy(&actions);
    return error == 0 && waitpid(pid, &status, 0) == pid && status == 0;
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random_programs_agree_with_qemu)};

    if (!have_qemu()) {
        print_message("skipped: there is no " QEMU " on this machine (package qemu-user)\n");
        return SKIPPED;
    }
    if (argc > 1) {
        wanted = strtoull(argv[1], NULL, 10);
    }
    if (argc > 2) {
        first_seed = strtoull(argv[2], NULL, 10);
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
