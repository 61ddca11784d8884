#!/bin/sh
# scaling.sh BUILD OUT [short|whole [WORD]] -- what a step costs as mechanisms grow: OUT/FAMILY.tsv and FAMILY.png
# for each family with WORD in its name, OUT/slopes.txt; OUT/ida_cost.txt: what Jacobians and KLU cost IDA.
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
set -u
build=$1
out=$2
mkdir -p "$out" || exit 3
export IVPBENCH_PLUGIN_PATH="$PWD/$build"
"$build/tests/scaling" "$out" "${3:-whole}" ${4:+"$4"} || exit 3
for table in "$out"/*.tsv; do
    gnuplot -e "table='$table'; picture='${table%.tsv}.png'; slopes='$out/slopes.txt'" reports/figures/scaling.gp || exit 3
done
for case in "belt N=1000" "belt N=2000" "chain N=1000" "track N=368"; do
    echo "$case:"
    "$build/tests/ida_cost" "${case% *}" "${case#* }" || exit 3
done >"$out/ida_cost.txt"
cat "$out/slopes.txt" "$out/ida_cost.txt"
