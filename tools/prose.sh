#!/bin/sh
# prose.sh [FILE...] -- is the text plain? Sentences of pages, of comments in headers and of messages:
# at most 25 words in README.md and in headers, 40 elsewhere; no retired word (tools/prose.txt).
# Links of pages lead to files and headings, commands in pages are verbs and targets that there are.
#
# Prints file:line and what would be right; exit code 1 where something was found. Without FILE:
# README.md, CONTRIBUTING.md, docs (but docs/lab), headers, and messages of all sources.
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
set -u
cd "$(dirname "$0")/.." || exit 3
retired=tools/prose.txt
found=$(mktemp) && code=$(mktemp) || exit 3
trap 'rm -f "$found" "$code"' EXIT

pages() { git ls-files README.md CONTRIBUTING.md 'docs/*.md' ':!docs/lab/*'; }
headers() { git ls-files 'include/*.h' '*.h' ':!tests/*' ':!problems/*'; }
sources() { git ls-files '*.c' ':!tests/*' ':!problems/*'; }
if [ $# -gt 0 ]; then
    pages() { printf '%s\n' "$@" | grep '\.md$'; }
    headers() { printf '%s\n' "$@" | grep '\.h$'; }
    sources() { printf '%s\n' "$@" | grep '\.c$'; }
fi

# ---- sentences ---------------------------------------------------------------------------------
# shellcheck disable=SC2046,SC2016
long_and_retired='
function limit_of(file) { return file ~ /^README[.]md$|[.]h$/ ? 25 : 40 }
function flush(   n, i, parts, words, text) { # the paragraph that was gathered
    text = paragraph; paragraph = ""
    gsub(/`[^`]*`/, "code", text); gsub(/\]\([^)]*\)/, "", text)
    gsub(/e\.g\. /, "e.g.\\ ", text); gsub(/i\.e\. /, "i.e.\\ ", text); gsub(/ (Eq|eq|p|pp|Fig|fig|Sec|sec|no|No|vol|J)\. /, " ", text)
    n = split(text, parts, /[.!?][)"]* +|[.!?][)"]*$/)
    for (i = 1; i <= n; i++) {
        words = count(parts[i])
        if (words > limit_of(name)) {
            sub(/^ +/, "", parts[i])
            printf "%s:%d: %d words in a sentence, at most %d: \"%s ...\"\n", name, start, words, limit_of(name), substr(parts[i], 1, 50)
        }
    }
}
function count(text,   n, i, w, words) { # words have two letters, or are a, I
    n = split(text, w, / +/)
    for (i = 1; i <= n; i++) if (w[i] ~ /[A-Za-z][A-Za-z]|^[aI]$/) words++
    return words + 0
}
function look_for_retired(text,   i) {
    gsub(/`[^`]*`/, "", text)
    for (i = 1; i <= nretired; i++)
        if (match(tolower(" " text " "), word[i]))
            printf "%s:%d: \"%s\" is retired: %s\n", name, FNR, shown[i], instead[i]
}
function take(text) { # a line of running text
    look_for_retired(text)
    if (paragraph == "") start = FNR
    paragraph = paragraph " " text
}
BEGIN {
    while ((getline line <retired) > 0) {
        if (line ~ /^#/ || line == "") continue
        split(line, part, /  +/)
        shown[++nretired] = part[1]; instead[nretired] = part[2]
        word[nretired] = "[^a-z_-]" part[1] "[^a-z_-]"
    }
}'
# shellcheck disable=SC2016
prose_of_pages='
FNR == 1 { flush(); name = FILENAME; code = 0 }
/^ *```/ { flush(); code = !code; next }
code { next }
/^ *$/ || /^#/ { flush(); if (/^#/) look_for_retired($0); next }
/^    / && paragraph == "" { next }
/^ *\|/ { flush(); n = split($0, cell, "|"); for (k = 1; k <= n; k++) { take(cell[k]); flush() } next }
/^ *([-*]|[0-9]+[.]) / { flush(); sub(/^ *([-*]|[0-9]+[.]) /, "") }
{ take($0) }
END { flush() }'
# shellcheck disable=SC2016
prose_of_headers='
FNR == 1 { flush(); name = FILENAME; inside = 0 }
{
    line = $0
    if (!inside) {
        if (!match(line, /\/\*/)) { flush(); next }
        if (line !~ /^ *\/\*/) flush()
        line = substr(line, RSTART + 2); inside = 1
    }
    if (match(line, /\*\//)) { line = substr(line, 1, RSTART - 1); inside = 0 }
    sub(/^ *\* ?/, "", line)
    if (line ~ /^ *$/ || line ~ /^    / || line ~ /^ *----/) flush()
    if (line !~ /^    /) { if (line ~ /^ *[-*] /) flush(); take(line) }
    if (!inside) flush()
}
END { flush() }'
# strings of three words and more, joined over lines; formats are words
# shellcheck disable=SC2016
prose_of_messages='
FNR == 1 { flush(); name = FILENAME }
/^ *#|^ *\/?\*/ { flush(); next }
{
    line = $0; any = 0
    while (match(line, /"([^"\\]|\\.)*"/)) {
        text = substr(line, RSTART + 1, RLENGTH - 2); line = substr(line, RSTART + RLENGTH)
        gsub(/\\n *- |\\n\\n/, ". ", text); gsub(/\\n/, " ", text); gsub(/\\./, "", text); gsub(/%[-+0-9.*]*[a-z]+/, "it", text)
        if (text ~ / [a-z]+ / && text !~ /  [^ ]|[{}<>]|[A-Z][A-Z]+ [A-Z][A-Z]+|SELECT|INSERT/) take(text)
        else if (paragraph != "" && text !~ / /) paragraph = paragraph " " text
        any = 1
    }
    if (!any || line ~ /[;,)] *\\?$/) flush()
}
END { flush() }'
for kind in pages headers messages; do
    case $kind in
    pages) files=$(pages "$@") program=$prose_of_pages ;;
    headers) files=$(headers "$@") program=$prose_of_headers ;;
    messages) files=$(sources "$@") program=$prose_of_messages ;;
    esac
    # shellcheck disable=SC2086
    [ -z "$files" ] || awk -v retired="$retired" "$long_and_retired$program" $files >>"$found"
done

# ---- links and commands ------------------------------------------------------------------------
code_of() { # a page: "line:text" of its code, in blocks and in lines
    awk '/^ *```/ { block = !block; next }
        block || /^    / { print FNR ":" $0; next }
        { n = split($0, part, "`"); for (i = 2; i <= n; i += 2) print FNR ":" part[i] }' "$1"
}
anchors() { # of a page, as they are made from its headings
    grep '^#' "$1" | sed 's/^#* *//; s/[^A-Za-z0-9 _-]//g; s/ /-/g' | tr '[:upper:]' '[:lower:]'
}
for page in $(pages "$@"); do
    grep -no '\]([^)]*)' "$page" | sed 's/\](//; s/)$//' | while IFS=: read -r line target; do
        case $target in http*:* | mailto:*) continue ;; esac
        file=${target%%#*}
        [ -n "$file" ] && file=$(dirname "$page")/$file || file=$page
        if [ ! -e "$file" ]; then
            echo "$page:$line: no file $target"
        elif [ "$target" != "${target#*#}" ] && ! anchors "$file" | grep -qx -- "${target#*#}"; then
            echo "$page:$line: $file has no heading #${target#*#}"
        fi
    done
    code_of "$page" >"$code"
    sed -nE 's/^([0-9]+):(.*[/ ])?ivpbench ([a-z]+).*/\1:\3/p' "$code" | while IFS=: read -r line verb; do
        ls bench/cli/verb_"$verb".c >/dev/null 2>&1 || grep -qE "\"$verb\"" bench/cli/*.c ||
            echo "$page:$line: ivpbench has no verb $verb"
    done
    sed -nE 's/^([0-9]+):( *|.*&& )make ([a-z][a-z-]+)( .*)?$/\1:\3/p' "$code" | while IFS=: read -r line target; do
        grep -qE "^([a-z -]* )?$target( [a-z -]*)?:" Makefile || echo "$page:$line: make has no target $target"
    done
done >>"$found"

sort -t: -k1,1 -k2,2n "$found"
[ ! -s "$found" ] || exit 1
echo "prose: nothing found"
