#!/bin/bash
# Wrong command lines: exit code 2, a message that names the word, nothing on stdout.
. "$(dirname "$0")/common.sh"
hello=$elf/hello.elf

wrong() {
    local regex=$1
    shift
    run 2 "$@"
    quiet_out
    says "$regex"
}

wrong '^usage: chert COMMAND'
wrong "no command 'exceute'; see chert help" exceute "$hello"
wrong "no command '-v'" -v execute
wrong "no command ''" ''
wrong 'missing arguments; usage: chert execute \[FLAGS\] ELF' execute
wrong 'missing arguments; usage: chert verify \[FLAGS\] PROOF ELF\|ID' verify one
wrong 'too many arguments; usage: chert limits \[FLAGS\]$' limits one
wrong 'too many arguments; usage: chert id' id "$hello" "$hello"
wrong "too many arguments, from 'e' on" id a b c d e
wrong "chert execute has no flag '--fast'" execute --fast "$hello"
wrong "has no flag '-x'" execute "$hello" -x
wrong "has no flag '--json=1'" execute "$hello" --json=1
wrong "chert prove has no flag '--output'" prove "$hello" --output proof
wrong "chert prove has no flag '--accept-test-set'" prove "$hello" --accept-test-set
wrong "chert execute has no flag '--set=fast'" execute "$hello" --set=fast
wrong "chert inspect has no flag '--threads'" inspect --threads 1 x
wrong '--input: expected a value' execute "$hello" --input
wrong '-o: expected a value' prove "$hello" -o
wrong '-o: expected a file name' prove "$hello" -o ''
for n in 0 257 -1 x 1x '' 0x 99999999999999999999; do
    wrong "--threads $n: expected a number from 1 to 256" prove "$hello" --threads "$n"
done
for n in 0 x 18446744073709551616; do
    wrong "--max-cycles $n: expected a number" execute "$hello" --max-cycles "$n"
done
for n in 0 M 18446744073709551615; do
    wrong "--max-ram $n: expected a number of MiB" prove "$hello" --max-ram "$n"
done
for n in all 1.5 -; do
    wrong "--expect-exit $n: expected a number below 2\^64, or any" execute "$hello" \
        --expect-exit "$n"
done
wrong '--set quick: expected fast, compact or test' prove "$hello" --set quick
wrong '--hash sha256: expected blake3 or keccak' id "$hello" --hash sha256
wrong '--grouping all: expected joint or per-table' prove "$hello" --grouping all
wrong '--grouping per-table: expected joint, the only' prove "$hello" --set compact \
    --grouping per-table
wrong '--cpu sse: expected auto, avx512, avx2 or portable' prove "$hello" --cpu sse
wrong "there is no table 'nothing'" tables nothing

# After --, nothing is a flag.
run 6 execute -- --json
says '--json: No such file'
only "$work" .out .err
finish
