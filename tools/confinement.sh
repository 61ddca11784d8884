#!/bin/bash
# confinement.sh BUILD [PAIRS] [SHARD] -- what the confinement of workers costs in CPU time.
#
# Runs a part of the default plan with confinement and without it, in turns, PAIRS times (3), and prints user
# and kernel seconds of each run, then the means and what confinement adds. SHARD I/N (3/8) takes every N-th
# cell. User time of such a run varies by several percent with what else the machine does; kernel time, where
# the confinement is at work, by less.
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
set -eu
build=$PWD/$1 pairs=${2:-3} shard=${3:-3/8}
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
export IVPBENCH_PLUGIN_PATH=$build

once() { # on or off: "on USER KERNEL"
    local confine=
    [ "$1" = on ] || confine=off
    rm -f "$here"/run.db*
    (
        IVPBENCH_CONFINE=$confine "$build/ivpbench" run bench/plans/default.cfg --shard "$shard" -j 1 -qo "$here/run.db" 2>/dev/null || true
        LC_ALL=C times >"$here/times"
    )
    awk -v how="$1" 'NR == 2 { split($0, t, "[ms ]+"); print how, 60 * t[1] + t[2], 60 * t[3] + t[4] }' "$here/times"
}

for ((i = 0; i < pairs; i++)); do
    if ((i % 2)); then once off; once on; else once on; once off; fi
done | tee "$here/all"
awk '{ n[$1]++; user[$1] += $2; kernel[$1] += $3 }
    END { for (how in n) { user[how] /= n[how]; kernel[how] /= n[how]; all[how] = user[how] + kernel[how] }
          printf "with confinement: %.2f s, %.2f s of them in the kernel\n", all["on"], kernel["on"]
          printf "without:          %.2f s, %.2f s of them in the kernel\n", all["off"], kernel["off"]
          printf "confinement adds %.1f %%; in the kernel alone %.1f %% of all CPU time\n",
              100 * (all["on"] / all["off"] - 1), 100 * (kernel["on"] - kernel["off"]) / all["off"] }' "$here/all"
