#!/bin/bash
# harmless.sh BUILD WORK [VARIANT...] -- do the gates stay silent where the code is the same?
#
# Each variant builds this tree otherwise, or runs it on what looks like another processor. That changes last
# bits, and no digit that a gate asks for. The plans of the gates run in each and are judged by reports/gates:
# each alarm is a false one. A table is printed: variant, layer, alarms, and how far layers 1 and 2 moved.
#
#     tools/harmless.sh build out/harmless                # all of them
#     tools/harmless.sh build out/harmless fused lanes2   # some
#
# BUILD is finished (make runs). A variant whose results are in WORK is judged again and not run again.
# debian13 wants root and debootstrap, and is left out without them, as clang is where there is none.
#   SETS      plans ("core contact models testset")
#   RECORD    a file that gets the table with commit, date and processor
# Exit code 1: there is an alarm, or a variant cannot be built.
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
set -u
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 3
usage='usage: tools/harmless.sh BUILD WORK [VARIANT...]'
build=${1:?$usage} work=${2:?$usage}
shift 2
sets=${SETS:-core contact models testset}
jobs=${MAKEFLAGS:--j$(nproc)}
unset MAKEFLAGS
gates=reports/gates

# name, what it is, how it is made
variants='
optimised   gcc -O3 in place of -O2
clang       clang in place of gcc
fused       gcc -march=native with fused multiply-adds wherever a product is added
lanes4      as on a processor without lanes of 8
lanes2      as on a processor without lanes of 4
lanes0      without lanes
older       lanes of 2, and a C library that uses neither AVX2 nor FMA
sundials    SUNDIALS of the package, compiled with -O2
debian13    a bare Debian 13: gcc 14, SUNDIALS 7, GSL 2.8
'
names() { awk 'NF { print $1 }' <<<"$variants"; }
meaning() { awk -v name="$1" '$1 == name { sub(/^[a-z0-9]+ +/, ""); print }' <<<"$variants"; }

# ---- builds ----------------------------------------------------------------------------------
made() { # name, settings...: a build of its own
    nice make "$jobs" --no-print-directory B="$work/$1" "${@:2}" runs
}
copied() { [ -e "$work/$1" ] || cp -a "$build" "$work/$1"; } # what is the same is taken from BUILD
from_build() { copied "$1" && made "$@"; } # name, settings...
build_of() {
    case $1 in
    optimised) made "$1" OPT='-O3 -g' ;;
    clang) made "$1" CC=clang ;;
    fused) made "$1" OPT='-O2 -g -march=native -ffp-contract=fast' ;;
    lanes4 | lanes2) from_build "$1" WIDEST="$1" ;;
    lanes0) from_build "$1" WIDEST= ;;
    older) from_build "$1" WIDEST=lanes2 ;;
    sundials)
        copied "$1" && tools/sundials.sh "$work/$1" && [ -e "$work/$1/sundials/libsundials.a" ] && made "$1"
        ;;
    esac
}
can_be_tried() {
    case $1 in
    clang) command -v clang >/dev/null ;;
    debian13) [ "$(id -u)" -eq 0 ] && command -v debootstrap >/dev/null ;;
    *) true ;;
    esac
}

# ---- plans and verdicts ----------------------------------------------------------------------
run_plans() { # name
    local set code
    [ "$1" != older ] || local -x GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX2,-FMA,-AVX512F,-AVX512VL
    for set in $sets; do
        nice "$work/$1/ivpbench" run "bench/plans/gates_$set.cfg" --quiet --output "$work/$1.db"
        code=$?
        case $code in 0 | 4) ;; *) return $code ;; esac
    done
}
judge() { # name: what the gates say
    local set words=("$gates/rules.cfg" "$gates/ladders.cfg")
    for set in $sets; do
        [ ! -e "$gates/pins_$set.cfg" ] || words+=("$gates/pins_$set.cfg")
    done
    "$build/ivpbench" gate "${words[@]}" --sets "$sets" --store "$work/$1.db" \
        --markdown "$work/$1.md" >"$work/$1.said" 2>"$work/$1.err"
    [ $? -le 1 ] # 1: alarms
}
on_debian13() { # the same verdict, by a log without its seconds
    tools/bare.sh trixie "gates SETS=\"$sets\"" >"$work/$1.log" 2>&1
    sed 's/^ *[0-9]* s  //' "out/bare/trixie-gates-SETS-$(echo "\"$sets\"" | tr -c 'a-zA-Z0-9_\n' -).log" >"$work/$1.said"
}
try() { # name: its verdict is in WORK/NAME.said
    if [ "$1" = debian13 ]; then
        [ -s "$work/$1.said" ] || on_debian13 "$1"
        return
    fi
    if [ ! -e "$work/$1.run" ]; then
        build_of "$1" >"$work/$1.log" 2>&1 && run_plans "$1" >>"$work/$1.log" 2>&1 && touch "$work/$1.run" ||
            return
    fi
    judge "$1"
}

# ---- the table -------------------------------------------------------------------------------
# Alarms by layer: of "layer 1: 24 of 25 solvers hold", of ladders, of pinned cells. Nothing said: no verdict.
alarms() { # name
    awk '
        /^layer [123]: / { layer[substr($2, 1, 1)] = $5 - $3; seen[substr($2, 1, 1)] = 1 }
        / ladders are climbed$/ { layer[4] = $3 - $1; seen[4] = 1 }
        / cells pass the gate$/ { layer[5] += $3 - $1; seen[5] = 1 }
        END { for (i = 1; i <= 5; i++) printf " %s |", seen[i] ? layer[i] + 0 : "no verdict" }' "$work/$1.said"
}
largest() { # name: largest change of digits and of work in layers 1 and 2
    [ -e "$work/$1.md" ] || { printf ' | | | |'; return; }
    awk -F' *[|] *' '
        { size = $8 < 0 ? -$8 : $8 + 0; of = substr($6, 7, 1) ($6 ~ /digits/ ? "d" : "w") }
        $6 ~ /^layer [12]: change/ && size > most[of] { most[of] = size }
        END {
            printf " %.4f | %.2f %% | %.2f | %.1f %% |", most["1d"], 100 * most["1w"], most["2d"], 100 * most["2w"]
        }' "$work/$1.md"
}
row() { printf '| %s: %s |%s%s\n' "$1" "$(meaning "$1")" "$(alarms "$1")" "$(largest "$1")"; }
head_of_table() {
    echo '| variant | layer 1 | layer 2 | layer 3 | ladders | pinned cells | largest change of layer 1: digits | n_f | of layer 2: digits | n_f |'
    echo '|---|---|---|---|---|---|---|---|---|---|'
}
processor() { sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1; }
write_record() {
    local dirty
    dirty=$(git status --porcelain -- . ':!docs/lab' | head -n 1)
    mkdir -p "$(dirname "$RECORD")"
    {
        echo '# Harmless changes'
        echo
        echo "Written by \`.ci/long harmless\` ($(date -u '+%Y-%m-%d'), commit" \
            "$(git log -1 --abbrev=10 --format=%h -- . ':!docs/lab')${dirty:++}, $(processor), $(cc --version | head -n 1))."
        echo "Alarms of the gates ($sets) where the code is the same; a bare Debian tells no sizes of changes."
        echo
        head_of_table
        cat "$work/rows"
    } >"$RECORD"
}

[ -x "$build/ivpbench" ] || { echo "harmless: $build is no finished build" >&2; exit 3; }
mkdir -p "$work" && work=$(cd "$work" && pwd) || exit 3
[ $# -gt 0 ] || mapfile -t all < <(names)
[ $# -gt 0 ] || set -- "${all[@]}"
for name; do
    [ "$(meaning "$name")" ] || { echo "harmless: there is no variant '$name'; there are: $(names | xargs)" >&2; exit 2; }
done
: >"$work/rows"
bad=0
head_of_table
for name; do
    can_be_tried "$name" || { echo "harmless: $name cannot be tried here" >&2; continue; }
    if ! try "$name"; then
        echo "harmless: $name failed; the end of $work/$name.log:" >&2
        tail -n 5 "$work/$name.log" >&2
        bad=1
        continue
    fi
    row "$name" | tee -a "$work/rows"
    awk -F'|' '{ for (i = 3; i <= 7; i++) if ($i + 0 || $i ~ /verdict/) exit 1 }' <<<"$(tail -n 1 "$work/rows")" || {
        bad=1
        grep -v '^layer\|ladders are\|pass the gate' "$work/$name.said" >&2
    }
done
[ -z "${RECORD-}" ] || write_record
exit $bad
