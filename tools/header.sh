#!/bin/sh
# header.sh ROOT -- one header for the pages below ROOT: results, problems, papers, speed, scaling, documentation. Each
# page of a program has a line that begins with <nav class="site"; it becomes links to those of the others that are there.
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
set -eu
cd "$1"
line='<nav class="site"'

# where a page may lie; mkdocs writes the documentation, which has a header of its own
places='Results index.html
Results results/index.html
Problems catalogue/index.html
Papers papers/index.html
Speed speed/index.html
Scaling scaling/index.html'
documentation=
for folder in . site; do
    [ ! -f "$folder/search/search_index.json" ] || documentation="Documentation $folder/index.html"
done

is_ours() { grep -qsF "$line" "$1"; }
found=$(echo "$places" | while read -r name page; do is_ours "$page" && echo "$name $page" || true; done
    [ -z "$documentation" ] || echo "$documentation")

links_of() { # page: the links of its header
    echo "$found" | while read -r name page; do
        here=
        [ "$page" != "$1" ] || here=' aria-current="page"'
        printf '<a href="%s"%s>%s</a>' "$(realpath -m --relative-to="$(dirname "$1")" "$page")" "$here" "$name"
    done
}
[ "$(echo "$found" | wc -l)" -gt 1 ] || exit 0 # a page alone links to none
echo "$found" | while read -r name page; do
    [ "$name" != Documentation ] || continue
    awk -v line="$line" -v links="$(links_of "$page")" '
        index($0, line) == 1 && !done { print line " aria-label=\"site\">" links "</nav>"; done = 1; next } { print }' \
        "$page" >"$page.new"
    mv "$page.new" "$page"
done
