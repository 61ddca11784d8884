#!/bin/bash
# siege.sh BUILD [short|full] [PART...] -- attacks the harness and prints what came of it.
#
#   hostile      plug-ins that try to do harm (test_hostile, test_constructor, test_isolation), with a
#                terminal in reach (test_terminal), and data of strangers (test_strangers)
#   kills        the harness killed at its K-th write, for many K; then the same command again
#   disk         the disk full from the K-th write on; then the same command again
#   forks        the K-th fork of the harness fails for want of room, or that and all later ones
#   care         compact, repair, merge and archive add killed at their K-th write; then the same again
#   allocations  for all verbs that read data: an allocation fails, the first and the last one that each
#                sequence of calls leads to (a place: tests/siege/places.c)
#   fuzz         changed inputs for all parsers, in a build with sanitizers
#   guided       the same guided by what code they reach: libFuzzer, where there is clang
#   valgrind     one cell under valgrind, of every solver
#   load         not among the parts of `full`: the tests that start processes, CROWD of them at once,
#                each TIMES times; what fails sometimes, or leaves a process behind, is found here
#
# A line a part: what was tried, what got through. Exit 1 if anything did. KILLS, DISKS, CARES, ALLOCATIONS
# (a verb, or "all") and ROUNDS (a parser) say how often, GUIDED how many seconds; VERB="merge" strikes
# the allocations of verbs of that name alone.
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

case $size in
short) kills=12 disks=6 cares=3 allocations=8 rounds=300 parts='kills disk forks care allocations fuzz' ;;
*) kills=1000 disks=200 cares=40 allocations=all rounds=150000 parts='hostile kills disk forks care allocations fuzz guided valgrind' ;;
esac
[ $# -gt 0 ] && parts=$*
kills=${KILLS:-$kills} disks=${DISKS:-$disks} cares=${CARES:-$cares} allocations=${ALLOCATIONS:-$allocations} rounds=${ROUNDS:-$rounds}

verdict() { # tried, wrong, what
    printf '%-12s %7d tried, %d got through: %s\n' "$part" "$1" "$2" "$3"
    [ "$2" -eq 0 ] || broken=1
}

cat >"$here/plan.cfg" <<PLAN
defaults = { timeout_s = 5.0; min_time_s = 0.0001; workers = 2; };
groups = { siege = { problems = [ "bouncing_balls" ]; solvers = [ "dopri5" ]; events = false;
    tolerances = { from = 2; to = 4; per_decade = 1; }; }; };
PLAN

columns() { # what must be the same to the bit: everything but times and machine
    "$ivpbench" export -s "$1" 2>/dev/null | awk -F, '
        NR == 1 { for (i = 1; i <= NF; i++) keep[i] = $i !~ /^(cpu|wall|setup|overhead|samples|machine)/ }
        { line = ""; for (i = 1; i <= NF; i++) if (keep[i]) line = line "," $i; print line }'
}

count() { # of what FAULT_COUNT says
    FAULT_COUNT=1 LD_PRELOAD=$build/siege/fault.so "$@" 2>&1 >/dev/null |
        sed -n "s/^fault: \([0-9]*\) writes, \([0-9]*\) allocations, \([0-9]*\) forks.*/\1 \2 \3/p" | tail -1
}

# Within a minute. `timeout` must not be preloaded itself: what is in front of it, it keeps.
faulty() { # NAME=VALUE... command
    timeout 60 env LD_PRELOAD="$build/siege/fault.so" "$@"
}

struck_most() { # STRUCK TRIED: whether the faults came about; a siege that strikes nothing proves nothing
    [ $((10 * $1)) -ge $((9 * $2)) ] && return
    echo "    only $1 of $2 faults came about"
    return 1
}

strike() { # HOW N: one run disturbed at N places spread over its writes, then the same again
    local how=$1 n=$2 wrong=0 struck=0 k writes store code
    rm -f "$here"/*.db*
    "$ivpbench" run "$here/plan.cfg" -qo "$here/whole.db" || return 1
    columns "$here/whole.db" >"$here/whole"
    read -r writes _ <<<"$(count "$ivpbench" run "$here/plan.cfg" -qo "$here/count.db")"
    for ((i = 0; i < n; i++)); do
        store=$here/$i.db
        k=$((1 + i * writes / n))
        faulty FAULT_WRITE=$k FAULT_HOW="$how" "$ivpbench" run "$here/plan.cfg" -qo "$store" >/dev/null 2>"$here/said"
        code=$?
        { [ $code -eq 137 ] || grep -q '^fault: struck' "$here/said"; } && struck=$((struck + 1))
        [ "$how" = kill ] && [ $code -ne 137 ] && wrong=$((wrong + 1))
        [ "$how" = full ] && [ $code -ne 3 ] && [ $code -ne 0 ] && wrong=$((wrong + 1))
        timeout 60 "$ivpbench" run "$here/plan.cfg" -qo "$store" >/dev/null 2>&1 &&
            columns "$store" | cmp -s - "$here/whole" &&
            "$ivpbench" store check "$store" >/dev/null || wrong=$((wrong + 1))
        rm -f "$store"*
    done
    struck_most $struck "$n" || wrong=$((wrong + 1))
    verdict "$n" $wrong "of $writes writes of a run; lost, doubled, differing, damaged or not resumed"
} 2>/dev/null

forks() { # no room once: nobody sees it; never again: exit code 3, no cell blamed, no scratch folder left
    local wrong=0 tried=0 struck=0 k n how code
    cat >"$here/forks.cfg" <<PLAN
defaults = { timeout_s = 30.0; min_time_s = 0.0001; workers = 1; };
groups = { long = { problems = [ "bouncing_balls" ]; solvers = [ "linear_implicit_euler" ]; events = false;
    steps = { hmax = 2e-5; halvings = 0; }; }; };
PLAN
    rm -f "$here"/*.db*
    mkdir -p "$here/tmp"
    "$ivpbench" run "$here/forks.cfg" -qo "$here/whole.db" || return 1
    columns "$here/whole.db" >"$here/whole"
    read -r _ _ n <<<"$(count "$ivpbench" run "$here/forks.cfg" -qo "$here/count.db")"
    for how in once never; do
        for ((k = 1; k <= n; k++)); do
            rm -f "$here"/f.db*
            TMPDIR=$here/tmp faulty FAULT_FORK=$k FAULT_HOW=$how "$ivpbench" run "$here/forks.cfg" -qo "$here/f.db" >/dev/null 2>"$here/said"
            code=$?
            tried=$((tried + 1))
            grep -q '^fault: struck' "$here/said" && struck=$((struck + 1))
            if [ $how = once ]; then
                [ $code -eq 0 ] && columns "$here/f.db" | cmp -s - "$here/whole" || {
                    wrong=$((wrong + 1))
                    echo "    no room at fork $k: exit $code"
                }
            elif [ "$k" -gt 1 ]; then # the first one asks what the cage offers
                { [ $code -eq 3 ] && grep -q '^ivpbench: ' "$here/said"; } || [ $code -eq 0 ] || {
                    wrong=$((wrong + 1))
                    echo "    no fork from $k on: exit $code"
                }
            fi
            timeout 60 "$ivpbench" run "$here/forks.cfg" -qo "$here/f.db" >/dev/null 2>&1 &&
                columns "$here/f.db" | cmp -s - "$here/whole" || {
                wrong=$((wrong + 1))
                echo "    fork $k, $how: blamed on the solver, or not gone on with"
            }
            for ((i = 0; i < 50; i++)); do [ -z "$(ls "$here/tmp")" ] && break || sleep 0.1; done
            [ -z "$(ls "$here/tmp")" ] || {
                wrong=$((wrong + 1))
                echo "    fork $k, $how: a scratch folder is left"
                rm -rf "$here"/tmp/*
            }
        done
    done
    struck_most $struck $tried || wrong=$((wrong + 1))
    verdict $tried $wrong "forks of $n of a run; blamed on a solver, not waited for, or a folder left"
}

care() { # what has the final name is whole, and the same command goes through afterwards
    local wrong=0 tried=0 struck=0 k i writes verb left
    rm -f "$here"/*.db*
    "$ivpbench" run "$here/plan.cfg" -qo "$here/a.db" || return 1
    export IVPBENCH_ARCHIVE=$here/archive
    while read -r verb; do
        rm -rf "$here"/m.db* "$here/archive"
        # shellcheck disable=SC2086
        read -r writes _ <<<"$(cd "$here" && count "$ivpbench" $verb)"
        for ((i = 0; i < cares; i++)); do
            k=$((1 + i * writes / cares))
            rm -rf "$here"/m.db* "$here/archive"
            # shellcheck disable=SC2086
            (cd "$here" && faulty FAULT_WRITE=$k FAULT_HOW=kill "$ivpbench" $verb >/dev/null 2>&1)
            [ $? -eq 137 ] && struck=$((struck + 1))
            tried=$((tried + 1))
            left=$(ls "$here"/m.db "$here"/archive/x.db 2>/dev/null)
            if [ -n "$left" ] && [ "$(columns "$left" | wc -l)" -ne "$(columns "$here/a.db" | wc -l)" ]; then
                wrong=$((wrong + 1))
                echo "    write $k of \"$verb\": half a store under its final name"
            fi
            # shellcheck disable=SC2086
            [ -n "$left" ] || (cd "$here" && "$ivpbench" $verb >/dev/null 2>"$here/said") || {
                wrong=$((wrong + 1))
                echo "    write $k of \"$verb\": $(cat "$here/said")"
            }
            [ -z "$(ls "$here" "$here/archive" 2>/dev/null | grep '\.part')" ] || {
                wrong=$((wrong + 1))
                echo "    write $k of \"$verb\": a part is left after the retry"
                rm -f "$here"/*.part*
            }
        done
    done <<<'store compact a.db -o m.db
store repair a.db -o m.db
merge a.db -o m.db
archive add x a.db'
    struck_most $struck $tried || wrong=$((wrong + 1))
    verdict $tried $wrong 'writes of compact, repair, merge and archive add; half a file under its final name, or the retry refused'
} 2>/dev/null

verbs() { # that read data: a line each, as they are started where a.db and plan.cfg lie
    printf '%s\n' 'export -s a.db' 'export -s a.db --format jsonl' 'export -s a.db --table series' 'plan plan.cfg' \
        "gate $PWD/reports/gates/pins_core.cfg -s a.db" 'compare a.db a.db' 'store check a.db' 'merge a.db -o m.db' \
        'store compact a.db -o m.db' 'store repair a.db -o m.db' 'rank -s a.db --digits 3' 'report -s a.db -o pages' \
        'run plan.cfg -qo m.db' | grep -e "${VERB:-}"
}

afresh() { # command: where it finds nothing of the one before; gnuplot draws nothing, for it is long
    rm -rf "$here"/m.db* "$here/pages"
    (cd "$here" && PATH=$here/bin:$PATH "$@")
}

places() { # verb: "PLACE K" for each of its allocations, where they will fail: names of files have lengths
    # shellcheck disable=SC2086
    TMPDIR=$here/tmp afresh env FAULT_PLACES="$here/places" LD_PRELOAD="$build/siege/fault.so" "$ivpbench" $1 >/dev/null 2>&1
}

same() { # success is only what says and writes the same as without the fault
    cmp -s "$here/said.out" "$here/whole.out" || return 1
    [[ $1 != *m.db* ]] || columns "$here/m.db" | cmp -s - "$here/whole"
}

deny() { # verb, MALLOC or PLACE, numbers of allocations or places: each fails once
    local verb=$1 what=$2 k code
    shift 2
    for k; do
        # shellcheck disable=SC2086
        TMPDIR=$here/tmp afresh faulty "FAULT_$what=$k" "$ivpbench" $verb >"$here/said.out" 2>"$here/said"
        code=$?
        tried=$((tried + 1))
        sed -n 's/^fault: struck //p' "$here/said" >>"$here/struck"
        [ $code -lt 124 ] && { [ $code -ne 0 ] || same "$verb"; } && continue
        wrong=$((wrong + 1))
        echo "    $what $k of \"$verb\": exit $code"
    done
    for ((k = 0; k < 150; k++)); do # for reapers: they outlive the harness by some moments
        [ -z "$(ls "$here/tmp")" ] && return
        sleep 0.1
    done
    find "$here/tmp" -mindepth 1
    wrong=$((wrong + 1))
    rm -rf "$here"/tmp/*
}

left() { # numbers of the first and last allocation at each place that no fault has struck yet
    sort -u "$here/struck" | awk 'FILENAME == "-" { done[$1] = 1; next } !done[$1] { last[$1] = $2 }
        !done[$1] && !seen[$1]++ { print $2 }
        END { for (p in last) print last[p] }' - "$here/places" | sort -nu
}

recur() { # what all listings of a verb have so far, and what any of them has
    cut -d' ' -f1 "$here/places" | sort -u >"$here/now"
    [ -e "$here/always" ] || cp "$here/now" "$here/always"
    comm -12 "$here/now" "$here/always" >"$here/both" && mv "$here/both" "$here/always"
    sort -u "$here/now" "$here/ever" -o "$here/ever" 2>/dev/null || cp "$here/now" "$here/ever"
}

spread() { # N, words: N of them
    local n=$1 i
    shift
    for ((i = 0; i < n; i++)); do echo "${@:1+i*$#/n:1}"; done | uniq
}

allocations() { # ALLOCATIONS=N: N of the places of a verb, spread over them
    local wrong=0 tried=0 all=0 places=0 struck=0 hits=0 verb ks
    "$ivpbench" run "$here/plan.cfg" -qo "$here/a.db" || return 1
    columns "$here/a.db" >"$here/whole"
    mkdir -p "$here/bin" "$here/tmp" && printf '#!/bin/sh\nexec cat >/dev/null\n' >"$here/bin/gnuplot" && chmod +x "$here/bin/gnuplot"
    while read -r verb; do
        # shellcheck disable=SC2086
        afresh "$ivpbench" $verb >"$here/whole.out" 2>/dev/null
        : >"$here/struck"
        rm -f "$here/always" "$here/ever"
        for _ in 1 2 3; do # a run with workers differs a little from time to time
            places "$verb"
            recur
            mapfile -t ks < <(left)
            [ "$allocations" = all ] || mapfile -t ks < <(spread "$allocations" "${ks[@]}")
            deny "$verb" MALLOC "${ks[@]}"
            [ "$allocations" = all ] || break
        done
        # what comes with another number each time: as workers are quick or slow
        mapfile -t ks < <(sort -u "$here/struck" | comm -13 - "$here/always")
        [ "$allocations" != all ] || deny "$verb" PLACE "${ks[@]}"
        sort -u "$here/struck" | comm -12 - "$here/always" >"$here/hit"
        sort -u "$here/struck" | comm -13 - "$here/ever" | comm -23 - "$here/always" >"$here/missed"
        all=$((all + $(wc -l <"$here/places"))) places=$((places + $(wc -l <"$here/always")))
        [ ! -s "$here/missed" ] || [ "$allocations" != all ] ||
            echo "    \"$verb\": $(wc -l <"$here/missed") places that some runs come to and others do not were not struck"
        struck=$((struck + $(wc -l <"$here/hit"))) hits=$((hits + $(wc -l <"$here/struck")))
    done < <(verbs)
    struck_most $hits $tried || wrong=$((wrong + 1))
    [ "$allocations" != all ] || [ $struck -ge $places ] || wrong=$((wrong + 1))
    verdict $tried $wrong "at $struck of $places places of $all allocations; died of a signal, hung, left a scratch folder, or succeeded with another output"
}

echo '{"problem":"andrews","formulation":"ggl","solver":"ida","rtol":1e-6,"atol":1e-6,"workers":2}' >"$here/cell"

echo '{"figures":[{"title":"t","p":"andrews","x":"scd","y":"e0","z":"1,2,3,4","off":"a,b","lx":"1"},{"p":"andrews"}]}' >"$here/figures"
echo '@theirs-2.1_b' >"$here/name"
printf '%s\n' 'ready decimal' ok 'f 0 1 2 3' ok 'count n_lu 3' 'f 0x1p-1 -1 inf nan' 'done 0.5 1 2 3' 'jac 0 1 2 3' \
    'done 0x1.8p-1 1 2 3' 'done 0.8 1 2 3' 'done 0.9 1 2 3' 'done 0.91 1 2 3' 'done 0.92 1 2 3' 'done 0.93 1 2 3' \
    'done 1 1 2 3' 'y 1 2 3' 'count n_newton 1' ok >"$here/line"

seeds() { # kind
    case $1 in
    plan) ls bench/plans/*.cfg ;;
    gate) ls reports/gates/*.cfg ;;
    base) ls reports/gates/base.txt ;;
    paper) ls papers/*.cfg ;;
    reference) find reference/data -name '*.ref' -size -60k | sort | head -8 ;;
    cell) echo "$here/cell" ;;
    figures) echo "$here/figures" ;;
    name | line) echo "$here/$1" ;;
    program) ls docs/examples/*.cfg tests/plugins/languages/*.cfg ;;
    rows) ls tests/stores/schema-4.sql ;;
    store) small_store ;;
    *) echo "$here/cell $build/siege/fuzz.d" ;;
    esac
}

small_store() {
    rm -f "$here"/s.db*
    "$ivpbench" run "$here/plan.cfg" -qo "$here/large.db" --only-accuracy && "$ivpbench" store compact "$here/large.db" -o "$here/s.db" >/dev/null
    rm -f "$here"/large.db*
    echo "$here/s.db"
}

fuzz() {
    local wrong=0 tried=0 kind n
    echo 'leak:libconfig' >"$here/leaks" # its scanner drops what it had collected at an error
    export LSAN_OPTIONS="suppressions=$here/leaks:print_suppressions=0"
    for kind in plan gate reference paper cell record blob figures name program line store rows base; do
        n=$rounds # a store takes twenty times as long as the others
        [[ $kind != store && $kind != rows ]] || n=$((rounds / 10))
        tried=$((tried + n))
        # shellcheck disable=SC2046
        "$build/siege/fuzz" "$fast/input" 7 "$n" "$kind" $(seeds $kind) >/dev/null 2>"$here/said" && continue
        wrong=$((wrong + 1))
        cp "$fast/input" "fuzz-$kind.bad" && echo "    $kind: see fuzz-$kind.bad" >&2
        tail -5 "$here/said" >&2
    done
    if command -v node >/dev/null; then
        node tests/siege/fuzz_page.js "$rounds" >&2 || wrong=$((wrong + 1))
        tried=$((tried + 3 * rounds))
    else
        echo '    addresses, columns and data of a page: skipped, they want node'
    fi
    verdict $tried $wrong 'inputs that crashed or hung a parser'
}

guided() { # seeds: a byte that says the kind, then a file
    local wrong=0 i=0 kind file tried
    [ -x "$build/siege/libfuzz" ] || { echo "guided       skipped: it wants clang"; return; }
    mkdir -p "$here/corpus"
    for kind in plan gate reference paper cell - - figures name program line store rows base; do
        for file in $([ $kind = - ] || seeds $kind); do
            { printf "\\$(printf %03o $i)"; head -c 70000 "$file"; } >"$here/corpus/$kind-${file##*/}"
        done
        i=$((i + 1))
    done
    (cd "$here" && ASAN_OPTIONS=detect_leaks=0 "$build/siege/libfuzz" -max_total_time="${GUIDED:-600}" -timeout=20 -detect_leaks=0 \
        -max_len=70000 -print_final_stats=1 corpus) >"$here/said" 2>&1 || {
        wrong=1
        cp "$here"/crash-* "$here"/timeout-* "$here"/oom-* . 2>/dev/null
        grep -A 12 ERROR "$here/said" >&2
    }
    tried=$(sed -n 's/^stat::number_of_executed_units: *//p' "$here/said" | tail -1)
    verdict "${tried:-0}" $wrong 'inputs found by libFuzzer'
}

hostile() {
    local wrong=0 t
    for t in test_hostile test_constructor test_isolation test_terminal test_strangers test_confined; do
        "$build/tests/$t" >"$here/said" 2>&1 || { wrong=$((wrong + 1)); cat "$here/said" >&2; }
    done
    verdict "$(grep -cE '^ *(STEP|EARLY)\(' tests/plugins/attacks/all.h)" $wrong 'misdeeds, programs that failed'
}

run_valgrind() {
    local wrong=0 tried=0 s
    for s in $("$ivpbench" list solvers | cut -d' ' -f1); do
        cell=$(printf '{"problem":"bouncing_balls","formulation":"ode","solver":"%s","rtol":1e-3,"atol":1e-3}' "$s")
        valgrind -q --suppressions=tests/siege/valgrind.supp --error-exitcode=99 "$ivpbench" worker solve --cell "$cell" >/dev/null 2>"$here/said"
        [ $? -eq 99 ] && wrong=$((wrong + 1)) && head -20 "$here/said" >&2
        tried=$((tried + 1))
    done
    verdict $tried $wrong 'cells with an error that valgrind sees'
}

left_behind() { # processes of this build, but for us
    local p n=0
    for p in /proc/[0-9]*; do
        case $(readlink "$p/exe") in "$build"/*) n=$((n + 1)) ;; esac
    done
    echo $n
} 2>/dev/null

# shellcheck disable=SC2016
load() {
    local tests='test_hostile test_constructor test_isolation test_confined test_resume test_cluster
        test_languages test_line test_plugin test_python_problem test_store test_store_damage test_try'
    local wrong=0 tried=0 log before
    before=$(left_behind)
    export build here
    for ((i = 0; i < ${TIMES:-20}; i++)); do
        for t in $tests; do echo "$t $i"; done
    done | xargs -P "${CROWD:-6}" -L 1 bash -c \
        '"$build/tests/$0" >"$here/$0.$1.log" 2>&1 </dev/null || mv "$here/$0.$1.log" "$here/$0.$1.bad"'
    for log in "$here"/test_*.log "$here"/test_*.bad; do
        [ -e "$log" ] || continue
        tried=$((tried + 1))
        [[ $log == *.bad ]] && wrong=$((wrong + 1)) && { echo "    $log" && grep -v ':P:' "$log"; } >&2
    done
    verdict $tried $wrong 'programs that failed under load'
    verdict $tried $(($(left_behind) - before)) 'processes left behind by them'
}

for part in $parts; do
    case $part in
    kills) strike kill $kills ;;
    disk) strike full $disks ;;
    forks) forks ;;
    care) care ;;
    allocations) allocations ;;
    fuzz) fuzz ;;
    guided) guided ;;
    hostile) hostile ;;
    valgrind) run_valgrind ;;
    load) load ;;
    *) echo "siege: no part is called $part" >&2; broken=1 ;;
    esac
done
exit $broken
