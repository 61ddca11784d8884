#!/bin/sh
# problems.sh PLAN... -- the problems of problems/ that plans name, by name or pattern, so that a build
# makes no others; all of them where a plan includes another file or names none.
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
set -u
awk '
{ sub(/#.*/, ""); text = text " " $0 }
END {
    if (text ~ /@include/) names[++n] = "*"
    while (match(text, /problems *= *\[[^]]*\]/)) {
        list = substr(text, RSTART, RLENGTH)
        text = substr(text, RSTART + RLENGTH)
        while (match(list, /"[^"]*"/)) {
            name = substr(list, RSTART + 1, RLENGTH - 2)
            list = substr(list, RSTART + RLENGTH)
            sub(/ *\(.*/, "", name)
            if (!seen[name]++) names[++n] = name
        }
    }
    if (!n) names[++n] = "*"
    for (i = 1; i <= n; i++) print names[i]
}' "$@" | while read -r name; do
    # shellcheck disable=SC2231 # a pattern
    for file in problems/$name.c; do [ ! -f "$file" ] || basename "$file" .c; done
done | sort -u
