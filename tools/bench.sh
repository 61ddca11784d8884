#!/bin/sh
# bench.sh BUILD PLAN OUT -- runs a plan into OUT/bench.db, resuming what is there, and draws it.
# A solver that fails is a result like any other (exit code 4); the figures are made all the same.
set -u
build=$1 plan=$2 out=$3

mkdir -p "$out" || exit 3
"$build/ivpbench" run "$plan" --output "$out/bench.db"
code=$?
case $code in
0 | 4) ;;
*) exit $code ;;
esac
"$build/ivpbench" report --store "$out/bench.db" --output "$out" || exit
echo
echo "figures and tables:  $out/index.html  (plain text: $out/index.md)"
echo "raw results:         $out/bench.db    (as a table: $build/ivpbench export --store" \
     "$out/bench.db --format csv)"
