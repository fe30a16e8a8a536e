"""The good proofs that compare.py starts from, with the fields that a verifier reads in them."""
import os
import subprocess
from collections import namedtuple
from dataclasses import dataclass

from hashes import ROOT

Program = namedtuple("Program", "elf input exit_code")
PROGRAMS = {
    "hello": Program("hello", None, 0),
    "exit_code": Program("exit_code", None, 7),
    "echo": Program("echo", "echo.hello.in", 0),
    "misaligned": Program("misaligned", None, 0),
    "fibonacci": Program("fibonacci", "fibonacci.1000.in", 0),
    "sha256": Program("sha256", "sha256.hello.in", 0),
}
SHORT = [
    ("hello", "test", "blake3", "joint"),
    ("exit_code", "test", "keccak", "joint"),
    ("echo", "test", "blake3", "per-table"),
    ("misaligned", "test", "keccak", "per-table"),
]
LONG = [
    (program, "test", hash_name, grouping)
    for program in PROGRAMS
    for hash_name in ("blake3", "keccak")
    for grouping in ("joint", "per-table")
]
LONG += [
    ("hello", "fast", "blake3", "joint"),
    ("fibonacci", "fast", "blake3", "per-table"),
    ("echo", "fast", "keccak", "joint"),
    ("hello", "compact", "blake3", "joint"),
    ("exit_code", "compact", "keccak", "joint"),
]


@dataclass
class Case:
    """What both verifiers are asked. fields: (start, end) of everything read, in order."""

    name: str
    proof: bytes
    trusted_id: bytes
    exit_code: int
    output: bytes
    accept_test: bool
    fields: list


class Corpus:
    def __init__(self, chert, work, verifier, is_long):
        self.cases, self.light = {}, []
        for program, set_name, hash_name, grouping in LONG if is_long else SHORT:
            name = f"{program} {set_name} {hash_name} {grouping}"
            self.cases[name] = self.prove(
                chert, os.path.join(work, name), verifier, name, PROGRAMS[program]
            )
            if set_name == "test":
                self.light.append(name)
        self.names = list(self.cases)

    @staticmethod
    def prove(chert, path, verifier, name, program):
        _, set_name, hash_name, grouping = name.split()
        elf = f"{ROOT}/guest/elf/{program.elf}.elf"
        flags = ["--set", set_name, "--hash", hash_name]
        arguments = ["--input", f"{ROOT}/guest/expected/{program.input}"] if program.input else []
        subprocess.run(
            [
                chert,
                "prove",
                elf,
                *flags,
                *arguments,
                "--grouping",
                grouping,
                "-o",
                path,
                "--expect-exit",
                str(program.exit_code),
            ],
            check=True,
            stdout=subprocess.DEVNULL,
        )
        trusted = subprocess.run(
            [chert, "id", elf, *flags], check=True, capture_output=True, text=True
        ).stdout
        with open(path, "rb") as file:
            proof = file.read()
        trusted_id, accept_test, fields = bytes.fromhex(trusted), set_name == "test", []
        statement = verifier.verify(
            proof, trusted_id, program.exit_code, None, accept_test, fields=fields
        )
        return Case(
            name, proof, trusted_id, program.exit_code, statement.output, accept_test, fields
        )

    def pick(self, number):
        """Mostly proofs of the test set, which are quick to judge."""
        names = self.names if number % 16 == 0 else self.light
        return names[number * 7919 % len(names)]
