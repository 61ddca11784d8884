#!/bin/sh
# interface.sh BUILD [ROOT] -- the interface of BUILD/libivp.so: lines of the public headers, functions with
# their symbol version and header, and the files outside kernel/ that use each (plug-ins of tests count).
# Exit 1 where a public function is not exported, or no plug-in, adapter, skeleton or program of others uses it;
# where the library exports what no header declares, or shows a private name that nobody outside it uses.
# Also where a function of kernel/ has the prefix of the public ones, and no plug-in of the same build uses it.
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
set -u
build=$(cd "${1:-build}" && pwd) || exit 3
cd "${2:-.}" || exit 3
public='base problem solver model system lanes'
work=$(mktemp -d) || exit 3
trap 'rm -rf "$work"' EXIT

# "name version" of what the library exports; versions themselves are absolute symbols
nm -D --defined-only "$build/libivp.so" |
    awk '$2 != "A" { n = split($3, part, "@+"); print part[1], (n > 1 ? part[2] : "none") }' |
    sort >"$work/exported"
[ -s "$work/exported" ] || { echo "interface.sh: nothing is exported by $build/libivp.so" >&2; exit 3; }

# "name header" of functions that the public headers declare, as the compiler reads them
for h in base problem solver model system; do echo "#include <ivp/$h.h>"; done >"$work/all.c"
"${GCC:-gcc}" -std=c11 -DIVP_KERNEL= -Iinclude -fsyntax-only -aux-info "$work/info" "$work/all.c" || exit 3
sed -n 's|^/\* include/ivp/\([a-z_]*\.h\):[0-9]*:N[A-Z]* \*/ extern .*[ *]\(ivp_[a-z_0-9]*\) (.*|\2 ivp/\1|p' \
    "$work/info" | sort -u >"$work/declared"

find kernel -name '*.h' | sort >"$work/headers"
find -H solvers adapters bench reference papers problems include tests/plugins tests/abi/old_*.c python \
    -name '*.[ch]' -o -name '*.cpp' -o -name '*.py' 2>/dev/null | sort >"$work/outside"
for h in $public; do echo "include/ivp/$h.h"; done >"$work/public"

# of the outside only lines that may matter: a fifth of five megabytes
{
    cut -d ' ' -f 1 "$work/exported"
    # shellcheck disable=SC2046
    sed -n 's/^ *# *define *\([A-Za-z_0-9]*\).*/\1/p' $(cat "$work/headers")
    printf '%s\n' ivp_ '/*' '*/'
} | sort -u >"$work/words"
# shellcheck disable=SC2046
grep -HFf "$work/words" $(cat "$work/outside") >"$work/lines"
# shellcheck disable=SC2046
awk -v work="$work" '
function code(line,   out, i) { # without comments
    for (out = ""; line != ""; ) {
        i = index(line, inside ? "*/" : "/*")
        if (!i) return inside ? out : out line
        if (!inside) out = out substr(line, 1, i - 1)
        line = substr(line, i + 2); inside = !inside
    }
    return out
}
function use(name) {
    if (file in is_public || (name, file) in seen) return
    seen[name, file]; uses[name]++; users[name] = users[name] " " file
    if (file ~ /^(solvers|adapters|problems)\//) plugged[name]
    if (file ~ /^(solvers|adapters|problems|python|tests|bench\/plugin\/skeletons)\//) needed[name]
}
function wrong(sentence) { print "wrong: " sentence; bad++ }
function read(file, names, second,   word) {
    while ((getline < file) > 0) { split($0, word, " "); names[word[1]] = second ? word[2] : 1 }
}
BEGIN {
    read(work "/exported", version, 1); read(work "/declared", header, 1)
    read(work "/public", is_public, 0)
}
function use_words(text,   word, n, k, i, m, inner) {
    n = split(text, word, /[^A-Za-z_0-9]+/)
    for (k = 1; k <= n; k++) {
        # a macro of a header of the kernel uses what it names, where it is used
        if (word[k] in names_of) {
            m = split(names_of[word[k]], inner, " ")
            for (i = 1; i <= m; i++) use(inner[i])
        }
        if (word[k] in version || word[k] in header || word[k] ~ /^ivp_/) use(word[k])
    }
}
outside { # FILE:LINE
    if (file != substr($0, 1, index($0, ":") - 1)) inside = 0
    file = substr($0, 1, index($0, ":") - 1)
    use_words(code(substr($0, length(file) + 2)))
    next
}
FNR == 1 { inside = 0; macro = "" }
{
    line = code($0)
    if (match(line, /^ *# *define +[A-Za-z_0-9]+/)) {
        macro = substr(line, RSTART, RLENGTH); sub(/.* /, "", macro); names_of[macro] = ""
    }
    while (match(line, /[A-Za-z_][A-Za-z_0-9]*/)) {
        name = substr(line, RSTART, RLENGTH); line = substr(line, RSTART + RLENGTH)
        if ($0 ~ /^[a-z]/ && name ~ /^ivp_/ && line ~ /^\(/) claimed[name] = FILENAME
        if (!(name in version) && !(name in header) && name !~ /^ivp_/) continue
        if (macro != "") names_of[macro] = names_of[macro] " " name
        else if (line ~ /^[)(\[;,]/ && !(name in home)) home[name] = FILENAME
    }
    if ($0 !~ /\\$/) macro = ""
}
END {
    for (name in header) {
        if (version[name] != "IVP_1") wrong(name " of " header[name] " is not exported as IVP_1")
        else if (!(name in needed)) wrong(name " of " header[name] " is used by no plug-in and no program of others")
    }
    for (name in version) {
        if (name in header) continue
        if (version[name] == "IVP_1") wrong(name " is IVP_1, and no header of include/ivp declares it")
        else if (version[name] != "IVP_PRIVATE") wrong(name " is exported without a version")
        else if (!(name in home)) wrong(name " is exported, and no header declares it")
        else if (!uses[name]) wrong(name " of " home[name] " is exported, and nobody outside kernel/ uses it")
    }
    for (name in claimed)
        if (!(name in header) && !(name in plugged))
            wrong(name " of " claimed[name] " is for the kernel alone: ivp_ is for what plug-ins call")
    for (name in version)
        printf "%s\t%s\t%s\t%d\t%s\n", version[name], name in header ? header[name] : home[name],
            name, uses[name], users[name] >(work "/table")
    exit bad > 0
}' $(cat "$work/headers") outside=1 "$work/lines" >"$work/wrong"
status=$?

echo "lines"
for h in $public; do wc -l "include/ivp/$h.h"; done | awk '{ print "  " $0; sum += $1 } END { print "  " sum " in all" }'
sort "$work/table" | awk -F '\t' '
    $1 != last { last = $1; printf "\n%s\n", $1 }
    { n[$1]++; printf "  %-28s %-38s %3d users:%s\n", $3, $2, $4, $5 }
    END { printf "\n%d public functions, %d private names\n", n["IVP_1"], n["IVP_PRIVATE"] }'
sort "$work/wrong"
exit $status
