#!/bin/bash
# clang-format 14 would change no file. check_format.sh [ROOT]; --fix rewrites them instead.
set -eu
mode=(--dry-run -Werror)
if [ "${1:-}" = --fix ]; then mode=(-i); shift; fi
cd "${1:-$(dirname "$0")/..}"
format=${CLANG_FORMAT:-}
for name in clang-format-14 clang-format; do
    [ -n "$format" ] || format=$(command -v $name || true)
done
[ -n "$format" ] || { echo "skipped: clang-format is not installed" >&2; exit 77; }
"$format" --version | grep -q 'version 14\.' || {
    echo "skipped: $("$format" --version); the style is pinned to version 14" >&2
    exit 77
}
if git rev-parse --show-prefix 2>/dev/null | grep -qx ''; then
    files=$(git ls-files -co --exclude-standard -- '*.c' '*.h' '*.cu' '*.cuh')
else
    files=$(find . -path './build*' -prune -o \( -name '*.[ch]' -o -name '*.cu' -o -name '*.cuh' \) -print)
fi
status=0 count=0
for file in $files; do
    [ -f "$file" ] || continue
    count=$((count + 1))
    "$format" "${mode[@]}" --style=file "$file" || status=1
done
[ $count -gt 0 ] || { echo "check_format: found nothing to look at" >&2; exit 1; }
echo "check_format: $count files"
exit $status
