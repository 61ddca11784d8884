#!/bin/sh
# times.sh [SUITE] -- the times of `make bench` that README states: on a bare Debian (bookworm), with packages and
# build, and a second time with an empty store, when both are there. Wants what tools/bare.sh wants, and a
# machine that does nothing else; the last column is CPU time, which shows whether it did.
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
set -u
suite=${1:-bookworm}
said=$(tools/bare.sh "$suite" bench 'bench OUT=out/again') || { echo "$said"; exit 1; }
echo "$said" | sed -n 's/^bare: .*: make \(bench.*\): good, \([0-9]*\) s, first page after \([0-9]*\) s, \([0-9]*\) CPU s$/\1|\3|\2|\4/p' |
    awk -F'|' -v suite="$suite" -v cores="$(nproc)" '
        function span(s) { return sprintf("%d:%02d", s / 60, s % 60) }
        { print "| " (NR == 1 ? "fresh (" suite ", " cores " cores)" : "again") " | " span($2) " | " span($3) " | " span($4) " |" }
        END { exit NR != 2 }'
