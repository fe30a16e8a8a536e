#!/bin/bash
# The SDK's own functions (memory functions, heap, stdio, exit) under qemu, by both compilers.
set -eu
. "$(dirname "$0")/common.sh"
need riscv64-unknown-elf-gcc qemu-riscv64
[ -d /usr/lib/picolibc/riscv64-unknown-elf ] || { echo "skipped: no picolibc"; exit 77; }
: >"$work/empty"
kinds=gcc
if command -v clang >/dev/null && command -v ld.lld >/dev/null; then kinds="gcc clang"; fi
for kind in $kinds; do
    build_for_qemu $kind "$work/guest" "$work/empty" "$root/guest/tests/sdk_guest.c"
    got=0
    output=$(qemu-riscv64 "$work/guest") || got=$?
    if [ $got -ne 42 ] || [ "$output" != "memory ok
heap ok
printf 12 abc -3
at exit" ]; then
        echo "FAILED with $kind: exit status $got, output:"
        echo "$output"
        exit 1
    fi
    echo "ok $kind"
done
