#!/usr/bin/env python3
"""Add up what `make test` and `make ci` left in a folder: count_results.py build/results

*.xml are ctest's JUnit reports, *.txt lines `pass NAME`, `fail NAME` or `skip NAME`. Skipped tests
are listed and not counted. The last line is `N passed, N failed`; the status is 1 if something
failed or nothing ran.
"""
import glob
import os
import sys
import xml.etree.ElementTree


def read_junit(path):
    suite = os.path.splitext(os.path.basename(path))[0]
    try:
        cases = list(xml.etree.ElementTree.parse(path).iter("testcase"))
    except xml.etree.ElementTree.ParseError:
        yield "fail", f"{suite}: the report is broken"
        return
    if not cases:
        yield "fail", f"{suite}: no test ran"
    for case in cases:
        name = f"{suite}: {case.get('name')}"
        skipped = case.find("skipped")
        if case.get("status") == "run" and case.find("failure") is None:
            yield "pass", name
        elif case.get("status") == "disabled" or (
                skipped is not None and "SKIP_RETURN_CODE" in skipped.get("message", "")):
            yield "skip", name
        else:
            yield "fail", name


def read_lines(path):
    with open(path, encoding="utf-8") as file:
        for line in file:
            verdict, _, name = line.strip().partition(" ")
            if verdict:
                yield verdict if verdict in ("pass", "skip") else "fail", name


def main():
    folder = sys.argv[1]
    results = []
    for path in sorted(glob.glob(os.path.join(folder, "*.xml"))):
        results += read_junit(path)
    for path in sorted(glob.glob(os.path.join(folder, "*.txt"))):
        results += read_lines(path)
    if not results:
        results.append(("fail", "nothing ran"))
    for verdict, heading in (("skip", "skipped"), ("fail", "FAILED")):
        for name in [n for v, n in results if v == verdict]:
            print(f"{heading} {name}")
    passed = sum(v == "pass" for v, _ in results)
    failed = sum(v == "fail" for v, _ in results)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


sys.exit(main())
