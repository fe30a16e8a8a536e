# Sourced by the guest tests: build a guest so that qemu-riscv64 can run it. The user-mode qemu
# knows exit (93) and write (64) as the machine does; stack, heap and input, which the machine has
# at fixed addresses, are moved into the program's own data.
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export CHERT_CC_CACHE=$work/runtime

need() {
    for tool in "$@"; do
        command -v "$tool" >/dev/null 2>&1 || { echo "skipped: $tool is not installed"; exit 77; }
    done
}

# build_for_qemu KIND OUT INPUT FILES...: KIND is gcc or clang, INPUT a file.
build_for_qemu() {
    local kind=$1 out=$2 input=$3
    shift 3
    cat >"$work/layout.S" <<S
    .globl __stack_top, __input_base, _heap_start, _heap_end
    .section .bss.stack, "aw", @nobits
    .balign 16
    .skip 1048576
__stack_top:
_heap_start:
    .skip 4194304
_heap_end:
    .section .data.input, "aw"
    .balign 8
__input_base:
    .quad $(stat -c %s "$input")
    .incbin "$input"
S
    "$root/tools/chert-cc" --"$kind" -std=c11 -Wl,-u,__stack_top -Wl,-u,__input_base \
        -Wl,-u,_heap_start -Wl,-u,_heap_end "$@" "$work/layout.S" -o "$out"
}
