#!/bin/bash
# The program of docs/embedding.md compiles without a warning against the freestanding verifier,
# accepts a proof and rejects others: archive.sh CHERT ARCHIVE
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
chert=$1 archive=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

awk '/^```c$/ { on = 1; next } /^```$/ { on = 0 } on' "$root/docs/embedding.md" >"$work/check_proof.c"
flags='-std=c17 -O2 -Wall -Wextra -Wpedantic -Wconversion -Werror -DCHERT_FREESTANDING'
# shellcheck disable=SC2086
${CC:-cc} $flags -I "$root/src" "$work/check_proof.c" "$archive" -o "$work/check_proof"

failed=0
# check CODE PROOF ID: exits with CODE, and shows the output only where that is 0.
check() {
    local got=0 stack=64 # stdio's own buffer is on it where there is a message
    [ "$1" -ne 0 ] || stack=16
    (ulimit -s $stack; exec env -i "$work/check_proof" "$2" "$3") >"$work/out" 2>"$work/err" ||
        got=$?
    if [ $got -ne "$1" ]; then
        echo "FAILED: $2: exit code $got, expected $1: $(cat "$work/err")"
        failed=1
    elif [ "$1" -eq 0 ]; then
        cmp "$work/out" "$root/guest/expected/hello.out" || failed=1
    elif [ -s "$work/out" ]; then
        echo "FAILED: $2: shows an output without having accepted it"
        failed=1
    fi
}

elf=$root/guest/elf
"$chert" prove "$elf/hello.elf" -q -o "$work/proof" >/dev/null
"$chert" prove "$elf/hello.elf" -q --set test -o "$work/test" >/dev/null
id=$("$chert" id "$elf/hello.elf")
size=$(stat -c %s "$work/proof")
head -c $((size - 1)) "$work/proof" >"$work/short"
{ head -c $((size / 2)) "$work/proof"; printf '\xff\xff\xff\xff\xff\xff\xff\xff'
    tail -c +$((size / 2 + 9)) "$work/proof"; } >"$work/damaged"

check 0 "$work/proof" "$id"
check 1 "$work/proof" "$("$chert" id "$elf/echo.elf")"
check 1 "$work/proof" "$("$chert" id "$elf/hello.elf" --hash keccak)"
check 1 "$work/short" "$id"
check 1 "$work/damaged" "$id"
check 1 "$work/test" "$("$chert" id "$elf/hello.elf" --set test)"
exit $failed
