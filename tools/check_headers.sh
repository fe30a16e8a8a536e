#!/bin/bash
# Every header compiles alone, as C17: whoever includes it needs to include nothing else first.
# check_headers.sh [ROOT]
set -eu
cd "${1:-$(dirname "$0")/..}"
status=0 count=0
for header in $(find src include guest -name '*.h' 2>/dev/null | sort); do
    count=$((count + 1))
    # Twice, so that a missing include guard shows.
    printf '#include "%s"\n#include "%s"\n' "$PWD/$header" "$PWD/$header" |
        "${CC:-cc}" -std=c17 -D_GNU_SOURCE -Wall -Wextra -Wpedantic -Werror -Wno-unused-function \
            -fsyntax-only -Isrc -Iinclude -Iguest -Iguest/sdk -x c - || {
        echo "$header: does not compile alone" >&2
        status=1
    }
done
[ $count -gt 0 ] || { echo "check_headers: found nothing to look at" >&2; exit 1; }
echo "check_headers: $count headers"
exit $status
