#!/usr/bin/env python3
"""Both verifiers on good and on tampered proofs: the same verdict and reason, or this test fails.

compare.py CHERT [--long] [--cases N] [--seed N] [--jobs N]

Short: proofs of the test set of four programs, and about sixty tampered ones. Long: proofs of the
fast and compact sets too, and thousands of tampered ones. Every reason that was seen is counted at
the end; a seed and a case's number find it again, and a case that differs is kept in the working
directory.
"""
import argparse
import collections
import json
import multiprocessing
import os
import random
import subprocess
import sys
import tempfile
import time

from corpus import Corpus
from protocol import Reject
from tamper import tampered
from verify import Verifier


def verdict_of_c(chert, path, case):
    command = [
        chert,
        "verify",
        "--json",
        "--expect-exit",
        "any" if case.exit_code is None else str(case.exit_code),
    ]
    if case.output is not None:
        with open(path + ".out", "wb") as file:
            file.write(case.output)
        command += ["--output", path + ".out"]
    if case.accept_test:
        command.append("--accept-test-set")
    with open(path, "wb") as file:
        file.write(case.proof)
    done = subprocess.run(command + [path, case.trusted_id.hex()], capture_output=True, check=False)
    try:
        answer = json.loads(done.stdout)
    except ValueError:
        return f"exit code {done.returncode}: {done.stdout[:200]!r} {done.stderr[:200]!r}"
    if done.returncode == 0 and answer.get("valid") is True:
        return "CHERT_OK"
    return answer.get("error", f"exit code {done.returncode} without an error")


def verdict_of_python(verifier, case):
    try:
        verifier.verify(case.proof, case.trusted_id, case.exit_code, case.output, case.accept_test)
        return "CHERT_OK", ""
    except Reject as why:
        return why.reason, str(why)


class Worker:
    """Judges one case; kept by each process."""

    state = None

    @classmethod
    def start(cls, *state):
        cls.state = state

    @classmethod
    def judge(cls, task):
        number, name, seed = task
        chert, verifier, corpus, work = cls.state
        case = (
            corpus.cases[name]
            if seed is None
            else tampered(random.Random(f"{seed} {number}"), corpus, name)
        )
        path = os.path.join(work, f"case{os.getpid()}")
        c = verdict_of_c(chert, path, case)
        python, where = verdict_of_python(verifier, case)
        wrong = c != python or seed is None and c != "CHERT_OK"
        if wrong:
            with open(f"second-{number}.proof", "wb") as file:
                file.write(case.proof)
        return number, case, c, python, where, wrong


def compare(tasks, jobs, state):
    """Prints each difference. Returns (cases, differences, reasons of each base proof)."""
    differences, reasons = 0, collections.Counter()
    with multiprocessing.Pool(jobs, Worker.start, state) as pool:
        for number, case, c, python, where, wrong in pool.imap_unordered(Worker.judge, tasks, 4):
            reasons[c] += 1
            if wrong:
                differences += 1
                print(
                    f"case {number}: {case.name}: C says {c}, Python {python} ({where})", flush=True
                )
    return differences, reasons


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("chert")
    parser.add_argument("--long", action="store_true")
    parser.add_argument("--cases", type=int)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--jobs", type=int, default=1)
    args = parser.parse_args()
    cases = args.cases if args.cases is not None else 2000 if args.long else 60
    start = time.monotonic()
    with tempfile.TemporaryDirectory() as work:
        tables = json.loads(
            subprocess.run([args.chert, "tables", "--json"], check=True, capture_output=True).stdout
        )
        verifier = Verifier(tables)
        corpus = Corpus(args.chert, work, verifier, args.long)
        tasks = [(i, name, None) for i, name in enumerate(corpus.names)]
        tasks += [(i, corpus.pick(i), args.seed) for i in range(len(tasks), len(tasks) + cases)]
        differences, reasons = compare(tasks, args.jobs, (args.chert, verifier, corpus, work))
    for reason, count in sorted(reasons.items()):
        print(f"{count:6} {reason}")
    print(
        f"{len(corpus.names)} proofs, {cases} tampered, {differences} differences, "
        f"{time.monotonic() - start:.0f} s"
    )
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
