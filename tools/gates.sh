#!/bin/sh
# gates.sh BUILD [SET...] -- runs the gate plans (bench/plans/gates_SET.cfg) into a store and judges it by
# reports/gates: the layers of rules.cfg, the ladders, the pinned cells; without sets all of them, and then the
# verdicts of the papers as far as they need no timing.
#   STORE=FILE    keeps the results there and goes on with those that are finished
#   ACCEPT=1      the results become the base, if nothing is worse
#   REASON=TEXT   why something is worse
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
set -u
build=$1 bad=0
shift
scratch=$(mktemp -d) || exit 3
trap 'rm -rf "$scratch"' EXIT INT TERM
store=${STORE:-$scratch/gates.db}
gates=reports/gates

if [ $# -gt 0 ]; then
    sets=$* papers=
else
    sets='core contact models testset' papers=yes
fi
for set in $sets; do
    plan=bench/plans/gates_$set.cfg
    [ -f "$plan" ] || { echo "gates.sh: there is no $plan: a set is core, contact, models or testset" >&2; exit 2; }
done
for set in $sets; do
    "$build/ivpbench" run "bench/plans/gates_$set.cfg" --output "$store"
    code=$?
    case $code in
    0 | 4) ;;
    *) exit $code ;;
    esac
done
pins=
for set in $sets; do
    [ ! -f $gates/pins_$set.cfg ] || pins="$pins $gates/pins_$set.cfg"
done
set -- --store "$store"
[ -n "$papers" ] || set -- "$@" --sets "$sets"
if [ -n "${ACCEPT:-}" ]; then
    [ -z "${REASON:-}" ] || set -- "$@" --reason "$REASON"
    "$build/ivpbench" gate $gates/rules.cfg --accept "$@"
    exit $?
fi
"$build/ivpbench" gate $gates/rules.cfg $gates/ladders.cfg $pins "$@" || bad=$?
[ -z "$papers" ] || tools/papers.sh "$build" "$scratch/papers" short || bad=$?
exit $bad
