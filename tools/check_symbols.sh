#!/bin/bash
# The verifier is small and needs nothing; no two libraries define the same external symbol.
# check_symbols.sh BUILD [--verifier ARCHIVE]
#
# - of BUILD's libchert_verify_freestanding.a: undefined symbols, all its objects taken together,
#   are none but memcpy, memset, memcmp, and text and read-only data are at most 64 KiB;
# - of all libchert_*.a of BUILD but the freestanding one (which repeats sources of others): no
#   external symbol is defined twice.
set -eu
build=${1:?usage: check_symbols.sh BUILD [--verifier ARCHIVE]}
max_text=65536
status=0

archive=$(find "$build" -name libchert_verify_freestanding.a | head -1)
[ "${2:-}" = --verifier ] && archive=$3
if [ -z "$archive" ]; then
    echo "check_symbols: no libchert_verify_freestanding.a in $build" >&2
    exit 1
fi
defined=$(nm -g --defined-only "$archive" | awk 'NF == 3 { print $3 }' | sort -u)
undefined=$(nm -u "$archive" | awk 'NF == 2 { print $2 }' | sort -u)
outside=$(comm -23 <(echo "$undefined") <(printf '%s\nmemcmp\nmemcpy\nmemset\n' "$defined" | sort -u))
if [ -n "$outside" ]; then
    echo "the verifier needs symbols from outside: $(echo $outside)" >&2
    nm -A -u "$archive" | grep -wF "$outside" >&2
    status=1
fi
text=$(size "$archive" | awk 'NR > 1 { n += $1 } END { print n + 0 }')
if [ "$text" -gt $max_text ] || [ "$text" -eq 0 ]; then
    echo "the verifier's text is $text bytes; expected 1 to $max_text" >&2
    status=1
fi

twice=$(find "$build" -name 'libchert_*.a' ! -name '*freestanding*' -print0 |
    xargs -0 -r nm -g --defined-only 2>/dev/null | awk 'NF == 3 && $2 ~ /[TDBR]/ { print $3 }' |
    sort | uniq -d)
if [ -n "$twice" ]; then
    echo "defined in more than one library: $(echo $twice)" >&2
    status=1
fi
echo "check_symbols: verifier text $text of $max_text bytes"
exit $status
