"""What the check scripts share: the tree's files, C text without comments, and the way to report.

A check prints one line a finding, `path:line: what is wrong and what to do`, and exits with 1 if
there was one. `--root DIR` runs it on another tree, which is how tools/tests proves that it can
fail.
"""
import argparse
import os
import re
import subprocess

C_NAMES = (".c", ".h", ".cu", ".cuh", ".def")


def parse_root(description):
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--root", default=os.path.join(os.path.dirname(os.path.abspath(__file__)),
                                                       ".."))
    return os.path.normpath(parser.parse_args().root)


def tree_files(root, folders, endings):
    """Paths relative to root, sorted: of git's files, or of all files where there is no git."""
    try:
        text = subprocess.run(["git", "-C", root, "ls-files", "-co", "--exclude-standard", "--",
                               *folders], check=True, capture_output=True, text=True).stdout
        inside = subprocess.run(["git", "-C", root, "rev-parse", "--show-toplevel"], check=True,
                                capture_output=True, text=True).stdout.strip()
        if os.path.realpath(inside) != os.path.realpath(root):
            raise OSError("another tree's git")
        paths = text.splitlines()
    except (OSError, subprocess.CalledProcessError):
        paths = []
        for folder in folders:
            for base, inner, names in os.walk(os.path.join(root, folder)):
                inner[:] = [d for d in inner if not d.startswith((".", "build"))]
                paths += [os.path.relpath(os.path.join(base, name), root) for name in names]
            if os.path.isfile(os.path.join(root, folder)):
                paths.append(folder)
    return sorted({p for p in paths if p.endswith(endings) and os.path.isfile(
        os.path.join(root, p))})


def read(root, path):
    with open(os.path.join(root, path), encoding="utf-8", errors="replace") as file:
        return file.read()


TOKEN = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.DOTALL)


def without_comments(text):
    """The text with comments, strings and character constants blanked, line numbers kept."""
    return TOKEN.sub(lambda m: '""' if m.group()[0] in "\"'" else
                     " " + "\n" * m.group().count("\n"), text)


def line_of(text, offset):
    return text.count("\n", 0, offset) + 1


def report(name, findings, looked_at):
    for finding in findings:
        print(finding)
    if not looked_at:
        print(f"{name}: found nothing to look at")
        return 1
    print(f"{name}: {looked_at} files, {len(findings)} findings")
    return 1 if findings else 0
