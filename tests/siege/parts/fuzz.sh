# fuzz.sh -- part of tools/siege.sh: changed inputs for all parsers.
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
# shellcheck shell=bash

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
    base) # a part: of all of it, reading takes 30 ms
        head -100 reports/gates/base.txt >"$here/base"
        echo "$here/base"
        ;;
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

kinds='plan gate reference paper cell record blob figures name program line store rows base'
name_of() { # of a kind of input, in the table
    case $1 in
    plan) echo 'changed plans' ;;
    gate) echo 'changed gates' ;;
    base) echo 'changed bases of gates' ;;
    reference) echo 'changed references' ;;
    paper) echo 'changed claims of papers' ;;
    cell) echo 'changed cells' ;;
    record) echo 'changed results of workers' ;;
    blob) echo 'changed series' ;;
    figures) echo "changed figures of a user" ;;
    name) echo 'changed names of an archive' ;;
    program) echo 'changed descriptions of programs that speak lines' ;;
    line) echo 'changed lines of such programs' ;;
    store) echo 'stores changed as bytes' ;;
    rows) echo 'stores changed as SQL and sealed again' ;;
    esac
}

fuzz() {
    local wrong kind n
    echo 'leak:libconfig' >"$here/leaks" # its scanner drops what it had collected at an error
    export LSAN_OPTIONS="suppressions=$here/leaks:print_suppressions=0"
    for kind in $kinds; do
        n=$rounds # a store takes twenty times as long as the others
        [[ $kind != store && $kind != rows ]] || n=$((rounds / 10))
        wrong=0
        # shellcheck disable=SC2046
        "$build/siege/fuzz" "$fast/input" "${SEED:-7}" "$n" "$kind" $(seeds $kind) >/dev/null 2>"$here/said" || {
            wrong=1
            cp "$fast/input" "fuzz-$kind.bad" && echo "    $kind: see fuzz-$kind.bad" >&2
            tail -5 "$here/said" >&2
        }
        row "$(name_of $kind)" "$n" $wrong
    done
    command -v node >/dev/null || { echo '    addresses, columns and data of a page: skipped, they need node' >&2; return; }
    wrong=0
    node tests/siege/fuzz_page.js "$rounds" >&2 || wrong=1
    row 'changed addresses, columns and data of a page' $((3 * rounds)) $wrong
}

guided() { # seeds: a byte that says the kind, then a file
    local wrong=0 i=0 kind file tried
    [ -x "$build/siege/libfuzz" ] || { echo '    guided: skipped, it needs clang' >&2; return; }
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
    row 'inputs of all kinds that libFuzzer finds' "${tried:-0}" $wrong
}
