#!/bin/bash
# exceptions.sh BUILD [--list] [WORD...] -- does the experiment of each exception of the gates show what the
# exception says?
#
# Runs the experiments of reports/gates/rules.cfg and ladders.cfg, each once, and holds what they print
# against `shows` (tests/gates/claims.awk). WORDs choose experiments whose FILE:LINE or command has one of them.
# --list prints what each experiment can claim instead. A line each; the last one is
# "N of N experiments show it". Exit code 1: one does not. BUILD is finished, with `make tests`.
#   ROWS=FILE   experiments from a file: FILE:LINE, command, what it shows, with tabs between
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
set -u
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 3
[ $# -gt 0 ] || { echo "usage: tools/exceptions.sh BUILD [--list] [WORD...]" >&2; exit 2; }
build=$(readlink -f "$1")
shift
list=
[ "${1-}" != --list ] || { list=1; shift; }
words=("$@")
scratch=$(mktemp -d) || exit 3
trap 'rm -rf "$scratch"' EXIT INT TERM
PATH=$build:$PATH
tree=$PWD

wanted() { # row
    local word
    [ ${#words[@]} -eq 0 ] && return
    for word in "${words[@]}"; do [[ $1 == *"$word"* ]] && return; done
    return 1
}

# The commands of an experiment stand in one line with "; " between.
run() { # experiment
    local command
    while IFS= read -r command; do
        echo "@ $command"
        rm -f "$scratch/x.db"
        (cd "$tree" && eval "${command//x.db/$scratch/x.db}") 2>&1
    done <<<"${1//; /$'\n'}"
}

rows() {
    if [ -n "${ROWS-}" ]; then
        cat "$ROWS"
    else
        "$build/tests/experiments" reports/gates/rules.cfg reports/gates/ladders.cfg
    fi
}

all=0 shown=0 outputs=0
declare -A ran=()
while IFS=$'\t' read -r where experiment shows; do
    wanted "$where $experiment" || continue
    if [ -z "$experiment" ]; then
        echo "$where: no experiment"
        all=$((all + 1))
        continue
    fi
    output=${ran[$experiment]-}
    if [ -z "$output" ]; then
        outputs=$((outputs + 1))
        output=$scratch/output.$outputs
        run "$experiment" >"$output"
        ran[$experiment]=$output
    fi
    all=$((all + 1))
    [ -z "$list" ] || echo "$where: $experiment"
    if awk -v claims="$shows" -v list="$list" -f tests/gates/claims.awk "$output" >"$scratch/said"; then
        shown=$((shown + 1))
        [ -n "$list" ] || echo "$where: shown"
    else
        echo "$where: NOT SHOWN by: $experiment"
    fi
    cat "$scratch/said"
done < <(rows)
echo "$shown of $all experiments show it"
[ "$shown" -eq "$all" ] && [ "$all" -gt 0 ]
