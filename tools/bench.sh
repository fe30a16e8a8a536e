#!/bin/bash
# bench.sh BUILD: proves the example programs of guest/elf and prints, for each, what it cost.
set -eu
cd "$(dirname "$0")/.."
chert=${1:-build}/chert
[ -x "$chert" ] || { echo "bench: $chert is missing; run make first" >&2; exit 6; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
printf '%-12s %12s %8s %10s %10s %12s %10s %12s\n' \
    program instructions cells/i execute/s prove/s instr/s verify/s proof/bytes
for name in ${CHERT_BENCH:-quicksort sha256 fibonacci}; do
    "$chert" prove --json guest/elf/"$name".elf -o "$work/proof" >"$work/json"
    python3 - "$name" "$work/json" <<'PY'
import json, sys
r = json.load(open(sys.argv[2]))
print("%-12s %12d %8.1f %10.3f %10.3f %12.0f %10.4f %12d" % (
    sys.argv[1], r["instructions"], r["cells_per_instruction"], r["execute_seconds"],
    r["prove_seconds"], r["instructions_per_second"], r["verify_seconds"], r["proof_bytes"]))
PY
done
