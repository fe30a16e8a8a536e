#!/bin/bash
# docs/guest.md's instruction counts are those of the committed guests: counts.sh CHERT
# shellcheck disable=SC2016
set -u
root=$(cd "$(dirname "$0")/../.." && pwd)
failed=0 rows=0
while read -r name shown; do
    rows=$((rows + 1))
    got=$("$1" execute "$root/guest/elf/$name.elf" --json | sed -n 's/.*"instructions":[^0-9]*\([0-9]*\).*/\1/p')
    if [ "${shown//,/}" != "$got" ]; then
        echo "docs/guest.md: $name takes $got instructions, not $shown"
        failed=1
    fi
done < <(sed -nE 's/^\| `guest\/examples\/([a-z0-9_]+)\.c` \|.*\| ([0-9,]+) \|$/\1 \2/p' "$root/docs/guest.md")
[ $rows -ge 5 ] || { echo "docs/guest.md: only $rows counts"; exit 1; }
exit $failed
