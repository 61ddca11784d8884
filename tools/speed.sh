#!/bin/sh
# speed.sh BUILD OUT -- times single calls and the runs of bench/plans/speed.cfg, and writes the page of
# what is asked of both: OUT/index.html. Timings of an earlier build would stand beside those of
# this one: everything is measured anew.
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
set -u
build=$1 out=$2

mkdir -p "$out" || exit 3
rm -f "$out"/speed.db "$out"/speed.db-wal "$out"/speed.db-shm
IVPBENCH_PLUGIN_PATH="$PWD/$build:$PWD/$build/tests" # linear test equations, of five unknowns
export IVPBENCH_PLUGIN_PATH

"$build/ivpbench" speed calls --loop dopri5@t_linear --memory andrews --output "$out/calls.csv" \
    andrews car_axle circular_track "double_pendulum_rsda(k2=50 c2=1)" double_pendulum_rsda \
    double_pendulum_spring "chain(N=5)" "chain(N=20)" hires van_der_pol transistor_amplifier || exit 3
tools/overhead.sh "$build" "$out/calls.csv"
"$build/ivpbench" run bench/plans/speed.cfg --output "$out/speed.db"
case $? in
0 | 4) ;;
*) exit 3 ;;
esac
# whose the instructions of runs with Jacobians are
command -v valgrind >/dev/null && "$build/ivpbench" speed count --shares "$out/speed.db"
"$build/ivpbench" speed report --store "$out/speed.db" --calls "$out/calls.csv" \
    --requirements reports/speed/requirements.cfg --output "$out"
code=$?
# the race itself: per peer and class, then each comparison; losses stand as they are
"$build/ivpbench" speed peers --store "$out/speed.db" --calls "$out/calls.csv" >"$out/peers.txt" &&
    echo "peers beside the fastest in house: $out/peers.txt"
"$build/tests/drive_cost" 300 || code=1
exit $code
