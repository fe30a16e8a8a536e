/*
 * The chert program: what its commands share. Results go to stdout, everything else to stderr.
 * Exit codes are documented in docs/cli.md and by `chert help`.
 */
#ifndef CHERT_CLI_CLI_H
#define CHERT_CLI_CLI_H

#include <cjson/cJSON.h>

#include "elf/elf.h"
#include "prove/prove.h"

enum exit_code {
    EXIT_OK = 0,
    EXIT_INVALID = 1, /* the proof is invalid */
    EXIT_USAGE = 2,
    EXIT_ELF = 3,   /* the ELF file is rejected */
    EXIT_GUEST = 4, /* the guest faulted, or exited with a code that was not expected */
    EXIT_LIMIT = 5, /* memory, cycles or another limit */
    EXIT_IO = 6,
    EXIT_VERSION = 7,
    EXIT_BUG = 70
};

/* What the flags say. Strings point into argv. */
struct options {
    const char *positional[4];
    unsigned n_positional;
    const char *output;     /* -o */
    const char *input;      /* --input */
    const char *public_out; /* verify: --output, the expected public output */
    const struct set *set;
    enum hash_kind hash;
    enum grouping grouping;
    unsigned threads;
    unsigned cpu_mask;
    int any_exit;
    uint64_t exit_code;
    uint64_t max_cycles;
    size_t max_ram;
    int json, quiet, verbose, accept_test_set;
};

/* Parses flags after the command. 0, or EXIT_USAGE after saying what is wrong. */
int options_parse(struct options *o, int argc, char **argv);

/* Says `e` on stderr, under `what`, and returns the exit code of its status. */
int fail(const char *what, const struct err *e);
int exit_code_of(enum chert_status s);

/* The whole file, in an arena of its own that the caller releases. */
enum chert_status file_read(const char *path, struct arena *mem, uint8_t **bytes, size_t *len,
                            struct err *e) CHERT_MUST_CHECK;
/* Whole or absent: a temporary file beside it, fsync, rename. */
enum chert_status file_write(const char *path, const void *bytes, size_t len,
                             struct err *e) CHERT_MUST_CHECK;

/* An ELF and the input that the flags name, loaded. Release with job_close. */
struct job {
    struct arena elf_mem, input_mem;
    struct program program;
    struct prove_options prove;
};
enum chert_status job_open(struct job *j, const struct options *o, const char *elf,
                           struct err *e) CHERT_MUST_CHECK;
enum chert_status job_open_bytes(struct job *j, const struct options *o, const uint8_t *elf,
                                 size_t len, struct err *e) CHERT_MUST_CHECK;
void job_close(struct job *j);

/* JSON helpers: numbers up to 2^53 as numbers, digests and bytes as hex strings. Printing
 * consumes the object. 0, or EXIT_IO if stdout cannot be written. */
int json_print(cJSON *object);
void json_hex(cJSON *object, const char *name, const uint8_t *bytes, size_t len);
void hex_of(const uint8_t *bytes, size_t len, char *out); /* 2 len + 1 characters */
/* 32 bytes from 64 hex digits; 0 if it is none. */
int digest_of_hex(const char *text, struct digest *out);

/* The commands. argv[0] is the command's name. */
int cmd_execute(const struct options *o);
int cmd_prove(const struct options *o);
int cmd_demo(const struct options *o);
int cmd_verify(const struct options *o);
int cmd_inspect(const struct options *o);
int cmd_id(const struct options *o);
int cmd_check(const struct options *o);
int cmd_security(const struct options *o);
int cmd_limits(const struct options *o);
int cmd_tables(const struct options *o);

#endif
