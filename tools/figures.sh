#!/bin/sh
# figures.sh BUILD [NAME...] -- the pictures of docs/img anew: each has a plan of its name in
# docs/img/plans, whose second line names the figure of the report that is taken. The name screens
# stands for docs/img/page, screenshots of the page of the default plan: chromium draws them.
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
set -u
build=$1
shift
[ $# -gt 0 ] || set -- $(ls docs/img/plans | sed 's/\.cfg$//') screens
work=$(mktemp -d) || exit 3
trap 'rm -rf "$work"' EXIT INT TERM

for name; do
    plan=docs/img/plans/$name.cfg
    if [ "$name" = screens ]; then
        plan=bench/plans/default.cfg
        command -v chromedriver >/dev/null || {
            echo "figures: no screens without chromium-driver"
            continue
        }
    fi
    figure=$(sed -n 's/^# figure: //p' "$plan")
    "$build/ivpbench" run "$plan" --output "$work/$name.db"
    case $? in
    0 | 4) ;;
    *) exit 3 ;;
    esac
    "$build/ivpbench" report --store "$work/$name.db" --output "$work/$name" >/dev/null || exit
    if [ "$name" = screens ]; then
        node tools/screens.js "$work/$name/index.html" docs/img/page || exit 3
        continue
    fi
    cp "$work/$name/figures/$figure.png" "docs/img/$name.png" || exit 3
    echo "docs/img/$name.png"
done
