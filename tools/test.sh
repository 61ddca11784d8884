#!/bin/sh
# test.sh BUILD [NAME...] -- runs test programs of a build; all of them and all other checks if
# none is named. Ends with the line "N passed, N failed".
#
# A NAME is a test program (test_lu or its path) or another check:
#   layers   tools/layers.sh: who includes whom in the sources
#   names    tools/names.sh: words that no identifier has
#   licences  tools/spdx.sh: each source says its licence
#   circles  tools/circles.sh: no circle among the object files
#   interface  tools/interface.sh: what libivp.so exports, declared and used
#   model    the program of the report's page in node
#   browser  that page in chromium
#
# A program that dies without a summary counts as one failure. The last lines of its log
# (BUILD/tests/NAME.log) are its exit code and CPU seconds. RESUME=1 keeps what has passed since
# the build was made. tests/light.txt says how many CPU seconds a program takes: a warning says
# which programs take much more than that, on the scale of this machine, and which could be there.
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
set -u
build=$1
shift
full=$(cd "$build" && pwd) || exit 3
export IVPBENCH_PLUGIN_PATH="$full"
export ASAN_OPTIONS="${ASAN_OPTIONS:-detect_leaks=1:allocator_may_return_null=1}"
export UBSAN_OPTIONS="${UBSAN_OPTIONS:-print_stacktrace=1}"

lacking() { # file or program...: whether one is missing
    for need; do
        [ -e "$need" ] || command -v "$need" >/dev/null || return 0
    done
    return 1
}
sanitized() { grep -q "__$1" "$build/ivpbench" 2>/dev/null; }

command_of() { # name: the command of this check; empty where it cannot be run here
    case $1 in
    layers) echo tools/layers.sh . ;;
    names) echo tools/names.sh . ;;
    licences) echo tools/spdx.sh --check ;;
    circles) echo tools/circles.sh "$build" ;;
    interface) echo tools/interface.sh "$build" ;;
    model) lacking node || echo node tests/page/test_model.js ;;
    browser)
        lacking node chromedriver chromium /usr/share/nodejs/d3/dist/d3.min.js ||
            sanitized asan_init || echo timeout -k 9 600 node tests/page/test_page.js "$build"
        ;;
    *) echo "$build/tests/$1" ;;
    esac
}

one() { # name: its output into its log, closed by its exit code and CPU seconds
    log=$build/tests/$1.log command=$(command_of "$1")
    if [ -z "$command" ]; then
        echo "$1 is left out: it needs nodejs; in a browser also chromium, chromium-driver," \
            "node-d3 and no sanitizer"
        return
    fi
    $command >"$log" 2>&1 </dev/null
    echo "exit $?" >>"$log"
    times >"$log.times" # the second line is that of the programs that this shell has started
    awk 'NR == 2 { gsub(/[ms]/, " "); printf "cpu %.2f\n", 60 * $1 + $2 + 60 * $3 + $4 }' \
        "$log.times" >>"$log"
    rm "$log.times"
    grep -h '^[0-9]*%: Checks' "$log" | sed "s|^|$1: |"
}

if [ "${TEST_ONE-}" ]; then # as xargs calls it below
    unset TEST_ONE RESUME # a program may call this script
    one "$1"
    exit
fi

# Leaks need ptrace, which some containers forbid; then everything else is still checked.
if sanitized asan_init && "$build/ivpbench" --version 2>&1 |
    grep -q 'LeakSanitizer has encountered a fatal error'; then
    echo "leaks cannot be looked for here: LeakSanitizer may not trace processes"
    ASAN_OPTIONS="$ASAN_OPTIONS:detect_leaks=0"
fi

everything() {
    printf '%s\n' browser layers circles names licences interface model
    find "$build/tests" -maxdepth 1 -type f -name 'test_*' -perm -u+x | sed 's|.*/||' | sort
}
passed_before() { # name: with RESUME, whether its log is that of this build
    log=$build/tests/$1.log
    [ "${RESUME-}" ] && grep -qs '^exit 0$' "$log" &&
        [ -z "$(find "$build/ivpbench" "$build/libivp.so" "$build/double" "$build/tests/$1" \
            -newer "$log" -type f 2>/dev/null)" ]
}
longest_first() { # names on stdin; what tests/light.txt does not know takes longest
    awk 'FILENAME != "-" { if ($1 ~ /^test_/) stated[$1] = $2; next }
         { print ($1 in stated) ? stated[$1] : 1000, $1 }' tests/light.txt - |
        sort -k1,1nr -k2 | cut -d' ' -f2
}

names=$(if [ $# -gt 0 ]; then printf '%s\n' "$@" | sed 's|.*/||'; else everything; fi |
    awk '!seen[$0]++')
mkdir -p "$build/tests"
for name in $names; do
    passed_before "$name" && continue
    rm -f "$build/tests/$name.log"
    echo "$name"
done | longest_first |
    TEST_ONE=1 xargs -r -n 1 -P $(($(nproc) + 1)) "$0" "$build" # some only wait

# What ended this script's part, or kept it from beginning, leaves no exit code.
for name in $names; do
    log=$build/tests/$name.log
    [ -z "$(command_of "$name")" ] || grep -qs '^exit ' "$log" ||
        printf 'it did not end\nexit 137\n' >>"$log"
done

# Check's own summary gives the numbers; whoever has none gets one by exit code.
# shellcheck disable=SC2086,SC2046
awk -v stated="$(sanitized asan_init || sanitized ubsan || cat tests/light.txt)" '
function close_file() {
    if (name == "") return
    if (checks == 0 && !summary) { checks = 1; bad = code != 0 }
    else if (code != 0 && bad == 0) { checks++; bad = 1 }
    passed += checks - bad; failed += bad
    if (bad) broken = broken " " name
}
function read_stated(   lines, n, i, word) {
    n = split(stated, lines, "\n")
    for (i = 1; i <= n; i++) {
        if (split(lines[i], word, " ") > 1 && word[1] ~ /^test_/) says[word[1]] = word[2]
        else if (word[1] == "#-") left_out[word[2]]
    }
}
function may_be_light(t) {
    return stated != "" && t ~ /^test_/ && t !~ /^test_(quad|ball)_/ && !(t in left_out)
}
function warn_of_costs(   scale, t) { # a slow or busy machine takes more for all
    scale = sum_says > 5 && took > sum_says ? took / sum_says : 1
    for (t in cpu)
        if (cpu[t] > 2 * scale * says[t] + 1)
            printf "warning: %s took %.1f CPU s, tests/light.txt says %.1f (here times %.1f)\n",
                t, cpu[t], says[t], scale
}
BEGIN { read_stated() }
FNR == 1 { close_file(); name = FILENAME; checks = bad = summary = 0; code = 1 }
/^[0-9]+%: Checks: / {
    gsub(/[^0-9 ]/, ""); summary = 1; checks += $2; bad += $3 + $4
}
/^exit [0-9]+$/ { code = $2 }
/^cpu [0-9.]+$/ {
    t = name; sub(/.*\//, "", t); sub(/\.log$/, "", t); sum += $2
    if (t in says) { cpu[t] = $2; took += $2; sum_says += says[t] }
    else if (may_be_light(t) && code == 0 && $2 <= 6) new = new sprintf("    %s %.1f\n", t, $2)
}
END {
    close_file()
    warn_of_costs()
    if (new != "") printf "These programs are quick, and not in tests/light.txt:\n%s", new
    n = split(broken, list, " ")
    for (i = 1; i <= n; i++) {
        print "---- " list[i]
        while ((getline line < list[i]) > 0)
            if (line !~ /:P:|^exit |^cpu /) print line
    }
    printf "%.0f CPU s\n", sum
    printf "%d passed, %d failed\n", passed, failed
    exit failed > 0
}' $(for name in $names; do ls "$build/tests/$name.log" 2>/dev/null; done) /dev/null
