#!/bin/sh
# setup.sh [PROGRAM:PACKAGE...] -- what building, testing and drawing need, and those programs or files.
# Silent and quick when all is there; otherwise installs it where there is apt-get and it may, else
# says the one line that does (exit 3).
set -u

# program, file or header, and the Debian package it comes in
programs="gcc:gcc ar:binutils pkg-config:pkg-config gnuplot:gnuplot-nox
    /usr/share/nodejs/d3/dist/d3.min.js:node-d3 $*"
headers='stdlib.h:libc6-dev ida/ida.h:libsundials-dev cvode/cvode.h:libsundials-dev
    arkode/arkode_erkstep.h:libsundials-dev sunlinsol/sunlinsol_klu.h:libsundials-dev
    gsl/gsl_odeiv2.h:libgsl-dev suitesparse/klu.h:libsuitesparse-dev sqlite3.h:libsqlite3-dev
    libconfig.h:libconfig-dev jansson.h:libjansson-dev sha2.h:libmd-dev zlib.h:zlib1g-dev
    check.h:check seccomp.h:libseccomp-dev'

stop() {
    printf 'setup: %s\n' "$@" >&2
    exit 3
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
        for pair in $programs; do
            # shellcheck disable=SC2086 # a file may be named by a pattern
            ls ${pair%%:*} >/dev/null 2>&1 || command -v "${pair%%:*}" >/dev/null ||
                echo "missing ${pair#*:}"
        done
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
if [ -n "$missing" ]; then
    command -v apt-get >/dev/null ||
        stop "missing, by their Debian names: $missing" \
             "install them with this system's package manager, then run make again"
    as=
    [ "$(id -u)" -eq 0 ] || as='sudo -n'
    if [ -n "$as" ] && ! $as true 2>/dev/null; then
        echo "setup: missing: $missing; this line installs them:" >&2
        echo "sudo apt-get update && sudo apt-get install -y --no-install-recommends $missing" >&2
        exit 3
    fi
    echo "setup: installing $missing"
    export DEBIAN_FRONTEND=noninteractive
    $as apt-get update -q </dev/null
    # shellcheck disable=SC2086
    $as apt-get install -q -y --no-install-recommends $missing </dev/null ||
        stop "apt-get could not install $missing"
    look
    [ -z "$missing" ] || stop "installed, but gcc still does not find: $missing"
fi
[ "$sundials" -ge 6 ] ||
    stop "SUNDIALS is version $sundials, 6 or newer is needed: Debian 12 or 13," \
         "or a build of your own, found through CPATH and LIBRARY_PATH"
