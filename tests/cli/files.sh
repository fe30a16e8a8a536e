#!/bin/bash
# Files that cannot be read or written: exit code 6, the file's name and the reason, no partial and
# no temporary file, and what was there before stays.
. "$(dirname "$0")/common.sh"
hello=$elf/hello.elf
prove=(prove "$hello" --set test -q)
d=$work/d
mkdir "$d"
echo old >"$work/old"
only_proof() { only "$d" proof; }

# Reading.
for args in 'execute X' 'prove X' 'id X' 'check X' 'inspect X' "verify X $hello" \
    "execute $hello --input X" "prove $hello --input X"; do
    # shellcheck disable=SC2086
    run 6 ${args//X/$d/missing}
    quiet_out
    says "^chert: cannot open $d/missing: No such file or directory"
    # shellcheck disable=SC2086
    run 6 ${args//X/$d}
    says "^chert: $d is not a regular file"
    # shellcheck disable=SC2086
    run 6 ${args//X//proc/self/status}
    says '/proc/self/status: it is longer than the 0 bytes it claims'
done
run 6 execute /dev/null
says '/dev/null is not a regular file'
run 6 execute /proc/self/mem
run 6 execute "$hello/x"
says 'hello.elf/x: Not a directory'
run 6 execute "$hello" --input "$(printf 'x%.0s' {1..300})"
says 'File name too long'
run 6 execute --json "$d/missing"
json 'j["error"] == "CHERT_E_IO" and "missing" in j["message"]'
truncate -s 2G "$d/huge"
for args in "execute $d/huge" "execute $hello --input $d/huge" "inspect $d/huge"; do
    # shellcheck disable=SC2086
    run 5 $args
    says 'huge has 2147483648 bytes, at most 1073737720 are read'
done
rm "$d/huge"
if [ "$(id -u)" -ne 0 ]; then
    : >"$d/secret"
    chmod 0 "$d/secret"
    run 6 execute "$d/secret"
    says 'secret: Permission denied'
    rm "$d/secret"
fi

# Writing: what cannot work is said before anything is proven.
run 6 "${prove[@]}" -o "$d"
says "cannot write $d: it is a directory"
run 6 "${prove[@]}" -o "$d/no/proof"
says "$d/no/proof: No such file or directory"
run 6 "${prove[@]}" -o "$hello/proof"
says 'Not a directory'
run 6 "${prove[@]}" -o "$d/$(printf 'x%.0s' {1..300})"
says 'File name too long'
run 6 "${prove[@]}" -o /proc/proof
ln -s nowhere/at/all "$d/link"
run 6 "${prove[@]}" -o "$d/link"
says 'link: No such file or directory'
rm "$d/link"
only "$d"

# A good file, by another name through a link; the mode is the umask's.
(umask 027 && exec "$chert" "${prove[@]}" -o "$d/proof") >"$out" 2>"$err"
judge 0 $?
quiet_err
only_proof
[ "$(stat -c %a "$d/proof")" = 640 ] || bad "mode $(stat -c %a "$d/proof"), expected 640"
cp "$d/proof" "$work/good"
cp "$work/old" "$d/proof"
ln -s "$d/proof" "$work/link"
run 0 "${prove[@]}" -o "$work/link"
[ -L "$work/link" ] || bad 'the link was replaced'
cmp -s "$d/proof" "$work/good" || bad 'the proof through a link differs'
only_proof

# A pipe and a device are written to, not replaced.
mkfifo "$work/pipe"
cmp -s "$work/pipe" "$work/good" &
run 0 "${prove[@]}" -o "$work/pipe"
wait $! || bad 'the proof through a pipe differs'
[ -p "$work/pipe" ] || bad 'the pipe was replaced'
run 6 "${prove[@]}" -o /dev/full
says 'cannot write /dev/full: No space left on device'
[ -c /dev/full ] || bad '/dev/full was replaced'
last='chert prove -o /dev/stdout' # the result follows the proof
"$chert" "${prove[@]}" -o /dev/stdout >"$work/both" 2>"$err"
judge 0 $?

# Failures while writing, over a file that is there: a limit on file size, a full disk.
cp "$work/old" "$d/proof"
kept() {
    only_proof
    cmp -s "$d/proof" "$work/old" || bad 'the old file was touched'
}
last='chert prove under ulimit -f'
(ulimit -f 20 && exec "$chert" "${prove[@]}" -o "$d/proof") >"$out" 2>"$err"
judge 6 $?
says "cannot write $d/proof: File too large"
kept
for args in "$elf/fault_null.elf" "$elf/exit_code.elf" "$elf/fibonacci.elf --max-cycles 9" \
    "$d/missing"; do
    # shellcheck disable=SC2086
    "$chert" prove --set test -o "$d/proof" $args >"$out" 2>"$err" && bad 'it succeeded'
    last="chert prove $args"
    kept
done
mkdir "$work/disk"
if mount -t tmpfs -o size=32k none "$work/disk" 2>/dev/null; then
    trap 'umount "$work/disk"; rm -rf "$work"' EXIT
    cp "$work/old" "$work/disk/proof"
    run 6 "${prove[@]}" -o "$work/disk/proof"
    says "cannot write $work/disk/proof: No space left on device"
    only "$work/disk" proof
    cmp -s "$work/disk/proof" "$work/old" || bad 'the old file was touched'
    mount -o remount,ro "$work/disk"
    run 6 "${prove[@]}" -o "$work/disk/proof"
    says "beside $work/disk/proof: Read-only file system"
fi
finish
