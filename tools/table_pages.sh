#!/bin/bash
# The pages under docs/tables, made by `chert tables` from the recorded tables and nothing else.
# table_pages.sh CHERT           writes them
# table_pages.sh CHERT --check   compares; fails if any page is missing, old or left over
set -euo pipefail
cd "$(dirname "$0")/.."
chert=$1
out=docs/tables
if [ "${2:-}" = --check ]; then
    out=$(mktemp -d)
    trap 'rm -rf "$out"' EXIT
fi
mkdir -p "$out"
names=$(sed -nE 's/^XX\(([A-Z0-9_]+),.*/\1/p' src/isa/tables.def)
{
    echo "# The tables"
    echo
    echo "Made by tools/table_pages.sh from the recorded tables; do not edit. In registry order:"
    echo
    for name in $names; do
        "$chert" tables "$name" >"$out/$name.md"
        echo "- [$name]($name.md): $(sed -nE "s/^XX\\($name, *[a-z0-9_]+, *\"(.*)\"\\)/\\1/p" src/isa/tables.def)"
    done
} >"$out/README.md"
if [ "${2:-}" = --check ]; then
    diff -r "$out" docs/tables || {
        echo "docs/tables is not what the tables say: run tools/table_pages.sh build/chert" >&2
        exit 1
    }
fi
