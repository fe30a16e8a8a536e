#!/bin/bash
# chert execute: public output on stdout and nothing else there, exit codes, --json.
. "$(dirname "$0")/common.sh"

# Every example, on every input of guest/expected.
for want in "$expected"/*.out; do
    name=$(basename "$want" .out)
    args=("$elf/${name%%.*}.elf")
    [ -f "${want%.out}.in" ] && args+=(--input "${want%.out}.in")
    if [ -f "${want%.out}.exit" ]; then
        run 4 execute "${args[@]}"
        same_out "$want"
        says "exited with $(cat "${want%.out}.exit"), expected 0" '--expect-exit'
        args+=(--expect-exit "$(cat "${want%.out}.exit")")
    fi
    run 0 execute "${args[@]}"
    same_out "$want"
    quiet_err
done

run 4 execute "$elf/hello.elf" --expect-exit 1
same_out "$expected/hello.out"
says 'hello.elf: the program exited with 0, expected 1'
run 0 execute "$elf/exit_code.elf" --expect-exit any
run 0 execute --expect-exit=7 -- "$elf/exit_code.elf"
same_out "$expected/exit_code.out"

# 64-bit exit codes: exit(-1) is 2^64 - 1.
printf '\377\377\377\377\377\377\377\377' >"$work/minus"
run 0 execute "$elf/exit_code.elf" --input "$work/minus" --expect-exit -1 --json
json 'j["exit_code"] == 2**64 - 1 and j["stop"] == "exit" and "error" not in j'

run 0 execute -v "$elf/misaligned.elf"
same_out "$expected/misaligned.out"
says '[0-9]+ instructions, [1-9][0-9]* cycles, [1-9][0-9]* misaligned'
run 0 execute "$elf/misaligned.elf" --json
json 'j["misaligned"] > 100 and j["cycles"] == j["instructions"] + j["output_bytes"]'

run 0 execute --json "$elf/hello.elf"
json 'bytes.fromhex(j["output"]) == b"hello from a Chert guest\n"' \
    'j["output_bytes"] == 25 and j["exit_code"] == 0 and j["readonly_stores"] == 0'
run 4 execute --json "$elf/exit_code.elf"
json 'j["error"] == "CHERT_E_EXIT" and "exited with 7" in j["message"] and j["exit_code"] == 7'

# Binary input and output pass unchanged.
head -c 5000 /dev/urandom >"$work/in"
"$python" -c 'import sys; sys.stdout.buffer.write(open(sys.argv[1], "rb").read()[::-1])' \
    "$work/in" >"$work/want"
run 0 execute "$elf/echo.elf" --input="$work/in"
same_out "$work/want"
: >"$work/empty"
run 0 execute "$elf/echo.elf" --input "$work/empty"
quiet_out

# A run that is too long.
run 5 execute "$elf/fibonacci.elf" --max-cycles 1000
says 'fibonacci.elf: .*still running after 1000 cycles, at pc 0x' '--max-cycles raises the limit'
run 5 prove "$elf/fibonacci.elf" --max-cycles 1000 --set test
says '--max-cycles raises the limit'
run 5 check "$elf/fibonacci.elf" --max-cycles 1000
says '--max-cycles raises the limit'
run 5 execute "$elf/fibonacci.elf" --max-cycles 1000 --json
json 'j["error"] == "CHERT_E_LIMIT" and j["stop"] == "limit" and "exit_code" not in j'
run 0 execute "$elf/hello.elf" --max-cycles 1000000
finish
