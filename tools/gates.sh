#!/bin/sh
# gates.sh BUILD -- the gate plan into a new store, then the committed gate files against it:
# cells and ladders; then the verdicts of the papers as far as they need no timing.
set -u
build=$1 bad=0
store=$(mktemp -d) || exit 3
trap 'rm -rf "$store"' EXIT INT TERM

"$build/ivpbench" run bench/plans/gates.cfg --output "$store/gates.db"
code=$?
case $code in
0 | 4)
    for file in core ladders; do
        "$build/ivpbench" gate reports/gates/$file.cfg --store "$store/gates.db" || bad=$?
    done
    ;;
*) exit $code ;;
esac
tools/papers.sh "$build" "$store/papers" short || bad=$?
exit $bad
