#!/bin/sh
# overhead.sh BUILD CALLS -- what adapters and the kernel cost beyond a bare program that calls the same code
# on the same compiled f and Jacobian (tests/speed/bare.c), in instructions of a solve at 1e-6, by valgrind.
#
# Appends rows to CALLS, the file of `ivpbench speed calls`: "instructions" of CODE and of "CODE bare", and
# "overhead" of CODE, instructions more a call of f. A solve is the difference of a process that solves
# nine times and of one that solves once, over eight. A code that is not installed, or gives up, has no row.
# tests/solvers/test_unseen.c and test_peers_direct.c hold both to the same bits.
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
set -u
build=$1 calls=$2
work=$(mktemp -d) || exit 3
trap 'rm -rf "$work"' EXIT
command -v valgrind >/dev/null || { echo "overhead: valgrind is not installed: no rows" >&2; exit 0; }

counted() { # command...: its instructions
    valgrind --tool=cachegrind --cache-sim=no --cachegrind-out-file=/dev/null "$@" 2>&1 >/dev/null |
        awk '/I *refs/ { gsub(",", "", $NF); print $NF }'
}
bare() { counted "$build/tests/bare" "$code" "$problem" 1e-6 "$1"; }
ours() { IVPBENCH_CONFINE=off counted "$build/ivpbench" worker count --cell "$cell" --solves "$1"; }

for problem in hires pollution van_der_pol; do
    for code in radau5 lsoda lsode_bdf vode cvode_bdf; do
        "$build/tests/bare" "$code" "$problem" 1e-6 1 >"$work/said" 2>/dev/null || continue
        cell="{\"problem\":\"$problem\",\"formulation\":\"ode\",\"solver\":\"$code\",\"rtol\":1e-6,\"atol\":1e-6,"
        cell="$cell\"timeout_s\":100,\"memory_mb\":4096,\"max_steps\":2000000,\"precision\":0.02,\"series\":\"\"}"
        n=$(sed -n 's/^calls //p' "$work/said")
        b1=$(bare 1) b9=$(bare 9) o1=$(ours 1) o9=$(ours 9)
        awk -v p="$problem" -v c="$code" -v b="$(((b9 - b1) / 8))" -v o="$(((o9 - o1) / 8))" -v n="$n" 'BEGIN {
            printf "\"%s\",instructions,%s,instructions,%d\n", p, c, o
            printf "\"%s\",instructions,%s bare,instructions,%d\n", p, c, b
            printf "\"%s\",overhead,%s,instructions,%.1f\n", p, c, (o - b) / n }'
    done
done >>"$calls"
