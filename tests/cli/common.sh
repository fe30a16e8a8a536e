# shellcheck shell=bash disable=SC2034
# Sourced by the tests of the chert program: SCRIPT CHERT [SANITIZERS]. Each `run` is one call of
# it; what was said is in $out and $err until the next. Failures are counted, `finish` ends.
set -u
chert=$(readlink -f "$1")
sanitized=${2:-}
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
elf=$root/guest/elf
expected=$root/guest/expected
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$root" || exit 1
out=$work/.out err=$work/.err
python=$(python3 -c "import sys; print(sys.executable)") # not a wrapper that looks for it each time
failed=0 checks=0 last=

bad() {
    failed=$((failed + 1))
    echo "FAILED after $last: $*"
    sed 's/^/    stderr: /' "$err" | head -8
    head -c 300 "$out" | tr -cd '[:print:]\n' | sed 's/^/    stdout: /' | head -8
}

# run CODE ARGUMENT...: calls chert and demands its exit code and, where that is an error, a
# message. A test that calls chert in its own way sets `last` and calls judge CODE GOT.
run() {
    local want=$1 got=0
    shift
    last="chert $*"
    "$chert" "$@" >"$out" 2>"$err" </dev/null || got=$?
    judge "$want" "$got"
}

judge() {
    checks=$((checks + 1))
    if [ "$2" -ne "$1" ]; then
        bad "exit code $2, expected $1"
    elif [ "$1" -ne 0 ] && ! [ -s "$err" ]; then
        bad "exit code $1 without a message"
    fi
}

# says REGEX...: each is in stderr. prints REGEX...: each is in stdout.
says() {
    local x
    for x in "$@"; do grep -qE -- "$x" "$err" || bad "stderr lacks /$x/"; done
}
prints() {
    local x
    for x in "$@"; do grep -qE -- "$x" "$out" || bad "stdout lacks /$x/"; done
}
quiet_err() { [ ! -s "$err" ] || bad "stderr is not empty"; }
quiet_out() { [ ! -s "$out" ] || bad "stdout is not empty"; }
same_out() { cmp -s "$out" "$1" || bad "stdout differs from $1"; }

# json EXPRESSION...: stdout is JSON, `j`, for which each of these Python expressions is true.
json() {
    "$python" -S - "$out" "$@" <<'PY' || bad "its JSON is not as expected"
import json, sys
with open(sys.argv[1], encoding="utf-8") as file:
    text = file.read()
try:
    j = json.loads(text)
except ValueError as why:
    sys.exit(f"no JSON: {why}")
wrong = [x for x in sys.argv[2:] if not eval(x)]
for x in wrong:
    print("  not true:", x)
sys.exit(bool(wrong))
PY
}

# only DIRECTORY NAME...: it holds these files and nothing else, no temporary ones above all.
only() {
    local folder=$1 got want
    shift
    got=$(cd "$folder" && find . -mindepth 1 | sort | tr '\n' ' ')
    want=$(for x in "$@"; do echo "./$x"; done | sort | tr '\n' ' ')
    [ "$got" = "$want" ] || bad "$folder holds '$got', expected '$want'"
}

finish() {
    echo "$checks calls, $failed failures"
    [ "$failed" -eq 0 ] && [ "$checks" -gt 0 ]
    exit
}
