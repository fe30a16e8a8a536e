/* Errors, JSON, hex, and the program that a command works on. */
#include <stdio.h>
#include <string.h>

#include "cli.h"

int exit_code_of(enum chert_status s)
{
    switch ((int)s) {
    case CHERT_OK:
        return EXIT_OK;
    case CHERT_E_ARG:
        return EXIT_USAGE;
    case CHERT_E_ELF:
        return EXIT_ELF;
    case CHERT_E_FAULT:
    case CHERT_E_EXIT:
    case CHERT_REJECT_EXIT:
        return EXIT_GUEST;
    case CHERT_E_MEMORY:
    case CHERT_E_DEVICE:
    case CHERT_E_LIMIT:
    case CHERT_E_CANCELLED:
        return EXIT_LIMIT;
    case CHERT_E_IO:
        return EXIT_IO;
    case CHERT_E_VERSION:
    case CHERT_REJECT_VERSION:
        return EXIT_VERSION;
    case CHERT_E_INTERNAL:
        return EXIT_BUG;
    default:
        return s >= CHERT_REJECT_FORMAT ? EXIT_INVALID : EXIT_BUG;
    }
}

int fail(const char *what, const struct err *e)
{
    fprintf(stderr, "chert: %s: %s\n", what,
            e->msg[0] != '\0' ? e->msg : chert_status_text(e->status));
    return exit_code_of(e->status);
}

void hex_of(const uint8_t *bytes, size_t len, char *out)
{
    static const char digits[] = "0123456789abcdef";
    for (size_t i = 0; i < len; i++) {
        out[2 * i] = digits[bytes[i] >> 4];
        out[2 * i + 1] = digits[bytes[i] & 15];
    }
    out[2 * len] = '\0';
}

int digest_of_hex(const char *text, struct digest *out)
{
    if (strlen(text) != 2 * DIGEST_BYTES) {
        return 0;
    }
    for (size_t i = 0; i < DIGEST_BYTES; i++) {
        unsigned v = 0;
        if (strspn(text + 2 * i, "0123456789abcdefABCDEF") < 2 ||
            sscanf(text + 2 * i, "%2x", &v) != 1) {
            return 0;
        }
        out->b[i] = (uint8_t)v;
    }
    return 1;
}

void json_hex(cJSON *object, const char *name, const uint8_t *bytes, size_t len)
{
    struct arena mem;
    struct err e = {0};
    char *text = NULL;
    if (arena_init(&mem, 2 * len + 1 + ARENA_ALIGN, &e) != CHERT_OK) {
        return;
    }
    if (arena_alloc(&mem, 2 * len + 1, 1, (void **)&text, &e) == CHERT_OK) {
        hex_of(bytes, len, text);
        cJSON_AddStringToObject(object, name, text);
    }
    arena_fini(&mem);
}

int json_print(cJSON *object)
{
    char *text = cJSON_Print(object);
    cJSON_Delete(object);
    if (text == NULL) {
        fputs("chert: out of memory while printing\n", stderr);
        return EXIT_LIMIT;
    }
    const int bad = puts(text) < 0 || fflush(stdout) != 0;
    cJSON_free(text);
    if (bad) {
        fputs("chert: cannot write to stdout\n", stderr);
        return EXIT_IO;
    }
    return EXIT_OK;
}

static void print_guest(void *ctx, const uint8_t *bytes, size_t n)
{
    (void)ctx;
    fwrite(bytes, 1, n, stderr);
}

static enum chert_status open_input(struct job *j, const struct options *o, struct err *e)
{
    uint8_t *input = NULL;
    size_t len = 0;
    if (o->input != NULL) {
        TRY(file_read(o->input, &j->input_mem, &input, &len, e));
    }
    j->prove = (struct prove_options){
        .set = o->set,
        .hash = o->hash,
        .grouping = o->grouping,
        .cpu_mask = o->cpu_mask,
        .workers = o->threads,
        .exec = {.input = input,
                 .input_bytes = len,
                 .max_cycles = o->max_cycles,
                 .print = print_guest},
        .any_exit = o->any_exit,
        .exit_code = o->exit_code,
        .max_ram = o->max_ram,
    };
    return CHERT_OK;
}

enum chert_status job_open_bytes(struct job *j, const struct options *o, const uint8_t *elf,
                                 size_t len, struct err *e)
{
    memset(j, 0, sizeof *j);
    TRY(open_input(j, o, e));
    TRY(arena_init(&j->elf_mem, elf_bytes(len), e));
    return elf_load_bytes(&j->program, elf, len, &j->elf_mem, e);
}

enum chert_status job_open(struct job *j, const struct options *o, const char *elf, struct err *e)
{
    struct arena file;
    uint8_t *bytes = NULL;
    size_t len = 0;
    memset(j, 0, sizeof *j);
    TRY(file_read(elf, &file, &bytes, &len, e));
    const enum chert_status s = job_open_bytes(j, o, bytes, len, e);
    arena_fini(&file);
    return s;
}

void job_close(struct job *j)
{
    arena_fini(&j->elf_mem);
    arena_fini(&j->input_mem);
}
