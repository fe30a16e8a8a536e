#!/usr/bin/env python3
"""A second verifier of Chert's proofs, written from docs/proof-format.md and sharing no code with
the first: verify.py PROOF ID [--tables FILE] [--expect-exit N|any] [--output FILE]
[--accept-test-set] [--log FILE]

FILE of --tables is what `chert tables --json` prints. Prints CHERT_OK, or the reason of the
rejection and where it was found, and exits with 0 or 1. --log writes every transcript step.
"""
import argparse
import json
import sys

import air
import field
from group import Group
from protocol import Reader, Reject, Transcript, require
from wire import Key, Statement

MAGIC = b"CHERTPRF"


class Verifier:
    """tables: the list that `chert tables --json` prints, in registry order."""

    def __init__(self, tables):
        self.tables, self.digest = tables, air.digest_of(tables)

    def verify(
        self, proof, trusted_id, exit_code=0, output=None, accept_test=False, log=None, fields=None
    ):
        """Raises Reject, or returns the statement. exit_code, output: None accepts any. `fields`
        gets the (start, end) of all that is read."""
        reader = Reader(proof, fields)
        require(reader.take(8) == MAGIC, "REJECT_FORMAT", "magic")
        key = Key(reader)
        statement = Statement(reader, self.tables)
        key.check(trusted_id, accept_test)
        statement.check(key, self.tables)
        statement.expect(exit_code, output)
        require(key.air == self.digest(key.hash), "REJECT_AIR", key.air.hex())
        transcript = Transcript(key.hash, log)
        transcript.absorb("KEY", key.bytes)
        transcript.absorb("STATEMENT", statement.bytes)
        instances = statement.instances
        groups = [
            Group(key, self.tables, part)
            for part in ([[i] for i in instances] if statement.grouping else [instances])
        ]
        for group in groups:
            group.read_main_roots(reader, transcript)
        alpha, gamma = transcript.draw("LOOKUP", 2)
        challenges = field.powers(alpha, 8), gamma
        total = statement.public_terms(key, alpha, gamma)
        for number, group in enumerate(groups):
            total = field.add(
                total, group.verify(reader, transcript.fork(number), challenges, [statement.label])
            )
        require(total == field.ZERO, "REJECT_BUS", "sum")
        require(reader.at == len(proof), "REJECT_TRAILING", f"{len(proof) - reader.at} bytes")
        return statement


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("proof")
    parser.add_argument("id", type=bytes.fromhex)
    parser.add_argument("--tables", default="tables.json")
    parser.add_argument("--expect-exit", default="0")
    parser.add_argument("--output")
    parser.add_argument("--accept-test-set", action="store_true")
    parser.add_argument("--log")
    return parser.parse_args()


def read(path):
    with open(path, "rb") as file:
        return file.read()


def main():
    args = arguments()
    exit_code = None if args.expect_exit == "any" else int(args.expect_exit, 0) % 2**64
    output = read(args.output) if args.output else None
    log = open(args.log, "w", encoding="utf-8") if args.log else None
    try:
        statement = Verifier(json.loads(read(args.tables))).verify(
            read(args.proof), args.id, exit_code, output, args.accept_test_set, log
        )
    except Reject as why:
        print(f"{why.reason}: {why}")
        return 1
    finally:
        if log:
            log.close()
    print(f"CHERT_OK: exit code {statement.exit_code}, {len(statement.output)} bytes of output")
    return 0


if __name__ == "__main__":
    sys.exit(main())
