#!/usr/bin/env python3
"""Compile the freestanding verifier for another machine: cross_verify.py BUILD riscv64|wasm32

Takes the sources of the target chert_verify_freestanding from BUILD/compile_commands.json and
compiles each for the machine with no system header at all, only the compiler's own (stdint,
stddef, ...) and the three memory functions of tools/freestanding/string.h. For riscv64 the code
must be RV64IM, the machine that Chert proves, and its text at most 64 KiB.
"""
import json
import os
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Werror", "-Wshadow", "-Wconversion"]
MACHINES = {
    "riscv64": ("riscv64-unknown-elf-gcc", ["-march=rv64im", "-mabi=lp64", "-mcmodel=medany"]),
    "wasm32": ("clang", ["--target=wasm32"]),
}
MAX_TEXT = 65536


def sources(build):
    with open(os.path.join(build, "compile_commands.json"), encoding="utf-8") as file:
        entries = json.load(file)
    return [(e["file"], [w for w in e["command"].split() if w.startswith(("-D", "-I"))])
            for e in entries if "/chert_verify_freestanding.dir/" in e["command"]]


def main():
    if len(sys.argv) != 3 or sys.argv[2] not in MACHINES:
        sys.exit(__doc__)
    build, machine = sys.argv[1:]
    compiler, target = MACHINES[machine]
    if shutil.which(compiler) is None:
        print(f"skipped: {compiler} is not installed")
        return 77
    builtin = subprocess.run([compiler, *target, "-print-file-name=include"], check=True,
                             capture_output=True, text=True).stdout.strip()
    files = sources(build)
    if not files:
        print(f"{build}: the target chert_verify_freestanding has no sources")
        return 1
    objects = []
    with tempfile.TemporaryDirectory() as work:
        for number, (source, flags) in enumerate(files):
            out = os.path.join(work, f"{number}.o")
            command = [compiler, *target, "-std=c17", "-Os", "-ffreestanding", "-nostdinc",
                       "-isystem", builtin, "-isystem", os.path.join(ROOT, "tools/freestanding"),
                       *flags, *WARNINGS, "-c", source, "-o", out]
            if subprocess.run(command, check=False).returncode != 0:
                print(f"{source}: does not compile for {machine}")
                return 1
            objects.append(out)
        if machine == "riscv64":
            text = subprocess.run(["riscv64-unknown-elf-size", *objects], check=True,
                                  capture_output=True, text=True).stdout.splitlines()[1:]
            total = sum(int(line.split()[0]) for line in text)
            print(f"text: {total} bytes")
            if total > MAX_TEXT:
                print(f"at most {MAX_TEXT} are allowed")
                return 1
    print(f"{len(files)} sources compile for {machine}")
    return 0


sys.exit(main())
