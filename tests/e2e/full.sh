#!/bin/bash
# The three programs of the slice at full size: every set, hash and grouping proven and verified;
# the same bytes for 1, 2 and 7 threads and for portable and SIMD kernels. full.sh CHERT
set -euo pipefail
cd "$(dirname "$0")/../.."
chert=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

# prove GUEST NAME FLAGS...: writes $work/NAME
prove() {
    local guest=$1 name=$2
    shift 2
    "$chert" prove "guest/elf/$guest.elf" -q "$@" -o "$work/$name" >/dev/null
}

for guest in fibonacci quicksort sha256; do
    input=()
    if [ "$guest" = fibonacci ]; then input=(--input "$work/steps"); fi
    printf '\x40\x0d\x03\0\0\0\0\0' >"$work/steps" # 200,000: 2^20 instructions
    for set in fast compact test; do
        for hash in blake3 keccak; do
            for grouping in joint per-table; do
                if [ "$set $grouping" = "compact per-table" ]; then continue; fi
                prove "$guest" proof "${input[@]}" --set $set --hash $hash --grouping $grouping
                if "$chert" verify "$work/proof" "guest/elf/$guest.elf" --accept-test-set -q; then
                    echo "ok $guest $set $hash $grouping $(stat -c %s "$work/proof") bytes"
                else
                    echo "FAILED $guest $set $hash $grouping"
                    failed=1
                fi
            done
        done
    done
    for grouping in joint per-table; do
        prove "$guest" one "${input[@]}" --set test --grouping $grouping --threads 1
        for how in "--threads 2" "--threads 7" "--threads 2 --cpu portable"; do
            # shellcheck disable=SC2086
            prove "$guest" other "${input[@]}" --set test --grouping $grouping $how
            if cmp -s "$work/one" "$work/other"; then
                echo "same $guest $grouping $how"
            else
                echo "DIFFER $guest $grouping $how"
                failed=1
            fi
        done
    done
done
exit $failed
