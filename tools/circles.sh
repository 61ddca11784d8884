#!/bin/sh
# circles.sh BUILD -- no circle between files or rooms of the house, by what each object file
# defines and needs. Prints the files of a circle; exit 1 if there is one. A name of the C library
# that an object defines for itself (bench/plugin/allocations.c: malloc) is no arrow to that object.
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
set -u
build=${1:-build}
status=0
work=$(mktemp -d) || exit 3
trap 'rm -rf "$work"' EXIT

libc=$(${CC:-gcc} -print-file-name=libc.so.6)
nm -D --defined-only "$libc" | awk '{ sub(/@.*/, "", $NF); print $NF }' >"$work/libc"
[ -s "$work/libc" ] || { echo "circles.sh: no names in $libc; is nm installed?"; exit 3; }

objects() { # part of the build, folder...: objects of the sources that there are
    part=$1
    shift
    find "$@" -name '*.c' | sort | while read -r source; do
        object=$build/$part/${source%.c}.o
        [ ! -f "$object" ] || echo "$object"
    done
}

arrows() { # object...: "user definer" for every symbol that another object defines
    nm -A "$@" | awk -v build="$build/" '
        NR == FNR { libc[$1]; next }
        { file = substr($1, length(build) + 1); sub(/\.o:.*/, "", file); sub(/^[^\/]*\//, "", file) }
        { symbol = $NF; kind = $(NF - 1) }
        symbol in libc { next }
        kind ~ /^[TDRB]$/ { home[symbol] = file }
        kind == "U" { user[++n] = file; needs[n] = symbol }
        END { for (i = 1; i <= n; i++)
                  if (needs[i] in home && home[needs[i]] != user[i]) print user[i], home[needs[i]] }' \
        "$work/libc" -
}

check() { # what: arrows on stdin
    tsort 2>&1 >/dev/null | awk -v what="$1" '
        { sub(/^tsort: /, "") }
        /input contains a loop/ { close_circle(); next }
        { circle = circle "\n  " $0 }
        END { close_circle(); exit !found }
        function close_circle() { # one circle is found once for each arrow that is taken out
            if (circle != "" && !(circle in seen)) print "a circle of " what ":" circle
            if (circle != "") found = seen[circle] = 1
            circle = ""
        }' && status=1
}

for half in harness generators; do
    case $half in
    harness) list=$(objects double kernel adapters && objects obj library bench reports papers reference) ;;
    *)
        [ -d "$build/quad" ] || continue # a build of what is in double
        list=$(objects quad reference kernel)
        ;;
    esac
    [ "$list" ] || { echo "circles.sh: nothing is built in $build: make all"; exit 3; }
    # shellcheck disable=SC2086
    arrows $list >"$work/files"
    check files <"$work/files"
    sed 's|/[^/ ]* | |; s|/[^/]*$||' "$work/files" | awk '$1 != $2' | sort -u >"$work/rooms"
    check rooms <"$work/rooms"
done
exit $status
