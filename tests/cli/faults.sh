#!/bin/bash
# Guest faults: exit code 4, and cause, pc, function, source line and backtrace are shown.
. "$(dirname "$0")/common.sh"

# fault NAME CAUSE MESSAGE FUNCTION FILE: of guest/elf/fault_NAME.elf; FILE has the source line.
fault() {
    local file=$elf/fault_$1.elf
    local place="  at 0x0001[0-9a-f]{4} in $4 \([a-z/_]*$5:[0-9]+\): [a-z.]"
    run 4 execute "$file"
    says "^chert: .*fault_$1\.elf: .*0x0001[0-9a-f]{4} in $4 .*$3" "^$place"
    run 4 execute --json "$file"
    json "j['stop'] == 'fault' and j['cause'] == '$2' and j['symbol'] == '$4'" \
        "j['error'] == 'CHERT_E_FAULT' and j['pc'] >= 0x10000 and __import__('re').search('$5:', j['source'])"
    run 4 prove "$file" --set test -o "$work/proof"
    says "$3" "^$place"
    run 4 check "$file" --set test
    says "$3" "^$place"
}

fault null load 'load from unmapped 0x10 \(the null page\)' main fault_null.c
says '^  called from$' '^  0x0001[0-9a-f]{4} _start$'
fault store store 'store to unmapped 0xfffff000' main fault_store.c
fault stack store 'guard page below the stack: stack overflow\?' descend fault_stack.c
fault illegal illegal_instruction 'illegal instruction 0x' main '(fault_illegal.c|text.h)'
fault ebreak ebreak 'ebreak' main fault_ebreak.c
fault call unknown_call 'unknown environment call [0-9]+' main fault_call.c
fault jump misaligned_jump 'which is not a multiple of 4' main fault_jump.c
fault exec fetch 'which is in no executable segment' main fault_exec.c
fault fd bad_descriptor 'file descriptor 2; only 1 exists' main fault_fd.c
fault panic panic 'panic: this is the message of the panic' chert_panic chert.c

# What the guest wrote before the fault is not lost.
run 4 execute "$elf/fault_store.elf"
prints '^storing to address 0xfffff000$'
only "$work" .out .err
finish
