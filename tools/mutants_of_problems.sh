#!/bin/bash
# mutants_of_problems.sh BUILD [--list | NAME...] -- what share of slips in problems does their
# contract catch?
#
# A slip is one place of a problem, changed by an operator of tests/faults/mutate_problem.awk.
# tests/faults/mutants_of_problems.txt lists the slips; --list prints the list anew. Each slip,
# or those whose names fit (globs), is compiled in double and in complex arithmetic, and
# tests/bench/slips.c tries the promises with the default parameters and each other choice of a
# word. A row each: slip, verdict, the first broken promise. The last lines are the shares.
#
#     same      the compiled code is the same: not counted     refused   the compiler refuses it
#     caught    a promise is broken, or it cannot be opened
#     right     the contract keeps it, and runs end where they end without it: a component differs
#               by less than 1e-5 of it and 1e-7
#     other     the contract keeps it, and runs end elsewhere
#
# BUILD is finished, with `make tests`. Rows stay in out/mutants_of_problems/rows.
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
set -u
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 3
build=${1:?"usage: tools/mutants_of_problems.sh BUILD [--list | NAME...]"}
shift
list=tests/faults/mutants_of_problems.txt
mutate=tests/faults/mutate_problem.awk
work=$PWD/out/mutants_of_problems
flags="-std=c11 -O1 -fPIC -w -D__STDC_WANT_IEC_60559_TYPES_EXT__"
export LC_ALL=C IVPBENCH_PLUGIN_PATH=$work/root

# ---- the list ----------------------------------------------------------------------------------
# A header's problem: the first that includes it, or includes what does.
problem_of() { # file
    local at
    case $1 in *.c) basename "$1" .c; return ;; esac
    at=$(grep -l "\"\(lib/\)\?$(basename "$1")\"" problems/*.c | head -1)
    [ -n "$at" ] || at=$(problem_of "$(grep -l "\"$(basename "$1")\"" problems/lib/*.h | head -1)")
    basename "$at" .c
}

sow() { # operator, every
    local op=$1 file n i=$(($2 / 2))
    for file in problems/*.c problems/lib/*.h; do
        n=$(awk -v op="$op" -v nth=0 -f $mutate "$file")
        for (( ; i < n; i += $2)); do
            echo "$op-$(basename "${file%.*}")-$((i + 1)) $(problem_of "$file") $op $file $((i + 1))"
        done
        i=$((i - n))
    done
}

if [ "${1-}" = --list ]; then
    echo "# mutants_of_problems.txt -- slips of problems, as tools/mutants_of_problems.sh --list chose"
    echo "# them: name, problem, operator of mutate_problem.awk, file, place."
    for op in gamma exact; do sow $op 2; done
    for op in term entry index; do sow $op 12; done
    for op in event side breaks; do sow $op 1; done
    exit 0
fi

# ---- one slip ----------------------------------------------------------------------------------
mkdir -p "$work/root/"{double,complex}/problems || exit 3
touch "$work/rows"

compile() { # source, its folder, problem, to
    local extra=-fcx-fortran-rules
    # shellcheck disable=SC2086
    gcc $flags -DIVP_ARITH=1 -Iinclude -I"$2" -Iproblems -c -o "$4.double.o" "$1" 2>/dev/null &&
        gcc $flags $extra -DIVP_ARITH=2 -Iinclude -I"$2" -Iproblems -c -o "$4.complex.o" "$1" 2>/dev/null
}

link() { # problem, its objects
    local arith
    for arith in double complex; do
        gcc -shared -Wl,-Bsymbolic -o "$work/root/$arith/problems/$1.so" "$2.$arith.o" \
            -L"$build/internal" -livp -Wl,-rpath,"$(readlink -f "$build/internal")" -lm || exit 3
    done
}

# A changed header stands before the one of the tree.
sources() { # problem, changed file or "", its text
    rm -rf "$work/source"
    cp -r problems "$work/source"
    [ -z "$2" ] || cp "$3" "$work/source/${2#problems/}"
}

right() { # problem: its objects without a slip
    local at=$work/right.$1
    if [ ! -s "$at.double.o" ]; then
        sources "$1" "" ""
        compile "$work/source/$1.c" "$work/source" "$1" "$at" || exit 3
        link "$1" "$at"
        timeout 900 "$build/tests/slips" "$1" problem >"$at.broken" ||
            { echo "mutants: $1 without a slip: $(<"$at.broken")" >&2; exit 3; }
    fi
}

ends() { timeout 900 "$build/tests/slips" "$1" ends 2>/dev/null; }

compare() { # problem, whose slip is there: right, or other with where
    ends "$1" >"$work/ends"
    link "$1" "$work/right.$1"
    ends "$1" | paste -d' ' - "$work/ends" | awk '
        function size(x) { return x < 0 ? -x : x }
        $1 != $4 || $2 != $5 || ($2 == 0 && $3 != $6) || size($3 - $6) > 1e-5 * size($3) + 1e-7 {
            if (!bad++) at = "run " $1 ", component " $2 ": " $3 ", with the slip " $6
        }
        END { print bad ? "other " at : "right" }'
}

try() { # name problem operator file place
    local changed=$work/changed.c said code
    right "$2"
    awk -v op="$3" -v nth="$5" -f $mutate "$4" >"$changed"
    sources "$2" "$4" "$changed"
    if ! compile "$work/source/$2.c" "$work/source" "$2" "$work/changed"; then
        echo "$1 refused"
    elif cmp -s "$work/changed.double.o" "$work/right.$2.double.o" &&
        cmp -s "$work/changed.complex.o" "$work/right.$2.complex.o"; then
        echo "$1 same"
    else
        link "$2" "$work/changed"
        said=$(timeout 900 "$build/tests/slips" "$2" problem 2>/dev/null)
        code=$?
        case $code in
        0) echo "$1 $(compare "$2")" ;;
        1) echo "$1 caught $said" ;;
        *) echo "$1 caught the process ends with $code" ;;
        esac
    fi
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
while read -r name problem op file place; do
    case $name in '#'* | '') continue ;; esac
    wanted "$name" || continue
    [ ${#names[@]} -eq 0 ] && grep -q "^$name " "$work/rows" && continue
    row=$(try "$name" "$problem" "$op" "$file" "$place") || exit 3
    sed -i "/^$name /d" "$work/rows"
    echo "$row" | tee -a "$work/rows"
done <"$list"

awk '{ n[$2]++; rows++ } $2 ~ /right|other/ { left = left "\n    " $0 }
    END { all = n["caught"] + n["other"]
        printf "%d slips: %d refused by the compiler, %d change no code, %d no end of a run\n", rows,
            n["refused"], n["same"], n["right"]
        if (all) printf "of the others caught %d of %d, %.1f in 100; survived:%s\n", n["caught"], all,
            100 * n["caught"] / all, left == "" ? " none" : left }' "$work/rows"
