#!/bin/sh
# gates.sh BUILD -- the gate plans (bench/plans/gates*.cfg) into a new store, then every gate file of
# reports/gates against it; then the verdicts of the papers as far as they need no timing.
set -u
build=$1 bad=0
store=$(mktemp -d) || exit 3
trap 'rm -rf "$store"' EXIT INT TERM

for plan in bench/plans/gates*.cfg; do
    "$build/ivpbench" run "$plan" --output "$store/gates.db"
    code=$?
    case $code in
    0 | 4) ;;
    *) exit $code ;;
    esac
done
set -- # the gate files, but for the papers' verdicts, which tools/papers.sh has
for file in reports/gates/*.cfg; do
    [ "$file" = reports/gates/papers.cfg ] || set -- "$@" "$file"
done
"$build/ivpbench" gate "$@" --store "$store/gates.db" || bad=$?
tools/papers.sh "$build" "$store/papers" short || bad=$?
exit $bad
