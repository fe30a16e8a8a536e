"""One group of instances: docs/proof-format.md, sections 5 and 6."""
import struct
from operator import mul

import air
import field
from field import P
from protocol import open_tree, require

STOP = 7  # log2 of the coefficients at which folding ends
W = (0, 1, 0)


class Part:
    """A matrix of a tree. coefficients: for each of its columns of fp the power of delta (times w
    or w^2 for c1, c2), for the values at z_n; ahead: the same for those at g_n z_n."""

    def __init__(self, log_height, width):
        self.log_height, self.width = log_height, width
        self.coefficients = []
        self.ahead = None


def spread(power):
    """What c0, c1, c2 of an element are multiplied by for the element times `power`."""
    by_w = field.mul(power, W)
    return [power, by_w, field.mul(by_w, W)]


def dot(row, coefficients):
    return tuple(sum(map(mul, row, plane)) % P for plane in zip(*coefficients))


def fold_arities(log_height):
    out = []
    while log_height > STOP:
        out.append(min(3, log_height - STOP))
        log_height -= out[-1]
    return out


class Group:
    def __init__(self, key, tables, instances):
        self.key, self.tables, self.instances = key, tables, instances
        self.log_height = max(log_height for _, log_height in instances)
        self.log_blowup = key.parameters.log_blowup

    def read_main_roots(self, reader, transcript):
        """Lays the trees out: [(name, root, parts)], and parts of each instance for the values."""
        fixed, own, main, aux = [], [], [], []
        self.parts = []
        for number, log_height in self.instances:
            table = self.tables[number]
            parts = [
                Part(log_height, table["fixed"]),
                Part(log_height, table["main"]),
                Part(log_height, 3 * table["ext"]),
            ]
            self.parts.append(parts)
            if table["fixed"]:
                fixed.append(
                    (f"FIXED {table['table']}", self.key.fixed[table["table"]][0], parts[:1])
                )
            if table["table"] == "BOUND":
                own.append(parts[1])
            elif table["main"]:
                main.append(parts[1])
            if table["ext"]:
                aux.append(parts[2])
        self.quotient = Part(self.log_height, 6)
        self.trees = fixed
        for name, parts in [("OWN", [part]) for part in own] + [("MAIN", main)] * bool(main):
            root = reader.take(32)
            transcript.absorb("MAIN_ROOT", root)
            self.trees.append((name, root, parts))
        self.aux = aux

    def verify(self, reader, transcript, challenges, params):
        """Returns the sum of the instances' sums."""
        aux_root = reader.take(32)
        transcript.absorb("AUX_ROOT", aux_root)
        self.trees.append(("AUX", aux_root, self.aux))
        sums = self.absorb_extensions(reader, transcript, len(self.instances), "SUMS")
        (lam,) = transcript.draw("LAMBDA")
        quotient_root = reader.take(32)
        transcript.absorb("QUOTIENT_ROOT", quotient_root)
        self.trees.append(("QUOTIENT", quotient_root, [self.quotient]))
        (z,) = transcript.draw("Z")
        require(z[1:] != (0, 0), "REJECT_POINT", "z")
        self.read_values(reader, transcript)
        self.check_identity(challenges, params, sums, lam, z)
        transcript.grind("BATCH_GRIND", self.key.parameters.batch_grind, reader)
        (delta,) = transcript.draw("DEEP")
        self.set_delta(delta)
        folds = self.read_folds(reader, transcript)
        final = self.absorb_extensions(reader, transcript, 1 << min(STOP, self.log_height), "FINAL")
        transcript.grind("QUERY_GRIND", self.key.parameters.query_grind, reader)
        indices = sorted(
            set(
                transcript.indices(
                    "QUERIES", self.key.parameters.queries, self.log_height + self.log_blowup
                )
            )
        )
        for tree in self.trees:
            self.open_rows(reader, indices, *tree)
        self.check_queries(reader, indices, z, folds, final)
        total = field.ZERO
        for s in sums:
            total = field.add(total, s)
        return total

    @staticmethod
    def absorb_extensions(reader, transcript, count, tag):
        start = reader.at
        out = reader.extensions(count)
        transcript.absorb(tag, reader.data[start : reader.at])
        return out

    def read_values(self, reader, transcript):
        widths = [
            tuple(t[x] for x in ("fixed", "main", "ext")) + (t["ext"] > 0,)
            for t in (self.tables[number] for number, _ in self.instances)
        ]
        flat = self.absorb_extensions(reader, transcript, sum(map(sum, widths)) + 2, "VALUES")
        self.values, at = [], 0
        for shape in widths:
            self.values.append([])
            for width in shape:
                self.values[-1].append(flat[at : at + width])
                at += width
        self.q0, self.q1 = flat[at:]

    def check_identity(self, challenges, params, sums, lam, z):
        left, factor = field.ZERO, field.ONE
        for (number, log_height), values, total in zip(self.instances, self.values, sums):
            fixed, main, ext, ahead = values
            share = field.scale(total, pow(1 << log_height, -1, P))
            for c in air.constraints(
                self.tables[number], fixed + main, ext, ahead[0], params, challenges, share
            ):
                left = field.add(left, field.mul(factor, c))
                factor = field.mul(factor, lam)
        z_n = field.power(z, 1 << self.log_height)
        right = field.mul(field.sub(z_n, field.ONE), field.add(self.q0, field.mul(z_n, self.q1)))
        require(left == right, "REJECT_CONSTRAINT", "identity at z")

    def set_delta(self, delta):
        """Powers of delta to the parts' columns, and A, B of the values."""
        power = field.ONE
        a = b = field.ZERO

        def weight(part, values, is_ext):
            nonlocal a, power
            for v in values:
                part.coefficients += spread(power) if is_ext else [power]
                a = field.add(a, field.mul(power, v))
                part.claimed = field.add(part.claimed, field.mul(power, v))
                power = field.mul(power, delta)

        for part in [p for parts in self.parts for p in parts] + [self.quotient]:
            part.claimed = field.ZERO
        for (fixed, main, aux), values in zip(self.parts, self.values):
            weight(fixed, values[0], False)
            weight(main, values[1], False)
            weight(aux, values[2], True)
            for v in values[3]:
                aux.ahead = spread(power)
                b = field.add(b, field.mul(power, v))
                power = field.mul(power, delta)
        weight(self.quotient, (self.q0, self.q1), True)
        self.a, self.b = a, b
        self.again = power  # delta^(number of values)

    def read_folds(self, reader, transcript):
        folds = []
        for arity in fold_arities(self.log_height):
            root = reader.take(32)
            transcript.absorb("FRI_ROOT", root)
            transcript.grind("FOLD_GRIND", self.key.parameters.fold_grind, reader)
            folds.append((arity, root, transcript.draw("BETA")[0]))
        return folds

    def open_rows(self, reader, indices, name, root, parts):
        """Reads a tree's rows, keeps of each part what DEEP needs, and checks the opening."""
        hash_of = self.key.hash_of
        leaves = {}
        for part in sorted(parts, key=lambda p: -p.log_height):
            layer = leaves.setdefault(part.log_height + self.log_blowup, {})
            part.here, part.next = {}, {}
            for i in sorted({i >> self.log_height - part.log_height for i in indices}):
                row = reader.elements(part.width)
                layer[i] = layer.get(i, b"") + hash_of["ROW"](struct.pack(f"<{part.width}Q", *row))
                part.here[i] = dot(row, part.coefficients)
                if part.ahead:
                    part.next[i] = dot(row[-3:], part.ahead)
        for layer in leaves.values():
            for i, digests in layer.items():
                layer[i] = hash_of["LEAF"](digests)
        open_tree(reader, hash_of, root, leaves, name)

    def deep(self, index, z, g):
        a, b = field.sub(field.ZERO, self.a), field.sub(field.ZERO, self.b)
        for parts in self.parts + [[self.quotient]]:
            for part in parts:
                at = index >> self.log_height - part.log_height
                if part.width:
                    a = field.add(a, part.here[at])
                if part.ahead:
                    b = field.add(b, part.next[at])
        x = field.lift(field.point(index, self.log_height, self.log_blowup))
        f = field.add(
            field.mul(a, field.inverse(field.sub(x, z))),
            field.mul(b, field.inverse(field.sub(x, field.scale(z, g)))),
        )
        if not self.key.parameters.second_point:
            return f
        for parts in self.parts:
            for part in parts:
                gap = self.log_height - part.log_height
                if part.width and gap:
                    turned = field.scale(z, field.root(gap))
                    here = field.sub(part.here[index >> gap], part.claimed)
                    here = field.mul(here, field.inverse(field.sub(x, turned)))
                    f = field.add(f, field.mul(self.again, here))
        return f

    def check_queries(self, reader, indices, z, folds, final):
        g = field.root(self.log_height)
        expected = {i: self.deep(i, z, g) for i in indices}
        log_height = self.log_height
        for arity, root, beta in folds:
            size = 1 << arity
            leaves = {}
            for leaf in sorted({i >> arity for i in expected}):
                leaves[leaf] = reader.extensions(size)
                for t, value in enumerate(leaves[leaf], leaf << arity):
                    require(
                        expected.get(t, value) == value, "REJECT_FRI", f"fold of {arity}, index {t}"
                    )
            log_height -= arity
            flat = {
                i: self.key.hash_of["LEAF"](struct.pack(f"<{3 * size}Q", *sum(leaf, ())))
                for i, leaf in leaves.items()
            }
            open_tree(
                reader,
                self.key.hash_of,
                root,
                {log_height + self.log_blowup: flat},
                f"fold of {arity}",
            )
            expected = {
                i: self.fold(leaf, i, arity, log_height, beta) for i, leaf in leaves.items()
            }
        for i, value in expected.items():
            x = field.lift(field.point(i, log_height, self.log_blowup))
            require(field.horner(final, x) == value, "REJECT_FINAL", f"index {i}")

    def fold(self, leaf, index, arity, log_height, beta):
        """sum_j beta^j f_j(x^m) of the leaf's m values: its points are x0 zeta^rev(t)."""
        size = 1 << arity
        x0 = field.point(index << arity, log_height + arity, self.log_blowup)
        zeta = field.root(arity)
        total = field.ZERO
        for t, value in enumerate(leaf):
            ratio = field.scale(beta, pow(x0 * pow(zeta, field.rev(t, arity), P), -1, P))
            total = field.add(total, field.mul(value, field.horner([field.ONE] * size, ratio)))
        return field.scale(total, pow(size, -1, P))
