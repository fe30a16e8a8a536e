"""The reference mix: where its programs' sources come from, how they are built, which sizes they run.

Debian's sources are fetched with `apt-get source` into a private apt folder (deb-src lines are made
from the machine's own deb lines), checked against the SHA-256 sums below, and unpacked under
build/mix; nothing of them is part of this repository. Only upstream's archive is used, without
Debian's patches, so that a security update of the package does not change the programs.
"""
import glob
import hashlib
import json
import os
import re
import shutil
import struct
import subprocess
import tarfile

ROOT = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))

# package: version, upstream archive, its SHA-256
SOURCES = {
    "cjson": ("1.7.15-1+deb12u4", "cjson_1.7.15.orig.tar.gz",
              "5308fd4bd90cef7aa060558514de6a1a4a0819974a26e6ed13973c5f624c24b2"),
    "zlib": ("1:1.2.13.dfsg-1", "zlib_1.2.13.dfsg.orig.tar.bz2",
             "71feb7947e3c00ef125f83b79a4e529bde31171e5babe48b391f06758d1ab0a1"),
    "bzip2": ("1.0.8-5", "bzip2_1.0.8.orig.tar.gz",
              "ab5a03176ee106d3f0fa90e381da478ddae405918153cca248e682cd0c4a2269"),
}


class Program:
    """One program of the mix. `sizes` is N for runs up to 2^20 and 2^22 instructions; the input is N
    itself (u64), or with `message` a message of N bytes."""

    def __init__(self, name, what, sizes, files, package=None, foreign=(), flags=(),
                 message=False):
        self.name, self.what, self.files = name, what, files
        self.sizes = dict(zip((20, 22), sizes))
        self.package, self.foreign, self.flags = package, foreign, flags
        self.message = message


# The six that means are taken over, then the three beside them.
REFERENCE = ("sort", "sha256", "json", "inflate", "coreloop", "bzip2")
PROGRAMS = [
    Program("sort", "quicksort of N 32-bit numbers", (7920, 27269),
            ["guest/examples/quicksort.c"]),
    Program("sha256", "SHA-256 of N bytes", (10423, 41856), ["guest/examples/sha256.c"],
            message=True),
    Program("json", "cJSON: N records built, printed, parsed, compared", (25, 100),
            ["bench/mix/json.c"], "cjson", ["cJSON.c"]),
    Program("inflate", "zlib: N bytes deflated and inflated", (5536, 18272),
            ["bench/mix/inflate.c"], "zlib",
            ["adler32.c", "compress.c", "crc32.c", "deflate.c", "inffast.c", "inflate.c",
             "inftrees.c", "trees.c", "uncompr.c", "zutil.c"]),
    Program("coreloop", "list, matrix and state-machine work, N rounds", (18, 73),
            ["bench/mix/coreloop.c"]),
    Program("bzip2", "bzip2: N bytes compressed and expanded", (1005, 5312),
            ["bench/mix/bzip2.c"], "bzip2",
            ["blocksort.c", "bzlib.c", "compress.c", "crctable.c", "decompress.c", "huffman.c",
             "randtable.c"], ["-DBZ_NO_STDIO"]),
    Program("keccak", "Keccak-256 of N bytes", (6799, 27471), ["guest/examples/keccak256.c"],
            message=True),
    Program("ecrecover", "N secp256k1 recoveries", (1, 3), ["bench/mix/ecrecover.c"]),
    Program("fib", "N steps of Fibonacci", (209408, 837632), ["guest/examples/fibonacci.c"]),
]


class MixError(Exception):
    """What failed, where, and what to do."""


def named(text):
    """NAME:20 or NAME:22, or NAME for 2^20: (program, log)."""
    name, _, log = text.partition(":")
    program = next((p for p in PROGRAMS if p.name == name), None)
    if program is None or log not in ("", "20", "22"):
        raise MixError("%s: no such program; NAME:20 or NAME:22, with one of %s" % (
            text, ", ".join(p.name for p in PROGRAMS)))
    return program, int(log or 20)


def run(command, **options):
    """Runs a command that must succeed; its output is part of the error if it does not."""
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          check=False, **options)
    if done.returncode != 0:
        tail = "\n".join(done.stdout.splitlines()[-15:])
        raise MixError("%s: status %d\n%s" % (" ".join(command[:3]), done.returncode, tail))
    return done.stdout


def sha256(path):
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


def deb_src_lines():
    """Debian's own archives in the machine's apt sources, as deb-src stanzas."""
    codename = "bookworm"
    stanzas = []
    for path in glob.glob("/etc/apt/sources.list.d/*.sources"):
        with open(path, encoding="utf-8") as file:
            text = re.sub(r"^#.*\n", "", file.read(), flags=re.M)
        for stanza in re.split(r"\n\s*\n", text):
            if re.search(r"^Suites:\s*" + codename, stanza, re.M):
                stanzas.append(re.sub(r"^Types:.*$", "Types: deb-src", stanza, flags=re.M).strip())
    for path in ["/etc/apt/sources.list"] + glob.glob("/etc/apt/sources.list.d/*.list"):
        if not os.path.isfile(path):
            continue
        with open(path, encoding="utf-8") as file:
            for match in re.finditer(r"^deb\s+(?:\[(.*?)\]\s+)?(\S+)\s+(%s\S*)\s+(.*)$" % codename,
                                     file.read(), re.M):
                stanza = "Types: deb-src\nURIs: %s\nSuites: %s\nComponents: %s" % match.group(2, 3, 4)
                signed = re.search(r"signed-by=(\S+)", match.group(1) or "")
                stanzas.append(stanza + ("\nSigned-By: " + signed.group(1) if signed else ""))
    if not stanzas:
        raise MixError("no Debian 12 (bookworm) archive among the machine's apt sources; put the "
                       ".orig.tar files into build/mix/archives by hand")
    return "\n\n".join(dict.fromkeys(stanzas)) + "\n"


def private_apt(work):
    """An apt configuration whose sources, lists and cache lie under `work`; lists updated."""
    apt = os.path.join(work, "apt")
    shutil.rmtree(apt, ignore_errors=True)
    for folder in ("lists/partial", "cache/archives/partial", "sources.list.d"):
        os.makedirs(os.path.join(apt, folder))
    with open(os.path.join(apt, "sources.list.d", "source.sources"), "w", encoding="utf-8") as file:
        file.write(deb_src_lines())
    config = os.path.join(apt, "apt.conf")
    with open(config, "w", encoding="utf-8") as file:
        file.write('Dir::State::lists "%s/lists";\nDir::Cache "%s/cache";\n'
                   'Dir::Etc::sourcelist "/dev/null";\nDir::Etc::sourceparts "%s/sources.list.d";\n'
                   'APT::Sandbox::User "root";\n' % (apt, apt, apt))
    environment = dict(os.environ, APT_CONFIG=config)
    run(["apt-get", "update", "-q"], env=environment)
    return environment


class Sources:
    """Fetches archives on demand; apt is asked once, and not at all if they are there already."""

    def __init__(self, work):
        self.work = work
        self.archives = os.path.join(work, "archives")
        self.environment = None
        os.makedirs(self.archives, exist_ok=True)

    def download(self, package, version):
        if self.environment is None:
            self.environment = private_apt(self.work)
        # A version that was superseded is gone, but its successor has the same upstream archive.
        for name in ("%s=%s" % (package, version), package):
            try:
                run(["apt-get", "source", "-q", "--download-only", name], env=self.environment,
                    cwd=self.archives)
                return
            except MixError as e:
                error = e
        raise error

    def folder(self, package):
        """The unpacked sources of a package."""
        version, archive, expected = SOURCES[package]
        path = os.path.join(self.archives, archive)
        if not os.path.isfile(path):
            self.download(package, version)
        if not os.path.isfile(path) or sha256(path) != expected:
            raise MixError("%s: %s is not the archive with SHA-256 %s" % (package, path, expected))
        to = os.path.join(self.work, "src", package)
        if not os.path.isdir(to):
            unpacked = to + ".part"
            shutil.rmtree(unpacked, ignore_errors=True)
            with tarfile.open(path) as tar:
                tar.extractall(unpacked)
            inner = os.listdir(unpacked)
            os.rename(os.path.join(unpacked, inner[0]) if len(inner) == 1 else unpacked, to)
            shutil.rmtree(unpacked, ignore_errors=True)
        return to


def input_file(program, sources, size):
    path = os.path.join(sources.work, "%s.%d.in" % (program.name, size))
    if program.message:
        content, block = b"", hashlib.sha256(b"").digest()
        while len(content) < size:
            content, block = content + block, hashlib.sha256(block).digest()
        content = content[:size]
    else:
        content = struct.pack("<Q", size)
    with open(path, "wb") as file:
        file.write(content)
    return path


def build(program, sources, kind):
    """Compiles a program with tools/chert-cc --gcc or --host; returns the path of what it made."""
    out = os.path.join(sources.work, program.name + (".elf" if kind == "gcc" else ".host"))
    files = [os.path.join(ROOT, f) for f in program.files]
    flags = ["-I", os.path.join(ROOT, "bench/mix"), "-I", os.path.join(ROOT, "guest/examples")]
    if program.package is not None:
        folder = sources.folder(program.package)
        files += [os.path.join(folder, f) for f in program.foreign]
        flags += ["-I", folder]
    inputs = files + glob.glob(os.path.join(ROOT, "bench/mix/*.[ch]")) + \
        glob.glob(os.path.join(ROOT, "guest/sdk/*")) + \
        glob.glob(os.path.join(ROOT, "guest/examples/*.[ch]")) + [
            os.path.join(ROOT, "tools/chert-cc"), os.path.abspath(__file__)]
    if not os.path.isfile(out) or os.path.getmtime(out) < max(map(os.path.getmtime, inputs)):
        own = [f for f in files if f.startswith(os.path.join(ROOT, "bench"))]
        if own:  # -w below is for foreign sources
            run([os.path.join(ROOT, "tools/chert-cc"), "--" + kind, "-std=c11", "-Wall", "-Wextra",
                 "-Werror", "-fsyntax-only", *flags, *own])
        run([os.path.join(ROOT, "tools/chert-cc"), "--" + kind, "-w", *program.flags, *flags,
             *files, "-o", out])
    return out


def execute(chert, elf, input_path):
    """Runs a guest without proving it: (instructions, output)."""
    done = subprocess.run([chert, "execute", "--json", elf, "--input", input_path],
                          capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise MixError("%s: execute: status %d\n%s" % (elf, done.returncode,
                                                       (done.stdout + done.stderr)[-600:]))
    report = json.loads(done.stdout)
    return report["instructions"], bytes.fromhex(report["output"])


def check_output(program, sources, chert, log):
    """The guest must write what the native build of the same sources writes; how long it runs."""
    size = program.sizes[log]
    path = input_file(program, sources, size)
    instructions, output = execute(chert, build(program, sources, "gcc"), path)
    native = subprocess.run([build(program, sources, "host")], capture_output=True, check=False,
                            env=dict(os.environ, CHERT_INPUT=path))
    if native.returncode != 0 or native.stdout != output:
        raise MixError("%s: N = %d: the guest wrote %r, the native build %r (status %d)" % (
            program.name, size, output[:80], native.stdout[:80], native.returncode))
    return instructions


def largest_size(program, sources, chert, log):
    """The largest input whose run has at most 2^log instructions: (size, instructions)."""
    elf = build(program, sources, "gcc")
    fits, most = None, 1 << log

    def count(size):
        path = input_file(program, sources, size)
        n = execute(chert, elf, path)[0]
        os.unlink(path)
        return n
    low, high = (16, 32) if program.message else (1, 2)
    while count(high) <= most:
        low, high = high, 2 * high
    while low < high - 1 and (fits is None or fits[1] < most - most // 500):
        middle = (low + high) // 2
        n = count(middle)
        if n <= most:
            low, fits = middle, (middle, n)
        else:
            high = middle
    return fits or (low, count(low))
