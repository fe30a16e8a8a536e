#!/usr/bin/env python3
"""Checks CATALOGUE.md: attacks 1 to 108 once each, a verdict each, and every test named exists.

    check_catalogue.py [--no-open]

A test is named as `file: test`, the file below tests/; it must be built (a CMakeLists.txt of its
folder knows its name), and `test` is a function that the file runs, or a string in it (a lie).
With --no-open, an open row is an error.
"""
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
TESTS = os.path.dirname(HERE)
ATTACKS = 108
VERDICTS = ("tried", "n/a", "OPEN")


def is_built(path):
    """The folder's CMakeLists.txt names the file, or its stem without test_."""
    with open(os.path.join(os.path.dirname(path), "CMakeLists.txt")) as f:
        text = f.read()
    stem = os.path.splitext(os.path.basename(path))[0]
    short = stem[len("test_"):] if stem.startswith("test_") else stem
    return re.search(rf"(?<![\w]){re.escape(short)}(?![\w])|{re.escape(stem)}\.c", text) is not None


def find_test(path, name):
    """None, or what is wrong."""
    full = os.path.join(TESTS, path)
    if not os.path.exists(full):
        return "no such file"
    if not is_built(full):
        return "not built"
    with open(full) as f:
        text = re.sub(r'"\s*\n\s*"', "", f.read())
    if f'"{name}"' in text:
        return None
    if re.fullmatch(r"\w+", name) and re.search(rf"^static void {name}\(", text, re.M):
        runs = len(re.findall(rf"\b{name}\b", text))
        return None if runs >= 2 else "defined and never run"
    return "no such test"


def main():
    errors, seen, counts, named = [], {}, dict.fromkeys(VERDICTS, 0), set()
    with open(os.path.join(HERE, "CATALOGUE.md")) as f:
        for line in f:
            row = re.match(r"\| (\d+) \| (.+?) \| (\S+) \| (.*) \|$", line)
            if not row:
                if re.match(r"\| *\d", line):
                    errors.append("a row that cannot be read: " + line.strip()[:60])
                continue
            number, attack, verdict, text = int(row[1]), row[2], row[3], row[4]
            refs = re.findall(r"`([\w./-]+\.c): ([^`]+)`", text)
            where = f"{number} ({attack})"
            if number in seen:
                errors.append(f"{where}: twice")
            seen[number] = attack
            if verdict not in VERDICTS:
                errors.append(f"{where}: verdict {verdict}")
                continue
            counts[verdict] += 1
            if verdict == "tried" and not refs:
                errors.append(f"{where}: tried by no test")
            if len(text) < 20:
                errors.append(f"{where}: no reason")
            if verdict == "OPEN" and "--no-open" in sys.argv[1:]:
                errors.append(f"{where}: open")
            for path, name in refs:
                wrong = find_test(path, name)
                named.add((path, name))
                if wrong:
                    errors.append(f"{where}: {path}: {name}: {wrong}")
    for number in range(1, ATTACKS + 1):
        if number not in seen:
            errors.append(f"{number}: missing")
    errors += [f"{n}: there is no such attack" for n in seen if not 1 <= n <= ATTACKS]
    for e in errors:
        print("error:", e)
    print(f"{len(seen)} attacks: {counts['tried']} tried by {len(named)} tests, "
          f"{counts['n/a']} do not apply, {counts['OPEN']} open")
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
