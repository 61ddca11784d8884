#!/bin/bash
# siege.sh BUILD [short|full] [PART...] -- attacks the harness and prints one table of what came of it.
#
#   hostile      plug-ins that try to do harm, with a terminal in reach, in each verb that loads one; a
#                weaker cage; data of strangers, and their text on the way to a terminal or a log
#   kills        the harness killed at its K-th write, for many K; then the same command again
#   disk         the disk full from the K-th write on; then the same command again
#   forks        the K-th fork of the harness fails for want of room, or that and all later ones
#   pipes        the same for what opens a descriptor: pipes, files in memory
#   care         compact, repair, merge and archive add killed at their K-th write; then the same again
#   files        what is no regular file, or cannot be read, where a verb finds a file
#   clocks       clocks that jump, stand still or go backwards
#   allocations  for all verbs that read data: an allocation fails, the first and the last one that each
#                sequence of calls leads to (a place: tests/siege/places.c)
#   fuzz         changed inputs for all parsers, in a build with sanitizers
#   guided       the same guided by what code they reach: libFuzzer, where there is clang
#   valgrind     one cell under valgrind, of every solver
#   load         not among the parts of `full`: the tests that start processes, CROWD of them at once,
#                each TIMES times; what fails sometimes, or leaves a process behind, is found here
#
# A row a kind of attack: what was tried, what got through. Exit 1 if anything did. A full siege replaces
# the rows of its parts in docs/lab/siege.md and keeps those of the others.
# Each part says what time it took. One that has not ended after BUDGET seconds is ended, with a row that says so.
# KILLS, DISKS, CARES, ALLOCATIONS (a verb, or "all"), SOLVERS (under valgrind, or "all") and ROUNDS (a
# parser) say how often, GUIDED how many seconds; VERB="merge" strikes the allocations of verbs of that name alone.
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
set -u
build=$PWD/$1
size=${2:-full}
shift; [ $# -gt 0 ] && shift
here=$(mktemp -d)
fast=$(mktemp -d -p /dev/shm 2>/dev/null) || fast=$here # a file a try: a disk is slower than a parser
trap 'rm -rf "$here" "$fast"' EXIT
export IVPBENCH_PLUGIN_PATH=$build
ivpbench=$build/ivpbench
broken=0

page=docs/lab/siege.md
all_parts='hostile kills disk forks pipes care files clocks allocations fuzz guided valgrind'
case $size in
short) kills=12 disks=6 cares=3 allocations=8 solvers=4 rounds=300 budget=1200
    parts='kills disk forks pipes care files clocks allocations fuzz' ;;
*) kills=1000 disks=200 cares=40 allocations=all solvers=all rounds=150000 budget=7200 parts=$all_parts ;;
esac
budget=${BUDGET:-$budget}
[ $# -gt 0 ] && parts=$*
kills=${KILLS:-$kills} disks=${DISKS:-$disks} cares=${CARES:-$cares} allocations=${ALLOCATIONS:-$allocations} rounds=${ROUNDS:-$rounds} solvers=${SOLVERS:-$solvers}

row() { # KIND TRIED THROUGH, of the present part
    printf '%s|%s|%d|%d\n' "$part" "$1" "$2" "$3" >>"$here/rows"
}

table() { # files of rows: as Markdown, equal kinds of a part in one row
    awk -F'|' 'BEGIN { print "| part | attack | tried | got through |\n|---|---|---:|---:|" }
        /^#/ { next }
        { key = $1 "|" $2; if (!(key in tried)) order[++n] = key; tried[key] += $3; through[key] += $4
          all += $3; lost += $4 }
        END { for (i = 1; i <= n; i++) { split(order[i], k, "|")
                  printf "| %s | %s | %d | %d |\n", k[1], k[2], tried[order[i]], through[order[i]] }
              printf "| **all** | | **%d** | **%d** |\n", all, lost }' "$@"
}

# Rows of the page, as table() reads them, and its settings, of the parts that do not run now.
earlier() { # rows | settings
    awk -F' *[|] *' -v what="$1" -v now=" $parts " 'NF != 6 || index(now, " " $2 " ") { next }
        $4 ~ /^[0-9]+$/ && what == "rows" && $2 !~ /^\*/ { print $2 "|" $3 "|" $4 "|" $5 }
        $4 ~ /^[0-9]+-/ && what == "settings"' "$page"
}

page() { # of all parts that a full siege has run
    cat <<'PAGE'
# What the siege found

`make siege` writes this page ([reliability.md](../reliability.md) explains the parts). Each part has the row of its last full run.
"Tried" counts attacks, faults or inputs; "got through" counts those without the required effect.

PAGE
    earlier rows | cat - "$here/rows" | sort -s -t'|' -k1,1 >"$here/all"
    table "$here/all"
    printf '\n| part | commit | date | settings |\n|---|---|---|---|\n'
    earlier settings | cat - "$here/settings" | sort -s -t'|' -k2,2
}

cat >"$here/plan.cfg" <<PLAN
defaults = { timeout_s = 5.0; min_time_s = 0.0001; workers = 2; };
groups = { siege = { problems = [ "bouncing_balls" ]; solvers = [ "dopri5" ]; events = false;
    tolerances = { from = 2; to = 4; per_decade = 1; }; }; };
PLAN

for file in faults allocations fuzz files programs; do
    # shellcheck source=/dev/null
    . tests/siege/parts/$file.sh
done

settings() { # that were not those of a full siege
    local name text=
    for name in KILLS DISKS CARES ALLOCATIONS SOLVERS ROUNDS GUIDED VERB; do
        [ -z "${!name:-}" ] || text="$text $name=${!name}"
    done
    echo "${text:- as documented}"
}

keep() { # how the part was run
    local commit
    commit=$(git rev-parse --short=8 HEAD 2>/dev/null || cat VERSION)
    echo "| $part | $commit | $(date +%F) |$(settings) |" >>"$here/settings"
}

attack() { # the present part, and what time it took
    case $part in
    kills) strike kill "$kills" ;;
    disk) strike full "$disks" ;;
    forks | pipes) lacking "$part" ;;
    *) "$part" ;;
    esac
    grep -q "^$part|" "$here/rows" || row 'the part reached its first row' 1 1
    LC_ALL=C times >"$here/times"
    awk -v part="$part" -v wall=$SECONDS 'NR == 2 { split($0, t, "[ms ]+")
        printf "    %s: %d s, of CPU %d s\n", part, wall, 60 * t[1] + t[2] + 60 * t[3] + t[4] }' "$here/times" >&2
}

# In a group of its own, so that nothing of it is left when it is ended.
bounded() {
    local group k
    set -m
    (SECONDS=0; attack) </dev/null &
    group=$!
    set +m
    trap 'kill -KILL -- -$group; exit 130' INT TERM
    for ((k = 0; k < budget; k++)); do
        kill -0 $group 2>/dev/null || break
        sleep 1
    done
    kill -KILL -- -$group 2>/dev/null
    [ $k -lt "$budget" ] || row "the part ended within $budget s" 1 1
    trap - INT TERM
    wait $group 2>/dev/null
}

: >"$here/rows"
: >"$here/settings"
for part in $parts; do
    case " $all_parts load " in
    *" $part "*) bounded ;;
    *) echo "siege: no part is called $part" >&2; broken=1; continue ;;
    esac
    [ "$size" = short ] || keep
done
table "$here/rows"
grep -q '|[1-9][0-9]*$' "$here/rows" && broken=1
[ "$size" = short ] || { page >"$here/page" && cp "$here/page" "$page"; }
exit $broken
