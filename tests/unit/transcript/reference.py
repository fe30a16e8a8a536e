#!/usr/bin/env python3
"""An independent BLAKE3, Keccak-256 and transcript, written from the specifications.

Writes tests/vectors/keccak256.txt, hash_purposes.txt and transcript.txt, which the C tests read:
    tests/unit/transcript/reference.py            check that the files are up to date
    tests/unit/transcript/reference.py --write    write them
It first checks itself: Keccak-f against hashlib's SHA3-256, BLAKE3 against tests/vectors/blake3.txt.
"""
import hashlib
import pathlib
import sys

VECTORS = pathlib.Path(__file__).resolve().parents[2] / "vectors"
P = 2**64 - 2**32 + 1


# Keccak: bit by bit from the reference, section 1.2 (round constants from the LFSR).
def rol(x, n):
    n %= 64
    return (x << n | x >> (64 - n)) & (2**64 - 1) if n else x


def keccak_f(a):
    lfsr = 1
    for _ in range(24):
        c = [a[x][0] ^ a[x][1] ^ a[x][2] ^ a[x][3] ^ a[x][4] for x in range(5)]
        d = [c[(x - 1) % 5] ^ rol(c[(x + 1) % 5], 1) for x in range(5)]
        a = [[a[x][y] ^ d[x] for y in range(5)] for x in range(5)]
        x, y, lane = 1, 0, a[1][0]
        for t in range(24):
            x, y = y, (2 * x + 3 * y) % 5
            lane, a[x][y] = a[x][y], rol(lane, (t + 1) * (t + 2) // 2)
        a = [[a[x][y] ^ (~a[(x + 1) % 5][y] & a[(x + 2) % 5][y]) for y in range(5)] for x in range(5)]
        for j in range(7):
            if lfsr & 1:
                a[0][0] ^= 1 << (2**j - 1)
            lfsr = lfsr << 1 ^ (0x171 if lfsr & 0x80 else 0)
    return a


def sponge(data, pad):
    rate = 136
    data = bytearray(data) + bytes([pad])
    data += bytes(-len(data) % rate)
    data[-1] |= 0x80
    a = [[0] * 5 for _ in range(5)]
    for at in range(0, len(data), rate):
        for i in range(rate // 8):
            a[i % 5][i // 5] ^= int.from_bytes(data[at + 8 * i:at + 8 * i + 8], "little")
        a = keccak_f(a)
    return b"".join(a[i][0].to_bytes(8, "little") for i in range(4))


def keccak256(data):
    return sponge(data, 0x01)


# BLAKE3: recursive, from the specification.
IV = [0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A, 0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19]
PERM = [2, 6, 3, 10, 7, 0, 4, 13, 1, 11, 12, 5, 9, 14, 15, 8]
M32 = 2**32 - 1


def compress(cv, block, counter, length, flags):
    def ror(x, n):
        return (x >> n | x << (32 - n)) & M32

    def g(a, b, c, d, x, y):
        for first, r1, r2 in ((x, 16, 12), (y, 8, 7)):
            v[a] = (v[a] + v[b] + first) & M32
            v[d] = ror(v[d] ^ v[a], r1)
            v[c] = (v[c] + v[d]) & M32
            v[b] = ror(v[b] ^ v[c], r2)

    m = [int.from_bytes(block[4 * i:4 * i + 4], "little") for i in range(16)]
    v = cv + IV[:4] + [counter & M32, counter >> 32, length, flags]
    for _ in range(7):
        for i in range(4):
            g(i, 4 + i, 8 + i, 12 + i, m[2 * i], m[2 * i + 1])
        for i in range(4):
            g(i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4, m[8 + 2 * i], m[9 + 2 * i])
        m = [m[p] for p in PERM]
    return [v[i] ^ v[i + 8] for i in range(8)]


def words(cv):
    return b"".join(w.to_bytes(4, "little") for w in cv)


def subtree(data, key, flags, counter, root):
    if len(data) <= 1024:
        cv = key
        blocks = [data[i:i + 64] for i in range(0, len(data), 64)] or [b""]
        for i, block in enumerate(blocks):
            f = flags | (1 if i == 0 else 0) | (2 | root if i == len(blocks) - 1 else 0)
            cv = compress(cv, block.ljust(64, b"\0"), counter, len(block), f)
        return cv
    left = 1024
    while 2 * left < len(data):
        left *= 2
    block = words(subtree(data[:left], key, flags, counter, 0))
    block += words(subtree(data[left:], key, flags, counter + left // 1024, 0))
    return compress(key, block, 0, 64, flags | 4 | root)


def blake3(data, key=None):
    k = IV if key is None else [int.from_bytes(key[4 * i:4 * i + 4], "little") for i in range(8)]
    return words(subtree(data, k, 0 if key is None else 16, 0, 8))


# The purposes, as src/hash/purposes.def has them; written out again on purpose.
PURPOSES = [("row", b"chertv1R"), ("leaf", b"chertv1L"), ("node", b"chertv1N"),
            ("join", b"chertv1J"), ("transcript", b"chertv1T"), ("key", b"chertv1K")]


def h(kind, purpose, data):
    name, tag = PURPOSES[purpose]
    if kind == 0:
        return blake3(data, ("chert v1 " + name).encode().ljust(32, b"\0"))
    return keccak256(tag + data)


class Transcript:
    def __init__(self, kind):
        self.kind = kind
        self.state = h(kind, 4, b"chert transcript v1")

    def hash(self, data):
        return h(self.kind, 4, self.state + data)

    def absorb(self, tag, data):
        self.state = self.hash(bytes([1, tag]) + len(data).to_bytes(8, "little") + data)

    def stream(self, tag):
        k = 0
        while True:
            digest = self.hash(bytes([2, tag]) + k.to_bytes(8, "little"))
            for i in range(4):
                yield int.from_bytes(digest[8 * i:8 * i + 8], "little")
            k += 1

    def rekey(self, tag):
        self.state = self.hash(bytes([3, tag]))

    def draw(self, tag, n):
        out = []
        for x in self.stream(tag):
            if len(out) == n:
                break
            if x < P:
                out.append(x)
        self.rekey(tag)
        return out

    def indices(self, tag, n, bits):
        out = [x % 2**bits for x, _ in zip(self.stream(tag), range(n))]
        self.rekey(tag)
        return out

    def grind(self, tag, bits):
        nonce = 0
        while int.from_bytes(
                self.hash(bytes([4, tag, bits]) + nonce.to_bytes(8, "little")), "big") >> (256 - bits):
            nonce += 1
        self.absorb(tag, nonce.to_bytes(8, "little"))
        return nonce


def pattern(n):
    return bytes(i % 251 for i in range(n))


def keccak_file():
    text = "# Keccak-256 (padding 0x01) of n bytes, byte i being i mod 251.\n# Columns: n, hash.\n"
    for n in (0, 1, 7, 8, 9, 31, 32, 55, 64, 127, 128, 134, 135, 136, 137, 143, 144, 200, 271, 272, 273,
              1000, 1024, 4096):
        text += f"{n} {keccak256(pattern(n)).hex()}\n"
    return text


def purposes_file():
    text = "# H_purpose of n bytes, byte i being i mod 251.\n# Columns: kind, purpose, n, hash.\n"
    for kind in (0, 1):
        for purpose in range(len(PURPOSES)):
            for n in (0, 8, 32, 64, 128, 136, 352, 1024, 1032):
                text += f"{kind} {purpose} {n} {h(kind, purpose, pattern(n)).hex()}\n"
    return text


def transcript_file():
    """One line a step; the C test does the same steps and compares what follows the arguments."""
    text = ("# Transcript steps and what they leave. state: after the step.\n"
            "# absorb TAG LENGTH STATE (data: byte i is i mod 251); draw TAG N ELEMENTS... STATE;\n"
            "# indices TAG N BITS VALUES... STATE; grind TAG BITS NONCE STATE; fork INDEX STATE\n")
    for kind in (0, 1):
        t = Transcript(kind)
        text += f"init {kind} {t.state.hex()}\n"
        for tag, n in ((1, 0), (2, 1), (3, 32), (3, 32), (7, 1000), (11, 5000)):
            t.absorb(tag, pattern(n))
            text += f"absorb {tag} {n} {t.state.hex()}\n"
        for tag, n in ((4, 6), (8, 3), (10, 3), (16, 1), (16, 4), (16, 5), (16, 0)):
            v = t.draw(tag, n)
            text += f"draw {tag} {n} {' '.join(map(str, v))}{' ' if v else ''}{t.state.hex()}\n"
        t.absorb(5, (3).to_bytes(8, "little"))
        text += f"fork 3 {t.state.hex()}\n"
        for tag, bits in ((12, 4), (15, 0), (18, 9)):
            nonce = t.grind(tag, bits)
            text += f"grind {tag} {bits} {nonce} {t.state.hex()}\n"
        for n, bits in ((8, 25), (5, 32), (1, 1), (4, 0)):
            v = t.indices(19, n, bits)
            text += f"indices 19 {n} {bits} {' '.join(map(str, v))} {t.state.hex()}\n"
    return text


def self_check():
    for n in (0, 3, 135, 136, 137, 500):
        assert sponge(pattern(n), 0x06) == hashlib.sha3_256(pattern(n)).digest(), n
    assert keccak256(b"").hex().startswith("c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b")
    for line in (VECTORS / "blake3.txt").read_text().splitlines():
        if not line.startswith("#"):
            n, plain, keyed = line.split()
            assert blake3(pattern(int(n))).hex() == plain, n
            assert blake3(pattern(int(n)), b"whats the Elvish word for friend").hex() == keyed, n


def main():
    self_check()
    files = {"keccak256.txt": keccak_file(), "hash_purposes.txt": purposes_file(),
             "transcript.txt": transcript_file()}
    for name, text in files.items():
        path = VECTORS / name
        if "--write" in sys.argv[1:]:
            path.write_text(text)
        elif path.read_text() != text:
            sys.exit(f"{path} is not what this script makes; run it with --write")


main()
