#!/bin/sh
# gates.sh BUILD -- the gate plan into a new store, then the committed gate file against it; then
# the verdicts of the papers as far as they need no timing.
set -u
build=$1 bad=0
store=$(mktemp -d) || exit 3
trap 'rm -rf "$store"' EXIT INT TERM

"$build/ivpbench" run bench/plans/gates.cfg --output "$store/gates.db"
code=$?
case $code in
0 | 4) "$build/ivpbench" gate reports/gates/core.cfg --store "$store/gates.db" || bad=$? ;;
*) exit $code ;;
esac
tools/papers.sh "$build" "$store/papers" short || bad=$?
exit $bad
