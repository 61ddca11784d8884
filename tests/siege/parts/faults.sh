# faults.sh -- part of tools/siege.sh: kills, full disks, forks without room.
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
# shellcheck shell=bash

columns() { # what must be the same to the bit: everything but times and machine
    "$ivpbench" export -s "$1" 2>/dev/null | awk -F, '
        NR == 1 { for (i = 1; i <= NF; i++) keep[i] = $i !~ /^(cpu|wall|setup|overhead|samples|machine)/ }
        { line = ""; for (i = 1; i <= NF; i++) if (keep[i]) line = line "," $i; print line }'
}

count() { # of what FAULT_COUNT says
    FAULT_COUNT=1 LD_PRELOAD=$build/siege/fault.so "$@" 2>&1 >/dev/null |
        sed -n "s/^fault: \([0-9]*\) writes, \([0-9]*\) allocations, \([0-9]*\) forks, \([0-9]*\) descriptors.*/\1 \2 \3 \4/p" | tail -1
}

# Within a minute. `timeout` must not be preloaded itself: what is in front of it, it keeps.
faulty() { # NAME=VALUE... command
    timeout 60 env LD_PRELOAD="$build/siege/fault.so" "$@"
}

struck_most() { # STRUCK TRIED: whether the faults came about; a siege that strikes nothing proves nothing
    [ "$2" -gt 0 ] && [ $((10 * $1)) -ge $((9 * $2)) ] && return
    echo "    only $1 of $2 faults came about" >&2
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
        case $how:$code in # 0: it has ended before that write
        *:0 | kill:137 | full:3) ;;
        *) failed "write $k of $writes: exit $code: $(tail -1 "$here/said")" ;;
        esac
        timeout 60 "$ivpbench" run "$here/plan.cfg" -qo "$store" >/dev/null 2>&1 &&
            columns "$store" | cmp -s - "$here/whole" &&
            "$ivpbench" store check "$store" >/dev/null || failed "write $k of $writes: another result, or not gone on with"
        rm -f "$store"*
    done
    struck_most $struck "$n" || wrong=$((wrong + 1))
    case $how in
    kill) row 'killed at a write, then the same command again' "$n" $wrong ;;
    full) row 'the disk is full from a write on, then the same command again' "$n" $wrong ;;
    esac
}

lacking() { # forks or pipes: no room once: nobody sees it; never again: exit code 3, no cell blamed
    local what=$1 wrong=0 tried=0 struck=0 forks pipes k n how code
    local fault=FAULT_FORK text='no process can be started, once or from then on'
    [ "$what" = forks ] || { fault=FAULT_PIPE text='no descriptor can be had, once or from then on'; }
    cat >"$here/forks.cfg" <<PLAN
defaults = { timeout_s = 30.0; min_time_s = 0.0001; workers = 1; };
groups = { long = { problems = [ "bouncing_balls" ]; solvers = [ "linear_implicit_euler" ]; events = false;
    steps = { hmax = 2e-5; halvings = 0; }; }; };
PLAN
    rm -f "$here"/*.db*
    mkdir -p "$here/tmp"
    "$ivpbench" run "$here/forks.cfg" -qo "$here/whole.db" || return 1
    columns "$here/whole.db" >"$here/whole"
    read -r _ _ forks pipes <<<"$(count "$ivpbench" run "$here/forks.cfg" -qo "$here/count.db")"
    n=${!what}
    for how in once never; do
        for ((k = 1; k <= n; k++)); do
            rm -f "$here"/f.db*
            TMPDIR=$here/tmp faulty $fault=$k FAULT_HOW=$how "$ivpbench" run "$here/forks.cfg" -qo "$here/f.db" >/dev/null 2>"$here/said"
            code=$?
            tried=$((tried + 1))
            grep -q '^fault: struck' "$here/said" && struck=$((struck + 1))
            if [ $code -eq 0 ]; then
                columns "$here/f.db" | cmp -s - "$here/whole" || failed "$what $k, $how: another result"
            elif [ $how = once ] && [ $what = forks ]; then
                failed "no room at fork $k: exit $code"
            else
                [ $code -eq 3 ] && grep -q '^ivpbench: ' "$here/said" || failed "$what $k, $how: exit $code"
            fi
            timeout 60 "$ivpbench" run "$here/forks.cfg" -qo "$here/f.db" >/dev/null 2>&1 &&
                columns "$here/f.db" | cmp -s - "$here/whole" || failed "$what $k, $how: blamed on the solver, or not gone on with"
            for ((i = 0; i < 50; i++)); do [ -z "$(ls "$here/tmp")" ] && break || sleep 0.1; done
            [ -z "$(ls "$here/tmp")" ] || {
                failed "$what $k, $how: a scratch folder is left"
                rm -rf "$here"/tmp/*
            }
        done
    done
    struck_most $struck $tried || wrong=$((wrong + 1))
    row "$text" $tried $wrong
    lacking_in_verbs "$what" $fault
}

# Each start of a process or a thread, once: it is waited for. Each descriptor, once: success, or a sentence.
lacking_in_verbs() { # forks or pipes, FAULT
    local what=$1 wrong=0 tried=0 struck=0 forks pipes k verb code
    local text='no process or thread can be started once, in other verbs'
    [ "$what" = forks ] || text='no descriptor can be had once, in other verbs'
    cp tests/plugins/languages/rk4_c.c tests/method.h "$here"
    while read -r verb; do
        # shellcheck disable=SC2086
        read -r _ _ forks pipes <<<"$(cd "$here" && count "$ivpbench" $verb)"
        for ((k = 1; k <= ${!what}; k++)); do
            # shellcheck disable=SC2086
            (cd "$here" && TMPDIR=$here/tmp faulty "$2=$k" FAULT_HOW=once "$ivpbench" $verb >/dev/null 2>"$here/said")
            code=$?
            tried=$((tried + 1))
            grep -q '^fault: struck' "$here/said" && struck=$((struck + 1))
            [ $code -eq 0 ] ||
                { [ "$what" = pipes ] && [ $code -lt 124 ] && grep -q '^ivpbench: .*Too many open files' "$here/said"; } ||
                failed "$what $k of \"$verb\": exit $code: $(tail -1 "$here/said")"
        done
    done <<'VERBS'
list problems
info dopri5
plan plan.cfg
plugin build rk4_c.c
plugin test dopri5
try bouncing_balls --solver dopri5 --workers 1
report -s whole.db -o pages
VERBS
    struck_most $struck $tried || wrong=$((wrong + 1))
    row "$text" $tried $wrong
}

failed() { # SENTENCE
    wrong=$((wrong + 1))
    echo "    $1" >&2
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
                failed "write $k of \"$verb\": half a store under its final name"
            fi
            # shellcheck disable=SC2086
            [ -n "$left" ] || (cd "$here" && "$ivpbench" $verb >/dev/null 2>"$here/said") || {
                failed "write $k of \"$verb\": $(cat "$here/said")"
            }
            [ -z "$(ls "$here" "$here/archive" 2>/dev/null | grep '\.part')" ] || {
                failed "write $k of \"$verb\": a part is left after the retry"
                rm -f "$here"/*.part*
            }
        done
    done <<<'store compact a.db -o m.db
store repair a.db -o m.db
merge a.db -o m.db
archive add x a.db'
    struck_most $struck $tried || wrong=$((wrong + 1))
    row 'compact, repair, merge and archive add killed at a write, then again' $tried $wrong
    whole_files
}

# The same for verbs that write a text (by stdio, whose writes are the library's own: killed where it is
# brought to the disk).
whole_files() {
    local wrong=0 tried=0 struck=0 k writes verb
    while read -r verb; do
        rm -f "$here"/m.*
        # shellcheck disable=SC2086
        read -r writes _ <<<"$(cd "$here" && count "$ivpbench" $verb)"
        mv "$here"/m.* "$here/sound"
        for ((k = 1; k <= writes && k <= cares; k++)); do
            # shellcheck disable=SC2086
            (cd "$here" && faulty FAULT_WRITE=$k FAULT_HOW=kill "$ivpbench" $verb >/dev/null 2>&1)
            [ $? -eq 137 ] && struck=$((struck + 1))
            tried=$((tried + 1))
            [ -z "$(cd "$here" && ls m.out m.c 2>/dev/null)" ] || failed "write $k of \"$verb\": half a file under its final name"
            # shellcheck disable=SC2086
            (cd "$here" && "$ivpbench" $verb >/dev/null 2>"$here/said")
            cmp -s "$here"/m.* "$here/sound" || failed "write $k of \"$verb\": $(cat "$here/said")"
            rm -f "$here"/m.*
        done
    done <<VERBS
export -s a.db -o m.out
compare a.db a.db --json m.out
gate $PWD/reports/gates/pins_core.cfg -s a.db --tap m.out
new solver m
VERBS
    struck_most $struck $tried || wrong=$((wrong + 1))
    row 'files of results and skeletons killed on the way to the disk, then again' $tried $wrong
}
