#!/usr/bin/env python3
"""The arithmetic of report.py on numbers worked out by hand."""
import unittest

import report

RUN = {"program": "p", "report": {
    "instructions": 100, "cells": 16 * 12 + 8 * 14 + 64 * 9 + 96,
    "tables": [{"name": "ADDI", "instances": 1, "rows": 10, "height": 16, "columns": 6,
                "ext_columns": 2, "fixed_columns": 0},
               {"name": "REFRESH", "instances": 1, "rows": 3, "height": 8, "columns": 8,
                "ext_columns": 2, "fixed_columns": 0},
               {"name": "POW", "instances": 1, "rows": 0, "height": 64, "columns": 2,
                "ext_columns": 1, "fixed_columns": 4}]}}


class Report(unittest.TestCase):
    def test_kinds_add_up(self):
        cells = report.cells_by_kind(RUN["report"])
        self.assertEqual(cells, {"main": 60, "aux": 60, "padding": 72, "refresh": 112,
                                 "fixed": 576, "boundary": 0, "quotient": 96})
        self.assertEqual(sum(cells.values()), RUN["report"]["cells"])

    def test_mean_follows_the_reference(self):
        rows = report.with_mean([[1.0], [3.0], [9.0]], ["a", "b", "c"], ("a", "b"), [1])
        self.assertEqual(rows, [["a", "1.0"], ["b", "3.0"], ["**mean**", "2.0"], ["c", "9.0"]])
        rows = report.with_mean([[1.0]], ["a"], ("a", "b"), [1])
        self.assertEqual(rows, [["a", "1.0"]])

    def test_tables_keep_the_order_of_the_reports(self):
        def run(*names):
            return {"program": "p", "report": {"instructions": 1, "tables": [
                dict(RUN["report"]["tables"][0], name=n) for n in names]}}
        text = report.cells_matrix([run("A", "D"), run("B", "C", "D"), run("A", "B", "E")])
        names = [line.split("|")[1].strip() for line in text.splitlines()[2:]]
        self.assertEqual(sorted(names), ["A", "B", "C", "D", "E"])
        self.assertLess(names.index("A"), names.index("D"))
        self.assertLess(names.index("C"), names.index("D"))

    def test_sign_test(self):
        self.assertAlmostEqual(report.sign_test(6, 0), 2 / 64)
        self.assertAlmostEqual(report.sign_test(5, 1), 2 * 7 / 64)
        self.assertEqual(report.sign_test(3, 3), 1.0)
        self.assertEqual(report.sign_test(0, 0), 1.0)

    def test_pairs(self):
        p = report.paired([1.0, 2.0], [1.1, 2.6])
        self.assertAlmostEqual(p["mean"], 0.2)
        self.assertAlmostEqual(p["sd"], 0.1 * 2 ** 0.5)
        self.assertEqual((p["b_less"], p["b_more"]), (0, 2))


if __name__ == "__main__":
    unittest.main()
