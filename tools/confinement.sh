#!/bin/bash
# confinement.sh BUILD [PAIRS] [SHARD] -- what the confinement of workers costs in CPU time.
#
# Runs a part of the default plan with confinement and without it, in turns, PAIRS times (3), and prints the
# CPU seconds of each run with all its processes, then the means. SHARD I/N (3/8) takes every N-th cell. On a
# busy machine such sums vary by several percent.
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
set -eu
build=$PWD/$1 pairs=${2:-3} shard=${3:-3/8}
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
export IVPBENCH_PLUGIN_PATH=$build

once() { # on or off: "on SECONDS"
    local confine=
    [ "$1" = on ] || confine=off
    rm -f "$here"/run.db*
    (
        IVPBENCH_CONFINE=$confine "$build/ivpbench" run bench/plans/default.cfg --shard "$shard" -j 1 -qo "$here/run.db" 2>/dev/null || true
        LC_ALL=C times >"$here/times"
    )
    awk -v how="$1" 'NR == 2 { split($0, t, "[ms ]+"); print how, 60 * (t[1] + t[3]) + t[2] + t[4] }' "$here/times"
}

for ((i = 0; i < pairs; i++)); do
    if ((i % 2)); then once off; once on; else once on; once off; fi
done | tee "$here/all"
awk '{ n[$1]++; all[$1] += $2 }
    END { on = all["on"] / n["on"]; off = all["off"] / n["off"]
          printf "with confinement %.2f s, without %.2f s: %+.1f %%\n", on, off, 100 * (on / off - 1) }' "$here/all"
