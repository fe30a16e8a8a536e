#!/bin/bash
# chert prove, verify, inspect, id, check: every set, hash and grouping on small programs.
. "$(dirname "$0")/common.sh"
hello=$elf/hello.elf
proof=$work/proof

# ids differ by program, set and hash, and by nothing else.
id() {
    run 0 id "$@"
    quiet_err
    prints '^[0-9a-f]{64}$'
    cat "$out"
}
plain=$(id "$hello")
ids=$({
    echo "$plain"
    id "$hello" --set compact
    id "$hello" --hash keccak
    id "$hello" --set test
    id "$elf/misaligned.elf"
} | sort | uniq | wc -l)
[ "$ids" -eq 5 ] || bad "$ids different ids, expected 5"
for args in '--threads 1' '--threads 7' '--cpu portable' '--set fast --hash blake3'; do
    # shellcheck disable=SC2086
    [ "$(id "$hello" $args)" = "$plain" ] || bad "another id with $args"
done
cp "$hello" "$work/copy.elf"
[ "$(id "$work/copy.elf")" = "$plain" ] || bad 'another id for a copy'
run 0 id "$hello" --json
json "j == {'program_id': '$plain', 'set': 'fast', 'hash': 'blake3'}"

# combine SET HASH GROUPING: proof, verification with ELF and with id, claims.
combine() {
    local flags=(--set "$1" --hash "$2") accept=() id
    [ "$1" = test ] && accept=(--accept-test-set)
    rm -f "$proof"
    run 0 prove "$hello" "${flags[@]}" --grouping "$3" -o "$proof"
    quiet_err
    prints '^exit code +0$' '^output +25 bytes$' "written to $proof$"
    run 0 id "$hello" "${flags[@]}"
    id=$(cat "$out")
    for program in "$hello" "$id" "${id^^}"; do
        run 0 verify "$proof" "$program" "${accept[@]}" --output "$expected/hello.out"
        prints '^valid: exit code 0, 25 bytes of output'
        quiet_err
    done
    run 0 inspect "$proof"
    prints "^program +$id$" "set $1, hash $2, grouping $3$"
    run 0 inspect --json "$proof"
    json "j['program_id'] == '$id' and j['set'] == '$1' and j['hash'] == '$2'" \
        "j['grouping'] == '$3' and j['exit_code'] == 0 and j['output_bytes'] == 25" \
        "bytes.fromhex(j['output']) == open('$expected/hello.out', 'rb').read()" \
        "j['proof_bytes'] == $(stat -c %s "$proof") and j['version'] == 1" \
        "all(t['name'] and t['log_heights'] for t in j['tables']) and len(j['tables']) > 8"
}
for hash in blake3 keccak; do
    combine test $hash joint
    combine test $hash per-table
done
combine fast blake3 joint
combine fast blake3 per-table
combine compact blake3 joint

# The fields of --json.
run 0 prove "$elf/misaligned.elf" --set test --json -q -o "$proof"
quiet_err
json "len(j['program_id']) == 64 and j['exit_code'] == 0 and j['output_bytes'] == 20" \
    "j['instructions'] > 3000 and j['misaligned'] > 100 and j['epochs'] == 1" \
    "abs(j['cells'] / j['instructions'] - j['cells_per_instruction']) < 1e-6" \
    "all(j[x + '_seconds'] >= 0 for x in ('execute', 'prove', 'verify'))" \
    "j['prove_seconds'] > 0 and 0 < j['instructions_per_second'] < 1e8" \
    "j['proof_bytes'] == $(stat -c %s "$proof") and j['peak_rss_bytes'] > 1 << 20" \
    "all(t[x] >= 0 for t in j['tables'] for x in ('instances', 'rows', 'height', 'columns', 'ext_columns'))" \
    "len({t['name'] for t in j['tables']}) == len(j['tables']) > 8" \
    "all(t['rows'] <= t['height'] and t['instances'] > 0 for t in j['tables'])"
run 0 verify "$proof" "$elf/misaligned.elf" --accept-test-set --json
json "j['valid'] is True and j['exit_code'] == 0 and j['output_bytes'] == 20" \
    "bytes.fromhex(j['output']) == open('$expected/misaligned.out', 'rb').read()"

# Input, exit codes.
run 0 prove "$elf/echo.elf" --input "$expected/echo.hello.in" --set test -o "$proof"
run 0 verify "$proof" "$elf/echo.elf" --accept-test-set --output "$expected/echo.hello.out" -q
quiet_out
: >"$work/empty"
for input in '' "--input $work/empty"; do # no output at all
    # shellcheck disable=SC2086
    run 0 prove "$elf/echo.elf" $input --set test -o "$proof"
    run 0 verify "$proof" "$elf/echo.elf" --accept-test-set --output "$work/empty" --json
    json 'j["output"] == "" and j["output_bytes"] == 0'
    run 1 verify "$proof" "$elf/echo.elf" --accept-test-set --output "$expected/echo.hello.out"
    run 0 inspect "$proof" --json
    json 'j["output"] == ""'
done
run 0 execute "$elf/echo.elf" --json
json 'j["output"] == ""'
rm "$proof"
run 4 prove "$elf/exit_code.elf" --set test -o "$proof"
says 'exit_code.elf: the program exited with 7, expected 0' '--expect-exit'
only "$work" .out .err copy.elf empty
run 0 prove "$elf/exit_code.elf" --set test --expect-exit 7 -o "$proof"
prints '^exit code +7$'
run 0 verify "$proof" "$elf/exit_code.elf" --accept-test-set --expect-exit 7
run 0 verify "$proof" "$elf/exit_code.elf" --accept-test-set --expect-exit any
run 4 verify "$proof" "$elf/exit_code.elf" --accept-test-set
says 'proof: the program exited with 7, expected 0'
run 0 prove "$elf/exit_code.elf" --set test --expect-exit any
prints 'not kept: no -o FILE'

# The same bytes for any number of threads and any kernels.
run 0 prove "$elf/misaligned.elf" --set test -o "$work/one" --threads 1 --cpu portable
for args in '--threads 2' '--threads 7'; do
    # shellcheck disable=SC2086
    run 0 prove "$elf/misaligned.elf" --set test -o "$work/other" $args
    cmp -s "$work/one" "$work/other" || bad "other bytes with $args"
done

run 0 check "$elf/misaligned.elf" --set test
prints '^all constraints hold and all buses balance: [0-9]+ instructions$'
run 0 check "$hello" --set test --json
json "j['holds'] is True and j['failures'] == 0" \
    "j['violations'] == []"

run 0 demo --set test --input "$expected/fibonacci.1000.in" -v
says '100 %|98 %' 'execute' 'verify'
prints '^chert demo: '
run 0 demo --set test --input "$expected/fibonacci.1000.in" --json -q
json "j['instructions'] > 5000 and j['output_bytes'] == 46"
finish
