#!/usr/bin/env python3
"""The folders of src/ form a line (cmake/layers.txt), and includes and DEPS only point back along it.

In layers.txt a folder may use itself and every folder above it, except those after its "not".
"""
import re
import sys

import checklib


def read_layers(root):
    order, refused = [], {}
    for line in checklib.read(root, "cmake/layers.txt").splitlines():
        words = line.split("#")[0].split()
        if not words:
            continue
        order.append(words[0])
        if len(words) > 1 and words[1] != "not":
            sys.exit(f"cmake/layers.txt: expected 'NAME [not NAME...]', found '{line}'")
        refused[words[0]] = set(words[2:])
    return order, refused


def wrong(order, refused, user, used):
    """Why `user` may not include `used`, or None."""
    if used not in order:
        return f"{used} is not in cmake/layers.txt"
    if user not in order:
        return f"its own folder {user} is not in cmake/layers.txt"
    if order.index(used) > order.index(user):
        return f"{used} comes after {user} in cmake/layers.txt"
    if used in refused[user]:
        return f"cmake/layers.txt says {user} not {used}"
    return None


def include_findings(root, path, order, refused):
    user = path.split("/")[1]
    text = checklib.read(root, path)
    for match in re.finditer(r'^[ \t]*#[ \t]*include[ \t]*"([^"]+)"', text, re.MULTILINE):
        where = f"{path}:{checklib.line_of(text, match.start())}"
        name = match.group(1)
        if ".." in name.split("/"):
            yield f'{where}: "{name}": include by the path from src/, not by ..'
        elif "/" in name and not name.startswith("chert/"):
            why = wrong(order, refused, user, name.split("/")[0])
            if why:
                yield f'{where}: "{name}": {why}'


def deps_findings(root, path, order, refused):
    text = checklib.read(root, path)
    for match in re.finditer(r"chert_library\(\s*(\w+)\b([^)]*)\)", text):
        user, rest = match.group(1), match.group(2)
        deps = re.search(r"\bDEPS\b(.*)", rest, re.DOTALL)
        for used in deps.group(1).split() if deps else []:
            why = wrong(order, refused, user.split("_")[0], used.split("_")[0])
            if used.isidentifier() and why:
                yield f"{path}:{checklib.line_of(text, match.start())}: DEPS {used}: {why}"


def main():
    root = checklib.parse_root(__doc__)
    order, refused = read_layers(root)
    findings = []
    files = [p for p in checklib.tree_files(root, ["src"], checklib.C_NAMES) if p.count("/") > 1]
    for path in files:
        findings += include_findings(root, path, order, refused)
    for path in checklib.tree_files(root, ["src"], ("CMakeLists.txt",)):
        findings += deps_findings(root, path, order, refused)
    return checklib.report("check_layers", findings, len(files))


sys.exit(main())
