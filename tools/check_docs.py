#!/usr/bin/env python3
"""Every relative link of a Markdown file leads to a file, and every path it names in code exists.

A path in code is `a/b` where a is a folder of this tree; one with a placeholder (NAME, *, <x>,
{a,b}, ...) or inside a build folder is left alone. Links to headings are checked as well.
"""
import os
import re
import sys

import checklib

FENCE = re.compile(r"^(```|~~~).*?^\1", re.DOTALL | re.MULTILINE)
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
CODE = re.compile(r"`([^`\n]+)`")
PATH = re.compile(r"^[\w.+-]+(/[\w.+-]+)+/?$")


def anchors(text):
    found = set()
    for title in re.findall(r"^#+\s+(.*?)\s*$", FENCE.sub("", text), re.MULTILINE):
        slug = re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")
        found.add(slug)
    return found


def link_findings(root, path, text):
    for match in LINK.finditer(FENCE.sub(lambda m: "\n" * m.group().count("\n"), text)):
        target = match.group(1)
        if re.match(r"[a-z]+:", target):
            continue
        name, _, anchor = target.partition("#")
        full = os.path.normpath(os.path.join(root, os.path.dirname(path), name)) if name else \
            os.path.join(root, path)
        if not os.path.exists(full):
            yield f"{path}: link to {target}: no such file"
        elif anchor and full.endswith(".md"):
            with open(full, encoding="utf-8") as file:
                if anchor not in anchors(file.read()):
                    yield f"{path}: link to {target}: no such heading"


def path_findings(root, path, text):
    folders = {name for name in os.listdir(root) if os.path.isdir(os.path.join(root, name))}
    plain = FENCE.sub("", text)
    for match in CODE.finditer(plain):
        for word in match.group(1).split():
            if not PATH.match(word) or word.split("/")[0] not in folders:
                continue
            if word.startswith("build") or re.search(r"\bNAME\b|\.\.\.", word):
                continue
            if not os.path.exists(os.path.join(root, word)):
                yield f"{path}: names {word}: no such file"


def main():
    root = checklib.parse_root(__doc__)
    files = [p for p in checklib.tree_files(root, ["."], (".md",)) if not p.startswith("shared/")]
    findings = []
    for path in files:
        text = checklib.read(root, path)
        findings += link_findings(root, path, text)
        if os.path.basename(path) != "CHANGELOG.md":  # which speaks of what is gone
            findings += path_findings(root, path, text)
    return checklib.report("check_docs", findings, len(files))


sys.exit(main())
