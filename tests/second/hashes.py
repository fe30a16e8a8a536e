"""BLAKE3 (keyed, 32 bytes out) and Keccak-256, from their specifications, with Chert's purposes.

The compression functions are generated as straight-line Python with local variables only, which is
some ten times as fast as loops over lists. vectors.py checks them against tests/vectors.
"""
import os
import re
import struct

ROOT = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))
BLAKE3, KECCAK = 0, 1


def definitions(path):
    """The XX(...) entries of a .def file: lists of arguments, comments and quotes removed."""
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        text = re.sub(r"/\*.*?\*/", "", file.read(), flags=re.S)
    return [
        re.findall(r'"[^"]*"|[^,\s][^,]*', args) for args in re.findall(r"^XX\((.*)\)", text, re.M)
    ]


def generate(name, source):
    scope = {}
    exec(compile(source, f"<{name}>", "exec"), scope)
    return scope[name]


def blake3_source():
    """compress(8 words of chaining value, 16 of message, counter, length, flags) -> 8 words."""
    iv = (0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A)
    lines = [
        "def compress(h, m, t, n, flags):",
        "    v0, v1, v2, v3, v4, v5, v6, v7 = h",
        "    " + ", ".join(f"m{i}" for i in range(16)) + " = m",
        f"    v8, v9, v10, v11 = {iv}",
        "    v12, v13, v14, v15 = t & 0xFFFFFFFF, t >> 32, n, flags",
    ]
    order = list(range(16))
    shuffle = (2, 6, 3, 10, 7, 0, 4, 13, 1, 11, 12, 5, 9, 14, 15, 8)
    quarters = (
        (0, 4, 8, 12),
        (1, 5, 9, 13),
        (2, 6, 10, 14),
        (3, 7, 11, 15),
        (0, 5, 10, 15),
        (1, 6, 11, 12),
        (2, 7, 8, 13),
        (3, 4, 9, 14),
    )
    for _ in range(7):
        for i, (a, b, c, d) in enumerate(quarters):
            for word, right, left in ((order[2 * i], 16, 12), (order[2 * i + 1], 8, 7)):
                lines += [
                    f"    v{a} = v{a} + v{b} + m{word} & 0xFFFFFFFF",
                    f"    x = v{d} ^ v{a}",
                    f"    v{d} = x >> {right} | x << {32 - right} & 0xFFFFFFFF",
                    f"    v{c} = v{c} + v{d} & 0xFFFFFFFF",
                    f"    x = v{b} ^ v{c}",
                    f"    v{b} = x >> {left} | x << {32 - left} & 0xFFFFFFFF",
                ]
        order = [order[i] for i in shuffle]
    lines.append("    return " + ", ".join(f"v{i} ^ v{i + 8}" for i in range(8)))
    return "\n".join(lines)


compress = generate("compress", blake3_source())
WORDS = struct.Struct("<16I")
CHUNK_START, CHUNK_END, PARENT, IS_ROOT, KEYED = 1, 2, 4, 8, 16


def blake3_chunk(key, data, counter, last):
    """The chaining value of one chunk; `last` is IS_ROOT where it is the whole input."""
    value, flags, n = key, KEYED | CHUNK_START, len(data)
    blocks = max(1, -(-n // 64))
    full = data + bytes(64 * blocks - n)
    for i in range(blocks - 1):
        value = compress(value, WORDS.unpack_from(full, 64 * i), counter, 64, flags)
        flags = KEYED
    return compress(
        value,
        WORDS.unpack_from(full, 64 * blocks - 64),
        counter,
        n - 64 * (blocks - 1),
        flags | CHUNK_END | last,
    )


def blake3_tree(key, data, counter, root):
    if len(data) <= 1024:
        return blake3_chunk(key, data, counter, root)
    chunks = -(-len(data) // 1024)
    left = 1 << (chunks - 1).bit_length() - 1
    a = blake3_tree(key, data[: 1024 * left], counter, 0)
    b = blake3_tree(key, data[1024 * left :], counter + left, 0)
    return compress(key, a + b, 0, 64, KEYED | PARENT | root)


def blake3_keyed(key, data):
    """key: 32 bytes."""
    return struct.pack("<8I", *blake3_tree(struct.unpack("<8I", key), data, 0, IS_ROOT))


def keccak_constants():
    """Round constants from their linear feedback shift register, rotations from their walk."""
    rounds, state = [], 1
    for _ in range(24):
        constant = 0
        for j in range(7):
            constant |= (state & 1) << (1 << j) - 1
            state = state << 1 ^ (0x171 if state & 0x80 else 0)
        rounds.append(constant)
    rotations, x, y = {(0, 0): 0}, 1, 0
    for t in range(24):
        rotations[x, y] = (t + 1) * (t + 2) // 2 % 64
        x, y = y, (2 * x + 3 * y) % 5
    return rounds, rotations


def keccak_source():
    """permute(25 lanes, lane x + 5 y) -> 25 lanes."""
    mask = "0xFFFFFFFFFFFFFFFF"
    rounds, rotations = keccak_constants()
    lanes = ", ".join(f"a{i}" for i in range(25))
    lines = ["def permute(lanes):", f"    {lanes} = lanes", f"    for constant in {tuple(rounds)}:"]
    lines += [f"        c{x} = " + " ^ ".join(f"a{x + 5 * y}" for y in range(5)) for x in range(5)]
    lines += [
        f"        d{x} = c{(x - 1) % 5} ^ (c{(x + 1) % 5} << 1 & {mask} | c{(x + 1) % 5} >> 63)"
        for x in range(5)
    ]
    for (x, y), r in rotations.items():
        target = y + 5 * ((2 * x + 3 * y) % 5)
        lines.append(f"        x = a{x + 5 * y} ^ d{x}")
        lines.append(f"        b{target} = " + (f"x << {r} & {mask} | x >> {64 - r}" if r else "x"))
    lines += [
        f"        a{x + y} = b{x + y} ^ (b{(x + 1) % 5 + y} ^ {mask}) & b{(x + 2) % 5 + y}"
        for y in range(0, 25, 5)
        for x in range(5)
    ]
    lines += ["        a0 ^= constant", f"    return {lanes}"]
    return "\n".join(lines)


permute = generate("permute", keccak_source())
RATE = struct.Struct("<17Q")


def keccak256(data):
    """The original padding, 0x01: not SHA3-256."""
    padded = bytearray(data + bytes(136 - len(data) % 136))
    padded[len(data)] ^= 0x01
    padded[-1] ^= 0x80
    lanes = (0,) * 25
    for at in range(0, len(padded), 136):
        block = RATE.unpack_from(padded, at)
        lanes = permute(tuple(a ^ b for a, b in zip(lanes, block)) + lanes[17:])
    return struct.pack("<4Q", *lanes[:4])


def purposes(kind):
    """{"ROW": function of bytes, ...} for a hash number of the format."""
    table = {}
    for name, _, key, tag in definitions("src/hash/purposes.def"):
        if kind == BLAKE3:
            table[name] = lambda data, key=key[1:-1].encode().ljust(32, b"\0"): blake3_keyed(
                key, data
            )
        else:
            table[name] = lambda data, tag=tag[1:-1].encode(): keccak256(tag + data)
    return table
