#!/bin/sh
# papers.sh BUILD OUT [short] -- makes the data of the papers, then judges, draws and gates.
#
#   papers/studies/X.c   its tables X.csv, or X-NAME.csv for the names in the line
#                                " * tables: NAME ..." of its head, each printed by `X NAME`;
#                                " * long: NAME ...": those too, but not if short.
#                                What a study writes to descriptor 3 is X-NAME-series.csv
#   papers/plans/X.cfg          X.csv, X-errors.csv       nothing timed
#   papers/plans/series/X.cfg   the same and X-series.csv nothing timed
#   papers/plans/timed/X.cfg    X.csv, X-errors.csv       CPU times; not if short
#
# OUT/cpu.txt has the CPU seconds of each table and plan.
#
# table STUDY [NAME], in place of short: that one alone, into the data that there are.
# RESUME=1: what an interrupted run of the same build has made is kept.
# short: claims without data are left out, nothing is drawn and no time is judged; what `make
# gates` asks for.
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
set -u
build=$1 out=$2 short=${3-}
here=papers
IVPBENCH_PLUGIN_PATH="$PWD/$build:$PWD/$build/tests" # test equations of the papers
export IVPBENCH_PLUGIN_PATH

timed() { # name, command: runs it and notes its CPU time
    (
        name=$1
        shift
        "$@" || exit
        times >"$out/$name.times" # line 2: of children
        awk -v name="$name" 'NR == 2 { gsub(/[ms]/, " "); s = 60 * $1 + $2 + 60 * $3 + $4; if (s > 0) print name, s }' \
            "$out/$name.times" >>"$out/cpu.txt" && rm "$out/$name.times"
    )
}

table() { # study, its argument or nothing
    file="$out/data/$1${2:+-$2}"
    [ -z "${RESUME-}" ] || [ ! -e "$file.csv" ] || return 0
    "$build/studies/$1" ${2:+"$2"} >"$file.part" 3>"$file-series.part" || {
        echo "the study $1${2:+ $2} failed" >&2
        return 3
    }
    if [ -s "$file-series.part" ]; then
        mv "$file-series.part" "$file-series.csv"
    else
        rm "$file-series.part"
    fi
    mv "$file.part" "$file.csv"
}
if [ "$short" = table ]; then
    timed "$4${5:+-$5}" table "$4" "${5-}"
    exit
fi

export_table() { # store, table, file
    "$build/ivpbench" export --store "$out/$1.db" --table "$2" --output "$out/data/$3.csv"
}

names() { # study, word: the names in the line of its head that begins with the word
    sed -n "s/^ \\* $2: *\\(.*[a-z0-9_]\\).*/\\1/p" "$1"
}

plan() { # file, name
    "$build/ivpbench" run "$1" --output "$out/$2.db" || [ $? = 4 ] || return 3
    export_table "$2" cells "$2" && export_table "$2" errors "$2-errors"
}

tables() { # a line for each: study, its argument
    for source in "$here"/studies/*.c; do
        [ -e "$source" ] || continue
        study=$(basename "$source" .c)
        short_names=$(names "$source" tables) long_names=$(names "$source" long)
        [ "$short_names$long_names" ] || echo "$study"
        [ "$short" != short ] || long_names=
        for name in $short_names $long_names; do echo "$study $name"; done
    done
}

# Results of an earlier build would stand beside those of this one.
[ "${RESUME-}" ] || rm -rf "$out"/data "$out"/cpu.txt "$out"/*.db "$out"/*.db-wal "$out"/*.db-shm
mkdir -p "$out/data" || exit 3
[ "$short" = short ] && at_once=$(nproc) || at_once=1 # a time is taken alone
tables | xargs -r -L 1 -P "$at_once" "$0" "$build" "$out" table || exit 3
for file in "$here"/plans/*.cfg; do
    [ -e "$file" ] || continue
    name=$(basename "$file" .cfg)
    timed "$name" plan "$file" "$name" || exit 3
done
for file in "$here"/plans/series/*.cfg; do
    [ -e "$file" ] || continue
    name=$(basename "$file" .cfg)
    timed "$name" plan "$file" "$name" && export_table "$name" series "$name-series" || exit 3
done
for file in "$here"/plans/timed/*.cfg; do
    [ -e "$file" ] && [ "$short" != short ] || continue
    name=$(basename "$file" .cfg)
    timed "$name" plan "$file" "$name" || exit 3
done
# Claims on times are judged within the spread of equal work: before the timed plans and after.
if [ "$short" != short ]; then
    "$build/studies/machine" spread | tail -n 1 >>"$out/data/machine-spread.csv" || exit 3
fi

if [ "$short" = short ]; then
    "$build/ivpbench" papers --data "$out/data" --gate reports/gates/papers.cfg --present
else
    "$build/ivpbench" papers --data "$out/data" --output "$out" --gate reports/gates/papers.cfg
fi
