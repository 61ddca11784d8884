#!/bin/sh
# orders.sh BUILD OUT -- runs bench/plans/orders.cfg (minutes) and holds the slopes that are found against the
# tables of docs/lab/orders.md: every number there must be found again, within 0.1 or what its own interval
# leaves, and every slope that is found must stand there. Exit code 1 and the rows that differ otherwise.
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
set -u
build=$1 out=$2

mkdir -p "$out" || exit 3
rm -f "$out"/orders.db "$out"/orders.db-wal "$out"/orders.db-shm
"$build/ivpbench" run bench/plans/orders.cfg --quiet --output "$out/orders.db"
case $? in
0 | 4) ;;
*) exit 3 ;;
esac
"$build/ivpbench" report --store "$out/orders.db" --output "$out" || exit 3
tools/orders_compare.awk docs/lab/orders.md "$out"/tables/*-order.csv
