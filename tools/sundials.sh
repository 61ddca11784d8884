#!/bin/sh
# sundials.sh BUILD [SOURCES] -- SUNDIALS compiled with optimisation, for a fair comparison.
#
# Debian compiles its packages of SUNDIALS without optimisation: their rules replace the flags. This
# script compiles the same source with -O2 into BUILD/sundials/libsundials.a. The source is the
# distribution's own source package, of the version that is installed; apt fetches it, and checks
# its signature, into a private folder, without root. SOURCES names an unpacked source instead.
#
# Prints nothing when the archive is there. Where the source cannot be had it says so in one line
# and leaves no archive: then the package's library is used. Exit code 0 in both cases.
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
set -u
build=$1
sources=${2:-}
home=$build/sundials
archive=$home/libsundials.a
flags='-std=gnu11 -O2 -fPIC'

version=$(dpkg-query -W -f '${source:Version}' libsundials-dev 2>/dev/null)
stamp="$version $flags $(cc -dumpfullversion 2>/dev/null) $sources"
[ -e "$archive" ] && [ "$(cat "$home/stamp" 2>/dev/null)" = "$stamp" ] && exit 0
# what failed once is not tried at each call, but it is said
[ "$(cat "$home/failed" 2>/dev/null)" = "$stamp" ] && [ -z "$sources" ] && {
    echo "sundials: the package's library is used, compiled without optimisation (rm $home/failed tries again)"
    exit 0
}

give_up() {
    echo "sundials: $1: the package's library is used, compiled without optimisation" >&2
    rm -f "$archive"
    mkdir -p "$home" && echo "$stamp" >"$home/failed"
    exit 0
}

mkdir -p "$home" || exit 3
home=$(cd "$home" && pwd)
archive=$home/libsundials.a
work=$(mktemp -d "$home/work.XXXXXX") || exit 3
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP

# ---- the source package: the system's own list of archives, with source packages switched on -----
private_lists() { # into $work/apt; nothing of the system is changed
    mkdir -p "$work/apt/lists/partial" "$work/apt/cache/archives/partial" "$work/apt/parts"
    for list in /etc/apt/sources.list /etc/apt/sources.list.d/*.list; do
        [ -e "$list" ] && sed -n 's/^deb /deb-src /p' "$list" >"$work/apt/parts/$(basename "$list" .list).list"
    done
    for list in /etc/apt/sources.list.d/*.sources; do
        [ -e "$list" ] && sed 's/^Types:.*/Types: deb-src/' "$list" >"$work/apt/parts/$(basename "$list")"
    done
}
apt() {
    timeout 60 apt-get -qq -o Dir::Etc::sourcelist=/dev/null \
        -o Dir::Etc::sourceparts="$work/apt/parts" -o Dir::State::lists="$work/apt/lists" \
        -o Dir::Cache="$work/apt/cache" -o Acquire::Languages=none -o Debug::NoLocking=1 \
        -o APT::Sandbox::User="$(id -un)" -o Acquire::Retries=1 "$@" </dev/null >"$work/log" 2>&1
}
unpack() { # the source of that version into $work/source, with the distribution's patches to C
    (cd "$work" && apt source --download-only "sundials=$version") || return 1
    mkdir "$work/source" "$work/debian"
    tar -C "$work/source" --strip-components=1 -xf "$work"/sundials_*.orig.tar.* 2>"$work/log" &&
        tar -C "$work/debian" -xf "$work"/sundials_*.debian.tar.* 2>"$work/log" || return 1
    if grep -l '^+++ .*\.[ch]$' "$work"/debian/debian/patches/* >/dev/null 2>&1; then
        echo "the source package patches C files, and there is no patch" >"$work/log"
        command -v patch >/dev/null || return 1
        grep -v '^#' "$work/debian/debian/patches/series" | while read -r name _; do
            [ -z "$name" ] || patch -d "$work/source" -p1 -s <"$work/debian/debian/patches/$name" || exit 1
        done || return 1
    fi
}

if [ -z "$sources" ]; then
    command -v apt-get >/dev/null && [ -n "$version" ] || give_up "no source package without apt-get"
    private_lists
    apt update || give_up "lists of source packages cannot be had"
    unpack || give_up "the source package sundials=$version cannot be had ($(head -n 1 "$work/log"))"
    sources=$work/source
fi

# ---- 70 files of C; the configured header of the package, with MPI switched off ------------------
mkdir -p "$work/include/sundials" "$work/objects"
config=$(echo '#include <sundials/sundials_config.h>' | cc -E -x c - 2>/dev/null |
    sed -n 's/^# [0-9]* "\(.*sundials_config\.h\)".*/\1/p' | head -n 1)
[ -e "$config" ] || give_up "there is no sundials_config.h"
sed 's/^#define SUNDIALS_MPI_ENABLED.*/#define SUNDIALS_MPI_ENABLED 0/' "$config" \
    >"$work/include/sundials/sundials_config.h"
for part in sundials cvode ida arkode nvector/serial sunmatrix/dense sunmatrix/band sunmatrix/sparse \
    sunlinsol/dense sunlinsol/band sunlinsol/klu sunlinsol/spgmr sunnonlinsol/newton \
    sunnonlinsol/fixedpoint sunmemory/system sunadaptcontroller/imexgus sunadaptcontroller/soderlind; do
    find "$sources/src/$part" -maxdepth 1 -name '*.c' 2>/dev/null
done | grep -vE '/f[a-z_]*mod|fmod|/f(sun|nvec|arkode|cvode|ida)|mpi|xbraid|caliper|adiak|cuda|hip|sycl|hypre|hypamg|senswrapper_x' |
    sort >"$work/files"
n=$(wc -l <"$work/files")
[ "$n" -gt 40 ] || give_up "the source package has $n files of C where 70 are expected"
export work sources flags
# shellcheck disable=SC2016 # the inner shell expands these
xargs -P "$(nproc)" -n 1 sh -c '
    object=$(echo "${1#"$sources"/}" | tr / _)
    cc $flags -w -I"$work/include" -I"$sources/include" -I"$sources/src/sundials" -I"$sources/src/arkode" \
        -I"$sources/src/cvode" -I"$sources/src/ida" -isystem /usr/include/suitesparse \
        -c "$1" -o "$work/objects/${object%.c}.o"' sh <"$work/files" >"$work/cc.log" 2>&1 ||
    give_up "the source does not compile ($(grep -m 1 error "$work/cc.log"))"
ar rcsD "$work/libsundials.a" "$work"/objects/*.o || give_up "ar failed"
# another version may need a part that is not in the list above: solvers would fail as they are loaded
cc -shared -Wl,--no-undefined -o "$work/whole.so" -Wl,--whole-archive "$work/libsundials.a" -Wl,--no-whole-archive \
    -lklu -lm >"$work/ld.log" 2>&1 ||
    give_up "the parts that were compiled are not complete ($(grep -o -m 1 'undefined reference.*' "$work/ld.log"))"

rm -rf "$home/include" "$home/failed"
mv "$work/include" "$home/include" && mv "$work/libsundials.a" "$archive" && echo "$stamp" >"$home/stamp"
