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

/* Flags that not every command takes, as bits; --json, -q and -v are for all. */
enum flag {
    FLAG_FILE = 1 << 0, /* -o */
    FLAG_INPUT = 1 << 1,
    FLAG_OUTPUT = 1 << 2,
    FLAG_EXIT = 1 << 3,
    FLAG_SET = 1 << 4,
    FLAG_HASH = 1 << 5,
    FLAG_GROUPING = 1 << 6,
    FLAG_THREADS = 1 << 7,
    FLAG_CPU = 1 << 8,
    FLAG_CYCLES = 1 << 9,
    FLAG_RAM = 1 << 10,
    FLAG_TEST_SET = 1 << 11
};

/* What the flags say. Strings point into argv. */
struct options {
    const char *positional[4];
    unsigned n_positional;
    const char *output;     /* -o: where prove puts the proof, verify the public output */
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
    size_t max_ram; /* bytes; by default what memory_limit says */
    int json, quiet, verbose, accept_test_set;
};

/* Parses what follows the command; `takes` is a mask of enum flag. 0, or EXIT_USAGE after saying
 * what is wrong. */
int options_parse(struct options *o, const char *command, unsigned takes, int argc, char **argv);

/* Bytes that this process may use: the machine's memory, or less where a cgroup says so. */
size_t memory_limit(void);

/* Says `e` on stderr, under `what` (a file's name), with advice, and returns the exit code of its
 * status. `fail` also prints it as JSON if that was asked for; `complain` leaves stdout alone. */
int fail(const struct options *o, const char *what, const struct err *e);
int complain(const struct options *o, const char *what, const struct err *e);
int exit_code_of(enum chert_status s);
/* What read_claims says of a file that does not begin like a proof: the only malformed one that
 * gets no warning of damage or forgery. */
#define NOT_A_PROOF "this is not a Chert proof"
/* After the last result went to stdout. 0, or EXIT_IO after saying that it could not be written. */
int finish_stdout(void);

/* The whole file, in an arena of its own that the caller releases. */
enum chert_status file_read(const char *path, struct arena *mem, uint8_t **bytes, size_t *len,
                            struct err *e) CHERT_MUST_CHECK;
/* Whole or absent: a temporary file beside it, fsync, rename. A device or pipe is written to. */
enum chert_status file_write(const char *path, const void *bytes, size_t len,
                             struct err *e) CHERT_MUST_CHECK;

/* Whether file_write could work, said before hours are spent on what it is to write. */
enum chert_status file_probe(const char *path, struct err *e) CHERT_MUST_CHECK;

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

/* JSON helpers: whole numbers exact to 64 bits, digests and bytes as hex strings. Printing
 * consumes the object. 0, or EXIT_IO if stdout cannot be written. */
int json_print(cJSON *object);
void json_u64(cJSON *object, const char *name, uint64_t value);
void json_hex(cJSON *object, const char *name, const uint8_t *bytes, size_t len);
void json_error(cJSON *object, const struct err *e);      /* "error" and "message" */
void hex_of(const uint8_t *bytes, size_t len, char *out); /* 2 len + 1 characters */
/* 32 bytes from 64 hex digits; 0 if it is none. */
int digest_of_hex(const char *text, struct digest *out);

/* After the error of a run that failed, on stderr: a fault's place and backtrace, or the flag that
 * ended it. */
void show_stop(const struct options *o, const struct exec_result *r);

/* The commands. They return the process's exit code. */
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
