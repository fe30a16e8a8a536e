/*
 * What picolibc asks of a system: stdio streams and a few POSIX calls.
 *
 * stdout is the public output, held back until 256 bytes or the end of the run, since each write
 * call costs rows; stderr is the host's, through the print call; stdin is at its end, the input
 * comes from read_input. There are no files, clocks or signals, and the calls say so.
 */
#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/times.h>
#include <sys/types.h>
#include <unistd.h>

#include "chert.h"
#include "sdk.h"

static uint8_t held[256];
static size_t held_count;

static void flush_held(void)
{
    write_output(held, held_count);
    held_count = 0;
}

static int put_output(char byte, FILE *file)
{
    (void)file;
    if (held_count == 0) {
        chert_on_flush(flush_held);
    }
    held[held_count++] = (uint8_t)byte;
    if (held_count == sizeof(held)) {
        flush_held();
    }
    return byte;
}

static int flush_output(FILE *file)
{
    (void)file;
    flush_held();
    return 0;
}

static int put_print(char byte, FILE *file)
{
    (void)file;
    chert_print_bytes(&byte, 1);
    return byte;
}

static int get_none(FILE *file)
{
    (void)file;
    return EOF;
}

static FILE output = FDEV_SETUP_STREAM(put_output, NULL, flush_output, _FDEV_SETUP_WRITE);
static FILE messages = FDEV_SETUP_STREAM(put_print, NULL, NULL, _FDEV_SETUP_WRITE);
static FILE nothing = FDEV_SETUP_STREAM(NULL, get_none, NULL, _FDEV_SETUP_READ);

FILE *const stdin = &nothing;
FILE *const stdout = &output;
FILE *const stderr = &messages;

ssize_t write(int fd, const void *bytes, size_t size)
{
    if (fd == STDOUT_FILENO) {
        flush_held();
        write_output(bytes, size);
        return (ssize_t)size;
    }
    if (fd == STDERR_FILENO) {
        chert_print_bytes(bytes, size);
        return (ssize_t)size;
    }
    errno = EBADF;
    return -1;
}

ssize_t read(int fd, void *bytes, size_t size)
{
    (void)bytes;
    (void)size;
    if (fd == STDIN_FILENO) {
        return 0;
    }
    errno = EBADF;
    return -1;
}

static int refuse(int error)
{
    errno = error;
    return -1;
}

int open(const char *path, int flags, ...)
{
    (void)path;
    (void)flags;
    return refuse(ENOENT);
}

int close(int fd)
{
    (void)fd;
    return refuse(EBADF);
}

off_t lseek(int fd, off_t offset, int whence)
{
    (void)fd;
    (void)offset;
    (void)whence;
    return refuse(ESPIPE);
}

int fstat(int fd, struct stat *st)
{
    (void)fd;
    (void)st;
    return refuse(EBADF);
}

int isatty(int fd)
{
    (void)fd;
    errno = ENOTTY;
    return 0;
}

int unlink(const char *path)
{
    (void)path;
    return refuse(ENOENT);
}

int kill(pid_t pid, int signal)
{
    (void)pid;
    (void)signal;
    abort();
}

pid_t getpid(void)
{
    return 1;
}

int gettimeofday(struct timeval *restrict tv, void *restrict tz)
{
    (void)tv;
    (void)tz;
    return refuse(ENOSYS);
}

clock_t times(struct tms *buffer)
{
    (void)buffer;
    return (clock_t)refuse(ENOSYS);
}
