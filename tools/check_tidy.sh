#!/bin/bash
# clang-tidy over the project's own sources, with the checks of .clang-tidy, every warning an error.
# check_tidy.sh BUILD [REGEX]: BUILD holds compile_commands.json; only files whose path in the tree
# matches REGEX (default: everything but the tests, which cmocka's macros would fill with noise).
set -eu
cd "$(dirname "$0")/.."
build=${1:?usage: check_tidy.sh BUILD [REGEX]}
pattern=${2:-^(src|cli|guest|tools|bench)/}
tidy=$(command -v clang-tidy-14 || command -v clang-tidy || true)
[ -n "$tidy" ] || { echo "skipped: clang-tidy is not installed" >&2; exit 77; }
[ -f "$build/compile_commands.json" ] || {
    echo "check_tidy: $build/compile_commands.json is missing; run cmake first" >&2
    exit 1
}
files=$(python3 - "$build/compile_commands.json" "$PWD" "$pattern" <<'PY'
import json, os, re, sys
names = {os.path.relpath(e["file"], sys.argv[2]) for e in json.load(open(sys.argv[1]))}
print("\n".join(sorted(n for n in names if re.search(sys.argv[3], n) and n.endswith(".c"))))
PY
)
[ -n "$files" ] || { echo "check_tidy: no file matches $pattern" >&2; exit 1; }
# gcc's own warning flags mean nothing to clang-tidy.
echo "$files" | xargs -P "$(nproc)" -n 4 "$tidy" -p "$build" --quiet \
    --extra-arg=-Wno-unknown-warning-option
echo "check_tidy: $(echo "$files" | wc -l) files"
