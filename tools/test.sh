#!/bin/sh
# test.sh BUILD -- runs all Check programs of a build, the page of a report in a browser, and the
# scripts that look at the house (layers.sh: sources; circles.sh: objects); ends with the line
# "N passed, N failed". A program that dies without a summary counts as one failure. LEAVE names
# programs that are not run (page: not the page either).
set -u
build=$1
export IVPBENCH_PLUGIN_PATH="$PWD/$build"
export CK_DEFAULT_TIMEOUT="${CK_DEFAULT_TIMEOUT:-120}" # seconds a single test may take
export ASAN_OPTIONS="${ASAN_OPTIONS:-detect_leaks=1:allocator_may_return_null=1}"
export UBSAN_OPTIONS="${UBSAN_OPTIONS:-print_stacktrace=1}"

one() { # program: its output into program.log, closed by its exit code
    "$1" >"$1.log" 2>&1 </dev/null
    echo "exit $?" >>"$1.log"
    grep -h '^[0-9]*%: Checks' "$1.log" | sed "s|^|$(basename "$1"): |"
}

page() { # the program of the page in node, and in a browser where there is one
    command -v node >/dev/null || {
        echo "the page is not tested: no node (Debian: nodejs)"
        return
    }
    node tests/page/test_model.js >"$build/tests/page_model.log" 2>&1
    echo "exit $?" >>"$build/tests/page_model.log"
    if grep -q __asan_init "$build/ivpbench" 2>/dev/null; then
        echo "the page is tested in a browser without sanitizers alone"
    elif command -v chromedriver >/dev/null && command -v chromium >/dev/null &&
        [ -e /usr/share/nodejs/d3/dist/d3.min.js ]; then
        timeout -k 9 600 node tests/page/test_page.js "$build" >"$build/tests/page_browser.log" 2>&1
        echo "exit $?" >>"$build/tests/page_browser.log"
    else
        echo "the page is not tested in a browser: Debian's chromium-driver, chromium and node-d3 are missing"
    fi
    grep -h '^[0-9]*%: Checks' "$build"/tests/page_*.log
}

if [ "${2-}" ]; then
    if [ "$2" = page ]; then page; elif [ -x "$2" ]; then one "$2"; fi
    exit
fi

# Leaks need ptrace, which some containers forbid; then everything else is still checked.
if grep -q __asan_init "$build/ivpbench" 2>/dev/null &&
    "$build/ivpbench" --version 2>&1 | grep -q 'LeakSanitizer has encountered a fatal error'; then
    echo "leaks cannot be looked for here: LeakSanitizer may not trace processes"
    ASAN_OPTIONS="$ASAN_OPTIONS:detect_leaks=0"
fi

rm -f "$build"/tests/*.log
all() { # what takes longest first: at the end it would run alone
    echo page
    for long in constructor hostile coverage solver_contract siege solver_accuracy resume; do
        echo "$build/tests/test_$long"
    done
    find "$build/tests" -maxdepth 1 -type f -name 'test_*' -perm -u+x | sort
}
left=$(echo "${LEAVE:-nothing}" | tr -s ' \n' '||')
all | awk '!seen[$0]++' | grep -vE "(^|/)($left)\$" |
    xargs -r -n 1 -P $(($(nproc) + 1)) "$0" "$build" # some only wait
look() { # name, what to look at
    "tools/$1.sh" "$2" >"$build/tests/$1.log" 2>&1
    echo "exit $?" >>"$build/tests/$1.log"
}
look layers .
look circles "$build"

# Check's own summary gives the numbers; whoever has none gets one by exit code
awk '
function close_file() {
    if (name == "") return
    if (checks == 0 && !summary) { checks = 1; bad = code != 0 }
    else if (code != 0 && bad == 0) { checks++; bad = 1 }
    passed += checks - bad; failed += bad
    if (bad) broken = broken " " name
}
FNR == 1 { close_file(); name = FILENAME; checks = bad = code = summary = 0 }
/^[0-9]+%: Checks: / {
    gsub(/[^0-9 ]/, ""); summary = 1; checks += $2; bad += $3 + $4
}
/^exit [0-9]+$/ { code = $2 }
END {
    close_file()
    n = split(broken, list, " ")
    for (i = 1; i <= n; i++) {
        print "---- " list[i]
        while ((getline line < list[i]) > 0)
            if (line !~ /:P:|^exit /) print line
    }
    printf "%d passed, %d failed\n", passed, failed
    exit failed > 0
}' "$build"/tests/*.log
