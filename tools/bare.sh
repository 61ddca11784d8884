#!/bin/sh
# bare.sh SUITE [VERB...] -- what README promises, tried as on a new machine: a Debian of that name
# with make and git and nothing else, a clone of this tree, `make VERB` for each VERB; all of bench,
# test, papers, gates, 'scaling SHORT=1' if none is named. A VERB may carry settings: 'bench PLAN=quick'.
#
#     tools/bare.sh trixie
#     MAKEFLAGS=-j2 tools/bare.sh bookworm 'bench PLAN=quick' gates
#
# A line of a log begins with its second. Of `make bench` the second of the first page is told, too.
# Wants root and debootstrap. Mirror and proxies are those that apt has here. Logs go to
# out/bare/SUITE-VERB.log; KEEP=1 leaves the system for a look. Exit 1 if a verb fails.
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
set -u
suite=${1-}
[ -n "$suite" ] || { sed -n '/SPDX/d; s/^# \{0,1\}//; 2,/^set/p' "$0" | sed '$d'; exit 2; }
shift
[ $# -gt 0 ] || set -- bench test papers gates 'scaling SHORT=1' .ci/run

. tools/system.sh
system_begin bare

logs=$PWD/out/bare
mkdir -p "$logs" || exit 3
root=$(mktemp -d "${TMPDIR:-/var/tmp}/bare-$suite-XXXXXX") || exit 3
if [ "${KEEP-}" ]; then
    echo "bare: the system stays in $root"
else
    trap 'rm -rf "$root"' EXIT
fi
trap 'exit 130' INT TERM

echo "bare: $suite from $system_mirror"
system_make "$suite" "$root" "$logs/$suite-debootstrap.log" make,git
git clone --quiet --no-hardlinks . "$root/ivpbench" || system_stop "the tree cannot be cloned"
[ -z "$(git status --porcelain)" ] || echo "bare: what is not committed is left out"

stamped() { # each line behind the seconds since begin
    while IFS= read -r line; do printf '%5d s  %s\n' $(($(date +%s) - begin)) "$line"; done
}

processor_s() { # from what `times` wrote: the second line is of processes that have ended, "0m12.3s 0m4.5s"
    awk 'NR == 2 { for (i = 1; i <= 2; i++) { split($i, t, /[ms]/); s += 60 * t[1] + t[2] } printf "%.0f", s }' "$cpu_file"
}

failed=0 code_file=$logs/$suite.code cpu_file=$logs/$suite.cpu
for verb; do
    log=$logs/$suite-$(echo "$verb" | tr -c 'a-zA-Z0-9_\n' -).log
    case ${verb%% *} in
    */*) what=$verb ;;
    *) what="make $verb" ;;
    esac
    begin=$(date +%s)
    { system_run "$root" "cd /ivpbench && $what" 2>&1; echo "$?" >"$code_file"; times >"$cpu_file"; } | stamped >"$log"
    code=$(cat "$code_file")
    seconds=$(($(date +%s) - begin))
    page=$(sed -n 's/^ *\([0-9]*\) s  first page: .*/, first page after \1 s/p' "$log" | head -n 1)
    if [ "$code" -eq 0 ]; then
        echo "bare: $suite: $what: good, $seconds s$page, $(processor_s) CPU s"
    else
        echo "bare: $suite: $what: exit code $code, $seconds s; the end of $log:"
        tail -n 20 "$log"
        failed=1
    fi
done
exit $failed
