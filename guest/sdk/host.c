/*
 * The SDK's functions for the native build: tools/chert-cc --host links a guest with this file
 * instead of the machine's runtime, so that debuggers and sanitizers can be used on it.
 *
 * The input is the file named by the environment variable CHERT_INPUT, empty without it. The
 * output goes to stdout, prints and the message of a panic to stderr.
 */
#include "chert.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint8_t *input;
static size_t input_size;
static int input_loaded;

static void load_input(void)
{
    const char *path = getenv("CHERT_INPUT");
    FILE *file;
    long size;

    input_loaded = 1;
    if (path == NULL) {
        return;
    }
    file = fopen(path, "rb");
    if (file == NULL || fseek(file, 0, SEEK_END) != 0) {
        chert_panic("cannot read the file that CHERT_INPUT names");
    }
    size = ftell(file);
    if (size < 0 || fseek(file, 0, SEEK_SET) != 0) {
        chert_panic("cannot read the file that CHERT_INPUT names");
    }
    input_size = (size_t)size;
    input = malloc(input_size + 1);
    if (input == NULL || fread(input, 1, input_size, file) != input_size) {
        chert_panic("cannot read the file that CHERT_INPUT names");
    }
    fclose(file);
}

void read_input(const uint8_t **buf, size_t *size)
{
    if (!input_loaded) {
        load_input();
    }
    *buf = input;
    *size = input_size;
}

void write_output(const void *output, size_t size)
{
    fwrite(output, 1, size, stdout);
}

void chert_print_bytes(const void *bytes, size_t size)
{
    fwrite(bytes, 1, size, stderr);
}

void chert_print(const char *text)
{
    fputs(text, stderr);
}

_Noreturn void chert_panic(const char *message)
{
    fflush(stdout);
    fprintf(stderr, "panic: %s\n", message);
    exit(101);
}
