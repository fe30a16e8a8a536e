#!/usr/bin/env python3
"""The second verifier's judgement of every proof that a test program verifies.

recorded.py CHERT PROGRAM [--every N] [--max-bytes N]

PROGRAM has been linked with record.c. It is run, and each call of chert_verify in it is judged
again: the same verdict and reason, or this test fails. --every judges each N-th only; proofs longer
than --max-bytes are left out, and calls that gave no verdict (CHERT_E_*: an arena made too small).
"""
import argparse
import collections
import json
import os
import subprocess
import sys
import tempfile
import time

from protocol import Reject
from verify import Verifier


def head_of(path):
    with open(path, "rb") as file:
        return file.readline().decode().split()


def judge(verifier, path):
    """(C's verdict, Python's, where)."""
    with open(path, "rb") as file:
        trusted_id, exit_code, accept_test, length, verdict = file.readline().decode().split()
        output = None if length == "any" else file.read(int(length))
        proof = file.read()
    try:
        verifier.verify(
            proof,
            bytes.fromhex(trusted_id),
            None if exit_code == "any" else int(exit_code),
            output,
            accept_test != "0",
        )
    except Reject as why:
        return verdict, why.reason, str(why)
    return verdict, "CHERT_OK", ""


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("chert")
    parser.add_argument("program")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--max-bytes", type=int, default=1 << 20)
    args = parser.parse_args()
    start, differences, reasons = time.monotonic(), 0, collections.Counter()
    tables = json.loads(
        subprocess.run([args.chert, "tables", "--json"], check=True, capture_output=True).stdout
    )
    verifier = Verifier(tables)
    with tempfile.TemporaryDirectory() as work:
        done = subprocess.run(
            [args.program],
            env={**os.environ, "CHERT_RECORD": work},
            capture_output=True,
            check=False,
        )
        names = sorted(os.listdir(work))
        if done.returncode != 0:
            print(f"{args.program} failed: {done.returncode}\n{done.stderr.decode()[-2000:]}")
        for name in names[:: args.every]:
            path = os.path.join(work, name)
            if os.path.getsize(path) > args.max_bytes or head_of(path)[-1].startswith("CHERT_E_"):
                continue
            c, python, where = judge(verifier, path)
            reasons[c] += 1
            if c != python:
                differences += 1
                print(f"proof {name}: C says {c}, Python {python} ({where})", flush=True)
    for reason, count in sorted(reasons.items()):
        print(f"{count:6} {reason}")
    print(
        f"{sum(reasons.values())} of {len(names)} proofs, {differences} differences, "
        f"{time.monotonic() - start:.0f} s"
    )
    return 1 if differences or done.returncode != 0 or not reasons else 0


if __name__ == "__main__":
    sys.exit(main())
