#!/bin/sh
# enclosures.sh BUILD [--check] -- writes the table of docs/enclosures.md anew, from the files in reference/data, by
# `ivpbench reference enclosures`; with --check it writes nothing and fails where the table is another.
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
set -u
build=$1 page=docs/enclosures.md
new=$(mktemp) table=$(mktemp) || exit 3
trap 'rm -f "$new" "$table"' EXIT
"$build/ivpbench" reference enclosures --reference reference/data >"$table" || exit
awk -v table="$table" '
    /^<!-- ivpbench reference enclosures -->$/ { print; while ((getline line < table) > 0) print line; skip = 1; next }
    skip && /^[|]/ { next }
    { skip = 0; print }' "$page" >"$new"
if [ "${2-}" = --check ]; then
    diff -u "$page" "$new" || { echo "tools/enclosures.sh $build writes the table anew"; exit 1; }
else
    cat "$new" >"$page"
fi
