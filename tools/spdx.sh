#!/bin/sh
# spdx.sh --check | --fix [FILE...] -- each source file names its licence in a line of its own; --fix writes the line.
# Without FILE: all sources that git knows or that are new. Exit code 1 where --check finds a file without its line.
#
# The line is the last one of the comment at the head of a file, or the first of the file (behind #!) where that
# is no comment. The licence follows from the folder: docs/licence.md. Left out are skeletons of `ivpbench new`,
# which are their user's, headers of old versions, whose digests are kept, and what programs write.
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
set -u
cd "$(dirname "$0")/.." || exit 3
mode=${1-}
case $mode in
--check | --fix) shift ;;
*) sed -n '2,3s/^# //p' "$0"; exit 2 ;;
esac
new=$(mktemp) || exit 3
trap 'rm -f "$new"' EXIT INT TERM

git rev-parse --git-dir >/dev/null 2>&1 || { echo 'spdx.sh: this tree is no repository: nothing is looked at'; exit 0; }
sources() {
    git ls-files --cached --others --exclude-standard -- '*.c' '*.h' '*.cc' '*.cpp' '*.f' '*.m' '*.py' '*.sh' '*.awk' \
        '*.pl' '*.js' '*.css' '*.gp' Makefile debian/rules debian/tests/[a-z]* '.ci/*' '*.map' \
        ':!bench/plugin/skeletons' ':!tests/abi/*/ivp/*' ':!debian/tests/control' | sort -u
}

free='^(include/ivp|docs/examples)/' own='GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins'
licence() { # file: what its line says
    if echo "$1" | grep -qE "$free"; then echo BSD-2-Clause; else echo "$own"; fi
}

# The file with its line, which stands where another licence stood
with_line() { # file
    awk -v words="SPDX-License-Identifier: $(licence "$1")" -v mark="$(comment "$1")" '
    function put(text) { print text words; done = 1 }
    done { print; next }
    /SPDX-License-Identifier:/ && NR < 120 {
        sub(/SPDX-License-Identifier: [A-Za-z0-9.-]+( WITH [A-Za-z0-9.-]+)?/, words); print; done = 1; next
    }
    mark == "/*" && NR == 1 && !/^\/\*/ { print "/* " words " */"; print; done = 1; next }
    mark == "/*" {
        if (i = index($0, "*/")) {
            head = substr($0, 1, i - 1); sub(/ +$/, "", head)
            if (head != "") print head
            print " * " words " */"; done = 1
            if ((rest = substr($0, i + 2)) != "") print rest
        } else print
        next
    }
    NR == 1 && /^#!/ { print; next }
    index($0, mark) == 1 { print; next }
    { put(mark " "); print }
    END { if (!done) put(mark " ") }' "$1"
}
comment() { # file: how its comments begin
    case $1 in
    *.c | *.h | *.cc | *.js | *.css | *.map) echo '/*' ;;
    *.cpp) if head -n 1 "$1" | grep -q '^//'; then echo '//'; else echo '/*'; fi ;;
    *.f) head -c 1 "$1" | tr -d ' \n' | grep . || echo C ;;
    *.m) echo % ;;
    *) echo '#' ;;
    esac
}

# Those whose line is missing, one grep for each licence
missing() { # file...
    printf '%s\n' "$@" | grep -vE "$free" | xargs -r grep -LF "SPDX-License-Identifier: $own" --
    printf '%s\n' "$@" | grep -E "$free" | xargs -r grep -LF 'SPDX-License-Identifier: BSD-2-Clause' --
}

[ $# -gt 0 ] || {
    # shellcheck disable=SC2046 # names of sources have no blanks
    set -- $(sources)
}
bad=0
for file in $(missing "$@"); do
    if [ "$mode" = --fix ]; then
        with_line "$file" >"$new" && cat "$new" >"$file" || exit 3
    else
        echo "$file: its head should say SPDX-License-Identifier: $(licence "$file"); tools/spdx.sh --fix writes that"
        bad=1
    fi
done
exit $bad
