#!/bin/bash
# The commands of docs/guest.md work: its ```sh blocks, run in order in one empty folder.
set -eu
. "$(dirname "$0")/common.sh"
need riscv64-unknown-elf-gcc clang ld.lld cc
awk '/^```sh$/ { on = 1; next } /^```$/ { on = 0 } on' "$root/docs/guest.md" >"$work/commands"
[ -s "$work/commands" ] || { echo "docs/guest.md has no command"; exit 1; }
mkdir "$work/empty_folder"
cd "$work/empty_folder"
PATH=$root/tools:$PATH bash -eux "$work/commands"
python3 "$root/guest/tests/check_elfs.py" .
