#!/bin/sh
# names.sh [ROOT] -- no identifier and no file of the product has a retired word as a part: tools/retired_names.txt
# of ROOT lists them, and what to say in their place. Comments and strings are not looked at. Prints
# FILE:LINE: NAME; exit 1 if there is one.
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
set -u
cd "${1:-.}" || exit 3
list=tools/retired_names.txt
[ -r "$list" ] || { echo "names.sh: there is no $list" >&2; exit 3; }

find include adapters kernel library problems solvers reference bench reports papers -name '*.[ch]' 2>/dev/null | sort |
    xargs awk -v list="$list" '
function read_list(   line, word) {
    while ((getline line < list) > 0) {
        if (line ~ /^#/ || split(line, word, " ") < 2) continue
        if (word[1] == "allow") allowed[word[2]]
        else if (word[1] == "later") later[++nlater] = word[2]
        else { retired[word[1]] = line; sub(/^[^ ]+ +/, "", retired[word[1]]) }
    }
}
function is_later(path,   i) {
    for (i = 1; i <= nlater; i++) if (index(path, later[i]) == 1) return 1
    return 0
}
function complain(name, word) {
    printf "%s:%d: %s: \"%s\" is retired; say: %s\n", FILENAME, FNR, name, word, retired[word]
    broken++
}
function look(name,   part, n, i) { # an identifier, or the name of a file
    if (name in allowed) return
    if (name in retired) { complain(name, name); return }
    n = split(tolower(name), part, /[_.]/)
    for (i = 1; i <= n; i++) if (part[i] in retired) { complain(name, part[i]); return }
}
# Code alone: comments, strings and characters become blanks.
function code(line,   out, i) {
    for (out = ""; line != ""; ) {
        if (inside) {
            i = index(line, "*/")
            if (!i) return out
            inside = 0; line = substr(line, i + 2)
        } else {
            i = match(line, /\/\*|\/\/|"|\047/)
            if (!i) return out line
            out = out substr(line, 1, i - 1) " "
            if (substr(line, i, 2) == "//") return out
            if (substr(line, i, 2) == "/*") { inside = 1; line = substr(line, i + 2) }
            else if (match(substr(line, i), /^("([^"\\]|\\.)*"|\047([^\047\\]|\\.)*\047)/))
                line = substr(line, i + RLENGTH)
            else return out
        }
    }
    return out
}
BEGIN { read_list() }
FNR == 1 {
    inside = 0; skip = is_later(FILENAME)
    base = FILENAME; sub(/.*\//, "", base)
    if (!skip) look(base)
}
!skip {
    line = code($0)
    while (match(line, /[A-Za-z_][A-Za-z_0-9]*/)) {
        look(substr(line, RSTART, RLENGTH))
        line = substr(line, RSTART + RLENGTH)
    }
}
END { exit broken > 0 }' || exit 1
