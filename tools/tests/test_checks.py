#!/usr/bin/env python3
"""Each check script passes on a clean little tree and fails on the one flaw put into it."""
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

TOOLS = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))

CLEAN = {
    "cmake/layers.txt": "# order\nbase\nfield\nverify not field\n",
    "src/base/base.h": "/* Base. */\n#ifndef B\n#define B\nint base_f(void);\n#endif\n",
    "src/base/base.c": '#include "base/base.h"\n\nint base_f(void)\n{\n    return 1;\n}\n',
    "src/field/field.h": '/* Field. */\n#ifndef F\n#define F\n#include "base/base.h"\n#endif\n',
    "src/field/CMakeLists.txt": "chert_library(field SOURCES field.c DEPS base)\n",
    "src/verify/verify.h": '/* Verify. */\n#ifndef V\n#define V\n#include "base/base.h"\n#endif\n',
    "README.md": "# Title\n\nSee [base](src/base/base.h), [top](#title), `src/field/field.h` and "
                 "`src/NAME/NAME.c`.\n",
}


class Tree(unittest.TestCase):
    def setUp(self):
        self.root = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.root)
        for path, text in CLEAN.items():
            self.write(path, text)
        shutil.copy(os.path.join(TOOLS, "..", ".clang-format"), self.root)

    def write(self, path, text):
        full = os.path.join(self.root, path)
        os.makedirs(os.path.dirname(full), exist_ok=True)
        with open(full, "w", encoding="utf-8") as file:
            file.write(text)

    def run_check(self, name):
        path = os.path.join(TOOLS, name)
        args = ["--root", self.root] if name.endswith(".py") else [self.root]
        done = subprocess.run([path, *args], capture_output=True, text=True, check=False)
        return done.returncode, done.stdout + done.stderr

    def passes(self, name):
        status, output = self.run_check(name)
        if status == 77:
            self.skipTest(output.strip())
        self.assertEqual(status, 0, output)

    def fails(self, name, message):
        status, output = self.run_check(name)
        if status == 77:
            self.skipTest(output.strip())
        self.assertEqual(status, 1, output)
        self.assertIn(message, output)


class Layers(Tree):
    def test_clean_tree_passes(self):
        self.passes("check_layers.py")

    def test_include_of_a_later_folder_is_found(self):
        self.write("src/base/up.c", '/* Up. */\n#include "field/field.h"\n')
        self.fails("check_layers.py", "src/base/up.c:2")

    def test_refused_folder_is_found(self):
        self.write("src/verify/v.c", '/* V. */\n#include "field/field.h"\n')
        self.fails("check_layers.py", "verify not field")

    def test_unknown_folder_is_found(self):
        self.write("src/other/o.c", '/* O. */\n#include "base/base.h"\n')
        self.fails("check_layers.py", "other is not in cmake/layers.txt")

    def test_parent_path_is_found(self):
        self.write("src/field/f.c", '/* F. */\n#include "../base/base.h"\n')
        self.fails("check_layers.py", "not by ..")

    def test_dependency_on_a_later_folder_is_found(self):
        self.write("src/base/CMakeLists.txt", "chert_library(base SOURCES base.c DEPS field)\n")
        self.fails("check_layers.py", "DEPS field")


class Banned(Tree):
    def test_clean_tree_passes(self):
        self.passes("check_banned.py")

    def test_every_name_is_found(self):
        for name in ("strcpy", "sprintf", "strcat", "gets", "alloca", "malloc", "calloc",
                     "realloc", "free", "rand", "atoi", "exit", "assert", "printf"):
            self.write("src/field/bad.c", f"/* Bad. */\nvoid f(void)\n{{\n    {name} (1);\n}}\n")
            self.fails("check_banned.py", f"src/field/bad.c:4: {name} is banned here")

    def test_memory_is_allowed_in_base_and_exit_in_the_cli(self):
        self.write("src/base/m.c", "/* M. */\nvoid *f(void)\n{\n    return malloc(1);\n}\n")
        self.write("cli/c.c", "/* C. */\nvoid f(void)\n{\n    exit(1);\n}\n")
        self.passes("check_banned.py")

    def test_comments_strings_members_and_longer_names_do_not_count(self):
        self.write("src/field/ok.c", '/* malloc(1) */\n// free(x)\nconst char *s = "exit(1)";\n'
                   "int g(struct a *a)\n{\n    my_free(a);\n    return a->free(a);\n}\n"
                   "static_assert(1);\n_Static_assert(1);\n")
        status, output = self.run_check("check_banned.py")
        self.assertEqual((status, output.count("banned")), (0, 1), output)

    def test_floating_point_in_the_verifier_is_found(self):
        self.write("src/verify/v.c", "/* V. */\ndouble x;\n")
        self.fails("check_banned.py", "no floating point")

    def test_an_exception_is_honoured_and_a_stale_one_found(self):
        self.write("src/field/bad.c", "/* Bad. */\nvoid f(void)\n{\n    free(0);\n}\n")
        self.write("tools/banned_allow.txt", "src/field/bad.c free it is a test\n")
        self.passes("check_banned.py")
        self.write("src/field/bad.c", "/* Good. */\n")
        self.fails("check_banned.py", "remove the line")


class Size(Tree):
    def test_clean_tree_passes(self):
        self.passes("check_size.py")

    def test_function_of_71_lines_is_found(self):
        body = "    g();\n"
        self.write("src/field/f.c", "/* F. */\nvoid f(void)\n{\n" + body * 70 + "}\n")
        self.passes("check_size.py")
        self.write("src/field/f.c", "/* F. */\nvoid f(void)\n{\n" + body * 71 + "}\n")
        self.fails("check_size.py", "a function of 71 lines")

    def test_file_of_801_lines_is_found(self):
        self.write("src/field/f.c", "/* F. */\n" + "\n" * 800)
        self.fails("check_size.py", "801 lines")

    def test_missing_opening_comment_is_found(self):
        self.write("src/field/f.c", "int x;\n")
        self.fails("check_size.py", "open the file with a comment")


class Docs(Tree):
    def test_clean_tree_passes(self):
        self.passes("check_docs.py")

    def test_dead_link_is_found(self):
        self.write("docs/a.md", "[x](../src/none.h)\n")
        self.fails("check_docs.py", "link to ../src/none.h: no such file")

    def test_dead_heading_is_found(self):
        self.write("docs/a.md", "[x](../README.md#none)\n")
        self.fails("check_docs.py", "no such heading")

    def test_dead_path_is_found(self):
        self.write("docs/a.md", "Run `src/base/none.sh --now`.\n")
        self.fails("check_docs.py", "names src/base/none.sh")

    def test_tree_without_documents_fails(self):
        os.remove(os.path.join(self.root, "README.md"))
        self.fails("check_docs.py", "nothing to look at")


class Format(Tree):
    def test_clean_tree_passes(self):
        self.passes("check_format.sh")

    def test_misplaced_brace_is_found(self):
        self.write("src/field/f.c", "/* F. */\nint f(void) { return 1; }\n")
        self.fails("check_format.sh", "f.c:2")


class Headers(Tree):
    def test_clean_tree_passes(self):
        self.passes("check_headers.sh")

    def test_header_that_needs_another_is_found(self):
        self.write("src/field/g.h", "/* G. */\n#ifndef G\n#define G\nuint8_t g(void);\n#endif\n")
        self.fails("check_headers.sh", "src/field/g.h: does not compile alone")

    def test_missing_include_guard_is_found(self):
        self.write("src/field/g.h", "/* G. */\nstruct g {\n    int x;\n};\n")
        self.fails("check_headers.sh", "src/field/g.h: does not compile alone")


class Symbols(Tree):
    def archive(self, name, source):
        self.write("lib/s.c", source)
        base = os.path.join(self.root, "lib")
        subprocess.run(["cc", "-O1", "-fno-stack-protector", "-c", "s.c", "-o", "s.o"], cwd=base,
                       check=True)
        archive = os.path.join(base, name)
        if os.path.exists(archive):
            os.remove(archive)
        subprocess.run(["ar", "rcs", name, "s.o"], cwd=base, check=True)

    def run_check(self, name):
        done = subprocess.run([os.path.join(TOOLS, name), os.path.join(self.root, "lib")],
                              capture_output=True, text=True, check=False)
        return done.returncode, done.stdout + done.stderr

    GOOD = ("void *memcpy(void *, const void *, unsigned long);\n"
            "void v(void *a, void *b, unsigned long n)\n{\n    memcpy(a, b, n);\n}\n")

    def test_verifier_that_needs_only_memory_functions_passes(self):
        self.archive("libchert_verify_freestanding.a", self.GOOD)
        self.passes("check_symbols.sh")

    def test_missing_verifier_fails(self):
        os.makedirs(os.path.join(self.root, "lib"))
        self.fails("check_symbols.sh", "no libchert_verify_freestanding.a")

    def test_symbol_from_outside_is_found(self):
        self.archive("libchert_verify_freestanding.a", "int puts(const char *);\n"
                     'void v(void)\n{\n    puts("x");\n}\n')
        self.fails("check_symbols.sh", "from outside: puts")

    def test_too_much_text_is_found(self):
        self.archive("libchert_verify_freestanding.a", "const char v[70000] = {1};\n")
        self.fails("check_symbols.sh", "expected 1 to 65536")

    def test_symbol_defined_twice_is_found(self):
        self.archive("libchert_verify_freestanding.a", self.GOOD)
        self.archive("libchert_a.a", "int twice(void)\n{\n    return 1;\n}\n")
        self.archive("libchert_b.a", "int twice(void)\n{\n    return 2;\n}\n")
        self.fails("check_symbols.sh", "more than one library: twice")


class Counting(unittest.TestCase):
    def count(self, files):
        with tempfile.TemporaryDirectory() as work:
            for name, text in files.items():
                with open(os.path.join(work, name), "w", encoding="utf-8") as file:
                    file.write(text)
            done = subprocess.run([os.path.join(TOOLS, "count_results.py"), work],
                                  capture_output=True, text=True, check=False)
        return done.returncode, done.stdout.splitlines()[-1]

    SUITE = ('<testsuite tests="3"><testcase name="a" status="run"/>'
             '<testcase name="b" status="{}"><failure message=""/></testcase>'
             '<testcase name="c" status="notrun"><skipped message="SKIP_RETURN_CODE=77"/>'
             "</testcase></testsuite>")

    def test_passes_are_counted_and_skips_are_not(self):
        suite = '<testsuite><testcase name="a" status="run"/></testsuite>'
        self.assertEqual(self.count({"x.xml": suite, "y.txt": "pass one\npass two\nskip three\n"}),
                         (0, "3 passed, 0 failed"))

    def test_failures_are_counted(self):
        self.assertEqual(self.count({"x.xml": self.SUITE.format("fail"), "y.txt": "fail one\n"}),
                         (1, "1 passed, 2 failed"))

    def test_test_that_could_not_run_is_a_failure(self):
        suite = ('<testsuite><testcase name="a" status="run"/><testcase name="b" status="notrun">'
                 '<skipped message="Unable to find executable"/></testcase></testsuite>')
        self.assertEqual(self.count({"x.xml": suite}), (1, "1 passed, 1 failed"))

    def test_nothing_run_is_a_failure(self):
        self.assertEqual(self.count({}), (1, "0 passed, 1 failed"))

    def test_broken_report_is_a_failure(self):
        self.assertEqual(self.count({"x.xml": "<testsuite>", "y.txt": "pass one\n"}),
                         (1, "1 passed, 1 failed"))


if __name__ == "__main__":
    sys.exit(0 if unittest.main(exit=False, verbosity=1).result.wasSuccessful() else 1)
