#!/bin/bash
# chert help, version, security, limits, tables.
. "$(dirname "$0")/common.sh"

for args in help --help -h 'prove --help' 'verify x -h'; do
    # shellcheck disable=SC2086
    run 0 $args
    quiet_err
    prints '^usage: chert COMMAND' 'exit codes:' '^  verify '
done
for args in version --version; do
    run 0 $args
    prints '^chert [0-9]+\.[0-9]+\.[0-9]+, proof format 1$'
done

run 0 security
quiet_err
prints '^fast: ' '^compact: ' 'queries' 'test set has no security'
run 0 security --json
json '[s["set"] for s in j] == ["fast", "compact"]' \
    'all(s["bits"] >= 128 and len(s["rounds"]) >= 6 for s in j)' \
    'all(r["bits"] >= 128 and r["round"] and r["formula"] for s in j for r in s["rounds"])'

run 0 limits
quiet_err
prints 'proof format +version 1' 'this machine +(portable|avx2|avx512) kernels, [0-9]+ threads'
run 0 limits --json
json 'j["format_version"] == 1 and j["max_log_height"] == 24 and j["memory_bytes"] > 1 << 26' \
    'j["threads"] >= 1 and j["max_input_bytes"] == 0xfffff000 - 0xc0000000 - 8'

run 0 tables
quiet_err
prints '^# ADDSUB$' '^## Columns'
run 0 tables t16
run 0 tables t16 --json
json 'j["table"] == "T16" and j["columns"]'
run 0 tables --json
json 'len(j) > 30 and len({t["table"] for t in j}) == len(j)'
finish
