#!/bin/bash
# chert verify rejects: another program, output, exit code or set than expected, and any damaged
# file, each with its reason; exit code 1 (4 for an exit code, 7 for a version).
. "$(dirname "$0")/common.sh"
hello=$elf/hello.elf
proof=$work/proof
test_set=(--accept-test-set)

run 0 prove "$hello" --set test -q -o "$proof"
run 0 verify "$proof" "$hello" "${test_set[@]}"

run 1 verify "$proof" "$hello"
quiet_out
says "proof: the test set proves nothing and is refused" '--set fast or compact'
run 1 verify "$proof" "$hello" --json
json 'j["valid"] is False and j["error"] == "CHERT_REJECT_SET"'

run 1 verify "$proof" "$elf/misaligned.elf" "${test_set[@]}"
says "proof: the proof's program id is not the expected one" 'chert inspect PROOF with chert id ELF'
zeros=$(printf '00%.0s' {1..32})
run 0 id "$hello" --set test
id=$(cat "$out")
run 1 verify "$proof" "$zeros" "${test_set[@]}"
says "it is $id, expected $zeros"
run 1 verify "$proof" "$zeros" "${test_set[@]}" --json
json 'j["valid"] is False and j["error"] == "CHERT_REJECT_PROGRAM" and j["message"]'
run 0 id "$hello"
run 1 verify "$proof" "$(cat "$out")" "${test_set[@]}" # the id for another set
says 'program id is not the expected one' 'set and hash are part of the id'

for n in 1 18446744073709551615; do
    run 4 verify "$proof" "$hello" "${test_set[@]}" --expect-exit $n
    says "exited with 0, expected $n"
done
printf 'hello from a Chert guesT\n' >"$work/other"
printf 'hello from a Chert guest' >"$work/short"
: >"$work/empty"
for file in other short empty; do
    run 1 verify "$proof" "$hello" "${test_set[@]}" --output "$work/$file"
    says 'public output is not the expected one' 'chert inspect --json PROOF'
done

# What is no id is a file, and errors name the file that they are about.
run 6 verify "$proof" 00ff "${test_set[@]}"
says '^chert: 00ff: neither 64 hex digits nor a readable ELF: cannot open 00ff: No such file'
run 6 verify "$proof" "$(printf 'g%.0s' {1..64})" "${test_set[@]}"
run 3 verify "$proof" "$root/README.md" "${test_set[@]}"
says "^chert: $root/README.md: neither 64 hex digits nor a readable ELF: not an ELF file"
run 6 verify "$proof" "$hello" --output "$work/missing" "${test_set[@]}"
says "cannot open $work/missing"
run 6 verify "$work/missing" "$hello" --json
json '"valid" not in j and j["error"] == "CHERT_E_IO"'
run 2 verify "$hello" "$proof"
says 'hello.elf: this is an ELF file; the proof comes first'
run 2 inspect "$hello"

for file in "$work/empty" "$work/other" "$root/README.md"; do
    run 1 verify "$file" "$hello" "${test_set[@]}"
    says "^chert: $file: this is not a Chert proof"
    run 1 inspect "$file"
    says "^chert: $file: this is not a Chert proof"
    ! grep -q 'damaged or forged' "$err" || bad 'a file that is no proof is called damaged'
done

# -o: the proven output, and only of a valid proof.
mkdir "$work/o"
run 1 verify "$proof" "$zeros" "${test_set[@]}" -o "$work/o/output"
run 4 verify "$proof" "$hello" "${test_set[@]}" --expect-exit 1 -o "$work/o/output"
only "$work/o"
run 0 verify "$proof" "$hello" "${test_set[@]}" -o "$work/o/output"
cmp -s "$work/o/output" "$expected/hello.out" || bad 'it wrote another output'
only "$work/o" output
run 6 verify "$proof" "$hello" "${test_set[@]}" -o "$work/missing/output" --json
json '"valid" not in j and j["error"] == "CHERT_E_IO"'

# Another format version: bytes 8 to 11.
"$python" -S - "$proof" "$work" <<'PY'
import random, sys
with open(sys.argv[1], "rb") as file:
    good = file.read()
def put(name, data):
    with open(f"{sys.argv[2]}/{name}", "wb") as file:
        file.write(data)
put("version", good[:8] + b"\2\0\0\0" + good[12:])
random.seed(1)
lengths = {1, 7, 8, 9, 11, 12, 40, 100, 200, 300, 500, 800, len(good) - 1, len(good) // 2}
lengths |= {random.randrange(len(good)) for _ in range(20)}
for n in lengths:
    put(f"bad-cut-{n}", good[:n])
put("bad-longer", good + b"\0")
put("bad-twice", good + good)
put("bad-shifted", good[1:])
put("bad-zeros", good[:600] + bytes(len(good) - 600))
for i in range(60):
    data = bytearray(good)
    at = random.randrange(12, 900) if i % 2 else random.randrange(12, len(good))
    data[at] ^= 1 << random.randrange(8)
    put(f"bad-bit-{at}-{i}", data)
for i in range(8):
    put(f"bad-random-{i}", good[:12] + random.randbytes(4000))
PY
run 7 verify "$work/version" "$hello" "${test_set[@]}"
says 'format version 2, this is 1' 'use the chert that made it'
run 7 inspect "$work/version"
# The id is given, so that a changed key cannot move it.
for file in "$work"/bad-*; do
    run 1 verify "$file" "$id" "${test_set[@]}" --output "$expected/hello.out"
    says "^chert: $file: [a-z0-9]"
    quiet_out
done
run 1 verify "$work/bad-longer" "$id" "${test_set[@]}" --json
json 'j["error"] == "CHERT_REJECT_TRAILING" and "1 bytes follow" in j["message"]'
says 'do not trust this file'

# inspect of damaged files: claims or a reason, never a crash.
for file in "$work"/bad-*; do
    got=0
    "$chert" inspect --json "$file" >"$out" 2>"$err" </dev/null || got=$?
    checks=$((checks + 1))
    [ $got -le 1 ] || [ $got -eq 7 ] || bad "exit code $got of inspect $file"
done
finish
