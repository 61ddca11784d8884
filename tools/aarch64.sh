#!/bin/sh
# aarch64.sh [SUITE] -- ivpbench compiled for AArch64 by a cross compiler, on a bare Debian (bookworm) with its
# libraries for arm64; programs of tests are run by qemu-user.
#
#     tools/aarch64.sh
#
# All of ivpbench is compiled that is there without SUNDIALS: kernel, problems in double, complex and in lanes of two, the
# harness with its cage. Run are tests of the kernel, of lanes, and single runs without the cage: an emulator has no
# filter of system calls of its own, so what confines a worker is compiled and not run.
# What is not committed is left out. Wants root and debootstrap. The log is out/aarch64/build.log; KEEP=1 leaves the system.
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
set -u
suite=${1:-bookworm}
. tools/system.sh
system_begin aarch64
out=$PWD/out/aarch64
mkdir -p "$out" || exit 3
root=$(mktemp -d "${TMPDIR:-/var/tmp}/aarch64-XXXXXX") || exit 3
if [ "${KEEP-}" ]; then echo "aarch64: the system stays in $root"; else trap 'rm -rf "$root"' EXIT; fi
trap 'exit 130' INT TERM

system_make "$suite" "$root" "$out/debootstrap.log" make,gcc-aarch64-linux-gnu,libc6-dev-arm64-cross,pkg-config,qemu-user-static
mkdir "$root/ivpbench" && git archive HEAD | tar -x -C "$root/ivpbench" || exit 3

cat >"$root/ivpbench/aarch64-build" <<'BUILD'
set -eu
dpkg --add-architecture arm64
apt-get update -q
libraries=
for name in gsl suitesparse sqlite3 config jansson md seccomp; do libraries="$libraries lib$name-dev:arm64"; done
# shellcheck disable=SC2086
apt-get install -q -y --no-install-recommends $libraries zlib1g-dev:arm64 check:arm64
cd /ivpbench
B=build-aarch64
made() {
    make B=$B CC=aarch64-linux-gnu-gcc PKG_CONFIG=aarch64-linux-gnu-pkg-config EMULATE=qemu-aarch64-static WIDEST=lanes2 IN_QUAD= \
        LANES=lanes2 "$@"
}
tests='test_lu test_elimination test_fixed_order test_evolve test_slopes test_lanes'
programs=
for name in $tests; do programs="$programs $B/tests/$name"; done
plug_ins=
for file in problems/*.c; do
    name=$(basename "$file" .c)
    plug_ins="$plug_ins $B/double/problems/$name.so $B/complex/problems/$name.so"
    grep -q IVP_NO_LANES "$file" || plug_ins="$plug_ins $B/lanes2/problems/$name.so"
    ! grep -q IVP_MECH "$file" || plug_ins="$plug_ins $B/double/eliminations/$name.so $B/lanes2/eliminations/$name.so"
done
export IVPBENCH_CONFINE=off
# shellcheck disable=SC2086
made $B/ivpbench $B/libivp.so $B/tree $B/double/solvers/radau_iia.so $B/double/solvers/dopri5.so $B/double/solvers/gauss.so $plug_ins
# shellcheck disable=SC2086
made $programs
for program in $programs; do
    qemu-aarch64-static "$program" || { echo "$program failed"; exit 1; }
done
qemu-aarch64-static $B/ivpbench try hires --solver radau_iia,dopri5 --rtol 1e-4
qemu-aarch64-static $B/ivpbench try andrews --solver gauss --rtol 1e-6
BUILD
if system_run "$root" 'sh /ivpbench/aarch64-build' >"$out/build.log" 2>&1; then
    grep '^[0-9]*%: Checks' "$out/build.log"
    echo 'aarch64: good'
else
    echo "aarch64: failed; the end of $out/build.log:"
    tail -n 20 "$out/build.log"
    exit 1
fi
