#!/bin/sh
# scaling.sh BUILD OUT [short|whole [WORD]] -- what a step costs as systems grow: OUT/FAMILY.tsv and FAMILY.png
# for each family with WORD in its name, OUT/slopes.txt; OUT/ida_cost.txt: what Jacobians and KLU cost IDA; OUT/unknowns.txt: reaction and diffusion,
# OUT/krylov.txt: CVODE's GMRES by us and by a bare program; OUT/index.html shows all.
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
"$build/tests/unknowns" "$out" "${3:-whole}" ${4:+"$4"} || echo "unknowns: see $out/unknowns.txt" >&2
"$build/tests/krylov" >"$out/krylov.txt" || echo "krylov: see $out/krylov.txt" >&2
{ # a page; tools/header.sh fills its second line
    echo '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Scaling</title></head><body>'
    echo '<nav class="site" aria-label="site"></nav>'
    echo '<h1>Cost of a step as mechanisms grow</h1><p>Time and memory against the number of bodies N; the exponents are fitted.</p>'
    for table in "$out"/*.tsv; do
        name=$(basename "$table" .tsv)
        echo "<p><img src=\"$name.png\" alt=\"$name: time of a step and memory against N\"><br><a href=\"$name.tsv\">$name.tsv</a></p>"
    done
    echo '<pre>'
    sed 's/&/\&amp;/g; s/</\&lt;/g' "$out/slopes.txt" "$out/ida_cost.txt" "$out/unknowns.txt" "$out/krylov.txt"
    echo '</pre></body></html>'
} >"$out/index.html"
cat "$out/slopes.txt" "$out/ida_cost.txt" "$out/unknowns.txt" "$out/krylov.txt"
