/* Flags. Every flag takes its value as the next argument or after '='. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/cpu.h"
#include "cli.h"

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
    o->any_exit = strcmp(v, "any") == 0;
    return o->any_exit || parse_u64(v, &o->exit_code)
               ? 0
               : bad("--expect-exit", v, "a number below 2^64, or any");
}

/* Flags with a value. -1: no such flag. */
static int parse_valued(struct options *o, const char *flag, const char *v)
{
    uint64_t n = 0;
    if (strcmp(flag, "-o") == 0) {
        o->output = v;
    } else if (strcmp(flag, "--input") == 0) {
        o->input = v;
    } else if (strcmp(flag, "--output") == 0) {
        o->public_out = v;
    } else if (strcmp(flag, "--set") == 0) {
        o->set = set_by_name(v);
        return o->set != NULL ? 0 : bad(flag, v, "fast, compact or test");
    } else if (strcmp(flag, "--hash") == 0) {
        o->hash = strcmp(v, "keccak") == 0 ? HASH_KECCAK : HASH_BLAKE3;
        return o->hash == HASH_KECCAK || strcmp(v, "blake3") == 0
                   ? 0
                   : bad(flag, v, "blake3 or keccak");
    } else if (strcmp(flag, "--grouping") == 0) {
        o->grouping = strcmp(v, "per-table") == 0 ? GROUPING_PER_TABLE : GROUPING_JOINT;
        return o->grouping == GROUPING_PER_TABLE || strcmp(v, "joint") == 0
                   ? 0
                   : bad(flag, v, "joint or per-table");
    } else if (strcmp(flag, "--threads") == 0) {
        if (!parse_u64(v, &n) || n < 1 || n > 256) {
            return bad(flag, v, "a number from 1 to 256");
        }
        o->threads = (unsigned)n;
    } else if (strcmp(flag, "--cpu") == 0) {
        return parse_cpu(v, &o->cpu_mask);
    } else if (strcmp(flag, "--expect-exit") == 0) {
        return parse_exit(o, v);
    } else if (strcmp(flag, "--max-cycles") == 0) {
        return parse_u64(v, &o->max_cycles) ? 0 : bad(flag, v, "a number");
    } else if (strcmp(flag, "--max-ram") == 0) {
        if (!parse_u64(v, &n) || n < 1 || n > SIZE_MAX >> 20) {
            return bad(flag, v, "a number of MiB");
        }
        o->max_ram = (size_t)n << 20;
    } else {
        return -1;
    }
    return 0;
}

static int parse_switch(struct options *o, const char *flag)
{
    if (strcmp(flag, "--json") == 0) {
        o->json = 1;
    } else if (strcmp(flag, "-q") == 0) {
        o->quiet = 1;
    } else if (strcmp(flag, "-v") == 0) {
        o->verbose = 1;
    } else if (strcmp(flag, "--accept-test-set") == 0) {
        o->accept_test_set = 1;
    } else {
        return -1;
    }
    return 0;
}

static int parse_flag(struct options *o, int *i, int argc, char **argv)
{
    char name[32];
    const char *flag = argv[*i], *value = NULL, *equals = strchr(argv[*i], '=');
    if (parse_switch(o, flag) == 0) {
        return 0;
    }
    if (equals != NULL && (size_t)(equals - flag) < sizeof name) {
        memcpy(name, flag, (size_t)(equals - flag));
        name[equals - flag] = '\0';
        flag = name;
        value = equals + 1;
    } else if (*i + 1 < argc) {
        value = argv[*i + 1];
    }
    const int r = parse_valued(o, flag, value == NULL ? "" : value);
    if (r == -1) {
        fprintf(stderr, "chert: there is no flag '%s'; see chert help\n", argv[*i]);
        return EXIT_USAGE;
    }
    if (value == NULL) {
        return bad(flag, NULL, "a value");
    }
    *i += equals == NULL;
    return r;
}

int options_parse(struct options *o, int argc, char **argv)
{
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    *o = (struct options){
        .set = set_by_id(SET_FAST),
        .threads = cores < 1     ? 1
                   : cores > 256 ? 256
                                 : (unsigned)cores,
        .cpu_mask = cpu_detect(),
    };
    int flags = 1;
    for (int i = 0; i < argc; i++) {
        if (flags && strcmp(argv[i], "--") == 0) {
            flags = 0;
        } else if (flags && argv[i][0] == '-' && argv[i][1] != '\0') {
            const int r = parse_flag(o, &i, argc, argv);
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
