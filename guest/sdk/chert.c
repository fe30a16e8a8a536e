/*
 * The machine's environment calls, and what ends a run: exit, _exit, abort, panic.
 *
 * Everything here is free of libc, so a guest that needs none links none.
 */
#include "chert.h"

#include "sdk.h"

enum call {
    CALL_PRINT = 1,
    CALL_PANIC = 2,
    CALL_WRITE = 64,
    CALL_EXIT = 93,
};

#define MAX_AT_EXIT 32

/* Two words that the linker script fills. */
extern const uint64_t __chert_layout[2];

static void (*at_exit[MAX_AT_EXIT])(void);
static size_t at_exit_count;
static void (*flush)(void);

static long call3(enum call number, uint64_t arg0, uint64_t arg1, uint64_t arg2)
{
    register uint64_t a0 __asm__("a0") = arg0;
    register uint64_t a1 __asm__("a1") = arg1;
    register uint64_t a2 __asm__("a2") = arg2;
    register uint64_t a7 __asm__("a7") = (uint64_t)number;

    __asm__ volatile("ecall" : "+r"(a0) : "r"(a1), "r"(a2), "r"(a7) : "memory");
    return (long)a0;
}

static size_t length(const char *text)
{
    size_t n = 0;

    while (text[n] != '\0') {
        n++;
    }
    return n;
}

void read_input(const uint8_t **buf, size_t *size)
{
    const uint8_t *base = (const uint8_t *)(uintptr_t)__chert_layout[1];

    *size = (size_t) * (const uint64_t *)(const void *)base;
    *buf = base + sizeof(uint64_t);
}

void write_output(const void *output, size_t size)
{
    for (const uint8_t *at = output; size > 0;) {
        size_t piece = size < CHERT_WRITE_PIECE ? size : CHERT_WRITE_PIECE;

        call3(CALL_WRITE, 1, (uint64_t)(uintptr_t)at, piece);
        at += piece;
        size -= piece;
    }
}

void chert_print_bytes(const void *bytes, size_t size)
{
    call3(CALL_PRINT, (uint64_t)(uintptr_t)bytes, size, 0);
}

void chert_print(const char *text)
{
    chert_print_bytes(text, length(text));
}

_Noreturn void chert_panic(const char *message)
{
    call3(CALL_PANIC, (uint64_t)(uintptr_t)message, length(message), 0);
    for (;;) {
        __asm__ volatile("ebreak");
    }
}

_Noreturn void abort(void)
{
    chert_panic("abort");
}

void chert_on_flush(void (*function)(void))
{
    flush = function;
}

_Noreturn void _exit(int code)
{
    if (flush != NULL) {
        flush();
    }
    for (;;) {
        call3(CALL_EXIT, (uint64_t)(int64_t)code, 0, 0);
    }
}

int atexit(void (*function)(void))
{
    if (at_exit_count == MAX_AT_EXIT) {
        return -1;
    }
    at_exit[at_exit_count++] = function;
    return 0;
}

_Noreturn void exit(int code)
{
    while (at_exit_count > 0) {
        at_exit[--at_exit_count]();
    }
    _exit(code);
}
