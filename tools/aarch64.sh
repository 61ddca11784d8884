#!/bin/sh
# aarch64.sh [SUITE] -- ivpbench compiled for AArch64 by a cross compiler, on a bare Debian (bookworm) with its
# libraries for arm64; programs of tests are run by qemu-user.
#
#     tools/aarch64.sh
#
# All of ivpbench is compiled that is in C and in double, complex or lanes of two: kernel, problems, solvers with those of
# SUNDIALS and GSL, the harness with its cage. Run are tests of the kernel and of lanes, and runs of `try` without the cage: an
# emulator has no filter of system calls of its own, so what confines a worker is compiled and not run.
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

# Headers and static libraries of SUNDIALS alone: its package depends on MPI, PETSc and Fortran, which no run needs.
mkdir /sundials
cd /sundials
apt-get download -q libsundials-dev:arm64
dpkg-deb --extract libsundials-dev_*.deb .
ln -s usr/include include
ln -s usr/lib/aarch64-linux-gnu lib
sed -i 's/^#define SUNDIALS_MPI_ENABLED.*/#define SUNDIALS_MPI_ENABLED 0/' include/sundials/sundials_config.h

cd /ivpbench
B=build-aarch64
made() {
    make B=$B CC=aarch64-linux-gnu-gcc PKG_CONFIG=aarch64-linux-gnu-pkg-config EMULATE=qemu-aarch64-static WIDEST=lanes2 IN_QUAD= \
        LANES=lanes2 SUNDIALS=/sundials "$@"
}
tests='lu elimination fixed_order evolve slopes solving lanes turn'
programs=
plug_ins=
for name in $tests; do
    programs="$programs $B/tests/test_$name"
    for used in $(grep -oh '"t_[a-z0-9_]*"' tests/*/test_"$name".c | tr -d '"' | sort -u); do
        plug_ins="$plug_ins $B/tests/double/problems/$used.so $B/tests/complex/problems/$used.so"
    done
done
for file in problems/*.c; do
    name=$(basename "$file" .c)
    plug_ins="$plug_ins $B/double/problems/$name.so $B/complex/problems/$name.so"
    grep -q IVP_NO_LANES "$file" || plug_ins="$plug_ins $B/lanes2/problems/$name.so"
    ! grep -q IVP_MECH "$file" || plug_ins="$plug_ins $B/double/eliminations/$name.so $B/lanes2/eliminations/$name.so"
done
for file in solvers/*.c; do plug_ins="$plug_ins $B/double/solvers/$(basename "$file" .c).so"; done
export IVPBENCH_CONFINE=off
export TEST_CPU_S=3600 # the limit of a test is one of a processor, not of an emulator
# shellcheck disable=SC2086
made $B/ivpbench $B/libivp.so $B/tree $plug_ins
# shellcheck disable=SC2086
made $programs
for program in $programs; do
    qemu-aarch64-static "$program" || { echo "$program failed"; exit 1; }
done

# ivpbench starts itself as a worker: the program of that name is a script that asks the emulator
mkdir $B/emulated
mv $B/ivpbench $B/emulated/program
cat >$B/ivpbench <<SCRIPT
#!/bin/sh
exec qemu-aarch64-static -E LD_LIBRARY_PATH=$PWD/$B $PWD/$B/emulated/program "\$@"
SCRIPT
chmod +x $B/ivpbench
arrives() { # problem, solvers, rtol: each solver has a line with digits; times of an emulator are not measured
    $B/ivpbench try "$1" --solver "$2" --rtol "$3" --workers 0 | tee tried
    for solver in $(echo "$2" | tr , ' '); do grep -q "^$solver@[a-z0-9]* *[0-9]" tried; done
}
arrives hires radau_iia,dopri5,cvode_bdf 1e-4
arrives andrews gauss 1e-6
BUILD
if system_run "$root" 'sh /ivpbench/aarch64-build' >"$out/build.log" 2>&1; then
    grep -E '^[0-9]+%: Checks|^[a-z0-9_]+@' "$out/build.log"
    echo 'aarch64: good'
else
    echo "aarch64: failed; the end of $out/build.log:"
    tail -n 20 "$out/build.log"
    exit 1
fi
