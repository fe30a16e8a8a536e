#!/bin/bash
# What `make ci` runs after `make test`: other compilers, sanitizers, valgrind, cross builds, lint.
# Goes on after a failure and leaves a verdict for each step in build/results for
# tools/count_results.py, logs in build/results/logs. CHERT_CI_ONLY='asan tidy' runs those alone.
set -u
cd "$(dirname "$0")/.."
results=$PWD/build/results
mkdir -p "$results/logs"
: >"$results/ci.txt"
jobs=$(nproc)
bad=0

wanted() { [ -z "${CHERT_CI_ONLY:-}" ] || [[ " $CHERT_CI_ONLY " == *" $1 "* ]]; }

# step NAME COMMAND...: one verdict. 77 is "skipped".
step() {
    local name=$1 log=$results/logs/$1.log start=$SECONDS status=0 verdict=pass
    shift
    "$@" >"$log" 2>&1 || status=$?
    if [ $status -eq 77 ]; then
        verdict=skip
    elif [ $status -ne 0 ]; then
        verdict=fail
        bad=1
        tail -40 "$log"
    fi
    echo "$verdict ci.$name" >>"$results/ci.txt"
    echo "$verdict ci.$name ($((SECONDS - start)) s)"
    return $status
}

# suite NAME CTEST-ARGUMENTS...: the tests of build-NAME, each with a verdict of its own.
suite() {
    local name=$1 start=$SECONDS status=0
    shift
    ctest --test-dir "build-$name" -j"$jobs" --output-on-failure --no-tests=error --timeout 900 \
        --output-junit "$results/$name.xml" "$@" >"$results/logs/$name.test.log" 2>&1 || status=$?
    if [ $status -ne 0 ]; then
        bad=1
        tail -60 "$results/logs/$name.test.log"
    fi
    tail -3 "$results/logs/$name.test.log" | head -2
    echo "suite $name: status $status ($((SECONDS - start)) s)"
}

# build NAME PRESET-VARIABLES...: configures and builds build-NAME.
build() {
    local name=$1
    shift
    cmake -S . -B "build-$name" -G Ninja "$@" && cmake --build "build-$name" -j "$jobs"
}

# The checks are the same in each build, those of the guests are not instrumented, and the long
# suites (edge values, attacks, the second verifier) add minutes here and nothing to what the
# compilers and sanitizers see of the code in the others. e2e.pinned compares proof bytes.
common=(-LE 'slow|check|guest|gpu|edge|attack|second')

if wanted tidy; then step tidy tools/check_tidy.sh build; fi

if wanted clang && step build.clang build clang -DCMAKE_BUILD_TYPE=Release \
    -DCMAKE_C_COMPILER=clang; then
    suite clang "${common[@]}"
fi

if wanted asan && step build.asan build asan -DCMAKE_BUILD_TYPE=RelWithDebInfo \
    -DCHERT_SANITIZE=address,undefined; then
    suite asan "${common[@]}"
fi

# Threads meet in sched and in what runs on it, whole proofs included. Tampering is the verifier's
# affair, and that has one thread.
if wanted tsan && step build.tsan build tsan -DCMAKE_BUILD_TYPE=RelWithDebInfo \
    -DCHERT_SANITIZE=thread; then
    suite tsan "${common[@]}" -R '\.(sched|trace|stark|prove|device)\.|^(sched\.|e2e\.(prove|pinned))'
fi

# Code that reads what strangers wrote, under valgrind: uninitialised reads, which the sanitizers
# do not see, and leaks.
memcheck() {
    timeout 300 valgrind -q --error-exitcode=99 --leak-check=full "$@"
}
valgrind_tests() {
    local failed=0 count=0
    command -v valgrind >/dev/null || return 77
    for program in build/tests/test_unit_{base,elf,proof,transcript,merkle,verify}_*; do
        [ -x "$program" ] || continue
        count=$((count + 1))
        echo "== $program"
        memcheck "$program" || failed=1
    done
    [ $count -gt 0 ] && [ $failed -eq 0 ]
}
# A good proof is accepted; cut short or with a byte changed, anywhere, it is rejected.
valgrind_verify() {
    local failed=0 elf=guest/elf/hello.elf work id size got
    command -v valgrind >/dev/null || return 77
    work=$(mktemp -d)
    for hash in blake3 keccak; do
        build/chert prove $elf -q --set test --hash $hash -o "$work/proof" || failed=1
        id=$(build/chert id $elf --set test --hash $hash)
        memcheck build/chert inspect "$work/proof" || failed=1
        memcheck build/chert verify --accept-test-set "$work/proof" "$id" || failed=1
        size=$(stat -c %s "$work/proof")
        for eighth in 0 1 2 3 4 5 6 7; do
            head -c $((size * eighth / 8)) "$work/proof" >"$work/bad"
            [ $((eighth % 2)) -eq 0 ] || {
                head -c 1 /dev/zero
                tail -c +$((size * eighth / 8 + 2)) "$work/proof"
            } >>"$work/bad"
            cmp -s "$work/bad" "$work/proof" && continue
            got=0
            memcheck build/chert verify --accept-test-set "$work/bad" "$id" || got=$?
            [ $got -eq 1 ] || { echo "FAILED: $hash, $eighth/8: exit code $got"; failed=1; }
        done
    done
    rm -rf "$work"
    return $failed
}
if wanted valgrind; then
    step valgrind.tests valgrind_tests
    step valgrind.verify valgrind_verify
fi

# Every kernel compiles, where there is a compiler for it.
cuda_all() {
    local files
    command -v nvcc >/dev/null || return 77
    files=$(find src -name '*.cu')
    [ -n "$files" ] || return 77
    for file in $files; do
        nvcc -std=c++17 -Isrc -Werror all-warnings -fatbin -o /dev/null "$file" || return 1
    done
}
if wanted cuda; then step cuda cuda_all; fi

exit $bad
