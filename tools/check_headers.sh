#!/bin/bash
# Every header compiles alone, as C17: whoever includes it needs to include nothing else first.
# check_headers.sh [ROOT]. Templates, which a .c includes after defining their parameters, are known
# by their names: *_kernels.h, *_core.h, *_lanes.h, *_rounds.h.
set -eu
cd "${1:-$(dirname "$0")/..}"
status=0 count=0
for header in $(find src include guest -name '*.h' ! -name '*_kernels.h' ! -name '*_core.h' \
    ! -name '*_lanes.h' ! -name '*_rounds.h' 2>/dev/null | sort); do
    count=$((count + 1))
    variant=()
    case $header in # as cmake/chert.cmake has them
    *_avx2.h) variant=(-mavx2 -mbmi2) ;;
    *_avx512.h) variant=(-mavx512f -mavx512dq -mavx512bw -mavx512vl -mavx2 -mbmi2) ;;
    esac
    [ ${#variant[@]} -eq 0 ] || [ "$(uname -m)" = x86_64 ] || continue
    # Twice, so that a missing include guard shows.
    printf '#include "%s"\n#include "%s"\n' "$PWD/$header" "$PWD/$header" |
        "${CC:-cc}" -std=c17 -D_GNU_SOURCE -Wall -Wextra -Wpedantic -Werror -Wno-unused-function \
            "${variant[@]}" -fsyntax-only -Isrc -Iinclude -Iguest -Iguest/sdk -x c - || {
        echo "$header: does not compile alone" >&2
        status=1
    }
done
[ $count -gt 0 ] || { echo "check_headers: found nothing to look at" >&2; exit 1; }
echo "check_headers: $count headers"
exit $status
