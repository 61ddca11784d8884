#!/bin/sh
# reach.sh BUILD [BASE] -- names of the light test programs that the changes since the commit
# BASE (default HEAD), with those of the working tree, reach. `reach.sh BUILD --files FILE...`:
# those that these files reach. ALL=1: not light ones too.
#
# A program is reached by
#   1. a source or header that it is compiled from (its dependency file);
#   2. an object of the harness that it has (by its symbols), or one of libivp.so that it needs,
#      directly or through another object;
#   3. a plug-in that its sources under tests/ name, or any if they list the plug-ins, where it
#      can load one; its source, the adapters that it has and the objects of libivp.so that it
#      needs change a plug-in; an adapter reaches those that build plug-ins;
#   4. all of ivpbench, if it starts that program;
#   5. another file whose name or folder its sources name; the Makefile reaches all programs.
# A light program that is not built is named, for nothing is known of it. A program whose own
# sources under tests/ changed is named although it is not light. Reasons go to standard error.
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
set -u
build=$1
shift
if [ "${1-}" = --files ]; then
    shift
    changed=$(printf '%s\n' "$@")
else
    base=${1:-HEAD}
    git rev-parse --quiet --verify "$base^{commit}" >/dev/null || {
        echo "reach.sh: there is no commit $base" >&2
        exit 2
    }
    changed=$(git diff --name-only "$base" -- && git ls-files --others --exclude-standard) ||
        exit 3
fi
[ -e "$build/libivp.so" ] || {
    echo "reach.sh: there is no build in $build: make" >&2
    exit 3
}
work=$(mktemp -d) || exit 3
trap 'rm -rf "$work"' EXIT
printf '%s\n' "$changed" | sort -u >"$work/changed"

programs() { find "$build/tests" -maxdepth 1 -name 'test_*' -type f -perm -u+x 2>/dev/null; }
objects() { # of double, the harness, the adapters and the twins that libivp.so has
    find "$build/double/kernel" "$build/obj" "$build/complex/kernel" "$build"/lanes*/kernel \
        "$build/double/adapters" "$build/complex/adapters" \
        -name '*.o' 2>/dev/null
}
plug_ins() { find "$build/double/solvers" -name '*.so'; }

# 1: "object file ..." in one line each; an object lies beside its dependency file
find "$build" -name '*.d' ! -path "$build/*quad*" -exec awk '
    FNR == 1 { printf "\n%s", substr(FILENAME, 1, length(FILENAME) - 2); sub(/^[^:]*:/, "") }
    /^[^ ].*:$/ { nextfile }
    { sub(/\\$/, ""); printf " %s", $0 }' {} + >"$work/deps"
# 2: "path:value kind symbol"; local ones, most of all, of plug-ins alone: theirs are what they have of the adapters
{
    { objects; programs; echo "$build/ivpbench"; } | xargs nm -A -g -p 2>/dev/null
    plug_ins | xargs nm -A -p 2>/dev/null
} | sed 's/@.*//' >"$work/symbols"
# 3 to 5: "program file" of the sources under tests/, and then their lines
awk -v tests="$build/tests/" 'index($1, tests "test_") == 1 {
    p = substr($1, length(tests) + 1)
    for (i = 2; i <= NF; i++) if ($i ~ /^tests\//) print p, $i }' "$work/deps" >"$work/sources"
ls tests/*/test_*.c >"$work/programs"

awk -v build="$build/" -v all="${ALL-}" '
FILENAME == ARGV[1] { if ($0 != "") { changed[$0]; nchanged++ } next }
FILENAME == ARGV[2] { if ($1 ~ /^test_/) light[$1] = $2; next }
FILENAME == ARGV[3] { known[$0]; p = $0; gsub(/.*\/|\.c$/, "", p); source_of[p] = $0; next }
FILENAME == ARGV[4] { depend(); next }
FILENAME == ARGV[5] { symbol(); next }
FILENAME == ARGV[6] { texts[$1] = texts[$1] text_of($2); next }

# The source of an object or a plug-in without its ending, or the name of a program.
function stem(path) {
    path = substr(path, length(build) + 1)
    sub(/\.(o|so)$/, "", path)
    if (path ~ /^tests\/test_/) return substr(path, 7)
    sub(/^(double|complex|obj|lanes[0-9])\//, "", path)
    return path
}
function depend(   target, i) {
    target = stem($1)
    for (i = 2; i <= NF; i++)
        if ($i in changed) {
            known[$i]
            if (!(target in touched)) touched[target] = $i
        }
}
function symbol(   colon, path, s) {
    colon = index($0, ":"); path = substr($0, 1, colon - 1)
    if (path != last_path) { last_stem = stem(path); kinds = path ~ /\.so$/ ? "TDRBUtdrb" : "TDRBU" }
    if (!index(kinds, $(NF - 1))) { last_path = path; return }
    last_path = path; s = $NF
    if (path ~ /\.o$/ && $(NF - 1) != "U") home[s] = last_stem
    else if (!((last_stem, s) in seen)) { seen[last_stem, s]; list[last_stem] = list[last_stem] " " s }
}
function text_of(file,   line, text) { # once a file
    if (!(file in read)) {
        while ((getline line < file) > 0) # a licence names no program
            if (line !~ /SPDX-License-Identifier:/) text = text "\n" line
        close(file); read[file] = text
    }
    return read[file]
}
# `who` and the objects that it has or needs, also through others of libivp.so.
function closure(who,   queue, n, i, k, words, count, h, visited, all_of) {
    if (who in closures) return closures[who]
    queue[n = 1] = who; visited[who]
    for (i = 1; i <= n; i++) {
        all_of = all_of " " queue[i]
        count = split(list[queue[i]], words, " ")
        for (k = 1; k <= count; k++) {
            if (!(words[k] in home)) continue
            h = home[words[k]]
            # what a program has of the archive is among its own symbols
            if (h in visited || (i > 1 && h !~ /^kernel\//)) continue
            visited[h]; queue[++n] = h
        }
    }
    return closures[who] = all_of " "
}
# The changed file that reaches one of them; "" if none.
function touches(who,   words, count, k) {
    count = split(closure(who), words, " ")
    for (k = 1; k <= count; k++) if (words[k] in touched) return touched[words[k]]
    return ""
}
function has_word(text, word) {
    return text ~ ("(^|[^A-Za-z0-9_])" word "($|[^A-Za-z0-9_])")
}
function starts_ivpbench(p) { return texts[p] ~ /ivpbench/ || list[p] ~ / process_program( |$)/ }
function find_plug_ins(   file, name, so) { # plug[kind/name]: what changed it
    for (file in changed)
        if (file ~ /^(solvers|problems)\/[^\/]*\.(c|py)$/) {
            name = file; sub(/\.[a-z]*$/, "", name); plug[name] = file; known[file]
        }
    for (so in touched) if (so ~ /^(solvers|problems)\//) plug[so] = touched[so]
    for (so in list) if (so ~ /^solvers\// && touches(so) != "") plug[so] = touches(so)
}
function by_plug_in(p,   so, name) {
    if (!starts_ivpbench(p) && !index(closure(p), " kernel/problem/plugin ")) return ""
    for (so in plug) {
        name = so; sub(/.*\//, "", name)
        if (has_word(texts[p], name) || texts[p] ~ /(own_plugins|plugin_list) *\(/)
            return plug[so]
    }
    return ""
}
function by_adapter(p,   object) {
    if (starts_ivpbench(p) && texts[p] ~ /plugin (build|test)/)
        for (object in touched) if (object ~ /^adapters\//) return touched[object]
    return ""
}
function by_name(p,   file, name, folder) { # data, pages, scripts
    for (file in changed) {
        if (file in known) continue
        name = folder = file
        sub(/.*\//, "", name); sub(/\/[^\/]*$/, "", folder)
        if (name !~ /[.]/) name = file # "run" says nothing, ".ci/run" does
        if (file == "Makefile" || index(texts[p], name)) return file
        if (folder ~ /\// && index(texts[p], folder)) return file
    }
    return ""
}
function why(p,   r) {
    if (!(p in list)) return "it is not built"
    r = touches(p)
    if (r == "") r = by_plug_in(p)
    if (r == "" && starts_ivpbench(p)) r = touches("ivpbench")
    if (r == "") r = by_adapter(p)
    if (r == "") r = by_name(p)
    return r
}
END {
    find_plug_ins()
    for (p in source_of) {
        own = p in touched && touched[p] ~ /^tests\// || source_of[p] in changed
        if (!own && !(p in light) && !(p in list)) continue
        r = why(p)
        if (r == "" && own) r = source_of[p]
        if (r == "") continue
        if (!own && !all && !(p in light)) { heavy = heavy " " p; continue }
        print p
        print "reach: " p ": " r >"/dev/stderr"
        n++; cpu += light[p]
    }
    for (file in changed) if (file ~ /^(reports\/page\/web|tests\/page)\/.*js$/) page = 1
    if (page) print "model"
    print "layers"; print "circles"; print "names"; print "licences"; print "interface"
    print "reach: " nchanged " changed files reach " n + 0 " programs, " cpu + 0 " CPU s" >"/dev/stderr"
    if (heavy) print "reach: not in tests/light.txt, and reached too:" heavy >"/dev/stderr"
}' "$work/changed" tests/light.txt "$work/programs" "$work/deps" "$work/symbols" "$work/sources"
