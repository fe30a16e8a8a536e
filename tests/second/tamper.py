"""Ways to spoil a proof or what is asked about it. All take a random.Random and a copy of a good
case and change it; which verdict is right is for the verifiers to say."""
import copy
import struct

import hashes
from field import P

EDGES = (
    0,
    1,
    2,
    3,
    7,
    8,
    24,
    25,
    127,
    128,
    255,
    256,
    511,
    512,
    513,
    2**12,
    2**16,
    2**28,
    2**28 + 1,
    0xFFFFF000,
    2**31,
    2**32 - 1,
    2**63,
    2**64 - 1,
    P - 1,
    P,
    P + 1,
)
KEY_START = 8
REGIONS_AT = KEY_START + 44 + 4 * 33


def replace(case, start, new):
    case.proof = case.proof[:start] + new + case.proof[start + len(new) :]


def key_end(case):
    return REGIONS_AT + 12 * case.proof[KEY_START + 7]


def flip_anywhere(rng, case):
    at = rng.randrange(len(case.proof))
    replace(case, at, bytes([case.proof[at] ^ 1 << rng.randrange(8)]))


def flip_in_field(rng, case):
    """Every field as likely as every other, so that small ones are not missed."""
    start, end = rng.choice(case.fields)
    at = rng.randrange(start, end)
    replace(case, at, bytes([case.proof[at] ^ rng.randrange(1, 256)]))


def early_field(rng, case):
    """Key, statement, roots and the first group's beginning: where most checks are."""
    early = case.fields[: rng.choice((40, 120, 200))]
    at = rng.randrange(*rng.choice(early))
    replace(case, at, bytes([rng.randrange(256)]))


def edge_value(rng, case):
    width = rng.choice((1, 2, 4, 8))
    start, end = rng.choice(case.fields[:150] if rng.random() < 0.7 else case.fields)
    start = rng.randrange(start, max(start + 1, end - width + 1), min(width, 4))
    value = rng.choice(EDGES) % 256**width
    replace(case, start, value.to_bytes(width, "little")[: len(case.proof) - start])


def not_canonical(rng, case):
    start, end = rng.choice(case.fields)
    if end - start < 8:
        return edge_value(rng, case)
    at = start + 8 * rng.randrange((end - start) // 8)
    (value,) = struct.unpack_from("<Q", case.proof, at)
    new = value + P if value + P < 2**64 else rng.randrange(P, 2**64)
    return replace(case, at, struct.pack("<Q", new))


def truncate(rng, case):
    end = rng.choice(
        (rng.randrange(len(case.proof)), rng.choice(case.fields)[0], len(case.proof) - 1)
    )
    case.proof = case.proof[:end]


def extend(rng, case):
    case.proof += bytes(rng.randrange(256) for _ in range(rng.choice((1, 8, 32))))


def insert_or_remove(rng, case):
    at, n = rng.choice(case.fields)[0], rng.choice((1, 8, 24, 32))
    middle = rng.randbytes(n) if rng.random() < 0.5 else b""
    case.proof = case.proof[:at] + middle + case.proof[at if middle else at + n :]


def swap(rng, case):
    """Two fields of one size change places."""
    start, end = rng.choice(case.fields)
    same = [f for f in case.fields if f[1] - f[0] == end - start]
    other, _ = rng.choice(same)
    first, second = case.proof[start:end], case.proof[other : other + end - start]
    replace(case, start, second)
    replace(case, other, first)


def key_of_own(rng, case):
    """The key changed and the caller trusting just that, so that later checks have their turn."""
    for _ in range(rng.choice((1, 1, 2))):
        end = key_end(case)
        width = rng.choice((1, 1, 2, 4))
        at = rng.choice(
            (
                rng.randrange(KEY_START, KEY_START + 12),
                rng.randrange(KEY_START + 44, end),
                rng.choice([KEY_START + 44 + 33 * i + 32 for i in range(4)]),
                rng.randrange(REGIONS_AT, max(end, REGIONS_AT + 12)),
            )
        )
        value = (
            rng.choice((*EDGES, rng.randrange(2**32), case.proof[at] ^ 1, case.proof[at] + 8))
            % 256**width
        )
        replace(case, at, value.to_bytes(width, "little"))
    trust_key(case)


def trust_key(case):
    kind = case.proof[KEY_START + 5]
    if kind in (hashes.BLAKE3, hashes.KECCAK):
        case.trusted_id = hashes.purposes(kind)["KEY"](case.proof[KEY_START : key_end(case)])


def statement_field(rng, case):
    start = key_end(case)
    (length,) = struct.unpack_from("<I", case.proof, start + 18)
    registers = start + 22 + length
    counts = registers + 34 * 12
    places = (
        (start, 1),
        (start + 1, 1),
        (start + 2, 4),
        (start + 6, 4),
        (start + 10, 4),
        (start + 14, 4),
        (start + 18, 4),
        (registers + 4 * rng.randrange(102), 4),
        (registers + 33 * 12, 4),
        (counts + 2 * rng.randrange(45), 2),
        (counts + 2 * rng.randrange(41, 45), 2),
        (counts + 90 + rng.randrange(12), 1),
    )
    at, width = rng.choice(places)
    old = int.from_bytes(case.proof[at : at + width], "little")
    new = rng.choice((old + 1, old - 1, old ^ 1 << rng.randrange(8 * width), rng.choice(EDGES)))
    replace(case, at, (new % 256**width).to_bytes(width, "little"))
    if rng.random() < 0.5:
        case.exit_code = case.output = None


def instances(rng, case):
    """A count and its heights changed together, so that the statement keeps its length's logic."""
    start = key_end(case)
    (length,) = struct.unpack_from("<I", case.proof, start + 18)
    counts = start + 22 + length + 34 * 12
    table, extra = rng.randrange(45), rng.choice((-1, 1, 1, 2, 500))
    old = list(struct.unpack_from("<45H", case.proof, counts))
    at = counts + 90 + sum(old[:table])
    if old[table] + extra < 0:
        return
    heights = case.proof[at : at + old[table]][: max(0, old[table] + extra)]
    heights += bytes([rng.choice((3, 8, 24, 25, 2))]) * max(0, extra)
    tail = case.proof[at + old[table] :]
    old[table] += extra
    case.proof = (
        case.proof[:counts]
        + struct.pack("<45H", *old)
        + case.proof[counts + 90 : at]
        + heights
        + tail
    )


def question(rng, case):
    """The proof is good and what is asked is not what it says, or not all of it is asked."""
    other = {
        "exit_code": rng.choice((None, 1, 2**64 - 1)),
        "output": rng.choice((None, b"", b"hello", (case.output or b"")[:-1])),
        "accept_test": not case.accept_test,
        "trusted_id": rng.randbytes(32),
    }
    name = rng.choice(list(other))
    setattr(case, name, other[name])


WAYS = (
    flip_anywhere,
    flip_in_field,
    flip_in_field,
    early_field,
    edge_value,
    edge_value,
    not_canonical,
    truncate,
    extend,
    insert_or_remove,
    swap,
    key_of_own,
    key_of_own,
    key_of_own,
    statement_field,
    statement_field,
    statement_field,
    instances,
    question,
)


def tampered(rng, corpus, name):
    case = copy.copy(corpus.cases[name])
    for _ in range(rng.choice((1, 1, 1, 1, 2))):
        way = rng.choice(WAYS)
        if len(case.proof) > REGIONS_AT + 1000:
            way(rng, case)
            case.name += f", {way.__name__}"
    return case
