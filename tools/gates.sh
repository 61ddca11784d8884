#!/bin/sh
# gates.sh BUILD -- the gate plan into a new store, then the committed gate file against it.
set -u
build=$1
store=$(mktemp -d) || exit 3
trap 'rm -rf "$store"' EXIT INT TERM

"$build/ivpbench" run bench/plans/gates.cfg --output "$store/gates.db"
code=$?
case $code in
0 | 4) "$build/ivpbench" gate reports/gates/core.cfg --store "$store/gates.db" ;;
*) exit $code ;;
esac
