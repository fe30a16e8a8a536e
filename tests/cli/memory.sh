#!/bin/bash
# Too little memory: exit code 5 and what to do, at whatever point it runs out; no file is left.
. "$(dirname "$0")/common.sh"
hello=$elf/hello.elf
d=$work/d
mkdir "$d"

for ram in 1 2 16; do
    run 5 prove "$hello" --set fast --max-ram $ram -o "$d/proof"
    says "hello.elf: not enough memory: the proof needs [0-9]+ MiB and --max-ram allows $ram MiB" \
        'raise the limit \(--max-ram, ulimit -v\)'
    only "$d"
done
run 5 prove "$hello" --max-ram 1 --json
json 'j["error"] == "CHERT_E_MEMORY" and "--max-ram allows 1 MiB" in j["message"]'
run 0 prove "$hello" --set test --max-ram 100000 -o "$d/proof"
rm "$d/proof"

# Sanitizers reserve more addresses than the limits below leave.
if [ -z "$sanitized" ]; then
    # limited KIB ARGUMENT...: exit code 0 or 5 under ulimit -v; $got says which.
    limited() {
        local kib=$1
        shift
        got=0
        last="chert $* (ulimit -v $kib)"
        checks=$((checks + 1))
        (ulimit -v "$kib" && exec "$chert" "$@") >"$out" 2>"$err" </dev/null || got=$?
        if [ $got -eq 5 ]; then
            says '^chert: .*not enough memory: [a-z0-9]' 'ulimit -v'
        elif [ $got -ne 0 ]; then
            bad "exit code $got, expected 0 or 5"
        fi
    }
    limited 1000000 execute "$hello"
    [ $got -eq 5 ] || bad '4 GiB of guest memory fitted into 1 GB'
    says 'hello.elf: not enough memory'
    # From where the machine fits to where the proof does, in steps; both ends are seen.
    failures=0
    for mib in 20 40 60 100 2000 4150 6150 6200 6250 6300 6350 6400 6500 6600 6800 7200 7400 8000 9500; do
        limited $((mib << 10)) prove "$hello" --set test -o "$d/proof" --threads 2
        if [ $got -eq 5 ]; then
            failures=$((failures + 1))
            only "$d"
        else
            only "$d" proof
            rm "$d/proof"
        fi
    done
    [ $failures -ge 6 ] || bad "only $failures failures"
    [ $got -eq 0 ] || bad 'no success with 9500 MiB'
    for mib in 20 60 6200 6300; do
        limited $((mib << 10)) id "$hello" --set test
        limited $((mib << 10)) check "$hello" --set test
        limited $((mib << 10)) execute "$hello" --json
    done
    run 0 prove "$hello" --set test -q -o "$d/proof"
    for mib in 10 14 18 22 26 30 40 60; do
        limited $((mib << 10)) verify "$d/proof" "$hello" --accept-test-set
    done
fi
finish
