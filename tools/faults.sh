#!/bin/bash
# faults.sh BUILD [--list | --page [COMMIT]] [NAME...] -- does the fast lane find what goes wrong?
#
# Each fault of tests/faults/faults.txt, or those whose names fit (globs), is put into a copy of
# the tree. What it changes is built, and what looks at it (detectors.txt beside it) runs, the
# cheapest first, until one raises an alarm: a test program fails that passes without the fault,
# or the gates say something that they do not say without it. A row for each: fault, caught by
# what, CPU seconds.
#
# Where nothing raises an alarm, all cells of the gate plans are compared. A fault that changes
# no bit of a result is not counted, nor is one that the compiler refuses. Exit code 1: one was
# not caught, or a fault by hand does not fit its file any more.
#
# BUILD is finished. The copy, what the gates say without faults, and the finished rows stay in
# out/faults/COMMIT: an interrupted run goes on where it was; a fault that is named runs anew.
# --page prints the rows of all samples at this commit, or at COMMIT, as a page
# (docs/lab/faults.md), and the faults that have not run.
#   SETS     plans of the gates ("core contact models")
#   SAMPLE   0, all that faults.txt says; 1, 2, ...: sown faults at other places alone, for tests
#            that were written for one sample say little of the next; its rows are in table.SAMPLE
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
set -u
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 3
build=${1:?"usage: tools/faults.sh BUILD [--list] [NAME...]"}
shift
faults=tests/faults/faults.txt
detectors=tests/faults/detectors.txt
mutate=tests/faults/mutate.awk
beside=(-- . ':!docs/lab') # as in .ci/long: records are no change
commit=$(git log -1 --abbrev=10 --format=%h "${beside[@]}" 2>/dev/null)
dirty=$(git status --porcelain "${beside[@]}" 2>/dev/null | head -n 1)
commit=${commit:-tree}${dirty:++}
work=$PWD/out/faults/$commit
tree=$work/tree
sets=${SETS:-core contact models}
sample=${SAMPLE:-0}
table=$work/table.$sample
export CI=${CI:-} LC_ALL=C IVPBENCH_PLUGIN_PATH=$tree/build

say() { echo "faults: $*" >&2; }

cannot_build() {
    say "the copy cannot be built: see $work/log"
    exit 3
}

# ---- which faults ----------------------------------------------------------------------------
sow() { # operator, every, files...: "operator-file-n operator file n"
    local op=$1 every=$2 file n counts i=$(((500 + 618 * sample) % 1000 * $2 / 1000))
    shift 2
    mapfile -t counts < <(awk -v op="$op" -v nth=0 -f "$mutate" "$@")
    for file; do
        n=${counts[0]:?"$op of $faults is no operator"}
        counts=("${counts[@]:1}")
        for (( ; i < n; i += every)); do echo "$op-$file-$((i + 1)) $op $file $((i + 1))"; done
        i=$((i - n))
    done
}

list() { # name, operator (hand: `replace`), file, place (line of faults.txt)
    local line words number=0
    while IFS= read -r line; do
        number=$((number + 1))
        read -ra words <<<"$line"
        # shellcheck disable=SC2068 # the patterns of file names are to be expanded
        case ${words[0]-} in
        sow) sow "${words[1]}" "${words[2]}" ${words[@]:3} ;;
        fault) [ "$sample" -ne 0 ] || echo "${words[1]} replace ${words[2]} $number" ;;
        esac
    done <"$faults"
}

wanted() { # name
    local pattern
    [ ${#names[@]} -eq 0 ] && return
    # the right side is a glob
    # shellcheck disable=SC2053
    for pattern in "${names[@]}"; do [[ $1 == $pattern ]] && return; done
    return 1
}

# ---- a copy of the tree ----------------------------------------------------------------------
widths() { (cd "$build" && ls -d lanes*/) | tr -d / | tr '\n' ' '; }

in_tree() { # command...: quietly; its output in the log
    (cd "$tree" && "$@") >>"$work/log" 2>&1
}

remake() { # targets...; without any, make would make all
    [ $# -eq 0 ] || in_tree nice make -j"$(nproc)" IN_QUAD= LANES="$(widths)" "$@"
}

copy_tree() {
    [ -e "$work/copied" ] && return
    say "copying the tree to $tree"
    rm -rf "$tree" && mkdir -p "$tree/build" || exit 3
    { git ls-files && git ls-files --others --exclude-standard; } | while read -r file; do
        [ -e "$file" ] && echo "$file"
    done | tar -cf - -T - | tar -C "$tree" -xf - || exit 3
    tar -C "$build" --exclude='quad*' --exclude='cquad*' --exclude='libivpq*' \
        --exclude='ivpbench-*' --exclude='libreference.a' --exclude='libenclosures.a' \
        --exclude='*.log' -cf - . |
        tar -C "$tree/build" -xf - || exit 3
    local made=(build/ivpbench) name
    for name in tests/plugins/problems/*.c; do
        name=$(basename "$name" .c)
        made+=("build/tests/double/problems/$name.so" "build/tests/complex/problems/$name.so")
    done
    remake "${made[@]}" runs || cannot_build
    touch "$work/copied"
}

restore() { # what a run that was interrupted has left
    local file
    [ -e "$work/changed" ] || return
    file=$(<"$work/changed")
    cp "$file" "$tree/$file" || exit 3
    # what is made for this file alone: that all others look new is no matter
    # shellcheck disable=SC2046
    remake $(targets "$file") || cannot_build
    rm "$work/changed"
}

# ---- the fault -------------------------------------------------------------------------------
# Lines "- old", "+ new" of faults.txt below line $2; \n in them is the end of a line.
replaced() { # file, line number: 1 where the text is not there exactly once
    awk -v at="$2" '
        FNR == NR && FNR == at + 1 { old = substr($0, 3); gsub(/\\n/, "\n", old) }
        FNR == NR && FNR == at + 2 { new = substr($0, 3); gsub(/\\n/, "\n", new) }
        FNR == NR { next }
        { text = text $0 "\n" }
        END {
            i = index(text, old)
            rest = substr(text, i + length(old))
            if (!i || index(rest, old)) exit 1
            printf "%s", substr(text, 1, i - 1) new rest
        }' "$faults" "$1"
}

# What a fault may leave behind is no reason to refuse it.
allowances() {
    local what
    for what in pragmas unused-variable unused-parameter unused-but-set-variable \
        unused-function unused-const-variable unused-value parentheses int-in-bool-context \
        conversion type-limits div-by-zero maybe-uninitialized uninitialized array-bounds \
        stringop-overflow; do
        printf '_Pragma("GCC diagnostic ignored \\"-W%s\\"") ' "$what"
    done
    echo
}

put() { # operator, file, place
    local new=$work/new
    if [ "$1" = replace ]; then
        replaced "$2" "$3" >"$new" || return 1
    else
        awk -v op="$1" -v nth="$3" -f "$mutate" "$2" >"$new" || return 1
    fi
    cmp -s "$new" "$2" && return 1
    echo "$2" >"$work/changed"
    case $2 in
    *.[ch]) { allowances && cat "$new"; } >"$tree/$2" ;;
    *) cat "$new" >"$tree/$2" ;;
    esac
}

# Programs and tests are linked against libivp.so and see what is new in it.
targets() { # file: what is to be made anew, a line each
    local name arithmetic kind
    name=$(basename "${1%.*}")
    case $1 in
    solvers/*.c) echo "build/double/solvers/$name.so" ;;
    problems/*.c)
        for arithmetic in double complex $(widths); do
            for kind in problems eliminations; do
                name=build/$arithmetic/$kind/$(basename "$1" .c).so
                [ -e "$tree/$name" ] && echo "$name"
            done
        done
        ;;
    kernel/*) printf '%s\n' build/libivp.so build/internal/libivp.so ;;
    reference/data/*) ;;
    *) printf '%s\n' build/ivpbench build/libivp.so build/internal/libivp.so runs ;;
    esac
}

# ---- what looks at it ------------------------------------------------------------------------
looks_at() { # file: tests, solvers, problems
    local pattern tests solvers problems name
    name=$(basename "${1%.*}")
    name=${name%%--*}
    while read -r pattern tests solvers problems; do
        case $pattern in '' | '#'*) continue ;; esac
        [[ $1 =~ $pattern ]] || continue
        echo "${tests//NAME/$name} ${solvers//NAME/$name} ${problems//NAME/$name}"
        return
    done <"$detectors"
    say "no line of $detectors fits $1"
    exit 2
}

light() { # patterns with commas: programs of the light set, of each pattern the cheapest first
    local pattern patterns name programs
    IFS=, read -ra patterns <<<"$1"
    mapfile -t programs < <(sort -k2n tests/light.txt | sed -n 's/^test_\([^ ]*\) .*/\1/p')
    for pattern in "${patterns[@]}"; do
        for name in "${programs[@]}"; do
            # the right side is a glob
            # shellcheck disable=SC2053
            [[ $name == $pattern ]] && echo "test_$name"
        done
    done | awk '!seen[$0]++'
}

run_test() { # program: in the copy; ten times its CPU time and more are an alarm too
    local limit
    limit=$(sed -n "s/^$1 \([0-9]*\).*/\1/p" tests/light.txt)
    (ulimit -t $((10 * limit + 20)) && cd "$tree" && CK_DEFAULT_TIMEOUT=600 nice "build/tests/$1") \
        >>"$work/log" 2>&1 </dev/null
}

# Made and run without a fault first, once: who fails then is no witness.
prepare_test() { # program
    [ -e "$work/base/$1" ] && return
    mkdir -p "$work/base"
    remake "build/tests/$1" && run_test "$1" && echo passed >"$work/base/$1" && return
    say "$1 does not pass without a fault"
    echo failed >"$work/base/$1"
}

gate_words() { # a line for each: the gate files of the fast lane, and what they are to see
    local gates=reports/gates name
    printf '%s\n' $gates/rules.cfg $gates/ladders.cfg --sets "$sets"
    for name in $sets; do echo "$gates/pins_$name.cfg"; done
}

run_cells() { # store, more arguments
    local set code store=$1
    shift
    for set in $sets; do
        in_tree nice build/ivpbench run "bench/plans/gates_$set.cfg" --quiet --output "$store" "$@"
        code=$?
        case $code in 0 | 3 | 4) ;; *) return $code ;; esac # 3: no cell of the plan is meant
    done
}

gates_say() { # store: on standard error stands that results are of several versions
    local words
    mapfile -t words < <(gate_words)
    (cd "$tree" && nice build/ivpbench gate "${words[@]}" --store "$1") 2>>"$work/log" |
        grep -v '^    reproduce'
}

prepare_gates() {
    [ -e "$work/base.gates" ] && return
    say "running the gate plans ($sets) without a fault"
    rm -f "$work"/base.db*
    run_cells "$work/base.db" || { say "the gate plans cannot be run: see $work/log"; exit 3; }
    gates_say "$work/base.db" >"$work/base.new"
    [ -s "$work/base.new" ] || { say "the gates say nothing: see $work/log"; exit 3; }
    bits_of "$work/base.db" >"$work/base.bits"
    mv "$work/base.new" "$work/base.gates"
}

# The cells of all other solvers and problems stay as they are without the fault.
run_gates() { # solvers, problems: what the gates say that they do not say otherwise
    rm -f "$work"/fault.db*
    cp "$work/base.db" "$work/fault.db"
    run_cells "$work/fault.db" --rerun all --solvers "$1" --problems "$2" || return 1
    gates_say "$work/fault.db" >"$work/fault.gates"
    ! cmp -s "$work/base.gates" "$work/fault.gates"
}

# Everything of a result but its times, and the key, which holds the digests of the plug-ins.
bits_of() { # store
    (cd "$tree" && build/ivpbench export --format jsonl --store "$1") |
        sed -E 's/"(key|machine|samples|instructions|[a-z_]+_s)": ?("[^"]*"|[^],}]*\]?),? ?//g' | sort
}

differs() { ! cmp -s "$work/base.bits" <(bits_of "$work/fault.db"); }

# Machine code and data, without what the debugger is told of lines.
bare_code() { # plug-in
    objdump -s -j .text -j .rodata -j .data -j .data.rel.ro -j .rela.dyn -j .rela.plt "$1" | tail -n +3
}

compiles_the_same() { # targets
    local target
    for target; do
        [ "${target%.so}" != "$target" ] || return 1
        cmp -s <(bare_code "$build/${target#build/}") <(bare_code "$tree/$target") || return 1
    done
    [ $# -gt 0 ]
}

# First what the gates have run, then all.
changes_something() {
    [ -e "$work/fault.db" ] && differs && return
    rm -f "$work"/fault.db*
    cp "$work/base.db" "$work/fault.db"
    ! run_cells "$work/fault.db" --rerun all || differs
}

# ---- one fault -------------------------------------------------------------------------------
note_cpu() { times >"$work/$1"; } # of all that has run and ended; not from a subshell
cpu() {
    awk '
        FNR == 2 {
            s = -s
            for (i = 1; i <= 2; i++) { split($i, t, /[ms]/); s += 60 * t[1] + t[2] }
        }
        END { printf "%.1f", s }' "$work/begun" "$work/ended"
}

caught_by() { # file: what raises an alarm; nothing: none does
    local tests solvers problems name
    read -r tests solvers problems <<<"$(looks_at "$1")"
    for name in $(light "$tests"); do
        [ "$(<"$work/base/$name")" = passed ] || continue
        run_test "$name" || { echo "$name"; return; }
    done
    [ "$solvers" = - ] || ! run_gates "$solvers" "$problems" ||
        echo "gates of $solvers on $problems"
}

prepare_tests() { # file
    local tests name rest
    read -r tests rest <<<"$(looks_at "$1")"
    for name in $(light "$tests"); do prepare_test "$name"; done
}

row() { # name, by what, CPU seconds
    printf '%-58s %-44s %7.1f\n' "$@" | tee -a "$table"
}

try() { # name, operator, file, place
    local by made
    prepare_tests "$3"
    rm -f "$work"/fault.db*
    note_cpu begun
    if ! put "$2" "$3" "$4"; then
        row "$1" 'CANNOT BE MADE: adapt it' 0
        return
    fi
    mapfile -t made < <(targets "$3")
    if ! remake --dry-run "${made[@]}"; then # else it would pass for the compiler's refusal
        restore
        say "no rule makes what $3 changes: see $work/log"
        exit 3
    fi
    if ! remake "${made[@]}"; then
        by='the compiler (not counted)'
    elif compiles_the_same "${made[@]}"; then
        by='the same code (not counted)'
    else
        by=$(caught_by "$3")
        [ "$by" ] || ! changes_something || by='NOTHING'
        [ "$by" ] || by='changes no result (not counted)'
    fi
    restore
    note_cpu ended
    row "$1" "$by" "$(cpu)"
}

# ---- what is asked for -----------------------------------------------------------------------
only_list=
[ "${1-}" = --list ] && { only_list=1; shift; }
if [ "${1-}" = --page ]; then
    commit=${2:-$commit}
    work=$PWD/out/faults/$commit
    exec awk -v commit="$commit" -v date="$(date -u +%Y-%m-%d)" -f tests/faults/page.awk \
        "$work"/list.* "$work"/table.*
fi
names=("$@")
all=$(list) || exit 2
if [ "$only_list" ]; then
    while read -r name op file place; do wanted "$name" && echo "$name"; done <<<"$all"
    exit
fi
[ -x "$build/ivpbench" ] || { say "$build is no finished build"; exit 3; }
mkdir -p "$work" || exit 3
awk '{ print $1 }' <<<"$all" >"$work/list.$sample"
copy_tree
restore
prepare_gates
touch "$table"
while read -r name op file place <&3; do
    wanted "$name" || continue
    if grep -q "^$name " "$table"; then
        if [ ${#names[@]} -eq 0 ]; then continue; fi
        grep -v "^$name " "$table" >"$table.new"
        mv "$table.new" "$table"
    fi
    try "$name" "$op" "$file" "$place"
done 3<<<"$all"

passed=$(grep -cvE 'NOTHING|CANNOT BE MADE|not counted' "$table")
failed=$(grep -cE 'NOTHING|CANNOT BE MADE' "$table")
grep -E 'NOTHING|CANNOT BE MADE' "$table"
echo "$passed faults caught, $failed not, $(grep -c 'not counted' "$table") not counted"
[ "$failed" -eq 0 ]
