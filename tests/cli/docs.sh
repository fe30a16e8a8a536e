#!/bin/bash
# docs/cli.md is true: its commands, `$ chert ...` in ```console blocks, run in order in a folder
# with the example ELFs and end as it says ("$ chert ...  # exit code 4"); every flag, command and
# exit code of `chert help` is in it, and every field of the JSON objects.
. "$(dirname "$0")/common.sh"
doc=$root/docs/cli.md
mkdir "$work/d"
cp "$elf"/{hello,echo,exit_code,fault_null,fibonacci}.elf "$work/d"
cp "$expected/echo.hello.in" "$work/d/message"
cp "$expected/hello.out" "$work/d"
cd "$work/d" || exit 1
while IFS= read -r line; do
    want=0
    [[ $line =~ \#\ exit\ code\ ([0-9]+) ]] && want=${BASH_REMATCH[1]}
    line=${line%%#*}
    last=$line
    got=0
    bash -c "chert() { '$chert' \"\$@\"; }; $line" >"$out" 2>"$err" </dev/null || got=$?
    judge "$want" "$got"
done < <(awk '/^```console$/ { on = 1; next } /^```$/ { on = 0 } on && sub(/^\$ /, "")' "$doc")
[ "$checks" -ge 10 ] || bad "only $checks commands in docs/cli.md"

last='chert help'
"$chert" help >"$out"
for word in $(grep -oE '(^|[ ,])--?[a-z][a-z-]*' "$out" | tr -d ' ,' | sort -u) \
    $(sed -n 's/^  \([a-z]*\) .*/\1/p' "$out" | sort -u); do
    grep -qE "\`[^\`]*$word" "$doc" || bad "docs/cli.md lacks $word"
done
for args in 'prove hello.elf --set test' 'execute hello.elf' 'execute fault_null.elf' \
    'check hello.elf --set test' 'security' 'limits' 'inspect hello.proof' 'id hello.elf' \
    'verify hello.proof hello.elf'; do
    last="chert $args --json"
    # shellcheck disable=SC2086
    "$chert" $args --json >"$out" 2>"$err"
    for field in $(grep -oE '"[a-z_]+":' "$out" | tr -d '":' | sort -u); do
        grep -q "\`$field\`" "$doc" || bad "docs/cli.md lacks the field $field"
    done
done
finish
