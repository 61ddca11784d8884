#!/bin/sh
# setup.sh [FILE:PACKAGE...] -- what building and running need, and those headers (*.h), programs or files.
#
# Silent and quick when all is there. Otherwise it installs what is missing where there is apt-get and it
# may, else it says the one line that does (exit 3). What is only wished for is installed with the rest;
# where that cannot be, a line says what is left out, and all else goes on (exit 0).
# INSTALL=no: nothing is installed.
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
set -u

# program, file or header, and the Debian package it comes in
programs='gcc:gcc ar:binutils pkg-config:pkg-config'
headers='stdlib.h:libc6-dev ida/ida.h:libsundials-dev cvode/cvode.h:libsundials-dev
    arkode/arkode_erkstep.h:libsundials-dev sunlinsol/sunlinsol_klu.h:libsundials-dev
    gsl/gsl_odeiv2.h:libgsl-dev suitesparse/klu.h:libsuitesparse-dev sqlite3.h:libsqlite3-dev
    libconfig.h:libconfig-dev jansson.h:libjansson-dev sha2.h:libmd-dev zlib.h:zlib1g-dev
    seccomp.h:libseccomp-dev'
for pair; do
    case $pair in
    *.h:*) headers="$headers $pair" ;;
    *) programs="$programs $pair" ;;
    esac
done
# the same of what is wished for; D3 as reports/page/script.c finds it
wishes="gnuplot:gnuplot-nox ${IVPBENCH_D3:-/usr/share/nodejs/d3/dist/d3.min.js}:node-d3 xz:xz-utils"
without() { # package: what is left out without it
    case $1 in
    gnuplot-nox) echo "no pictures are drawn, their scripts and data are written" ;;
    node-d3) echo "the page is static" ;;
    xz-utils) echo "SUNDIALS is the package's, compiled without optimisation (tools/sundials.sh)" ;;
    check) echo "there are no tests (make test installs it)" ;;
    esac
}

stop() {
    printf 'setup: %s\n' "$@" >&2
    exit 3
}

is_there() { # program or file, which a pattern may name, and its package
    # shellcheck disable=SC2086
    ls ${1%%:*} >/dev/null 2>&1 || command -v "${1%%:*}" >/dev/null
}

wished() { # packages of what is wished for and missing
    for pair in $wishes; do is_there "$pair" || echo "${pair#*:}"; done
}

look() { # sets missing (packages, each once) and sundials (major version); one run of gcc
    found=$(
        for pair in $headers; do
            printf '#if !__has_include(<%s>)\nmissing %s\n#endif\n' "${pair%%:*}" "${pair#*:}"
        done | { cat; echo '#if __has_include(<sundials/sundials_config.h>)
            #include <sundials/sundials_config.h>
            sundials SUNDIALS_VERSION_MAJOR
            #endif'; } | gcc -E -P -x c - 2>/dev/null || for pair in $headers; do
            echo "missing ${pair#*:}"
        done
        for pair in $programs; do is_there "$pair" || echo "missing ${pair#*:}"; done
    )
    missing='' sundials=0
    # shellcheck disable=SC2086
    set -- $found
    while [ $# -gt 1 ]; do
        case "$1 $missing" in
        sundials*) sundials=$2 ;;
        *" $2 "*) ;;
        *) missing="$missing $2 " ;;
        esac
        shift 2
    done
    # shellcheck disable=SC2086,SC2116
    missing=$(echo $missing)
}

look
# shellcheck disable=SC2046,SC2086,SC2116
wanted=$(echo $missing $(wished))
as=
[ "$(id -u)" -eq 0 ] || as='sudo -n'
if [ -n "$wanted" ] && [ "${INSTALL-}" != no ] && command -v apt-get >/dev/null &&
    { [ -z "$as" ] || $as true 2>/dev/null; }; then
    echo "setup: installing $wanted"
    export DEBIAN_FRONTEND=noninteractive
    $as apt-get update -q </dev/null
    # shellcheck disable=SC2086
    $as apt-get install -q -y --no-install-recommends $wanted </dev/null ||
        [ -z "$missing" ] || # a wish that cannot be fulfilled must not cost what is needed
        $as apt-get install -q -y --no-install-recommends $missing </dev/null ||
        stop "apt-get could not install $missing"
    look
    [ -z "$missing" ] || stop "installed, but gcc still does not find: $missing"
elif [ -n "$missing" ]; then
    command -v apt-get >/dev/null ||
        stop "missing, by their Debian names: $wanted" \
             "install them with this system's package manager, then run make again"
    echo "setup: missing: $wanted; this line installs them:" >&2
    echo "sudo apt-get update && sudo apt-get install -y --no-install-recommends $wanted" >&2
    exit 3
fi
[ -e /usr/include/check.h ] || left_out=check # nothing here asks for it
for package in $(wished) ${left_out-}; do echo "setup: without $package $(without "$package")"; done
[ "$sundials" -ge 6 ] ||
    stop "SUNDIALS is version $sundials, 6 or newer is needed: Debian 12 or 13," \
         "or a build of your own, found through CPATH and LIBRARY_PATH"
