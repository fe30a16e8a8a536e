#!/usr/bin/env python3
"""The second verifier's hashes, transcript and field against tests/vectors and against identities."""
import os
import random
import sys

import field
import hashes
from group import fold_arities
from protocol import TAGS, Reader, Reject, Transcript

VECTORS = os.path.join(hashes.ROOT, "tests/vectors")


def lines(name):
    with open(os.path.join(VECTORS, name), encoding="utf-8") as file:
        return [line.split() for line in file if not line.startswith("#") and line.strip()]


def data(n):
    return bytes(i % 251 for i in range(int(n)))


def check_hashes():
    key = b"whats the Elvish word for friend"
    for n, _, keyed in lines("blake3.txt"):
        assert hashes.blake3_keyed(key, data(n)).hex() == keyed, f"BLAKE3 of {n} bytes"
    for n, digest in lines("keccak256.txt"):
        assert hashes.keccak256(data(n)).hex() == digest, f"Keccak-256 of {n} bytes"
    names = [name for name, *_ in hashes.definitions("src/hash/purposes.def")]
    for kind, purpose, n, digest in lines("hash_purposes.txt"):
        assert hashes.purposes(int(kind))[names[int(purpose)]](data(n)).hex() == digest, (
            kind,
            purpose,
            n,
        )


def check_transcript():
    names = {number[0]: name for name, number in TAGS.items()}
    transcript = None
    for step, *args in lines("transcript.txt"):
        if step == "init":
            transcript = Transcript(int(args[0]))
        elif step == "fork":
            transcript = transcript.fork(int(args[0]))
        else:
            tag, n = names[int(args[0])], int(args[1])
            if step == "absorb":
                transcript.absorb(tag, data(n))
            elif step == "draw" and n % 3 == 0:
                drawn = sum(transcript.draw(tag, n // 3), ())
                assert drawn == tuple(map(int, args[2:-1])), (step, args)
            elif step == "draw":
                words = (w for w in transcript.words(tag) if w < field.P)
                assert [next(words) for _ in range(n)] == list(map(int, args[2:-1])), (step, args)
                transcript.close(tag)
            elif step == "indices":
                assert transcript.indices(tag, n, int(args[2])) == list(map(int, args[3:-1])), (
                    step,
                    args,
                )
            else:
                check_grind(transcript, tag, n, int(args[2]))
        assert transcript.state.hex() == args[-1], (step, args)


def check_grind(transcript, tag, bits, nonce):
    """The vector's nonce is the least one that passes."""
    for other in range(nonce if bits else 0):
        try:
            transcript.grind(tag, bits, Reader(other.to_bytes(8, "little")))
        except Reject as why:
            assert why.reason == "CHERT_REJECT_GRIND"
        else:
            raise AssertionError(f"{tag}: nonce {other} passes")
    if bits:
        transcript.grind(tag, bits, Reader(nonce.to_bytes(8, "little")))
    else:
        transcript.absorb(tag, nonce.to_bytes(8, "little"))


def check_field():
    rng = random.Random(1)
    draw = lambda: tuple(rng.randrange(field.P) for _ in range(3))
    for _ in range(100):
        a, b, c = draw(), draw(), draw()
        assert field.mul(a, field.add(b, c)) == field.add(field.mul(a, b), field.mul(a, c))
        assert field.mul(a, field.mul(b, c)) == field.mul(field.mul(a, b), c)
        assert field.mul(a, field.inverse(a)) == field.ONE
    w = (0, 1, 0)
    assert field.power(w, 3) == (2, 0, 0)
    for k in range(33):
        assert pow(field.root(k), 1 << k, field.P) == 1 and (
            k == 0 or pow(field.root(k), 1 << k - 1, field.P) != 1
        )
    for i in range(64):
        assert pow(field.point(i, 5, 1), 2, field.P) == field.point(i >> 1, 4, 1)
    assert [fold_arities(h) for h in (3, 7, 8, 10, 16, 18)] == [
        [],
        [],
        [1],
        [3],
        [3, 3, 3],
        [3, 3, 3, 2],
    ]


def main():
    check_hashes()
    check_transcript()
    check_field()
    print("hashes, transcript and field agree with their vectors")
    return 0


if __name__ == "__main__":
    sys.exit(main())
