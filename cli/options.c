/* Flags. Every flag takes its value as the next argument or after '='. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/cpu.h"
#include "cli.h"

/* The flags with a value. */
static const struct {
    const char *name;
    unsigned bit; /* enum flag */
} valued[] = {
    {"-o", FLAG_FILE},
    {"--input", FLAG_INPUT},
    {"--output", FLAG_OUTPUT},
    {"--expect-exit", FLAG_EXIT},
    {"--set", FLAG_SET},
    {"--hash", FLAG_HASH},
    {"--grouping", FLAG_GROUPING},
    {"--threads", FLAG_THREADS},
    {"--cpu", FLAG_CPU},
    {"--max-cycles", FLAG_CYCLES},
    {"--max-ram", FLAG_RAM},
};

static int bad(const char *flag, const char *value, const char *wanted)
{
    fprintf(stderr, "chert: %s%s%s: expected %s\n", flag, value == NULL ? "" : " ",
            value == NULL ? "" : value, wanted);
    return EXIT_USAGE;
}

static int parse_u64(const char *text, uint64_t *out)
{
    char *end = NULL;
    if (*text < '0' || *text > '9') {
        return 0;
    }
    errno = 0;
    *out = strtoull(text, &end, 0);
    return errno == 0 && *end == '\0';
}

static int parse_cpu(const char *v, unsigned *mask)
{
    const unsigned all = cpu_detect();
    if (strcmp(v, "auto") == 0) {
        *mask = all;
    } else if (strcmp(v, "portable") == 0) {
        *mask = 0;
    } else if (strcmp(v, "avx2") == 0) {
        *mask = CPU_AVX2;
    } else if (strcmp(v, "avx512") == 0) {
        *mask = CPU_AVX2 | CPU_AVX512;
    } else {
        return bad("--cpu", v, "auto, avx512, avx2 or portable");
    }
    if ((*mask & ~all) != 0) {
        return bad("--cpu", v, "an instruction set that this machine has");
    }
    return 0;
}

static int parse_exit(struct options *o, const char *v)
{
    const int negative = v[0] == '-';
    o->any_exit = strcmp(v, "any") == 0;
    if (!o->any_exit && !parse_u64(v + negative, &o->exit_code)) {
        return bad("--expect-exit", v, "a number below 2^64, or any");
    }
    o->exit_code = negative ? -o->exit_code : o->exit_code; /* what exit(-1) leaves in a0 */
    return 0;
}

static int parse_number(struct options *o, unsigned bit, const char *flag, const char *v)
{
    uint64_t n = 0;
    const int ok = parse_u64(v, &n);
    if (bit == FLAG_THREADS) {
        o->threads = (unsigned)n;
        return ok && n >= 1 && n <= 256 ? 0 : bad(flag, v, "a number from 1 to 256");
    }
    if (bit == FLAG_RAM) {
        o->max_ram = (size_t)n << 20;
        return ok && n >= 1 && n <= SIZE_MAX >> 20 ? 0 : bad(flag, v, "a number of MiB");
    }
    o->max_cycles = n;
    return ok && n >= 1 ? 0 : bad(flag, v, "a number of cycles");
}

static int parse_value(struct options *o, unsigned bit, const char *flag, const char *v)
{
    switch (bit) {
    case FLAG_FILE:
        o->output = v;
        return *v != '\0' ? 0 : bad(flag, NULL, "a file name");
    case FLAG_INPUT:
        o->input = v;
        return 0;
    case FLAG_OUTPUT:
        o->public_out = v;
        return 0;
    case FLAG_EXIT:
        return parse_exit(o, v);
    case FLAG_SET:
        o->set = set_by_name(v);
        return o->set != NULL ? 0 : bad(flag, v, "fast, compact or test");
    case FLAG_HASH:
        o->hash = strcmp(v, "keccak") == 0 ? HASH_KECCAK : HASH_BLAKE3;
        return o->hash == HASH_KECCAK || strcmp(v, "blake3") == 0
                   ? 0
                   : bad(flag, v, "blake3 or keccak");
    case FLAG_GROUPING:
        o->grouping = strcmp(v, "per-table") == 0 ? GROUPING_PER_TABLE : GROUPING_JOINT;
        return o->grouping == GROUPING_PER_TABLE || strcmp(v, "joint") == 0
                   ? 0
                   : bad(flag, v, "joint or per-table");
    case FLAG_CPU:
        return parse_cpu(v, &o->cpu_mask);
    default:
        return parse_number(o, bit, flag, v);
    }
}

/* Flags without a value. -1: no such flag. */
static int parse_switch(struct options *o, unsigned takes, const char *flag)
{
    if (strcmp(flag, "--json") == 0) {
        o->json = 1;
    } else if (strcmp(flag, "-q") == 0) {
        o->quiet = 1;
    } else if (strcmp(flag, "-v") == 0) {
        o->verbose = 1;
    } else if (strcmp(flag, "--accept-test-set") == 0 && (takes & FLAG_TEST_SET) != 0) {
        o->accept_test_set = 1;
    } else {
        return -1;
    }
    return 0;
}

/* The flag that argv[*i] names: -1 if there is none. *value is what follows its '=', or NULL. */
static int find_valued(const char *arg, const char **value)
{
    const char *equals = strchr(arg, '=');
    const size_t len = equals != NULL ? (size_t)(equals - arg) : strlen(arg);
    *value = equals != NULL ? equals + 1 : NULL;
    for (size_t f = 0; f < sizeof valued / sizeof valued[0]; f++) {
        if (strlen(valued[f].name) == len && memcmp(valued[f].name, arg, len) == 0) {
            return (int)f;
        }
    }
    return -1;
}

static int parse_flag(struct options *o, const char *command, unsigned takes, int *i, int argc,
                      char **argv)
{
    const char *value = NULL;
    if (parse_switch(o, takes, argv[*i]) == 0) {
        return 0;
    }
    const int f = find_valued(argv[*i], &value);
    if (f < 0 || (valued[f].bit & takes) == 0) {
        fprintf(stderr, "chert: chert %s has no flag '%s'; see chert help\n", command, argv[*i]);
        return EXIT_USAGE;
    }
    if (value == NULL) {
        if (*i + 1 == argc) {
            return bad(valued[f].name, NULL, "a value");
        }
        value = argv[++*i];
    }
    return parse_value(o, valued[f].bit, valued[f].name, value);
}

int options_parse(struct options *o, const char *command, unsigned takes, int argc, char **argv)
{
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    *o = (struct options){
        .set = set_by_id(SET_FAST),
        .threads = cores < 1     ? 1
                   : cores > 256 ? 256
                                 : (unsigned)cores,
        .cpu_mask = cpu_detect(),
        .max_ram = memory_limit(),
    };
    int flags = 1;
    for (int i = 0; i < argc; i++) {
        if (flags && strcmp(argv[i], "--") == 0) {
            flags = 0;
        } else if (flags && argv[i][0] == '-' && argv[i][1] != '\0') {
            const int r = parse_flag(o, command, takes, &i, argc, argv);
            if (r != 0) {
                return r;
            }
        } else if (o->n_positional == 4) {
            fprintf(stderr, "chert: too many arguments, from '%s' on\n", argv[i]);
            return EXIT_USAGE;
        } else {
            o->positional[o->n_positional++] = argv[i];
        }
    }
    if ((MODE_BIT(o->grouping) & o->set->modes) == 0) {
        return bad("--grouping", "per-table", "joint, the only grouping of this set");
    }
    return 0;
}
