#!/bin/bash
# mutants.sh BUILD [--list | --page | NAME...] -- what share of slips does the contract of solvers catch?
#
# A slip is one place of a method's table or source, changed by an operator of
# tests/faults/mutate.awk. tests/faults/mutants.txt lists the slips; --list prints the list anew
# (EVERY=25: so many places apart), and the contract is not to be tuned to what it then finds.
#
# Each slip, or those whose names fit (globs), is compiled into a plug-in of its own: the solver
# and all files of kernel/methods, of which one is changed. A slip changes a result if one of
# the small problems of the contract (tests/bench/slips.c) or of the tree
# (tests/bench/measured.c) ends otherwise. What keeps the contract is held against the sound
# method on problems of the tree (tests/faults/as_right.awk). A row each: slip, verdict, and the
# first broken promise, or digits and work. The last lines are the shares.
#
#     same      no result changes: not counted        refused   the compiler refuses it
#     caught    a promise is broken, or the process dies or does not end
#     right     the contract keeps it, and results are as right as without it
#     slower    the same, with more than 10 % more work
#     wrong     the contract keeps it, and they are not: missed
#
# --page prints docs/lab/mutants.md from the rows of this command and of
# tools/mutants_of_problems.sh, with the reasons of tests/faults/survivors.txt.
#
# BUILD is finished, with `make tests`. Rows stay in out/mutants/rows: an interrupted run goes on.
# Names run those slips again.
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
set -u
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 3
build=${1:?"usage: tools/mutants.sh BUILD [--list | --page | NAME...]"}
shift
list=tests/faults/mutants.txt
work=$PWD/out/mutants
every=${EVERY:-25}
flags="-std=c11 -O1 -fPIC -w -DIVP_ARITH=1 -D__STDC_WANT_IEC_60559_TYPES_EXT__ -Iinclude -I. -isystem /usr/include/suitesparse"
export LC_ALL=C IVPBENCH_PLUGIN_PATH=$work/root

# ---- the list ----------------------------------------------------------------------------------
# Solvers of a file: those whose results it is likely to change, in turn.
solvers_of() { # file
    case $1 in
    solvers/*) basename "$1" .c ;;
    */chebyshev* | */spectral_radius*) echo rkc ;;
    */nystrom*) echo rkn8 rkn12 ;;
    */runge_kutta/*) echo dopri5 dop853 ;;
    */gragg*) echo extrapolation ;;
    */linear_*) echo linear_implicit_euler ;;
    */extrapolation/*) echo extrapolation linear_implicit_euler ;;
    */rodas*) echo rodas rodas5p ;;
    */rosenbrock/*) echo rosenbrock_nystrom w_method ;;
    */bdf*) echo bdf ;;
    */multistep/*) echo adams ;;
    */newmark/*) echo hht generalized_alpha ;;
    */radau/*) echo radau_iia ;;
    */gauss/*) echo gauss ;;
    */phi/*) echo llm ;;
    *) echo ndf bdf ;;
    esac
}

files() { # own methods: those with attempt(), and what they are made of
    for f in solvers/*.c; do
        grep -q 'attempt\|_METHOD' "$f" && echo "$f"
    done
    ls kernel/methods/*.c kernel/methods/*/*.c
}

sow() { # operator: "name solver operator file place"
    local op=$1 file n k i=$((every / 2)) all
    mapfile -t all < <(files)
    for file in "${all[@]}"; do
        n=$(awk -v op="$op" -v nth=0 -f tests/faults/mutate.awk "$file")
        read -ra of <<<"$(solvers_of "$file")"
        for (( ; i < n; i += every)); do
            k=$((i % ${#of[@]}))
            echo "$op-$(basename "$file" .c)-$((i + 1)) ${of[k]} $op $file $((i + 1))"
        done
        i=$((i - n))
    done
}

if [ "${1-}" = --list ]; then
    echo "# mutants.txt -- slips of the methods, as tools/mutants.sh --list chose them: name, solver,"
    echo "# operator of mutate.awk, file, place."
    for op in constant tenth sign term component; do sow $op; done
    every=$((every / 4))
    for op in order beyond flag; do sow $op; done
    exit 0
fi

if [ "${1-}" = --page ]; then
    exec awk -v date="$(date +%F)" -f tests/faults/mutants_page.awk tests/faults/survivors.txt $list \
        "$work/rows" tests/faults/mutants_of_problems.txt out/mutants_of_problems/rows
fi

# ---- one slip ----------------------------------------------------------------------------------
mkdir -p "$work/obj" "$work/root/double/solvers" || exit 3
touch "$work/rows"

object() { # file: compiled as it is, once
    local to=$work/obj/${1//\//+}.o
    # shellcheck disable=SC2086
    [ "$to" -nt "$1" ] || gcc $flags -c -o "$to" "$1" || exit 3
    echo "$to"
}

methods=()
for f in kernel/methods/*.c kernel/methods/*/*.c; do methods+=("$f"); done
for f in "${methods[@]}"; do object "$f" >/dev/null; done

link() { # solver, file that is changed or "", its object
    local objects=() f
    for f in "solvers/$1.c" "${methods[@]}"; do
        if [ "$f" = "$2" ]; then objects+=("$3"); else objects+=("$(object "$f")"); fi
    done
    gcc -shared -Wl,-Bsymbolic -o "$work/root/double/solvers/$1.so" "${objects[@]}" \
        -L"$build/internal" -livp -Wl,-rpath,"$(readlink -f "$build/internal")" -lm
}

digest() { timeout 900 "$build/tests/slips" "$1" digest 2>/dev/null || echo "died"; }
measure() { timeout 900 "$build/tests/measured" "$1" 2>/dev/null; }

right() { # solver: its digest without a slip
    local at=$work/right.$1
    if [ ! -s "$at" ]; then
        link "$1" "" "" && digest "$1" >"$at"
        measure "$1" >"$at.measured" || { echo "mutants: $1 cannot be measured" >&2; exit 3; }
        timeout 900 "$build/tests/slips" "$1" contract >"$at.broken" ||
            { echo "mutants: $1 without a slip: $(<"$at.broken")" >&2; exit 3; }
    fi
    cat "$at"
}

compare() { # solver: same; right or wrong, digits and work
    measure "$1" >"$work/measured"
    awk -f tests/faults/as_right.awk "$work/right.$1.measured" "$work/measured"
}

try() { # name solver operator file place
    local changed=$work/changed.c said code at digits
    awk -v op="$3" -v nth="$5" -f tests/faults/mutate.awk "$4" >"$changed"
    at=$(right "$2") || exit 3
    # shellcheck disable=SC2086
    if cmp -s "$changed" "$4" || ! gcc $flags -c -o "$work/changed.o" "$changed" 2>/dev/null ||
        ! link "$2" "$4" "$work/changed.o" 2>/dev/null; then
        echo "$1 refused"
        return
    fi
    if [ "$(digest "$2")" = "$at" ]; then
        digits=$(compare "$2")
        [ "$digits" = same ] && { echo "$1 same"; return; }
    fi
    said=$(timeout 900 "$build/tests/slips" "$2" contract 2>/dev/null)
    code=$?
    case $code in
    0) echo "$1 ${digits:-$(compare "$2")}" ;;
    1) echo "$1 caught $said" ;;
    *) echo "$1 caught the process ends with $code" ;;
    esac
}

wanted() { # name
    local pattern
    [ ${#names[@]} -eq 0 ] && return
    # the right side is a glob
    # shellcheck disable=SC2053
    for pattern in "${names[@]}"; do [[ $1 == $pattern ]] && return; done
    return 1
}

names=("$@")
while read -r name solver op file place; do
    case $name in '#'* | '') continue ;; esac
    wanted "$name" || continue
    [ ${#names[@]} -eq 0 ] && grep -q "^$name " "$work/rows" && continue
    row=$(try "$name" "$solver" "$op" "$file" "$place") || exit 3
    sed -i "/^$name /d" "$work/rows"
    echo "$row" | tee -a "$work/rows"
done <"$list"

awk '{ n[$2]++; rows++ } $2 ~ /right|slower|wrong/ { left = left "\n    " $0 }
    END { bad = n["caught"] + n["wrong"]
        all = bad + n["right"] + n["slower"]
        printf "%d slips: %d refused by the compiler, %d change no result, %d do\n", rows,
            n["refused"], n["same"], all
        if (all) printf "caught %d of %d, %.1f in 100; survived:%s\n", n["caught"], all,
            100 * n["caught"] / all, left == "" ? " none" : left
        if (bad) printf "of those that leave no right method: %d of %d, %.1f in 100\n",
            n["caught"], bad, 100 * n["caught"] / bad }' "$work/rows"
