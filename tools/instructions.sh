#!/bin/sh
# instructions.sh BASE HEAD OUT [THRESHOLD] -- has HEAD become slower than BASE? Two builds (folders) run the
# fixed workloads of bench/plans/instructions.cfg, their instructions are counted by valgrind, and the
# counts compared cell by cell; exit code 1 where one grew by more than THRESHOLD (0.005), lost digits or
# ended otherwise. Counts depend on the compiler: both builds by the same one, on one machine.
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
set -u
base=$1 head=$2 out=$3 threshold=${4:-0.005}

plan=$base/../bench/plans/instructions.cfg # both run what base knows
[ -e "$plan" ] || plan=bench/plans/instructions.cfg

count() { # build, store
    rm -f "$2" "$2-wal" "$2-shm"
    "$1/ivpbench" run "$plan" --only-accuracy --output "$2" >&2 || return 3
    "$1/ivpbench" speed count "$2" >&2
}

mkdir -p "$out" && count "$base" "$out/base.db" && count "$head" "$out/head.db" || exit 3
"$head/ivpbench" compare "$out/base.db" "$out/head.db" --cost instructions --threshold "$threshold"
