#!/bin/sh
# advice.sh BUILD OUT PROBLEM... -- is the advice of `ivpbench advise` as cheap as the best of a full grid?
#
# The answers of `advise` with its defaults to all problems (an answer in OUT is kept); then for each every solver in every
# formulation that fits, at rtol = 1e-4 to 1e-12, one a decade. A solve has four times the CPU time of the advised one, at least
# 0.05 s: what takes longer is not the cheapest. Without advice it has 0.5 s. Each configuration counts by its cheapest run
# with six digits (scd). Prints a row a problem: the advice, its wall time, runs; the cheapest of the grid; the ratio of
# the advised configuration to it with its 99.9 % interval, as `rank` gives it. Exit code 1: on more than one problem a ratio
# above 1.25, an answer of over 60 s, or no advice though the grid has six digits. The two cores should be idle.
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
set -u
usage='usage: tools/advice.sh BUILD OUT PROBLEM...'
ivpbench=${1:?"$usage"}/ivpbench out=${2:?"$usage"}
shift 2
mkdir -p "$out" || exit 3

plan() { # problem: the grid
    limit=$(python3 -c 'import json, sys
f = json.load(open(sys.argv[1]))["finalists"]
print(max(0.05, 4 * f[0]["cpu_s"]) if f else 0.5)' "$out/$1.json")
    cat <<END
title = "Grid";
defaults = { timeout_s = $limit; max_steps = 1000000; min_time_s = 0.01; precision = 0.05; workers = 2; };
groups = {
    grid = {
        problems = [ "$1" ];
        solvers = [ "*" ];
        tolerances = { from = 4; to = 12; };
    };
};
END
}
row() { # problem: beside its files
    python3 - "$1" "$out/$1.json" "$out/$1.csv" <<'END'
import csv
import json
import sys

problem, advice, grid = sys.argv[1], json.load(open(sys.argv[2])), list(csv.DictReader(open(sys.argv[3])))
ranked = [r for r in grid if r["rank"]]
told = advice.get("configuration")
mine = next((r for r in ranked if r["name"] == told), None)
ratio = " ".join(f"{float(mine[k]):.2f}" for k in ("ratio", "low", "high")) if mine else "none"
best = ranked[0]["name"] if ranked else "nothing"
answer = f"{told}, {advice['rtol']:.0e}" if told else "nothing"
print("|", " | ".join([problem, answer, str(advice["runs"]), best, str(len(ranked)), ratio, f"{advice['wall_s']:.0f}"]), "|")
right = float(mine["ratio"]) <= 1.25 if mine else not told and not ranked
sys.exit(not right or advice["wall_s"] > 60)
END
}

echo "| problem | advised | runs | best of the grid | configurations with six digits | ratio, interval | wall s |"
echo "|---|---|---|---|---|---|---|"
missed=0
for problem; do # all answers first: their wall time counts
    [ -s "$out/$problem.json" ] || "$ivpbench" advise "$problem" --json >"$out/$problem.json" 2>"$out/$problem.log"
done
for problem; do
    plan "$problem" >"$out/$problem.cfg"
    "$ivpbench" run "$out/$problem.cfg" --quiet --output "$out/$problem.db" >>"$out/$problem.log" 2>&1
    "$ivpbench" rank "$problem" --store "$out/$problem.db" --format csv >"$out/$problem.csv" 2>>"$out/$problem.log"
    row "$problem" || missed=$((missed + 1))
done
[ "$missed" -le 1 ]
