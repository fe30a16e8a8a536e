#!/usr/bin/env python3
"""No function over 70 lines, no file over 800; a file opens with a comment saying what it holds,
where it is not the .c of a header of the same name, which says it, or one of the variants of a
kernel, which all include the header that says it.

A function is what clang-format's Linux braces make it: from a line `{` to the next line `}`.
"""
import os
import sys

import checklib

FOLDERS = ["src", "cli", "include", "guest", "bench", "fuzz", "tests", "tools"]
MAX_FUNCTION = 70
MAX_FILE = 800
VARIANTS = ("_portable.c", "_avx2.c", "_avx512.c")


def findings_of(root, path, text):
    lines = text.split("\n")
    if len(lines) - 1 > MAX_FILE:
        yield f"{path}:{MAX_FILE}: {len(lines) - 1} lines, at most {MAX_FILE}: split the file"
    told_elsewhere = path.endswith(VARIANTS) or (
        path.endswith(".c") and os.path.exists(os.path.join(root, path[:-1] + "h")))
    if not told_elsewhere and not text.lstrip().startswith(("/*", "//")):
        yield f"{path}:1: open the file with a comment: what is in it and why"
    start = None
    for number, line in enumerate(lines, 1):
        if line == "{":
            start = number
        elif line == "}" and start is not None:
            if number - start - 1 > MAX_FUNCTION:
                yield (f"{path}:{start}: a function of {number - start - 1} lines, "
                       f"at most {MAX_FUNCTION}: split it")
            start = None


def main():
    root = checklib.parse_root(__doc__)
    findings = []
    files = checklib.tree_files(root, FOLDERS, checklib.C_NAMES)
    for path in files:
        findings += findings_of(root, path, checklib.read(root, path))
    return checklib.report("check_size", findings, len(files))


sys.exit(main())
