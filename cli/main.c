#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "cli.h"

struct command {
    const char *name;
    int (*run)(const struct options *o);
    unsigned n_positional;
    const char *usage, *what;
};

static const struct command commands[] = {
    {"execute", cmd_execute, 1, "ELF", "run a program; its public output goes to stdout"},
    {"prove", cmd_prove, 1, "ELF", "run, prove, verify, and write the proof (-o FILE)"},
    {"verify", cmd_verify, 2, "PROOF ELF|ID", "check a proof of that program"},
    {"inspect", cmd_inspect, 1, "PROOF", "say what a proof claims, without checking it"},
    {"id", cmd_id, 1, "ELF", "print the program id, for a set and hash"},
    {"check", cmd_check, 1, "ELF", "run and check every constraint and bus, without proving"},
    {"demo", cmd_demo, 0, "", "execute, prove and verify the built-in program"},
    {"security", cmd_security, 0, "", "print the bits of security of every round"},
    {"limits", cmd_limits, 0, "", "print what this build and machine can do"},
    {"tables", cmd_tables, 0, "[TABLE]", "print the tables' columns, constraints and buses"},
};

static int help(FILE *to)
{
    fputs("chert: prove and verify runs of RV64IM programs\n\nusage: chert COMMAND [FLAGS] ...\n\n",
          to);
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        fprintf(to, "  %-9s%-14s %s\n", commands[i].name, commands[i].usage, commands[i].what);
    }
    fputs("\nflags:\n"
          "  -o FILE               where prove writes the proof\n"
          "  --input FILE          the guest's private input\n"
          "  --output FILE         verify: demand this public output\n"
          "  --expect-exit N|any   the exit code to accept (0)\n"
          "  --set fast|compact    security set (fast); test is for tests only\n"
          "  --hash blake3|keccak  hash function (blake3)\n"
          "  --grouping joint|per-table\n"
          "  --threads N           worker threads (all cores)\n"
          "  --cpu auto|avx512|avx2|portable   kernels to use (auto)\n"
          "  --max-cycles N        stop a run that is longer\n"
          "  --max-ram MIB         refuse to prove what needs more\n"
          "  --accept-test-set     verify: accept proofs of the test set, which prove nothing\n"
          "  --json  -q  -v\n\n"
          "exit codes: 0 ok, 1 proof invalid, 2 usage, 3 ELF rejected, 4 guest fault or\n"
          "unexpected exit code, 5 limit, 6 input or output, 7 version mismatch, 70 internal\n",
          to);
    return to == stdout ? EXIT_OK : EXIT_USAGE;
}

int main(int argc, char **argv)
{
    signal(SIGPIPE, SIG_IGN);
    if (argc < 2) {
        return help(stderr);
    }
    if (strcmp(argv[1], "help") == 0 || strcmp(argv[1], "--help") == 0 ||
        strcmp(argv[1], "-h") == 0) {
        return help(stdout);
    }
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        const struct command *c = &commands[i];
        if (strcmp(argv[1], c->name) != 0) {
            continue;
        }
        struct options o;
        const int bad = options_parse(&o, argc - 2, argv + 2);
        if (bad != 0) {
            return bad;
        }
        const unsigned most = c->run == cmd_tables ? 1 : c->n_positional;
        if (o.n_positional < c->n_positional || o.n_positional > most) {
            fprintf(stderr, "usage: chert %s [FLAGS] %s\n", c->name, c->usage);
            return EXIT_USAGE;
        }
        return c->run(&o);
    }
    fprintf(stderr, "chert: there is no command '%s'; see chert help\n", argv[1]);
    return EXIT_USAGE;
}
