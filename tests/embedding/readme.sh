#!/bin/bash
# README.md's transcript is true: its ```console block, run line by line, prints what stands there,
# times and threads aside. readme.sh CHERT
set -u
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/build"
ln -s "$(readlink -f "$1")" "$work/build/chert"
ln -s "$root/guest" "$work/guest"
cd "$work" || exit 1

timeless() { sed -E 's/[0-9.]+ (m?s\b|instructions a second|threads)/N \1/g'; }

awk '/^```console$/ { on = 1; next } /^```$/ { on = 0 } on' "$root/README.md" >shown
grep -q '^\$ ' shown || { echo 'README.md has no transcript'; exit 1; }
sed -n 's/^\$ //p' shown | while IFS= read -r line; do
    echo "\$ $line"
    bash -c "$line" 2>&1 </dev/null
done >got
diff <(timeless <shown) <(timeless <got) && exit 0
echo 'README.md shows (<) what chert does not print (>); copy the new lines'
exit 1
