"""Transcript, reader of proof bytes, and Merkle openings: docs/proof-format.md, section 1."""
import struct

import field
import hashes

TAGS = {
    name: bytes([int(number)]) for name, number in hashes.definitions("src/transcript/tags.def")
}


class Reject(Exception):
    """reason: a name of src/base/status.h without CHERT_."""

    def __init__(self, reason, message):
        super().__init__(message)
        self.reason = "CHERT_" + reason


def require(condition, reason, message):
    if not condition:
        raise Reject(reason, message)


class Transcript:
    def __init__(self, kind, log=None):
        self.hash, self.log, self.name = hashes.purposes(kind)["TRANSCRIPT"], log, "main"
        self.state = self.hash(b"chert transcript v1")
        self.note("init", "", "")

    def note(self, step, tag, what):
        if self.log is not None:
            self.log.write(f"{self.name} {step} {tag} {what} {self.state.hex()}\n")

    def absorb(self, tag, data):
        self.state = self.hash(
            self.state + b"\x01" + TAGS[tag] + struct.pack("<Q", len(data)) + data
        )
        self.note("absorb", tag, f"{len(data)} {data[:32].hex()}")

    def words(self, tag):
        k = 0
        while True:
            yield from struct.unpack(
                "<4Q", self.hash(self.state + b"\x02" + TAGS[tag] + struct.pack("<Q", k))
            )
            k += 1

    def close(self, tag):
        self.state = self.hash(self.state + b"\x03" + TAGS[tag])

    def draw(self, tag, count=1):
        words = (w for w in self.words(tag) if w < field.P)
        out = [(next(words), next(words), next(words)) for _ in range(count)]
        self.close(tag)
        self.note("draw", tag, out)
        return out

    def indices(self, tag, count, bits):
        words = self.words(tag)
        out = [next(words) & (1 << bits) - 1 for _ in range(count)]
        self.close(tag)
        self.note("indices", tag, out)
        return out

    def grind(self, tag, bits, reader):
        """Reads and checks a nonce, where the set has one."""
        if bits == 0:
            return
        nonce = reader.take(8)
        digest = self.hash(self.state + b"\x04" + TAGS[tag] + bytes([bits]) + nonce)
        require(
            int.from_bytes(digest, "big") >> (256 - bits) == 0,
            "REJECT_GRIND",
            f"{tag}: {bits} bits",
        )
        self.absorb(tag, nonce)

    def fork(self, index):
        copy = object.__new__(Transcript)
        copy.hash, copy.log, copy.name, copy.state = (
            self.hash,
            self.log,
            f"group {index}",
            self.state,
        )
        copy.absorb("FORK", struct.pack("<Q", index))
        return copy


class Reader:
    def __init__(self, data, fields=None):
        self.data, self.at, self.seen = data, 0, fields

    def take(self, n):
        require(
            self.at + n <= len(self.data), "REJECT_FORMAT", f"cut short at byte {len(self.data)}"
        )
        self.at += n
        if self.seen is not None and n:
            self.seen.append((self.at - n, self.at))
        return self.data[self.at - n : self.at]

    def fields(self, layout):
        return struct.unpack("<" + layout, self.take(struct.calcsize("<" + layout)))

    def elements(self, n):
        values = struct.unpack(f"<{n}Q", self.take(8 * n))
        require(
            max(values, default=0) < field.P,
            "REJECT_CANONICAL",
            f"an element before byte {self.at}",
        )
        return values

    def extensions(self, n):
        flat = self.elements(3 * n)
        return list(zip(flat[::3], flat[1::3], flat[2::3]))


def open_tree(reader, hash_of, root, leaves, what):
    """leaves: {log2 of a layer's size: {index: leaf}}; reads the siblings and demands the root."""
    log_size = max(leaves)
    nodes = leaves[log_size]
    while True:
        for i, sibling in read_siblings(reader, nodes) if log_size else ():
            nodes[i] = sibling
        if log_size == 0:
            require(nodes == {0: root}, "REJECT_MERKLE", what)
            return
        nodes = {
            i >> 1: hash_of["NODE"](nodes[i] + nodes[i + 1]) for i in sorted(nodes) if i % 2 == 0
        }
        log_size -= 1
        for i, leaf in leaves.get(log_size, {}).items():
            nodes[i] = hash_of["JOIN"](nodes[i] + leaf)


def read_siblings(reader, nodes):
    return [(i ^ 1, reader.take(32)) for i in sorted(nodes) if i ^ 1 not in nodes]
