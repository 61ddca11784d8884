# programs.sh -- part of tools/siege.sh: test programs, whose tests are rows; valgrind; load.
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
# shellcheck shell=bash

# Each test of a program is a row with its name, each of its turns an attack; "CASE" in front of the
# name of a program: the tests of that case alone. A program may write rows of its own (SIEGE_ROWS).
program() {
    SIEGE_ROWS=$here/rows CK_VERBOSITY=verbose "$build/tests/$1" >"$here/said" 2>&1
    awk -F: -v part="$part" '
        $3 ~ /^[PFE]$/ { if (!($5 in tried)) order[++n] = $5; tried[$5]++; lost[$5] += $3 != "P" }
        END { for (i = 1; i <= n; i++) { kind = order[i]; gsub("_", " ", kind)
                  printf "%s|%s|%d|%d\n", part, kind, tried[order[i]], lost[order[i]] }
              exit !n }' "$here/said" >>"$here/rows" || row "$1 ran" 1 1
    grep -v -e ':P:' -e '^Running' -e '^100%' "$here/said" >&2
}

hostile() {
    local t
    for t in test_hostile test_forks test_fork_programs test_isolation test_terminal test_terminal_text test_constructor test_confined test_compiled test_weaker test_strangers; do
        program $t
    done
}

# SOLVER, COMMAND in front: by tolerances, or by steps, or of v'' = a; whether it reaches its end
solve() {
    local size
    for size in '"bouncing_balls","rtol":1e-3,"atol":1e-3' '"bouncing_balls","h":0.005' '"pleiades","rtol":1e-3,"atol":1e-3'; do
        printf '{"formulation":"ode","solver":"%s","problem":%s}' "$1" "$size" >"$here/cell"
        "${@:2}" "$ivpbench" worker solve --fd 1 --cell "$(<"$here/cell")" </dev/null 2>"$here/said" >"$here/record"
        code=$?
        [ $code -ne 99 ] || return
        head -c 400 "$here/record" | tr '\0' '\n' | grep -aqE '^ok([^a-z_]|$)' && return
    done
    return 1
}

valgrind() { # SOLVERS=N: of N solvers, spread over the list
    local wrong=0 tried=0 solved=0 code s all
    mapfile -t all < <("$ivpbench" list solvers | cut -d' ' -f1)
    [ "$solvers" = all ] || mapfile -t all < <(spread "$solvers" "${all[@]}")
    for s in "${all[@]}"; do
        tried=$((tried + 1))
        if solve "$s" command valgrind -q --suppressions=tests/siege/valgrind.supp --error-exitcode=99; then
            solved=$((solved + 1))
        else
            echo "    $s: no run to its end" >&2
        fi
        [ $code -eq 99 ] && wrong=$((wrong + 1)) && head -20 "$here/said" >&2
    done
    struck_most $solved $tried || wrong=$((wrong + 1))
    row 'a cell of each solver under valgrind' $tried $wrong
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
    row 'test programs beside five others' $tried $wrong
    row 'the same: processes left behind' $tried $(($(left_behind) - before))
}
