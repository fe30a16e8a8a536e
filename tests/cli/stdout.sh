#!/bin/bash
# A stdout that is closed, full or gone: exit code 6, a message, no signal; and closed standard
# streams do no harm to files.
. "$(dirname "$0")/common.sh"
hello=$elf/hello.elf
run 0 prove "$hello" --set test -q -o "$work/proof"
: >"$out"

# Each command that prints, as one word a line.
commands=("execute $hello" "execute --json $hello" "prove $hello --set test"
    "prove $hello --set test --json" "verify $work/proof $hello --accept-test-set"
    "verify $work/proof $hello --accept-test-set --json" "inspect $work/proof"
    "inspect --json $work/proof" "id $hello" "id --json $hello" "check $hello --set test"
    "check $hello --set test --json" security 'security --json' limits 'limits --json' tables
    'tables t16' 'tables --json' help version)
for args in "${commands[@]}"; do
    last="chert $args, stdout closed"
    # shellcheck disable=SC2086
    "$chert" $args >&- 2>"$err" </dev/null
    judge 6 $?
    says 'cannot write to stdout: Bad file descriptor'
    last="chert $args >/dev/full"
    # shellcheck disable=SC2086
    "$chert" $args >/dev/full 2>"$err" </dev/null
    judge 6 $?
    says 'cannot write to stdout: No space left on device'
done

# A reader that has gone. The pipe is closed before chert begins.
last='chert | true'
mkfifo "$work/gone"
exec 3<>"$work/gone" 4>"$work/gone" 3<&-
for args in "execute $hello" "id $hello" tables 'tables --json' help; do
    last="chert $args, reader gone"
    # shellcheck disable=SC2086
    "$chert" $args >&4 2>"$err" </dev/null
    judge 6 $?
    says 'cannot write to stdout: Broken pipe'
done
exec 4>&-

# A wrong program stays the more important news.
last='chert execute exit_code >/dev/full'
"$chert" execute "$elf/exit_code.elf" >/dev/full 2>"$err"
judge 4 $?

# All streams closed: the proof is not mixed with messages.
cp "$work/proof" "$work/good"
last='chert prove, all streams closed'
"$chert" prove -v "$hello" --set test -o "$work/proof" <&- >&- 2>&-
got=$?
[ $got -eq 6 ] || bad "exit code $got, expected 6"
cmp -s "$work/proof" "$work/good" || bad 'the proof was damaged'
last='chert prove, stderr closed'
"$chert" prove -v "$hello" --set test -o "$work/proof" >"$out" 2>&-
got=$?
[ $got -eq 0 ] || bad "exit code $got, expected 0"
cmp -s "$work/proof" "$work/good" || bad 'the proof was damaged'
finish
