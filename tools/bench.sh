#!/bin/sh
# bench.sh BUILD PLAN OUT -- runs a plan into OUT/bench.db, resuming what is there, and draws it.
#
# The cells of the plan "quick" come first; OUT/index.html shows them within seconds and is renewed while
# the run goes on. Ctrl-C, or SIGTERM, leaves a page of what there is (exit 130), and the same again goes
# on. A solver that fails is a result like any other (exit code 4).
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
set -u
build=$1 plan=$2 out=$3

mkdir -p "$out" || exit 3
# in the background, so that a signal to this script alone reaches it too
"$build/ivpbench" run "$plan" --output "$out/bench.db" --page "$out" --first quick &
run=$!
stopped=''
trap 'stopped=yes; kill -TERM $run 2>/dev/null' INT TERM HUP
wait $run
code=$?
while kill -0 $run 2>/dev/null; do
    wait $run
    code=$?
done
trap - INT TERM HUP
[ -z "$stopped" ] || code=130
case $code in
0 | 4 | 130) ;;
*) exit $code ;;
esac
"$build/ivpbench" report --store "$out/bench.db" --output "$out" || {
    failed=$?
    [ $code != 130 ] || failed=130 # told to end before there was anything
    exit $failed
}
echo
if [ $code = 130 ]; then
    echo "stopped; what there is:  $out/index.html  (the same command goes on from there)"
    exit 130
fi
echo "figures and tables:  $out/index.html  (plain text: $out/index.md)"
echo "raw results:         $out/bench.db    (as a table: $build/ivpbench export --store" \
     "$out/bench.db --format csv)"

built=$(find "$build/double/problems" -name '*.so' | wc -l)
there=$(find problems -maxdepth 1 -name '*.c' | wc -l)
[ "$built" -ge "$there" ] || echo "built are $built problems of $there, those that the plan names: \`make\` builds all"

# Codes of others are optional: which are not there, and the one line that installs them.
"$build/ivpbench" list solvers | awk '/ is not installed\]$/ {
    line = $0; sub(/.*\[/, "", line); sub(/ is not installed\]$/, "", line)
    names[line] = names[line] " " $1 } END { for (p in names) print p ":" names[p] }' | sort |
    {
        peers='' more=''
        while IFS=: read -r package solvers; do
            echo "not run, $package is not installed:$solvers"
            case $package in
            libpetsc-real) # its name carries a version
                name=$(apt-cache pkgnames libpetsc-real 2>/dev/null | grep -E 'real[0-9.]+$' | head -1)
                more="$more ${name:-libpetsc-real}" ;;
            octave | libboost-dev) more="$more $package" ;;
            *) peers=yes ;;
            esac
        done
        [ -z "$peers" ] || echo "\`make peers\` installs what is small of it and runs them beside ours"
        [ -z "$more" ] || echo "for more: sudo apt-get install --no-install-recommends$more" \
                               "&& make peers"
    }
exit 0
