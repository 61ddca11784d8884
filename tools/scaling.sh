#!/bin/sh
# scaling.sh BUILD OUT [short] -- what a step costs as mechanisms grow: OUT/FAMILY.tsv and FAMILY.png
# for each family, OUT/slopes.txt.
set -u
build=$1
out=$2
mkdir -p "$out" || exit 3
export IVPBENCH_PLUGIN_PATH="$PWD/$build"
"$build/tests/scaling" "$out" ${3:+short} || exit 3
for table in "$out"/*.tsv; do
    gnuplot -e "table='$table'; picture='${table%.tsv}.png'" reports/figures/scaling.gp || exit 3
done
cat "$out/slopes.txt"
