#!/usr/bin/env python3
"""Every committed guest ELF keeps the loader's rules, read from its bytes without any tool.

Static little-endian RV64 executable; segments readable and never writable and executable at once,
in order, apart, inside RAM below 2 GiB; entry in the executable segment, a multiple of four; no
path of the machine that built it; less than 100 KiB. And every instruction word of the executable
segments is RV64IM (a .word of fault_illegal excepted).
"""
import glob
import os
import struct
import sys

LOAD, X, W, R = 1, 1, 2, 4
MAX_BYTES = 100 * 1024


def opcode_known(word):
    op, f3, f7 = word & 0x7F, word >> 12 & 7, word >> 25
    if op in (0x37, 0x17, 0x6F):
        return True
    if op == 0x67:
        return f3 == 0
    if op == 0x63:
        return f3 not in (2, 3)
    if op == 0x03:
        return f3 != 7
    if op == 0x23:
        return f3 < 4
    if op == 0x13:
        return f7 >> 1 in ((0,) if f3 == 1 else (0, 16)) if f3 in (1, 5) else True
    if op == 0x1B:
        return f3 == 0 or (f3 == 1 and f7 == 0) or (f3 == 5 and f7 in (0, 32))
    if op == 0x33:
        return f7 in (0, 1) or (f7 == 32 and f3 in (0, 5))
    if op == 0x3B:
        return (f7 == 1 and f3 not in (1, 2, 3)) or (f7 == 0 and f3 in (0, 1, 5)) or (
            f7 == 32 and f3 in (0, 5))
    if op == 0x0F:
        return f3 in (0, 1)
    return word in (0x73, 0x100073)


def problems(path):
    data = open(path, "rb").read()
    if len(data) >= MAX_BYTES:
        yield f"{len(data)} bytes, at most {MAX_BYTES} are allowed"
    if b"/work/" in data or b"/tmp/" in data or b"/home/" in data:
        yield "holds a path of the machine that built it"
    if data[:7] != b"\x7fELF\x02\x01\x01":
        yield "is no little-endian ELF64"
        return
    kind, machine, _, entry, phoff = struct.unpack_from("<HHIQQ", data, 16)
    phsize, phnum = struct.unpack_from("<HH", data, 54)
    if (kind, machine) != (2, 243):
        yield f"is of type {kind}, machine {machine}; expected 2 and 243"
    end, entered = 0x1000, False
    for i in range(phnum):
        ptype, flags, off, va, pa, filesz, memsz, _ = struct.unpack_from(
            "<IIQQQQQQ", data, phoff + i * phsize)
        if ptype != LOAD or memsz == 0:
            continue
        if flags & W and flags & X:
            yield f"segment {i} is writable and executable"
        if not flags & R:
            yield f"segment {i} is not readable"
        if va != pa or va % 8 or va < end or va + memsz > 0x80000000 or filesz > memsz:
            yield f"segment {i} at {va:#x}, {memsz:#x} bytes, breaks the memory map"
        end = va + memsz
        if flags & X:
            entered |= va <= entry < va + filesz and entry % 4 == 0
            for at in range(0, filesz & ~3, 4):
                word = struct.unpack_from("<I", data, off + at)[0]
                if not opcode_known(word) and not (word == 0 and "fault_illegal" in path):
                    yield f"{va + at:#x}: {word:08x} is no RV64IM instruction"
    if not entered:
        yield f"entry {entry:#x} is in no executable segment"


def main():
    folder = sys.argv[1] if len(sys.argv) > 1 else os.path.join(
        os.path.dirname(os.path.abspath(__file__)), "..", "elf")
    paths = sorted(glob.glob(os.path.join(folder, "*.elf")))
    if not paths:
        print(f"{folder}: no ELF found")
        return 1
    failed = 0
    for path in paths:
        for problem in problems(path):
            print(f"{path}: {problem}")
            failed = 1
    print(f"{len(paths)} ELFs read")
    return failed


sys.exit(main())
