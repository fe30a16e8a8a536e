#include "qemu.h"

#include <setjmp.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#define QEMU "qemu-riscv64"

extern char **environ;

int qemu_present(void)
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

static pid_t start(char *path, int out)
{
    char qemu[] = QEMU;
    char *argv[] = {qemu, path, NULL};
    posix_spawn_file_actions_t actions;
    pid_t pid = 0;

    (void)posix_spawn_file_actions_init(&actions);
    (void)posix_spawn_file_actions_adddup2(&actions, out, 1);
    (void)posix_spawn_file_actions_addclose(&actions, out);
    assert_int_equal(posix_spawnp(&pid, QEMU, &actions, NULL, argv, environ), 0);
    (void)posix_spawn_file_actions_destroy(&actions);
    return pid;
}

int qemu_run(const uint8_t *elf, size_t elf_size, uint8_t *out, size_t room, size_t *n)
{
    char path[] = "/tmp/chert-edge-XXXXXX";
    const int file = mkstemp(path);
    uint8_t spill[4096];
    int ends[2], status = 0;
    ssize_t got = 0;
    pid_t pid = 0;

    assert_true(file >= 0);
    assert_int_equal(write(file, elf, elf_size), elf_size);
    assert_int_equal(fchmod(file, 0700), 0);
    (void)close(file);
    assert_int_equal(pipe(ends), 0);
    pid = start(path, ends[1]);
    (void)close(ends[1]);
    *n = 0;
    do {
        const size_t left = *n < room ? room - *n : 0;
        got = left > 0 ? read(ends[0], out + *n, left) : read(ends[0], spill, sizeof spill);
        *n += got > 0 ? (size_t)got : 0;
    } while (got > 0);
    (void)close(ends[0]);
    assert_int_equal(waitpid(pid, &status, 0), pid);
    (void)unlink(path);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}
