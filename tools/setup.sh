#!/bin/bash
# setup.sh build|test|ci: installs what is missing of Debian 12's packages for building chert, for
# its tests as well, or for everything that `make ci` runs. Says nothing when nothing is missing.
# On another system it only says what it misses.
set -eu

build="gcc g++ libc6-dev make cmake ninja-build pkg-config python3 libelf-dev libdw-dev
    libcjson-dev"
test="$build libcmocka-dev git clang lld clang-format qemu-user gcc-riscv64-unknown-elf
    picolibc-riscv64-unknown-elf"
ci="$test clang-tidy valgrind"

case ${1:-} in
build | test | ci) packages=${!1} ;;
*) sed -n '2,4s/^# \{0,1\}//p' "$0" >&2; exit 2 ;;
esac

if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
    for tool in cc cmake ninja python3; do
        command -v $tool >/dev/null || {
            echo "setup: $tool is missing, and this is no Debian: install what corresponds to" \
                $packages >&2
            exit 6
        }
    done
    exit 0
fi

missing=
for package in $packages; do
    state=$(dpkg-query -W -f='${db:Status-Abbrev}' "$package" 2>/dev/null || true)
    case $state in ii*) ;; *) missing="$missing $package" ;; esac
done
[ -n "$missing" ] || exit 0

as_root=
if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || {
        echo "setup: not root; as root, run: apt-get install$missing" >&2
        exit 6
    }
    as_root=sudo
fi
echo "setup: installing$missing" >&2
log=$(mktemp)
export DEBIAN_FRONTEND=noninteractive
install() {
    $as_root apt-get install -y -qq --no-install-recommends -o DPkg::Lock::Timeout=300 $missing \
        >"$log" 2>&1
}
# A fresh image has no package lists; a stale one has lists whose files are gone.
if ! install; then
    $as_root apt-get update -qq >>"$log" 2>&1 || true
    install || {
        tail -20 "$log" >&2
        echo "setup: apt-get could not install$missing" >&2
        rm -f "$log"
        exit 6
    }
fi
rm -f "$log"
