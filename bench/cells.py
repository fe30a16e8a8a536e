#!/usr/bin/env python3
"""Writes docs/cells.md: cells as modelled and as built.

    bench/cells.py BUILD RESULTS.json... [--to docs/cells.md]

The tables' columns come from `chert tables --json`, what was changed and why from the comments at
the head of src/tables/*.c, the runs from files that bench/run left; the model is bench/model.py.
"""
import argparse
import json
import os
import re
import statistics
import subprocess
import sys
import textwrap

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import mixlib
import model
import report


def signed(x, digits=2):
    return "0" if round(x, digits) == 0 else format(x, "+.%df" % digits)


def built_tables(chert):
    """name: main and fixed columns, interactions, extension columns, cells of a row."""
    tables = {}
    for t in json.loads(subprocess.run([chert, "tables", "--json"], capture_output=True, text=True,
                                       check=True).stdout):
        tables[t["table"]] = {"main": t["main"], "fixed": t["fixed"], "ext": t["ext"],
                              "interactions": len(t["interactions"]),
                              "cells": t["main"] + t["fixed"] + 3 * t["ext"]}
    return tables


def remark(table):
    """What the table's file says of its cells, below the heading "Cells:"."""
    path = os.path.join(mixlib.ROOT, "src/tables/%s.c" % table.lower())
    with open(path, encoding="utf-8") as file:
        comment = file.read().split("*/", 1)[0]
    text = re.sub(r"\n \* ?", "\n", comment)
    found = re.search(r"^Cells: (.*?)\s*(?:\n\n|\Z)", text, re.S | re.M)
    if found is None:
        return ""
    return re.sub(r"\s+", " ", found.group(1)).strip()


def table_section(built):
    rows, notes = [], []
    model_sum = built_sum = 0.0
    for name, b in built.items():
        if name in model.TABLES:
            main, interactions, percent = model.TABLES[name]
            before = model.cells(name)
            model_sum += percent * before / 100
            built_sum += percent * b["cells"] / 100
            rows.append([name, "%.2f" % percent, main, interactions, before, b["main"],
                         b["interactions"], b["cells"], signed(b["cells"] - before, 0),
                         signed(percent * (b["cells"] - before) / 100, 3)])
            if b["cells"] != before or b["main"] != main or b["interactions"] != interactions:
                notes.append("- %s: %s" % (name, remark(name)))
    rows.append(["**sum**", "100", "", "", "%.2f" % model_sum, "", "", "%.2f" % built_sum, "",
                 signed(built_sum - model_sum, 3)])
    other = [[name, b["main"], b["fixed"], b["interactions"], b["cells"]]
             for name, b in built.items() if name not in model.TABLES]
    same = sum(model.cells(n) == built[n]["cells"] for n in model.TABLES)
    return ["## Table by table", "",
            "Cells of one row of an instruction table: main columns and three for each extension "
            "column, which holds two interactions (the last one may stand alone, so that an odd "
            "number costs as much as the next even one). %d of the %d tables cost what the model "
            "said. The last column weighs the difference with the percentage of the instructions "
            "that the model's reference mix spends on the table; weighed so, before padding and "
            "all else, the tables cost %.2f cells an instruction where the model had %.2f." % (
                same, len(model.TABLES), built_sum, model_sum), "",
            report.markdown(["table", "% of mix", "model main", "interactions", "cells",
                             "built main", "interactions", "cells", "difference", "weighed"], rows),
            "", "Where columns or interactions differ, with what the head of the table's file in "
            "`src/tables` says of it:", "", *notes, "",
            "Tables that the model did not count row by row:", "",
            report.markdown(["table", "main", "fixed", "interactions", "cells"], other)]


def modelled_rows(run):
    """The model's cells for the very rows that a run has: families, before padding."""
    n = run["report"]["instructions"]
    return sum(t["rows"] * model.cells(t["name"]) for t in run["report"]["tables"]
               if t["name"] in model.TABLES) / n


def built_rows(run):
    n = run["report"]["instructions"]
    return sum(t["rows"] * (t["columns"] + 3 * t["ext_columns"]) for t in run["report"]["tables"]
               if t["name"] in model.TABLES) / n


def program_section(runs, log):
    at = 0 if log == 20 else 1
    rows = []
    for r in runs:
        n = r["report"]["instructions"]
        before, after = model.PROGRAMS[r["program"]][at], r["report"]["cells"] / n
        rows.append([before, after, after - before, modelled_rows(r), built_rows(r),
                     built_rows(r) - modelled_rows(r)])
    names = [r["program"] for r in runs]
    return report.markdown(
        ["program", "model", "built", "difference", "our rows, model", "our rows, built",
         "difference"], report.with_mean(rows, names, mixlib.REFERENCE, [2] * 6))


def preprocessed(run):
    return sum(t["height"] * t["fixed_columns"] for t in run["report"]["tables"]) / \
        run["report"]["instructions"]


def genesis(run):
    return sum(report.table_cells(t) for t in run["report"]["tables"]
               if t["name"] == "GENESIS") / run["report"]["instructions"]


def kind_section(runs, log):
    """Means of the six by kind; "" if not all of them ran."""
    six = [r for r in runs if r["program"] in mixlib.REFERENCE]
    if len(six) < len(mixlib.REFERENCE):
        return []

    def mean(f):
        return statistics.fmean(f(r) for r in six)
    kinds = [mean(lambda r, k=k: report.cells_by_kind(r["report"])[k] /
                  r["report"]["instructions"]) for k in report.KINDS]
    before = [model.MEAN[log][k] for k in report.KINDS]
    table = report.markdown(
        ["", *report.KINDS, "total"],
        [["model"] + ["%.2f" % x for x in before + [sum(before)]],
         ["built"] + ["%.2f" % x for x in kinds + [sum(kinds)]],
         ["difference"] + [signed(y - x) for x, y in zip(before + [sum(before)],
                                                         kinds + [sum(kinds)])]])
    return ["", "Mean of the six by kind:", "", table, "",
            "Of `fixed`, %.2f are preprocessed columns, which are committed once for a program and "
            "not in each proof; of `boundary`, %.2f are genesis. The model counted neither. Proofs: "
            "%.2f MB in the mean, %.0f instances." % (
                mean(preprocessed), mean(genesis),
                mean(lambda r: r["report"]["proof_bytes"] / 1e6),
                mean(lambda r: report.instances(r["report"])))]


def in_place_saving(name, b):
    """Cells saved by one row whose destination is an operand, if that had a table of its own: the
    access of rs1 goes, with its number and clock, and the old value is the operand. Where the
    result has no columns because an odd last interaction takes its sum, an even number of
    interactions needs the two columns."""
    interactions = b["interactions"] - 3
    with open(os.path.join(mixlib.ROOT, "src/tables/%s.c" % name.lower()), encoding="utf-8") as f:
        late = "late_write.h\"" in f.read() and interactions % 2 == 0
    return (2 if late else 4) + 3 * (b["ext"] - (interactions + 1) // 2)


def in_place_bytes(b):
    """Bytes that one more instance of such a table adds to a proof, set fast: 285 opened rows."""
    return 285 * (8 * (b["main"] - 4) + 24 * ((b["interactions"] - 2) // 2))


def shape_section(o, built):
    """What further read-modify-write tables would save, from bench_shapes at 2^20."""
    tool = os.path.join(o.build, "bench_shapes")
    sources = mixlib.Sources(os.path.abspath(os.path.join(o.build, "mix")))
    share = {}
    for p in (p for p in mixlib.PROGRAMS if p.name in mixlib.REFERENCE):
        elf = mixlib.build(p, sources, "gcc")
        path = mixlib.input_file(p, sources, p.sizes[20])
        total = mixlib.execute(os.path.join(o.build, "chert"), elf, path)[0]
        for t in json.loads(mixlib.run([tool, elf, path])):
            share.setdefault(t["table"], []).append(100 * t["in_place"] / total)
    rows = []
    for name, percents in share.items():
        if name.endswith("_M"):
            continue
        percent = sum(percents) / len(mixlib.REFERENCE)
        saving = in_place_saving(name, built[name])
        kilobytes = in_place_bytes(built[name]) / 1000
        rows.append((percent * saving / 100, [name, "%.2f" % percent, "%.1f" % max(percents),
                                              saving, "%.3f" % (percent * saving / 100),
                                              "%.0f" % kilobytes]))
    rows = [r for saved, r in sorted(rows, key=lambda x: -x[0]) if saved >= 0.02]
    return ["## Shapes that have no table", "",
            "A row whose destination is an operand (rd = rs1, or rd = rs2 where the operation "
            "commutes) needs one register access less. ADDI, ADDIW and ADDW have such tables "
            "(`_M`). For the others: how often it happens in the six programs at 2^20 (mean, and "
            "the most of one program), cells that a row would save, what that makes an instruction "
            "before padding, and the proof bytes that each further instance costs (set fast; the "
            "present table may lose one in return). At the exchange rate that instances are chosen "
            "by, a cell an instruction is worth 0.36 MB. Less than 0.02 is left out.", "",
            report.markdown(["table", "% in place", "most", "saved a row", "saved an instruction",
                             "kB an instance"], rows), ""]


def wrapped(lines):
    """Paragraphs and list items at 100 columns; tables and headings as they are."""
    out = []
    for line in "\n".join(lines).split("\n"):
        if len(line) <= 100 or line.startswith(("|", "#")):
            out.append(line)
        else:
            out += textwrap.wrap(line, 100, break_on_hyphens=False, break_long_words=False,
                                 subsequent_indent="  " if line.startswith("- ") else "")
    return "\n".join(out)


INTRO = """# Cells, modelled and built

A cell is one committed field element; cells for each executed instruction are what a proof's time
follows. The tables were planned with a model (`bench/model.py`) that counted columns before any
table was built. This page compares it with the tables in this tree and with proofs of the
reference mix. `bench/cells.py` writes it, from the tables themselves and from a file that
`bench/run` left; how to make that anew stands in [bench.md](bench.md).

Kinds: `main` and `aux` are base columns and extension columns (three cells each) of the real rows
of instruction tables; `padding` is all columns of their other rows; `quotient` is six cells for
each row of a group's tallest table; `fixed` is T16, POW, PROGRAM and IMAGE; `boundary` is BOUND and
GENESIS, `refresh` REFRESH, each with its padding.
"""


def programs_text(runs_by_log):
    text = ["## Program by program", "",
            "The model's programs and these are built from the same kind of sources, but not the "
            "same: the model cut long runs after 2^20 or 2^22 instructions, here the input is "
            "chosen so that the whole run is that long, and `coreloop` stands in for CoreMark, "
            "which Debian does not have. So the totals differ for the programs' sake as well; the "
            "last three columns do not: they price the same rows, those of the instruction tables "
            "in our runs before padding, with the model's tables and with the built ones. "
            "(ecrecover's single recovery takes more than 2^20.)"]
    for log, runs in sorted(runs_by_log.items()):
        text += ["", "### 2^%d instructions" % log, "", program_section(runs, log),
                 *kind_section(runs, log), "", "By kind and program:", "",
                 report.cells_table(runs, mixlib.REFERENCE), "",
                 "By table, padding included:", "", report.cells_matrix(runs)]
    return text


def main():
    p = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    p.add_argument("build")
    p.add_argument("results", nargs="+", help="JSON files that bench/run wrote")
    p.add_argument("--to", default=os.path.join(mixlib.ROOT, "docs/cells.md"))
    o = p.parse_args()
    runs_by_log, sources = {}, []
    for path in o.results:
        with open(path, encoding="utf-8") as file:
            result = json.load(file)
        sources.append("commit %s, %s" % (result["commit"], result["date"]))
        for r in result["runs"]:
            runs_by_log.setdefault(r["log"], []).append(r)
    built = built_tables(os.path.join(o.build, "chert"))
    text = [INTRO, *table_section(built), "", *shape_section(o, built),
            *programs_text(runs_by_log), "",
            "Runs: %s." % "; ".join(dict.fromkeys(sources)), ""]
    with open(o.to, "w", encoding="utf-8") as file:
        file.write(wrapped(text))
    return 0


if __name__ == "__main__":
    sys.exit(main())
