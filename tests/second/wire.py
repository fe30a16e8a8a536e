"""Key and statement: docs/proof-format.md, sections 3 and 4."""
from collections import namedtuple

import field
import hashes
from protocol import Reject, require

FIXED_TABLES = ("IMAGE", "PROGRAM", "T16", "POW")
Set = namedtuple(
    "Set",
    "name log_blowup queries query_grind batch_grind fold_grind groupings second_point",
    defaults=(False,),
)
SETS = {
    1: Set("fast", 1, 285, 20, 0, 0, 3),
    2: Set("compact", 3, 79, 22, 20, 10, 1, second_point=True),
    3: Set("test", 1, 8, 0, 0, 0, 3),
}
TEST_SET = 3
REGISTER_OUTPUT, N_REGISTERS = 33, 34


class Key:
    """Section 3."""

    def __init__(self, reader):
        start = reader.at
        version, self.set, self.hash, self.modes, n_regions, self.entry, self.air = reader.fields(
            "IBBBBI32s"
        )
        self.fixed = {name: reader.fields("32sB") for name in FIXED_TABLES}
        require(version == 1, "REJECT_VERSION", f"version {version}")
        require(self.set in SETS, "REJECT_SET", f"set {self.set}")
        require(self.hash in (hashes.BLAKE3, hashes.KECCAK), "REJECT_HASH", f"hash {self.hash}")
        require(1 <= n_regions <= 8, "REJECT_FORMAT", f"{n_regions} regions")
        for name, (_, log_height) in self.fixed.items():
            require(3 <= log_height <= 24, "REJECT_HEIGHT", f"{name}: 2^{log_height}")
        self.regions = [reader.fields("III") for _ in range(n_regions)]
        self.bytes = reader.data[start : reader.at]
        self.parameters = SETS[self.set]
        self.hash_of = hashes.purposes(self.hash)
        self.check_regions()

    def check_regions(self):
        last = 0x1000
        for start, end, kind in self.regions:
            require(
                last <= start < end <= 0xFFFFF000 and kind <= 1 and start % 8 == 0 and end % 8 == 0,
                "REJECT_FORMAT",
                f"region {start:#x} {end:#x} {kind}",
            )
            last = end

    def check(self, trusted_id, accept_test):
        program_id = self.hash_of["KEY"](self.bytes)
        require(program_id == trusted_id, "REJECT_PROGRAM", program_id.hex())
        require(self.set != TEST_SET or accept_test, "REJECT_SET", "the test set is not accepted")


class Statement:
    """Section 4. instances: [(number of the table, log2 of the height)] in registry order."""

    def __init__(self, reader, tables):
        start = reader.at
        self.kind, self.grouping, self.label, self.exit_code, self.halt_clk, length = reader.fields(
            "BBIQII"
        )
        require(length <= 1 << 24, "REJECT_FORMAT", f"{length} bytes of output")
        self.output = reader.take(length)
        self.registers = [reader.fields("III") for _ in range(N_REGISTERS)]
        self.counts = reader.fields(f"{len(tables)}H")
        require(sum(self.counts) <= 512, "REJECT_HEIGHT", f"{sum(self.counts)} instances")
        numbers = [i for i, count in enumerate(self.counts) for _ in range(count)]
        self.instances = list(zip(numbers, reader.take(len(numbers))))
        self.bytes = reader.data[start : reader.at]

    def check(self, key, tables):
        require(
            self.kind == 1 and self.label == 1,
            "REJECT_MODE",
            f"kind {self.kind}, label {self.label}",
        )
        allowed = key.parameters.groupings & key.modes
        require(
            self.grouping <= 1 and allowed >> self.grouping & 1,
            "REJECT_MODE",
            f"grouping {self.grouping}",
        )
        require(
            self.registers[REGISTER_OUTPUT][:2] == (len(self.output), 0),
            "REJECT_STATEMENT",
            f"position {self.registers[REGISTER_OUTPUT]}, {len(self.output)} bytes",
        )
        rows = 0
        for number, log_height in self.instances:
            name = tables[number]["table"]
            require(3 <= log_height <= 24, "REJECT_HEIGHT", f"{name}: 2^{log_height}")
            require(
                name not in key.fixed or log_height == key.fixed[name][1], "REJECT_HEIGHT", name
            )
            rows += 1 << log_height
        for table, count in zip(tables, self.counts):
            require(
                table["table"] not in key.fixed or count == 1,
                "REJECT_HEIGHT",
                f"{count} {table['table']}",
            )
        require(rows < 1 << 30, "REJECT_HEIGHT", f"{rows} rows")

    def expect(self, exit_code, output):
        require(
            exit_code is None or self.exit_code == exit_code,
            "REJECT_EXIT",
            f"exit code {self.exit_code}",
        )
        require(
            output is None or self.output == output, "REJECT_OUTPUT", f"{len(self.output)} bytes"
        )

    def public_terms(self, key, alpha, gamma):
        """The sum of the signed fractions."""
        ids = {name: int(number) for name, number, *_ in hashes.definitions("src/tables/buses.def")}
        alphas = field.powers(alpha, 8)
        total = field.ZERO

        def term(sign, bus, *values):
            nonlocal total
            f = field.sub(gamma, field.lift(ids[bus]))
            for a, v in zip(alphas[1:], values):
                f = field.sub(f, field.scale(a, v))
            try:
                total = field.add(total, field.scale(field.inverse(f), sign))
            except ZeroDivisionError:
                raise Reject("REJECT_POINT", f"public term {bus}{values}") from None

        term(1, "EXEC", key.entry, 4)
        term(-1, "HALT", self.halt_clk, self.exit_code & 0xFFFFFFFF, self.exit_code >> 32)
        for r, (lo, hi, clk) in enumerate(self.registers):
            term(1, "CELL", 0, r, 0, 0, 0)
            term(-1, "CELL", 0, r, clk, lo, hi)
        for i, byte in enumerate(self.output):
            term(-1, "COMMIT", i, byte)
        for start, end, kind in key.regions:
            term(1, "CHAIN", kind, start - 8)
            term(-1, "CHAIN", kind + 2, end)
        return total
