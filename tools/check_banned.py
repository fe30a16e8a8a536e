#!/usr/bin/env python3
"""Functions that this project does not call, where, and what it calls instead.

An exception is a line `PATH NAME REASON` of tools/banned_allow.txt; one that is not needed any
more is a finding too.
"""
import re
import sys

import checklib

FOLDERS = ["src", "cli", "include", "bench", "fuzz", "tests", "tools"]
EVERYWHERE = ()
# names, prefixes of paths where they are allowed, what to do instead
RULES = [
    ("strcpy strcat strncpy strncat stpcpy sprintf vsprintf gets", EVERYWHERE,
     "no bound on what is written: snprintf or memcpy with a length"),
    ("atoi atol atoll atof", EVERYWHERE, "hides errors: strtoull, with end and errno checked"),
    ("rand srand random srandom drand48", EVERYWHERE,
     "not reproducible everywhere: the tests' seeded generator"),
    ("alloca", EVERYWHERE, "no bound on the stack: an arena (base/arena.h)"),
    ("strtok asctime ctime gmtime localtime tmpnam mktemp", EVERYWHERE,
     "hidden global state: the _r form or another way"),
    ("system popen", ("tests/",), "a shell is no interface"),
    ("assert", EVERYWHERE, "vanishes with NDEBUG: ASSERT (base/status.h) or a status"),
    ("malloc calloc realloc reallocarray free strdup strndup aligned_alloc posix_memalign",
     ("src/base/", "tests/", "fuzz/"), "memory comes from arenas (base/arena.h)"),
    ("exit _exit quick_exit", ("cli/", "tests/", "fuzz/", "tools/", "bench/"),
     "a library returns a status"),
    ("abort", ("src/base/", "cli/", "tests/", "fuzz/", "tools/", "bench/"),
     "ASSERT (base/status.h) for bugs, a status for the rest"),
    ("printf fprintf vprintf vfprintf puts putchar fputs perror", ("cli/", "tests/", "fuzz/",
     "tools/", "bench/"), "a library prints nothing: err_set or a caller's sink"),
    ("setjmp longjmp", ("tests/", "fuzz/"), "control flow that no reader expects"),
    ("signal sigaction", ("cli/", "tests/", "fuzz/"), "the process belongs to the program"),
]


def allow_list(root):
    allowed = {}
    try:
        text = checklib.read(root, "tools/banned_allow.txt")
    except OSError:
        return allowed
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split(None, 2)
        if not words or words[0].startswith("#"):
            continue
        if len(words) < 3:
            sys.exit(f"tools/banned_allow.txt:{number}: expected PATH NAME REASON")
        allowed[(words[0], words[1])] = number
    return allowed


def main():
    root = checklib.parse_root(__doc__)
    allowed = allow_list(root)
    unused = set(allowed)
    rules = [(re.compile(r"(?<![\w.>])(" + "|".join(names.split()) + r")\s*\("), where, why)
             for names, where, why in RULES]
    findings = []
    files = checklib.tree_files(root, FOLDERS, checklib.C_NAMES)
    for path in files:
        text = checklib.without_comments(checklib.read(root, path))
        for pattern, where, why in rules:
            if path.startswith(where):
                continue
            for match in pattern.finditer(text):
                key = (path, match.group(1))
                unused.discard(key)
                if key not in allowed:
                    findings.append(f"{path}:{checklib.line_of(text, match.start())}: "
                                    f"{match.group(1)} is banned here: {why}")
        if path.startswith("src/verify/"):
            for match in re.finditer(r"\b(float|double|long double)\b", text):
                findings.append(f"{path}:{checklib.line_of(text, match.start())}: "
                                f"{match.group(1)}: the verifier has no floating point")
    for path, name in sorted(unused):
        findings.append(f"tools/banned_allow.txt:{allowed[(path, name)]}: "
                        f"{path} does not call {name} (any more); remove the line")
    return checklib.report("check_banned", findings, len(files))


sys.exit(main())
