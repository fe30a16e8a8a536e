"""From the reports of `chert prove --json` to tables: cells by kind, stages, shares by table."""
import math
import statistics

# Tables that are not a family's: what kind their cells count as, padding included.
KIND_OF = {"T16": "fixed", "POW": "fixed", "PROGRAM": "fixed", "IMAGE": "fixed",
           "BOUND": "boundary", "GENESIS": "boundary", "REFRESH": "refresh"}
KINDS = ("main", "aux", "quotient", "padding", "fixed", "boundary", "refresh")
STAGES = ("execute", "prepare", "trace", "commit", "logup", "quotient", "values", "deep", "fri",
          "query", "verify")


def table_cells(table):
    """All cells that a table's instances commit to: main, extension and preprocessed columns."""
    return table["height"] * (table["columns"] + 3 * table["ext_columns"] + table["fixed_columns"])


def cells_by_kind(report):
    """Cells by kind. main and aux are those of the families' real rows, padding their other rows."""
    cells = dict.fromkeys(KINDS, 0)
    for t in report["tables"]:
        kind = KIND_OF.get(t["name"])
        if kind is not None:
            cells[kind] += table_cells(t)
            continue
        cells["main"] += t["rows"] * t["columns"]
        cells["aux"] += t["rows"] * 3 * t["ext_columns"]
        cells["padding"] += table_cells(t) - t["rows"] * (t["columns"] + 3 * t["ext_columns"])
    # The report has no line of its own for the quotient: it is what no table has.
    cells["quotient"] = report["cells"] - sum(cells.values())
    return cells


def instances(report):
    return sum(t["instances"] for t in report["tables"])


def markdown(header, rows):
    """A Markdown table; the first column is left-aligned, padded so that it reads as text too."""
    cells = [[str(c) for c in row] for row in [header] + rows]
    widths = [max(len(row[i]) for row in cells) for i in range(len(header))]

    def line(row):
        return "| " + " | ".join(c.ljust(w) if i == 0 else c.rjust(w)
                                 for i, (c, w) in enumerate(zip(row, widths))) + " |"
    rule = "|" + "|".join("-" * (w + 2) if i == 0 else "-" * (w + 1) + ":"
                          for i, w in enumerate(widths)) + "|"
    return "\n".join([line(cells[0]), rule] + [line(r) for r in cells[1:]])


def with_mean(rows, names, reference, digits):
    """Formats rows of numbers, with the mean of those in `reference` below if all are there."""
    out = [[n] + [format(v, ",.%df" % d) for v, d in zip(row, digits)]
           for n, row in zip(names, rows)]
    picked = [row for n, row in zip(names, rows) if n in reference]
    if len(picked) == len(reference):
        mean = [statistics.fmean(column) for column in zip(*picked)]
        at = max(i for i, n in enumerate(names) if n in reference) + 1
        out.insert(at, ["**mean**"] + [format(v, ",.%df" % d) for v, d in zip(mean, digits)])
    return out


def cells_table(runs, reference):
    """Cells an instruction, by kind."""
    rows = []
    for r in runs:
        n = r["report"]["instructions"]
        kinds = cells_by_kind(r["report"])
        rows.append([n, r["report"]["cells"] / n] + [kinds[k] / n for k in KINDS] +
                    [instances(r["report"])])
    return markdown(["program", "instructions", "cells", *KINDS, "instances"],
                    with_mean(rows, [r["program"] for r in runs], reference,
                              [0, 2] + [2] * len(KINDS) + [0]))


def cost_table(runs, reference):
    """Bytes, memory, rates."""
    rows = []
    for r in runs:
        p = r["report"]
        rows.append([p["proof_bytes"] / 1e6, p["peak_rss_bytes"] / 2 ** 20,
                     1000 * p["verify_seconds"], r["wall_seconds"], r["cpu_seconds"],
                     p["instructions"] / r["wall_seconds"] / 1000,
                     p["instructions"] / r["cpu_seconds"] / 1000])
    return markdown(["program", "proof MB", "peak MiB", "verify ms", "wall s", "CPU s",
                     "k instr/wall s", "k instr/CPU s"],
                    with_mean(rows, [r["program"] for r in runs], reference,
                              [2, 0, 1, 2, 2, 1, 1]))


def stage_table(runs, reference):
    """Milliseconds (wall) by stage."""
    rows = [[1000 * r["report"]["stages"].get(s, 0) for s in STAGES] for r in runs]
    return markdown(["program", *STAGES], with_mean(rows, [r["program"] for r in runs], reference,
                                                    [0] * len(STAGES)))


def by_table(runs, value, digits):
    """One line a table, one column a program; 0 is left blank."""
    names = []  # in the registry's order, which every report keeps
    for r in runs:
        at = 0
        for t in r["report"]["tables"]:
            if t["name"] not in names:
                names.insert(at, t["name"])
            at = names.index(t["name"]) + 1
    rows = []
    for name in names:
        row = [name]
        for r in runs:
            t = next((t for t in r["report"]["tables"] if t["name"] == name), None)
            v = 0 if t is None else value(t, r["report"])
            row.append("" if round(v, digits) == 0 else format(v, ".%df" % digits))
        rows.append(row)
    return markdown(["table"] + [r["program"] for r in runs], rows)


def rows_matrix(runs):
    return by_table(runs, lambda t, p: 100 * t["rows"] / p["instructions"], 2)


def cells_matrix(runs):
    return by_table(runs, lambda t, p: table_cells(t) / p["instructions"], 2)


def sign_test(wins, losses):
    """Two-sided probability of a split at least this uneven, were both sides equally likely."""
    n = wins + losses
    if n == 0:
        return 1.0
    tail = sum(math.comb(n, k) for k in range(min(wins, losses) + 1)) / 2 ** n
    return min(1.0, 2 * tail)


def paired(a, b):
    """Of values in pairs: differences b / a - 1, their mean, standard deviation and sign test."""
    differences = [y / x - 1 for x, y in zip(a, b)]
    wins = sum(d < 0 for d in differences)
    losses = sum(d > 0 for d in differences)
    return {"differences": differences, "mean": statistics.fmean(differences),
            "sd": statistics.stdev(differences) if len(differences) > 1 else float("nan"),
            "b_less": wins, "b_more": losses, "p": sign_test(wins, losses)}
