#!/bin/bash
# outputs.sh gcc|clang|host: every example that ends by itself, built that way, writes exactly
# guest/expected/NAME.out, or with the input guest/expected/NAME.CASE.in, NAME.CASE.out, and exits
# with the code in the .exit file beside it, or 0.
set -eu
. "$(dirname "$0")/common.sh"
kind=$1
case $kind in
gcc) need riscv64-unknown-elf-gcc qemu-riscv64 ;;
clang) need clang ld.lld riscv64-unknown-elf-gcc qemu-riscv64 ;;
host) need cc ;;
esac
failed=0
for expected in "$root"/guest/expected/*.out; do
    case_name=$(basename "$expected" .out)
    name=${case_name%%.*}
    input=$root/guest/expected/$case_name.in
    [ -f "$input" ] || { input=$work/empty; : >"$input"; }
    want=0
    [ -f "${expected%.out}.exit" ] && want=$(cat "${expected%.out}.exit")
    got=0
    if [ "$kind" = host ] && [ "$name" != "${built:-}" ]; then
        # Under the sanitizers: an example with undefined behaviour is no example.
        "$root/tools/chert-cc" --host -std=c11 -fsanitize=address,undefined \
            -fno-sanitize-recover=all "$root/guest/examples/$name.c" -o "$work/guest"
        built=$name
    fi
    if [ "$kind" = host ]; then
        CHERT_INPUT=$input "$work/guest" >"$work/out" || got=$?
    else
        build_for_qemu "$kind" "$work/guest" "$input" "$root/guest/examples/$name.c"
        qemu-riscv64 "$work/guest" >"$work/out" || got=$?
    fi
    if [ $got -ne $want ]; then
        echo "FAILED $case_name: exit status $got, expected $want"
        failed=1
    elif ! cmp -s "$work/out" "$expected"; then
        echo "FAILED $case_name: the output differs from guest/expected/$case_name.out:"
        head -c 200 "$work/out"
        failed=1
    else
        echo "ok $case_name"
    fi
done
exit $failed
