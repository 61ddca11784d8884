#!/bin/bash
# contracts.sh BUILD [solvers | problems] [NAME...] -- what `ivpbench plugin test` of each costs.
#
# A row of a Markdown table each: name, CPU seconds (children too), promises that are kept, not
# tried, broken. Ends with 1 if a promise of the tree is broken, or a solver takes more than
# 10 s. docs/lab/contracts.md holds the last tables.
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
set -u
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 3
build=${1:?"usage: tools/contracts.sh BUILD [solvers | problems] [NAME...]"}
kind=${2:-solvers}
shift $(($# < 2 ? $# : 2))
export LC_ALL=C TIMEFORMAT='%U %S'
most=10

names=("$@")
[ ${#names[@]} -gt 0 ] || mapfile -t names < <("$build/ivpbench" list "$kind" --names)
said=$(mktemp) || exit 3
trap 'rm -f "$said"' EXIT

bad=0
echo "| name | CPU s | kept | not tried | broken |"
echo "|---|---|---|---|---|"
for name in "${names[@]}"; do
    cpu=$({ time "$build/ivpbench" plugin test "$name" >"$said" 2>/dev/null; } 2>&1)
    cpu=$(awk '{ printf "%.1f", $1 + $2 }' <<<"$cpu")
    read -r kept idle broken < <(awk '/ kept(:|$)/ { k++ } / not tried, / { i++ } / BROKEN: / { b++ }
        END { print k + 0, i + 0, b + 0 }' "$said")
    echo "| $name | $cpu | $kept | $idle | $broken |"
    [ "$broken" -eq 0 ] && [ "$kept" -gt 0 ] || bad=1
    if [ "$kind" = solvers ] && awk -v c="$cpu" -v m=$most 'BEGIN { exit !(c > m) }'; then bad=1; fi
done
exit $bad
