/* The commands, what each takes, and the process's own set-up. */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"

#define FLAGS_RUN    (FLAG_INPUT | FLAG_EXIT | FLAG_CYCLES)
#define FLAGS_KEY    (FLAG_SET | FLAG_HASH | FLAG_THREADS | FLAG_CPU)
#define FLAGS_PROVE  (FLAGS_RUN | FLAGS_KEY | FLAG_GROUPING | FLAG_RAM | FLAG_FILE)
#define FLAGS_VERIFY (FLAG_FILE | FLAG_OUTPUT | FLAG_EXIT | FLAG_TEST_SET | FLAG_THREADS | FLAG_CPU)

struct command {
    const char *name;
    int (*run)(const struct options *o);
    unsigned takes;       /* mask of enum flag */
    unsigned least, most; /* arguments */
    const char *usage, *what;
};

static const struct command commands[] = {
    {"execute", cmd_execute, FLAGS_RUN, 1, 1, "ELF",
     "run a program; its public output goes to stdout"},
    {"prove", cmd_prove, FLAGS_PROVE, 1, 1, "ELF",
     "run, prove, verify, and write the proof (-o FILE)"},
    {"verify", cmd_verify, FLAGS_VERIFY, 2, 2, "PROOF ELF|ID", "check a proof of that program"},
    {"inspect", cmd_inspect, 0, 1, 1, "PROOF", "say what a proof claims, without checking it"},
    {"id", cmd_id, FLAGS_KEY, 1, 1, "ELF", "print the program id, for a set and hash"},
    {"check", cmd_check, FLAGS_RUN | FLAGS_KEY | FLAG_GROUPING, 1, 1, "ELF",
     "run and check every constraint and bus, without proving"},
    {"demo", cmd_demo, FLAGS_PROVE, 0, 0, "", "execute, prove and verify the built-in program"},
    {"security", cmd_security, 0, 0, 0, "", "print the bits of security of every round"},
    {"limits", cmd_limits, 0, 0, 0, "", "print what this build and machine can do"},
    {"tables", cmd_tables, 0, 0, 1, "[TABLE]", "print the tables' columns, constraints and buses"},
};

static int help(FILE *to)
{
    fputs("chert: prove and verify runs of RV64IM programs\n\nusage: chert COMMAND [FLAGS] ...\n\n",
          to);
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        fprintf(to, "  %-9s%-14s %s\n", commands[i].name, commands[i].usage, commands[i].what);
    }
    fputs("\nflags:\n"
          "  -o FILE               where prove writes the proof, verify the proven output\n"
          "  --input FILE          the guest's private input\n"
          "  --output FILE         verify: demand this public output\n"
          "  --expect-exit N|any   the exit code to accept (0)\n"
          "  --set fast|compact    security set (fast); test is for tests only\n"
          "  --hash blake3|keccak  hash function (blake3)\n"
          "  --grouping joint|per-table\n"
          "  --threads N           worker threads, 1 to 256 (all cores)\n"
          "  --cpu auto|avx512|avx2|portable   kernels to use (auto)\n"
          "  --max-cycles N        give up on a run that is longer\n"
          "  --max-ram MIB         refuse to prove what needs more (the machine's memory)\n"
          "  --accept-test-set     verify: accept proofs of the test set, which prove nothing\n"
          "  --json                results and errors as JSON on stdout\n"
          "  -q, -v                say less, say more, on stderr\n\n"
          "exit codes: 0 ok, 1 proof invalid, 2 usage, 3 ELF rejected, 4 guest fault or\n"
          "unexpected exit code, 5 limit, 6 input or output, 7 version mismatch, 70 internal\n",
          to);
    return to == stdout ? finish_stdout() : EXIT_USAGE;
}

/* A closed pipe or a file over its limit is an error of the write, not a signal; and a standard
 * stream that the caller closed must not become the number of a file that is opened later. */
static void prepare_process(void)
{
    (void)signal(SIGPIPE, SIG_IGN);
    (void)signal(SIGXFSZ, SIG_IGN);
    for (int fd = 0; fd <= 2; fd++) {
        if (fcntl(fd, F_GETFD) == -1) {
            (void)open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY); /* takes the lowest: fd */
        }
    }
}

static int run(const struct command *c, int argc, char **argv)
{
    struct options o;
    const int bad = options_parse(&o, c->name, c->takes, argc, argv);
    if (bad != 0) {
        return bad;
    }
    if (o.n_positional < c->least || o.n_positional > c->most) {
        fprintf(stderr, "chert: %s arguments; usage: chert %s [FLAGS]%s%s\n",
                o.n_positional < c->least ? "missing" : "too many", c->name,
                c->usage[0] != '\0' ? " " : "", c->usage);
        return EXIT_USAGE;
    }
    return c->run(&o);
}

int main(int argc, char **argv)
{
    prepare_process();
    if (argc < 2) {
        return help(stderr);
    }
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) {
            return help(stdout);
        }
    }
    if (strcmp(argv[1], "help") == 0) {
        return help(stdout);
    }
    if (strcmp(argv[1], "version") == 0 || strcmp(argv[1], "--version") == 0) {
        printf("chert %s, proof format %u\n", CHERT_VERSION, PROOF_VERSION);
        return finish_stdout();
    }
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        if (strcmp(argv[1], commands[i].name) == 0) {
            return run(&commands[i], argc - 2, argv + 2);
        }
    }
    fprintf(stderr, "chert: there is no command '%s'; see chert help\n", argv[1]);
    return EXIT_USAGE;
}
