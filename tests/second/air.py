"""The tables as `chert tables --json` prints them: digest, and constraints at a point of fp3."""
import struct

import field
import hashes

OPS = {"col": 0, "const": 1, "param": 2, "add": 3, "sub": 4, "mul": 5}
KINDS = {"STATEFUL": 0, "LOOKUP": 1}


def words(*values):
    return struct.pack(f"<{len(values)}I", *values)


def table_digest(table, buses, hash_key):
    name = table["table"].encode()
    out = [
        words(len(name)),
        name,
        words(table["fixed"], table["main"], table["params"], len(buses)),
    ]
    out += [words(int(number), KINDS[kind], int(width)) for _, number, kind, width, *_ in buses]
    out.append(words(len(table["nodes"])))
    for op, *args in table["nodes"]:
        a, b = 0 if op == "const" else args[0], args[1] if len(args) > 1 else 0
        out.append(words(OPS[op], a, b) + struct.pack("<Q", int(args[0]) if op == "const" else 0))
    out.append(words(len(table["constraints"]), *(c["node"] for c in table["constraints"])))
    out.append(words(len(table["interactions"])))
    places = {name: i for i, (name, *_) in enumerate(buses)}
    for i in table["interactions"]:
        out.append(
            words(
                places[i["bus"]], i["sends"], i["counter"], i["mult"], len(i["tuple"]), *i["tuple"]
            )
        )
    return hash_key(b"".join(out))


def digest_of(tables):
    """Section 8, as a function of the hash's number."""
    buses = hashes.definitions("src/tables/buses.def")
    known = {}

    def digest(kind):
        if kind not in known:
            hash_key = hashes.purposes(kind)["KEY"]
            known[kind] = hash_key(b"".join(table_digest(t, buses, hash_key) for t in tables))
        return known[kind]

    return digest


def node_values(table, columns, params):
    values = []
    for op, *args in table["nodes"]:
        if op == "col":
            values.append(columns[args[0]])
        elif op == "const":
            values.append(field.lift(int(args[0])))
        elif op == "param":
            values.append(field.lift(params[args[0]]))
        else:
            values.append(getattr(field, op)(values[args[0]], values[args[1]]))
    return values


def constraints(table, columns, ext, next_accumulator, params, challenges, share):
    """All constraints' values in the order of the powers of lambda: the table's, then LogUp's
    (section 7). share: L / n; challenges: (powers of alpha, gamma)."""
    values = node_values(table, columns, params)
    out = [values[c["node"]] for c in table["constraints"]]
    alphas, gamma = challenges
    fractions = []
    for i in table["interactions"]:
        f = field.sub(gamma, field.lift(i["id"]))
        for a, node in zip(alphas[1:], i["tuple"]):
            f = field.sub(f, field.mul(a, values[node]))
        fractions.append((f, field.scale(values[i["mult"]], 1 if i["sends"] else -1)))
    accumulated = field.add(field.sub(next_accumulator, ext[-1]), share)
    for c in ext[:-1]:
        accumulated = field.sub(accumulated, c)
    for k, c in enumerate(ext[:-1] + [accumulated]):
        out.append(rational(c, fractions[2 * k : 2 * k + 2]))
    return out


def rational(c, fractions):
    """c - sum of m / f, times the f's."""
    if len(fractions) == 1:
        ((f, m),) = fractions
        return field.sub(field.mul(c, f), m)
    (f1, m1), (f2, m2) = fractions
    return field.sub(
        field.mul(field.mul(c, f1), f2), field.add(field.mul(m1, f2), field.mul(m2, f1))
    )
