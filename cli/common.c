/* Errors, JSON, hex, and the program that a command works on. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
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

/* What to do about it; NULL where the message says it or nothing helps. */
static const char *advice(const struct err *e)
{
    switch ((int)e->status) {
    case CHERT_E_MEMORY:
        return "free memory or raise the limit (--max-ram, ulimit -v), or prove a shorter run";
    case CHERT_E_ELF:
        return "docs/guest.md says what a program must be; tools/chert-cc builds one";
    case CHERT_E_EXIT:
    case CHERT_REJECT_EXIT:
        return "--expect-exit N allows another exit code, --expect-exit any all of them";
    case CHERT_E_VERSION:
    case CHERT_REJECT_VERSION:
        return "use the chert that made it, or prove again with this one";
    case CHERT_REJECT_SET:
        return "prove with --set fast or compact; tests may say --accept-test-set";
    case CHERT_REJECT_PROGRAM:
        return "compare chert inspect PROOF with chert id ELF; set and hash are part of the id";
    case CHERT_REJECT_OUTPUT:
        return "chert inspect --json PROOF shows the output that the proof claims";
    case CHERT_E_INTERNAL:
        return "this is a bug in chert: please report it with the program and its input";
    default:
        return e->status >= CHERT_REJECT_FORMAT && strcmp(e->msg, NOT_A_PROOF) != 0
                   ? "do not trust this file: it is damaged or forged"
                   : NULL;
    }
}

int complain(const struct options *o, const char *what, const struct err *e)
{
    const char *hint = advice(e);
    const char *text = e->msg[0] != '\0' ? e->msg : chert_status_text(e->status);
    if (e->status == CHERT_E_IO) {
        fprintf(stderr, "chert: %s\n", text); /* which names the file */
    } else {
        fprintf(stderr, "chert: %s: %s%s\n", what,
                e->status == CHERT_E_MEMORY ? "not enough memory: " : "", text);
    }
    if (hint != NULL && !o->quiet) {
        fprintf(stderr, "  %s\n", hint);
    }
    return exit_code_of(e->status);
}

void json_error(cJSON *object, const struct err *e)
{
    cJSON_AddStringToObject(object, "error", chert_status_name(e->status));
    cJSON_AddStringToObject(object, "message",
                            e->msg[0] != '\0' ? e->msg : chert_status_text(e->status));
}

int fail(const struct options *o, const char *what, const struct err *e)
{
    if (o->json) {
        cJSON *j = cJSON_CreateObject();
        json_error(j, e);
        (void)json_print(j); /* the error itself decides the exit code */
    }
    return complain(o, what, e);
}

int finish_stdout(void)
{
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fprintf(stderr, "chert: cannot write to stdout: %s\n", strerror(errno));
        return EXIT_IO;
    }
    return EXIT_OK;
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
    if (strlen(text) != (size_t)2 * DIGEST_BYTES) {
        return 0;
    }
    for (size_t i = 0; i < DIGEST_BYTES; i++) {
        const char byte[3] = {text[2 * i], text[2 * i + 1], '\0'};
        if (strspn(byte, "0123456789abcdefABCDEF") < 2) {
            return 0;
        }
        out->b[i] = (uint8_t)strtoul(byte, NULL, 16);
    }
    return 1;
}

void json_u64(cJSON *object, const char *name, uint64_t value)
{
    char text[24];
    (void)snprintf(text, sizeof text, "%llu", (unsigned long long)value);
    cJSON_AddRawToObject(object, name, text);
}

void json_hex(cJSON *object, const char *name, const uint8_t *bytes, size_t len)
{
    struct arena mem;
    struct err e = {0};
    char *text = NULL;
    if (arena_init(&mem, 2 * len + 1 + ARENA_ALIGN, &e) == CHERT_OK &&
        arena_alloc(&mem, 2 * len + 1, 1, (void **)&text, &e) == CHERT_OK) {
        hex_of(bytes, len, text);
        cJSON_AddStringToObject(object, name, text);
    } else {
        cJSON_AddNullToObject(object, name);
    }
    arena_fini(&mem);
}

int json_print(cJSON *object)
{
    char *text = cJSON_Print(object);
    cJSON_Delete(object);
    if (text == NULL) {
        fputs("chert: not enough memory to print JSON\n", stderr);
        return EXIT_LIMIT;
    }
    (void)puts(text); /* what fails stays noted in stdout */
    cJSON_free(text);
    return finish_stdout();
}

static void print_guest(void *ctx, const uint8_t *bytes, size_t n)
{
    (void)ctx;
    (void)fwrite(bytes, 1, n, stderr);
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
