#!/bin/bash
# Builds guest/examples/*.c into the folder given, guest/elf by default, as committed:
# gcc 12, -O2 -g, no path of this machine in the result. `--check` compares instead of writing:
# what a loader reads of each ELF (its segments) must be equal; exits 77 without that compiler.
set -eu

here=$(cd "$(dirname "$(readlink -f "$0")")" && pwd)
pinned=12.2.0

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export CHERT_CC_CACHE=$work/runtime
check=no out=$here/elf
case ${1:-} in
--check) check=yes; out=$work ;;
'') ;;
*) mkdir -p "$1" && out=$(cd "$1" && pwd) ;;
esac
cd "$here/.."

version=$(riscv64-unknown-elf-gcc -dumpfullversion 2>/dev/null || true)
if [ "$version" != "$pinned" ]; then
    echo "guest/build.sh: needs riscv64-unknown-elf-gcc $pinned, found ${version:-none}" >&2
    exit 77
fi
# Segments only: debug information may differ where an assembler or a path does.
segments() {
    riscv64-unknown-elf-objcopy -O binary "$1" "$out/image" && sha256sum <"$out/image"
    riscv64-unknown-elf-readelf -lW "$1" | grep -E 'Entry|LOAD'
}

mkdir -p "$out"
stale=0
for source in guest/examples/*.c; do
    name=$(basename "$source" .c)
    tools/chert-cc --gcc -std=c11 -Wall -Wextra -Werror -g \
        "-ffile-prefix-map=$PWD=/chert" "$source" -o "$out/$name.elf"
    riscv64-unknown-elf-strip --strip-debug --keep-section=.debug_line \
        --keep-section=.debug_info --keep-section=.debug_abbrev --keep-section=.debug_str \
        --keep-section=.debug_line_str --keep-section=.debug_aranges \
        --keep-section=.debug_frame --keep-section=.debug_ranges \
        --keep-section=.debug_rnglists "$out/$name.elf"
    chmod 644 "$out/$name.elf"
    if [ $check = yes ]; then
        if [ "$(segments "$out/$name.elf")" = "$(segments "$here/elf/$name.elf")" ]; then
            echo "up to date: guest/elf/$name.elf"
        else
            echo "stale: guest/elf/$name.elf differs from its source; run guest/build.sh" >&2
            stale=1
        fi
    fi
done
exit $stale
