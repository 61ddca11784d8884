#!/bin/sh
# circles.sh BUILD -- no circle between files or rooms of the house, by what each object file
# defines and needs. Prints the files of a circle; exit 1 if there is one.
set -u
build=${1:-build}
status=0

arrows() { # object...: "user definer" for every symbol that another object defines
    nm -A "$@" | awk '
        { file = $1; sub(/:.*/, "", file); sub(/\.o$/, "", file); symbol = $NF; kind = $(NF - 1) }
        symbol ~ /^([mc]|re)alloc$/ { next } # counted on the way to those of the C library
        kind ~ /^[TDRB]$/ { home[symbol] = file }
        kind == "U" { user[++n] = file; needs[n] = symbol }
        END { for (i = 1; i <= n; i++)
                  if (needs[i] in home && home[needs[i]] != user[i]) print user[i], home[needs[i]] }'
}

check() { # what: arrows on stdin
    tsort 2>&1 >/dev/null | sed "s|^tsort: -: input contains a loop:|a circle of $1:|; s|^tsort: |  |" | grep . && status=1
}

objects() { find "$@" -name '*.o'; }

for half in harness generators; do
    case $half in
    harness) list=$(objects "$build/double/kernel" "$build/obj") ;;
    *) list=$(objects "$build/quad/reference" "$build/quad/kernel") ;;
    esac
    # shellcheck disable=SC2086
    arrows $list >"$build/arrows"
    check files <"$build/arrows"
    sed 's|/[^/ ]* | |; s|/[^/]*$||' "$build/arrows" | awk '$1 != $2' >"$build/arrows.rooms"
    check rooms <"$build/arrows.rooms"
done
exit $status
